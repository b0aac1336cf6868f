"""The bill of materials: CSV for a spreadsheet, and tables in Markdown."""

import csv
import io
from collections.abc import Iterable
from math import ceil

from hardware.buying.count import BUILDS, CARRIER, WIRES, Item, items
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
    "alternative",
    "note",
)
_TITLES = {CARRIER: "with the carrier board", WIRES: "without a carrier board"}
_PAGE = """\
<!-- Made from board.toml by `make hardware`; edit that file, not this one. -->

# Bill of materials

What one box and ten boxes take, and how many packs of it to buy where it is sold by more than one. Makers, numbers and
alternatives stand in [the last table](#makers-and-numbers). A number that is not there was not verified: search by the
name. For a spreadsheet the same is there as CSV (UTF-8, with commas):

| | one box | ten boxes |
|---|---|---|
"""


def csv_name(boxes: int, sides: int, build: str) -> str:
    """The file of this bill."""
    return f"bom-{boxes}-{SIDES_IN_WORDS[sides]}-sides{'' if build == CARRIER else '-without-carrier'}.csv"


def csv_source(board: Board, boxes: int, sides: int, build: str) -> str:
    """The bill for so many boxes as CSV with commas and a line of titles."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for item in items(board, sides, build):
        part = item.part
        maker, number, supplier, order = _numbers(board, item)
        needed, packs = item.needed_for(boxes), item.packs_for(boxes)
        amount = (item.name, ", ".join(part.refs), needed, part.unit or "pieces", part.pack, packs)
        writer.writerow((*amount, maker, number, supplier, order, part.alternative, _note(board, item)))
    return text.getvalue()


def page_source(board: Board) -> str:
    """All bills on one page."""
    variants = [(sides, build) for build in BUILDS for sides in range(2, board.most_sides + 1)]
    lines = _PAGE.splitlines()
    for sides, build in variants:
        names = [csv_name(boxes, sides, build) for boxes in BOXES]
        lines.append(_row((_title(sides, build), *(f"[{name}]({name})" for name in names))))
    lines.append("")
    every: dict[str, Item] = {}
    for sides, build in variants:
        found = items(board, sides, build)
        every |= {item.key: item for item in found}
        lines += [f"## {_title(sides, build).capitalize()}", ""]
        lines += [_row(("part", "one box", "to buy", "ten boxes", "to buy")), "|---|--:|--:|--:|--:|"]
        lines += [_row((item.name, *_amounts(item))) for item in found] + [""]
    lines += ["## Makers and numbers", ""]
    lines += [_row(("part", "maker", "supplier", "or instead", "note")), "|---|---|---|---|---|"]
    for key in board.parts:
        if key in every:
            item = every[key]
            maker, number, supplier, order = _numbers(board, item)
            told = (f"{maker} {number}".strip(), f"{supplier} {order}".strip(), item.part.alternative)
            lines.append(_row((item.name, *told, _note(board, item))))
    return "\n".join(lines) + "\n"


def bought_source(board: Bought, name: str) -> str:
    """What a box takes that is bought, and which of its keys and displays is which, on one page."""
    lines = [
        f"<!-- Made from boards/{name}.toml by `make hardware`; edit that file, not this one. -->",
        "",
        f"# What {board.board.title} takes",
        "",
        _row(("part", "one box", "ten boxes", "maker", "supplier", "or instead", "note")),
        "|---|--:|--:|---|---|---|---|",
    ]
    for part in board.parts.values():
        needed = [f"{ceil(part.count['box'] * boxes)} {part.unit}".strip() for boxes in BOXES]
        numbers = (f"{part.maker} {part.number}".strip(), f"{part.supplier} {part.order}".strip())
        lines.append(_row((part.name, *needed, *numbers, part.alternative, part.note)))
    lines += ["", "## Which is which", "", _row(("key", "pin")), "|---|---|"]
    lines += [_row((key, pin)) for key, pin in board.buttons.items()]
    lines += ["", _row(("on the QT socket", "address", "jumpers to close on its back")), "|---|---|---|"]
    lines += [_row((f"display {at}", f"{of:#04x}", address_bits(of) or "none")) for at, of in board.displays.items()]
    lines.append(_row(("FRAM", f"{board.fram.address:#04x}", "none")))
    return "\n".join(lines) + "\n"


def _amounts(item: Item) -> Iterable[str]:
    for boxes in BOXES:
        yield f"{item.needed_for(boxes)} {item.part.unit}".strip()
        packs = item.packs_for(boxes)
        yield f"{packs} pack{'s' if packs > 1 else ''} of {item.part.pack}" if item.part.pack > 1 else ""


def _title(sides: int, build: str) -> str:
    return f"{SIDES_IN_WORDS[sides]} sides, {_TITLES[build]}"


def _numbers(board: Board, item: Item) -> tuple[str, str, str, str]:
    """Maker, its number, supplier, its number; no numbers where they are of another colour than the LEDs'."""
    part = item.part
    if part.colour in ("", board.leds.colour):
        return part.maker, part.number, part.supplier, part.order
    return part.maker, "", part.supplier, ""


def _note(board: Board, item: Item) -> str:
    part = item.part
    if part.colour in ("", board.leds.colour):
        return part.note
    return "; ".join(
        filter(None, (part.note, f"{part.number} is the one in {part.colour}: ask for {board.leds.colour}"))
    )


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"
