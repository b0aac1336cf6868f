"""Who sells a part, under which number, for how much: the offers of suppliers.toml, with source and date."""

import re
import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache

from hardware.source.read import BOARDS, ROOT, BadBoardFile, told
from hardware.source.rules import Fault
from hardware.source.shape import Shaper, unknown

FILE = ROOT / "hardware/suppliers.toml"
NAME = "hardware/suppliers.toml"

_LINK = re.compile(r"https://[^\s/]+\.[^\s/]+(/\S*)?")
_CURRENCY = re.compile(r"[A-Z]{3}")  # as USD, CAD, EUR: ISO 4217


@dataclass(frozen=True)
class Offer:
    """What a supplier sells. `part`: its key in [parts] of a board file; `order`: the supplier's number; `link`: the
    page of it; `price`: of one pack, in `currency`; `pack`: how many (or m, or g) that are; `source`: the public pages
    where this was read; `date`: of these, as 2026-08-08; `value`: the offer is for the part of this value alone, as
    "2.2 kΩ"; `note`: what a buyer should know. What is not known is empty, None or 0."""

    part: str
    supplier: str
    source: tuple[str, ...]
    date: str
    order: str = ""
    link: str = ""
    price: float | None = None
    currency: str = ""
    pack: int = 0
    value: str = ""
    note: str = ""


def read_offers(text: str | None = None, today: date | None = None) -> tuple[Offer, ...]:
    """The offers of this text, or of the project's own, in its order: of a part the one that is liked best is first.
    Raises BadBoardFile with a line for each fault."""
    if text is None and today is None:
        return _own()
    return _read(FILE.read_text(encoding="utf-8") if text is None else text, today or date.today())


@cache
def _own() -> tuple[Offer, ...]:
    return _read(FILE.read_text(encoding="utf-8"), date.today())


def _read(text: str, today: date) -> tuple[Offer, ...]:
    try:
        values = tomllib.loads(text)
    except ValueError as error:
        raise BadBoardFile(f"{NAME}: this is not TOML: {error}") from None
    shaper = Shaper()
    offers: tuple[Offer, ...] = shaper.tables({"offer": tuple[Offer, ...]}, set(), values).get("offer", ())
    faults = [*shaper.faults]
    seen: dict[tuple[str, str, str], int] = {}
    for number, offer in enumerate(offers):
        key = f"offer[{number}]"
        faults += [(f"{key}.{field}", rule) for field, rule in _wrong(offer, today)]
        before = seen.setdefault((offer.part, offer.supplier, offer.order), number)
        if before != number:
            faults.append((key, f"the same offer stands twice, also as number {before + 1}; leave one of them"))
    if faults:
        raise BadBoardFile(told(faults, text, NAME))
    return offers


def _wrong(offer: Offer, today: date) -> list[Fault]:
    """What this offer breaks of the rules, by the names of its keys."""
    found: list[Fault] = []
    if offer.part not in part_keys():
        found.append(("part", unknown("part", offer.part, part_keys())))
    if not offer.supplier:
        found.append(("supplier", "it is not said who sells it; give a name"))
    if not offer.source:
        found.append(("source", "an offer without a source is hearsay; give the https:// page where it was read"))
    for number, page in enumerate(offer.source):
        if not _LINK.fullmatch(page):
            found.append((f"source[{number}]", f'"{page}" is no https:// address; give the page where it was read'))
    if offer.link and not _LINK.fullmatch(offer.link):
        found.append(("link", f'"{offer.link}" is no https:// address; give that of the page where it is sold'))
    found += _wrong_date(offer.date, today)
    if offer.price is None:
        return found
    if offer.price <= 0:
        found.append(("price", f"must be more than 0, not {offer.price:g}; leave it out where it is not known"))
    if not _CURRENCY.fullmatch(offer.currency):
        found.append(("currency", "a price needs its currency, in three letters: USD, CAD, EUR"))
    if offer.pack < 1:
        found.append(("pack", "a price needs a pack: for how many pieces (or m, or g) is it? 1 or more"))
    return found


def _wrong_date(said: str, today: date) -> list[Fault]:
    try:
        when = date.fromisoformat(said) if len(said) == len("2026-08-08") else None
    except ValueError:
        when = None
    if when is None:
        return [("date", f'"{said}" is no date; write it as 2026-08-08')]
    return [("date", f"{said} is in the future; give the day of the source")] if when > today else []


@cache
def part_keys() -> tuple[str, ...]:
    """The keys of [parts] of all board files."""
    tables = [tomllib.loads(path.read_text(encoding="utf-8-sig")) for path in sorted(BOARDS.glob("*.toml"))]
    return tuple(dict.fromkeys(key for table in tables for key in table.get("parts", {})))


def offers_for(part: str, offers: tuple[Offer, ...], name: str) -> list[Offer]:
    """Those of the part with this key, the best first. `name`: its name with its value in it, as count.name_of gives
    it: an offer for another value is left out."""
    return [offer for offer in offers if offer.part == part and offer.value in name]


def order_number(part: str, supplier: str, offers: tuple[Offer, ...], name: str) -> str:
    """The number of this part at this supplier; "" where nobody has found one."""
    return next((offer.order for offer in offers_for(part, offers, name) if offer.supplier == supplier), "")
