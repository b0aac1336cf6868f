"""Scoresheets in, results out."""

from typing import cast

from shared_rules.games import scoresheet
from shared_rules.games.result import result
from tallyboard.errors import TallyboardError
from tallyboard.shapes import ResultObject


class ScoresheetError(TallyboardError):
    """A line of a scoresheet that the rules refuse; `line` counts from 1."""

    def __init__(self, line: int, cause: str) -> None:
        super().__init__(f"Line {line}: {cause}.", "Correct the line; the sheet has no result.")
        self.line = line


def read_scoresheet(text: str) -> ResultObject:
    """The result of a match on paper. Raises ScoresheetError at the first line that is refused.

    >>> result = read_scoresheet('''
    ... game crokinole-traditional target=50
    ... name A Ann
    ... A 20
    ... A 15
    ... B 10
    ... next
    ... ''')
    >>> result["totals"], result["names"], result["status"]
    ({'A': 25, 'B': 0}, {'A': 'Ann', 'B': None}, 'playing')

    >>> read_scoresheet('game crokinole-official\\nA 25')
    Traceback (most recent call last):
    tallyboard.journal.scoresheets.ScoresheetError: Line 2: unknown zone 25; the zones are 20, 15, 10, 5. ...
    """
    try:
        return result_of(text)
    except scoresheet.SheetError as error:
        raise ScoresheetError(error.line, error.cause) from error


def result_of(text: str) -> ResultObject:
    """The same; raises SheetError, for whoever tells the line and the cause in words of its own."""
    sheet = scoresheet.read(text)
    return cast("ResultObject", result(sheet.match, sheet.names))
