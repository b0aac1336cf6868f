"""Two scorecards a match, one for each side, as each keeps its own (000, S-2)."""

from collections.abc import Sequence
from typing import Any

from tallyboard.desk.objects import DeskMatchObject
from tallyboard.paper.forms import form
from tallyboard.paper.view import View

_ON_HALF = 9  # lines that a card on half a sheet has room for
_ON_SHEET = 27


def scorecards(view: View, chosen: Sequence[str]) -> dict[str, Any]:
    """What the template prints; of these matches, else of those that are called or ready."""
    if chosen:
        matches = [view.match(name) for name in chosen]
    else:
        matches = [
            match
            for phase in view.tournament["phases"]
            for match in phase["matches"]
            if match["state"] in ("called", "ready")
        ]
    return {"cards": [card for match in matches for card in _cards(view, match)], "cut": view._("cut here")}


def _cards(view: View, match: DeskMatchObject) -> list[dict[str, Any]]:
    _ = view._
    line = view.game_due(match)
    its_form = form(line, view._)
    sides = view.sides(match)
    about = [f"{_('match')} {match['match']}", view.where(match)]
    table = view.table_of(match["match"])
    lines = len(its_form.lines)
    card = {
        "game": view.game_line(line),
        "number": _number(view, match),
        "about": " · ".join(about),
        "table": _("table"),
        "at": view.text(table) if table else "",
        "sides": [{"letter": letter, "name": name} for letter, name in zip("AB", sides, strict=True)],
        "lead": its_form.lead,
        "columns": its_form.short,
        "lines": its_form.lines,
        "closing": its_form.closing,
        "signatures": [_("Signature of %(name)s", name=name) for name in sides],
        "room": "half" if lines <= _ON_HALF else "sheet" if lines <= _ON_SHEET else "sheets",
    }
    return [{**card, "title": _("Scorecard of %(name)s", name=name)} for name in sides]


def _number(view: View, match: DeskMatchObject) -> str:
    """`game 2 of 3`; of a game that decides a level match that it does; "" of the only game."""
    due, best = match["due"] or 1, view.best_of(match)
    if due > best:
        return view._("Game %(game)s, to decide", game=due)
    return view._("Game %(game)s of %(games)s", game=due, games=best) if best > 1 else ""
