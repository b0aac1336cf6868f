"""The bill of materials: CSV for a spreadsheet, and tables in Markdown."""

import csv
import io
from collections.abc import Iterable, Iterator

from hardware.buying.count import BUILDS, CARRIER, WIRES, items, items_of_bought
from hardware.buying.pictures import path_of
from hardware.buying.prices import Line, lines, money, total, without_price
from hardware.buying.suppliers import Offer
from hardware.circuit.wiring_table import address_bits
from hardware.source.board import Board, Bought

BOXES = (1, 10)
SIDES_IN_WORDS = {2: "two", 3: "three"}

_COLUMNS = (
    "part",
    "on the carrier",
    "needed",
    "unit",
    "sold in packs of",
    "packs",
    "maker",
    "maker's number",
    "supplier",
    "supplier's number",
    "link",
    "price of a pack",
    "cost",
    "currency",
    "read on",
    "source",
    "search for",
    "alternative",
    "note",
)
_TITLES = {CARRIER: "with the carrier board", WIRES: "without a carrier board"}
_PAGE = """\
<!-- Made from board.toml and suppliers.toml by `make hardware`; edit those files, not this one. -->

# Bill of materials

What one box and ten boxes take, how many packs of it to buy where it is sold by more than one, and what that costs, as
far as a price was read somewhere. Who sells it stands in [where to buy](#where-to-buy), and where each price was read
in [prices](#prices). For a spreadsheet the same is there as CSV (UTF-8, with commas):

| | one box | ten boxes |
|---|---|---|
"""
_PRICES = """\
Prices are those of the day in the last column, before shipping, tax and duty; they are old when you read them. Nothing
is converted: each currency is added up by itself. You have read a price? Write it into
[suppliers.toml](UPsuppliers.toml), with the page and the day, and `make hardware` counts it.
"""
_UNKNOWN = "*not known yet*"


def csv_name(boxes: int, sides: int, build: str) -> str:
    """The file of this bill."""
    return f"bom-{boxes}-{SIDES_IN_WORDS[sides]}-sides{'' if build == CARRIER else '-without-carrier'}.csv"


