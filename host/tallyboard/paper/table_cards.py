"""The codes that phones scan: a card for each table, four on a sheet, or all of them on one sheet; a badge for each
player, ten on a sheet."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import segno

from tallyboard.paper.typesetter import typeset
from tallyboard.paper.view import LanguageCode, Size, sheet_name
from tallyboard.text.language import language as language_of
from tallyboard.text.printable import printable

_CODES = 500  # that are kept: an event has as many tables and matches that are looked at
_QUIET = 4  # squares around a code that stay white, as the standard has it
_ON_PAPER = 1  # where the paper around it is white too


class TableCard(NamedTuple):
    """A table by its name, and the `address` that its code holds, with the seat's secret."""

    table: str
    address: str


def table_cards(
    cards: Sequence[TableCard],
    *,
    on_one_sheet: bool = False,
    size: Size = "a4",
    language: LanguageCode = "en",
    network: str = "",
) -> bytes:
    """The cards as a PDF; `on_one_sheet`: all codes together, as many as a sheet holds. `network`: the name of the
    Wi-Fi, "" for a line to write it on. Raises TallyboardError where typst is missing."""
    return typeset("table_cards", cards_filled(cards, on_one_sheet, size, language, network))[0]


def cards_filled(
    cards: Sequence[TableCard], on_one_sheet: bool, size: Size, code: LanguageCode, network: str
) -> dict[str, Any]:
    _ = language_of(code, "paper")
    return {
        "paper": sheet_name(size),
        "language": code,
        "name": _("Tables for phones"),
        "printed": "",
        "page": _("page %(page)s of %(pages)s", page="{page}", pages="{pages}"),
        "nothing": _("No table is open to phones."),
        "sheet": on_one_sheet,
        "cards": [{"table": printable(card.table), "code": code_svg(card.address, _ON_PAPER)} for card in cards],
        "network": printable(network),
        "steps": [
            _("Join the Wi-Fi"),
            _("Point the camera of a phone at the code, and open the page."),
            _("Put the phone between you. Each half counts for who sits there."),
        ],
        "lost": _("Phone flat or lost? Scan with another one: the match goes on."),
        "find": _("Point the camera of a phone at the code of your table, and open the page."),
    }


class PlayerBadge(NamedTuple):
    """A player by their name, and the `address` that their code holds."""

    name: str
    address: str


def player_badges(
    badges: Sequence[PlayerBadge], *, event: str, size: Size = "a4", language: LanguageCode = "en"
) -> bytes:
    """The badges as a PDF; `event`: what stands on each. Raises TallyboardError where typst is missing."""
    return typeset("badges", badges_filled(badges, event, size, language))[0]


def badges_filled(badges: Sequence[PlayerBadge], event: str, size: Size, code: LanguageCode) -> dict[str, Any]:
    _ = language_of(code, "paper")
    return {
        "paper": sheet_name(size),
        "language": code,
        "name": printable(event),
        "said": _("Your matches, on your phone"),
        "badges": [{"name": printable(one.name), "code": code_svg(one.address, _ON_PAPER)} for one in badges],
    }


@lru_cache(_CODES)
def code_svg(address: str, quiet: int = _QUIET) -> str:
    """The QR code of an address as an SVG, a unit a square, with so many white squares around it. It stays readable
    with a part of it dirty (level M)."""
    return segno.make(address, micro=False, error="m").svg_inline(border=quiet, light="#fff", omitsize=True)
