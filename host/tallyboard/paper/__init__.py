"""Paper for a tournament: standings, brackets, schedules, calls, scorecards and blank scoresheets as PDF.

`pages` is all that others need. Words are English or French; sheets are A4 or Letter. It needs the typesetter typst,
which `pip install 'tallyboard[print]'` brings.
"""

import re
from collections.abc import Sequence

from tallyboard.paper.shapes import Kind, LanguageCode, Size, TournamentPaper, paper_of
from tallyboard.paper.typesetter import typeset, without_letters

__all__ = ["Kind", "LanguageCode", "Size", "TournamentPaper", "page_count", "pages", "paper_of", "without_letters"]


def pages(
    kind: Kind, paper: TournamentPaper, *, size: Size = "a4", language: LanguageCode = "en", chosen: Sequence[str] = ()
) -> bytes:
    """The paper of this kind as a PDF.

    `chosen`: for scorecards the names of the matches, else those that are called or ready; for scoresheets game lines,
    else every game of the catalogue. Raises TallyboardError for a match or a game that there is not, and where typst is
    missing.
    """
    from tallyboard.paper.kinds import filled

    template, data = filled(kind, paper, size, language, chosen)
    return typeset(template, data)[0]


def page_count(pdf: bytes) -> int:
    """How many pages a PDF of `pages` has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))
