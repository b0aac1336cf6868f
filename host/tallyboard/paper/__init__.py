"""Paper for a tournament: standings, brackets, schedules, calls, scorecards and blank scoresheets as PDF.

`pages` is all that others need. Words are English or French; sheets are A4 or Letter. It needs the typesetter typst,
which Tallyboard's wheel brings with `[print]` behind its name.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from tallyboard.paper.bracket import bracket
from tallyboard.paper.forms import scorecards, scoresheets
from tallyboard.paper.schedule import calls, schedule
from tallyboard.paper.standings import standings
from tallyboard.paper.typesetter import names_on, typeset, without_letters
from tallyboard.paper.view import Kind, LanguageCode, PaperView, Size, TournamentPaper, paper_of
from tallyboard.text.language import language

__all__ = [
    "Kind",
    "LanguageCode",
    "Size",
    "TournamentPaper",
    "names_on",
    "page_count",
    "pages",
    "paper_of",
    "without_letters",
]

_KINDS: dict[Kind, Callable[[PaperView, Sequence[str]], dict[str, Any]]] = {
    "bracket": lambda view, _: bracket(view),
    "calls": lambda view, _: calls(view),
    "schedule": lambda view, _: schedule(view),
    "scorecards": scorecards,
    "scoresheets": scoresheets,
    "standings": lambda view, _: standings(view),
}


def pages(
    kind: Kind, paper: TournamentPaper, *, size: Size = "a4", language: LanguageCode = "en", chosen: Sequence[str] = ()
) -> bytes:
    """The paper of this kind as a PDF.

    `chosen`: for scorecards the names of the matches, else those that are called or ready; for scoresheets game lines,
    else every game of the catalogue. Raises TallyboardError for a match or a game that there is not, and where typst is
    missing.
    """
    return typeset(kind, filled(kind, paper, size, language, chosen))[0]


def filled(kind: Kind, paper: TournamentPaper, size: Size, code: LanguageCode, chosen: Sequence[str]) -> dict[str, Any]:
    """What the template of this kind is filled with."""
    view = PaperView(paper, language(code, "paper"), size)
    return {**view.page(), **_KINDS[kind](view, chosen)}


def page_count(pdf: bytes) -> int:
    """How many pages a PDF of `pages` has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))
