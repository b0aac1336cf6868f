"""The standings of a season with its nights as columns: for a wall, on as few sheets as can be read."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from tallyboard.desk.season import NightObject, SeasonObject, SeasonOptions, SeasonRowObject
from tallyboard.paper.typesetter import typeset
from tallyboard.paper.view import LanguageCode, Size, sheet_name
from tallyboard.text.language import Language
from tallyboard.text.language import language as language_of
from tallyboard.text.printable import printable
from tallyboard.text.season import flags, leaves_out, night_name, reason, rules, shares_date

_NIGHTS = 30  # on a sheet, at most; of more each has as many as the others
_NAME = 24  # characters of a night's name, above its column
_WITH_WHY = 10  # nights beside which there is room for why somebody stands above the next


class SeasonPaper(NamedTuple):
    """A season to be printed; `printed`: when and in which time zone that is, as people read it.
    `names`: what tournaments are called, by the `file` of their night."""

    name: str
    printed: str
    season: SeasonObject
    options: SeasonOptions
    names: Mapping[str, str] = {}


def season_sheets(paper: SeasonPaper, *, size: Size = "a4", language: LanguageCode = "en") -> bytes:
    """The standings as a PDF. Raises TallyboardError where typst is missing."""
    return typeset("season", season_filled(paper, size, language))[0]


def season_filled(paper: SeasonPaper, size: Size, code: LanguageCode) -> dict[str, Any]:
    _ = language_of(code, "paper")
    season = paper.season
    nights = season["nights"]
    sheets = max(1, ceil(len(nights) / _NIGHTS))
    each = ceil(len(nights) / sheets)
    shown = [nights[at : at + each] for at in range(0, len(nights), each or 1)] or [nights]
    return {
        "paper": sheet_name(size),
        "language": code,
        "name": printable(paper.name),
        "printed": printable(paper.printed),
        "page": _("page %(page)s of %(pages)s", page="{page}", pages="{pages}"),
        "nothing": _("Nothing to print yet."),
        "title": printable(paper.name),
        "parts": [_part(_, paper, those, len(nights)) for those in shown] if season["standings"] else [],
        "notes": [
            *([_("In bold: the nights that count.")] if leaves_out(season) else []),
            *flags(_, season, lambda night: _head(paper, night), lambda names: printable(", ".join(names))),
        ],
    }


def _part(_: Language, paper: SeasonPaper, nights: Sequence[NightObject], in_all: int) -> dict[str, Any]:
    """A sheet with these nights, or several sheets where one does not hold the rows."""
    season = paper.season
    has_why = in_all <= _WITH_WHY
    gave = [{row["player"]: row["points"] for row in night["rows"]} for night in nights]
    rows = [_row(_, row, season, nights, gave, has_why) for row in season["standings"]]
    about = " ".join(rules(_, paper.options))
    if len(nights) < in_all:
        first, last = nights[0]["night"], nights[-1]["night"]
        which = _("Nights %(first)s to %(last)s of %(all)s.", first=first, last=last, all=in_all)
        about = f"{which} {about}"
    return {
        "about": about,
        "columns": [_("place"), _("name"), _("points"), _("nights"), _("wins"), _("twenties")],
        "nights": [_head(paper, night) for night in nights],
        "has_why": has_why,
        "why": _("placed above the next by"),
        "digits": max((len(night["points"]) for row in rows for night in row["nights"]), default=1),
        "rows": rows,
    }


def _head(paper: SeasonPaper, night: NightObject) -> str:
    """The date; of two on one date also what the night is called, shortened."""
    if not shares_date(night, paper.season["nights"]):
        return night["date"]
    name = printable(night_name(night["file"], paper.names))
    return f"{night['date']} {name if len(name) <= _NAME else name[: _NAME - 1] + '…'}"


def _row(
    _: Language,
    row: SeasonRowObject,
    season: SeasonObject,
    nights: Sequence[NightObject],
    gave: Sequence[dict[int, int]],
    has_why: bool,
) -> dict[str, Any]:
    return {
        "place": "\u2013" if row["place"] is None else str(row["place"]),
        "name": printable(season["players"][row["player"] - 1]["name"]),
        "figures": [str(row[key]) for key in ("points", "nights", "wins", "twenties")],
        "nights": [
            {"points": str(points.get(row["player"], "")), "counts": night["night"] in row["counted"]}
            for night, points in zip(nights, gave, strict=True)
        ],
        "why": _("; ").join(reason(_, row, season["standings"])) if has_why else "",
    }
