"""Which paper is filled by what."""

from collections.abc import Callable, Sequence
from typing import Any

from tallyboard.paper.bracket import bracket
from tallyboard.paper.forms import scorecards, scoresheets
from tallyboard.paper.schedule import calls, schedule
from tallyboard.paper.shapes import Kind, LanguageCode, Size, TournamentPaper
from tallyboard.paper.standings import standings
from tallyboard.paper.view import PaperView
from tallyboard.text.language import language

_Fill = Callable[[PaperView, Sequence[str]], dict[str, Any]]
KINDS: dict[Kind, _Fill] = {
    "bracket": lambda view, _: bracket(view),
    "calls": lambda view, _: calls(view),
    "schedule": lambda view, _: schedule(view),
    "scorecards": scorecards,
    "scoresheets": scoresheets,
    "standings": lambda view, _: standings(view),
}


def filled(
    kind: Kind, paper: TournamentPaper, size: Size, code: LanguageCode, chosen: Sequence[str]
) -> tuple[str, dict[str, Any]]:
    """(the template, its data) of a paper."""
    view = PaperView(paper, language(code, "paper"), size)
    return kind, {**view.page(), **KINDS[kind](view, chosen)}
