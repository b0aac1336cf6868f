"""Blank scoresheets, a page for each game, for when there is no power."""

from collections.abc import Sequence
from typing import Any

from shared_rules.games import catalogue
from tallyboard.paper.forms import Form, form
from tallyboard.paper.view import View

_NARROW = 16  # columns that an upright sheet has room for
_ON_UPRIGHT, _ON_WIDE = 22, 13  # lines that a sheet has room for
_COPIES = ((1, 3), (5, 2))  # a form of so many lines, at most, stands so many times on a sheet


def scoresheets(view: View, chosen: Sequence[str]) -> dict[str, Any]:
    """What the template prints; of these game lines, else of every game of the catalogue."""
    sheets = [sheet for line in chosen or catalogue.IDS for sheet in _sheets(view, line)]
    return {"sheets": sheets, "cut": view.words.cut}


def _sheets(view: View, line: str) -> list[dict[str, Any]]:
    """The page of a game; several where it has more rounds than a page has room for."""
    words = view.words
    its_form = form(line, words)
    sides = its_form.sides
    is_wide = len(its_form.lead) + len(sides) * len(its_form.full) > _NARROW
    sheet = {
        "title": words.scoresheet,
        "game": view.game_line(line),
        "blanks": [words.tournament_line, words.match, words.table],
        "name": words.name_line,
        "how": its_form.how,
        "sides": [words.side.format(side=side) for side in sides],
        "lead": its_form.lead,
        "columns": its_form.full,
        "closing": its_form.closing,
        "wide": is_wide,
        "copies": next((copies for lines, copies in _COPIES if len(its_form.lines) <= lines), 1),
        "signatures": [words.winner, *(words.signature_of_side.format(side=side) for side in sides)],
        "typed": words.typed,
        "legend": _legend(view, line, its_form),
    }
    room = _ON_WIDE if is_wide else _ON_UPRIGHT
    return [{**sheet, "lines": its_form.lines[at : at + room]} for at in range(0, len(its_form.lines), room)]


def _legend(view: View, line: str, its_form: Form) -> list[list[str]]:
    """Lines of a scoresheet file, and what each says."""
    words = view.words
    options = line.lower().removeprefix("game ").partition(" ")[2].strip()
    return [
        [f"game {its_form.game} {options}".strip(), words.legend_game],
        ["name A Ann", words.legend_name],
        ["first B", words.legend_first],
        *map(list, words.legend.get(its_form.kind, ())),
        ["next", words.legend_next.format(round=its_form.round)],
        ["undo", words.legend_undo],
    ]
