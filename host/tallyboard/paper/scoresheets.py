"""Blank scoresheets, a page for each game, for when there is no power."""

from collections.abc import Sequence
from typing import Any

from shared_rules.games import catalogue
from tallyboard.paper.forms import Form, form
from tallyboard.paper.view import View
from tallyboard.text.language import later

_NARROW = 16  # columns that an upright sheet has room for
_ON_UPRIGHT, _ON_WIDE = 22, 13  # lines that a sheet has room for
_COPIES = ((1, 3), (5, 2))  # a form of so many lines, at most, stands so many times on a sheet

# How a scoresheet is typed in: what a line means, by the game's module.
_LEGEND = {
    "crokinole": (
        ("A 20", later("a disc of A in 20; one line for each disc")),
        ("B off 15", later("one fewer of B in 15")),
    ),
    "twenties": (
        ("A 20", later("a twenty of A; one line for each")),
        ("B off 20", later("one fewer for B")),
    ),
    "southwest": (
        ("A 20", later("a puck of A in 20 (15, 10, 5, 25, 50); one line for each")),
        ("B penalty 20", later("B loses 20")),
        ("B forfeit", later("B forfeits the game")),
        ("A agree", later("after next: A agrees to the count; then B")),
    ),
    "quebec": (
        ("A dame", later("a dame of A's colour fell, whoever shot")),
        ("A counter 5", later("A pocketed the counter of 5")),
        ("A stop", later("A's turn is over")),
        ("A colour green", later("A plays green")),
    ),
    "washers": (
        ("A 3", later("a washer of A in the hole of 3; one line for each")),
        ("A board", later("on the board")),
        ("A dead", later("on the ground")),
        ("B knocked", later("a washer of B on the board was knocked to the ground")),
        ("B sunk 2", later("a washer of B on the board was knocked into the hole of 2")),
    ),
}


def scoresheets(view: View, chosen: Sequence[str]) -> dict[str, Any]:
    """What the template prints; of these game lines, else of every game of the catalogue."""
    sheets = [sheet for line in chosen or catalogue.IDS for sheet in _sheets(view, line)]
    return {"sheets": sheets, "cut": view._("cut here")}


def _sheets(view: View, line: str) -> list[dict[str, Any]]:
    """The page of a game; several where it has more rounds than a page has room for."""
    _ = view._
    its_form = form(line, view._)
    sides = its_form.sides
    is_wide = len(its_form.lead) + len(sides) * len(its_form.full) > _NARROW
    sheet = {
        "title": _("Scoresheet"),
        "game": view.game_line(line),
        "blanks": [_("Tournament, date"), _("match"), _("table")],
        "name": _("name"),
        "how": its_form.how,
        "sides": [_("Side %(side)s", side=side) for side in sides],
        "lead": its_form.lead,
        "columns": its_form.full,
        "closing": its_form.closing,
        "wide": is_wide,
        "copies": next((copies for lines, copies in _COPIES if len(its_form.lines) <= lines), 1),
        "signatures": [_("Winner"), *(_("Signature, side %(side)s", side=side) for side in sides)],
        "typed": _("Typed in later: one line each in a text file, then tallyboard score FILE"),
        "legend": _legend(view, line, its_form),
    }
    room = _ON_WIDE if is_wide else _ON_UPRIGHT
    return [{**sheet, "lines": its_form.lines[at : at + room]} for at in range(0, len(its_form.lines), room)]


def _legend(view: View, line: str, its_form: Form) -> list[list[str]]:
    """Lines of a scoresheet file, and what each says."""
    _ = view._
    options = line.lower().removeprefix("game ").partition(" ")[2].strip()
    return [
        [f"game {its_form.game} {options}".strip(), _("the game, first line")],
        ["name A Ann", _("a name; B likewise")],
        ["first B", _("B is first; otherwise A")],
        *([code, _(means)] for code, means in _LEGEND.get(its_form.kind, ())),
        ["next", _("closes the %(round)s", round=its_form.round)],
        ["undo", _("takes back the line before")],
    ]