def csv_source(board: Board, offers: tuple[Offer, ...], boxes: int, sides: int, build: str) -> str:
    """The bill for so many boxes as CSV with commas and a line of titles."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    colour = board.leds.colour
    for line in lines(items(board, sides, build), offers, colour):
        part, best, cost = line.item.part, line.best, line.cost(boxes)
        amount = (line.item.needed_for(boxes), part.unit or "pieces", line.pack, line.packs(boxes))
        sold = (best.supplier, best.order, best.link) if best else ("", "", "")
        price = ("", "", "", "", "")
        if best and best.price is not None and cost is not None:
            price = (f"{best.price:g}", f"{cost:.2f}", best.currency, best.date, " ".join(best.source))
        maker = (part.maker, part.number if part.colour in ("", colour) else "")
        told = ("; ".join(part.search), part.alternative, _note(line, colour))
        writer.writerow((line.item.name, ", ".join(part.refs), *amount, *maker, *sold, *price, *told))
    return text.getvalue()


def page_source(board: Board, offers: tuple[Offer, ...]) -> str:
    """All bills on one page."""
    variants = [(sides, build) for build in BUILDS for sides in range(2, board.most_sides + 1)]
    out = _PAGE.splitlines()
    for sides, build in variants:
        names = [csv_name(boxes, sides, build) for boxes in BOXES]
        out.append(_row((_title(sides, build), *(f"[{name}]({name})" for name in names))))
    out.append("")
    every: dict[str, Line] = {}
    for sides, build in variants:
        found = lines(items(board, sides, build), offers, board.leds.colour)
        every |= {line.item.key: line for line in found}
        out += [f"## {_title(sides, build).capitalize()}", "", *_bill(found)]
    in_order = [every[key] for key in board.parts if key in every]
    return "\n".join([*out, *_where(in_order, board.leds.colour), *_prices(in_order, "../../")]) + "\n"


def bought_source(board: Bought, offers: tuple[Offer, ...], name: str) -> str:
    """What a box takes that is bought, and which of its keys and displays is which, on one page."""
    found = lines(items_of_bought(board), offers, board.leds.colour)
    out = [
        f"<!-- Made from boards/{name}.toml and suppliers.toml by `make hardware`; edit those files, not this one. -->",
        "",
        f"# What {board.board.title} takes",
        "",
        *_bill(found),
        *_where(found, board.leds.colour),
        *_prices(found, "../../"),
    ]
    out += ["", "## Which is which", "", _row(("key", "pin")), "|---|---|"]
    out += [_row((key, pin)) for key, pin in board.buttons.items()]
    out += ["", _row(("on the QT socket", "address", "jumpers to close on its back")), "|---|---|---|"]
    out += [_row((f"display {at}", f"{of:#04x}", address_bits(of) or "none")) for at, of in board.displays.items()]
    out.append(_row(("FRAM", f"{board.fram.address:#04x}", "none")))
    return "\n".join(out) + "\n"


def _bill(found: list[Line]) -> Iterator[str]:
    """The table, and below it what all of it costs."""
    yield _row(("", "part", "one box", "to buy", "cost", "ten boxes", "to buy", "cost"))
    yield "|---|---|--:|--:|--:|--:|--:|--:|"
    for line in found:
        yield _row((_picture(line), line.item.name, *_amounts(line)))
    yield ""
    missing = without_price(found)
    for boxes, words in zip(BOXES, ("One box", "Ten boxes"), strict=True):
        least = f"at least {money(total(found, boxes))}; known are {len(found) - len(missing)} of {len(found)} lines"
        yield f"**{words}: {least if missing else money(total(found, boxes))}.**"
    if missing:
        yield f"Not known: {'; '.join(line.item.name for line in missing)}."
    yield ""


def _picture(line: Line) -> str:
    """Its picture, if it is known what it looks like: see pictures.py."""
    part = line.item.part
    return f"![](../{path_of(line.item.key)})" if part.look or part.refs or part.qt else ""


def _amounts(line: Line) -> Iterator[str]:
    for boxes in BOXES:
        yield f"{line.item.needed_for(boxes)} {line.item.part.unit}".strip()
        packs, cost = line.packs(boxes), line.cost(boxes)
        yield f"{packs} pack{'s' if packs > 1 else ''} of {line.pack}" if line.pack > 1 else ""
        yield f"{cost:.2f} {line.best.currency}" if line.best and cost is not None else ""


def _where(found: list[Line], colour: str) -> Iterator[str]:
    """Who sells each part, or the words to search for."""
    yield from ("## Where to buy", "", _row(("", "part", "maker", "sold by", "or instead", "note")))
    yield "|---|---|---|---|---|---|"
    for line in found:
        part = line.item.part
        number = part.number if part.colour in ("", colour) else ""
        sold = [_offered(offer) for offer in line.offers] + [f"*{words}*" for words in part.search]
        told = (f"{part.maker} {number}".strip(), "<br>".join(sold), part.alternative, _note(line, colour))
        yield _row((_picture(line), line.item.name, *told))
    yield ""


def _offered(offer: Offer) -> str:
    words = f"{offer.supplier} {offer.order}".strip()
    told = f"[{words}]({offer.link})" if offer.link else words
    return f"{told} ({offer.note})" if offer.note else told


def _prices(found: list[Line], up: str) -> Iterator[str]:
    """Every offer with the pages and the day it was read, and its price where there is one."""
    yield from ("## Prices", "", *_PRICES.replace("UP", up).splitlines(), "")
    yield _row(("part", "sold by", "price", "for", "read in", "on"))
    yield "|---|---|--:|--:|---|---|"
    for line in found:
        for offer in line.offers:
            pages = " ".join(f"[{number}]({page})" for number, page in enumerate(offer.source, 1))
            price = (_UNKNOWN, "")
            if offer.price is not None:
                price = (f"{offer.price:.2f} {offer.currency}", f"{offer.pack} {line.item.part.unit}".strip())
            yield _row((line.item.name, f"{offer.supplier} {offer.order}".strip(), *price, pages, offer.date))
        if not line.offers:
            yield _row((line.item.name, "", _UNKNOWN, "", "", ""))


def _title(sides: int, build: str) -> str:
    return f"{SIDES_IN_WORDS[sides]} sides, {_TITLES[build]}"


def _note(line: Line, colour: str) -> str:
    part = line.item.part
    if part.colour in ("", colour):
        return part.note
    return "; ".join(filter(None, (part.note, f"{part.number} is the one in {part.colour}: ask for {colour}")))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"
