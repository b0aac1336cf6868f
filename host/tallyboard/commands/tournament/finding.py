"""Which matches and which tables are meant by the words of the command line."""

import re
from collections.abc import Iterable, Sequence

from tallyboard.desk import Tournament
from tallyboard.desk.matches import DECIDED
from tallyboard.desk.objects import DeskMatchObject, match_object
from tallyboard.errors import TallyboardError
from tallyboard.store.tournaments.calls import as_compared
from tallyboard.text.printable import refuse_unprintable
from tallyboard.text.tournament.matches import score
from tallyboard.text.tournament.names import listed, listed_first

_MATCH_NAME = re.compile(r"\d+:[^/]+(?:/\d+)?")


def is_match_name(word: str) -> bool:
    """Whether the word has the form of a match's name, `1:1-2`, with or without a game, `1:W1.1/2`."""
    return _MATCH_NAME.fullmatch(word) is not None


def open_match(x: int, y: int, tournament: Tournament, result: str = "X SCORE Y SCORE") -> str:
    """The match of these two that is called, else ready; raises TallyboardError where there is none, or several.

    `result`: what is to be entered for it, as the error is to tell it.
    """
    if x == y:
        raise TallyboardError(f"{tournament.entrants[x - 1].name} stands there twice.", "Name the two of the match.")
    found = tournament.open_matches(x, y)
    now = {call.match for call in tournament.state.floor.calls_now()}
    called = [one for one in found if one in now]
    if len(called) == 1:
        return called[0]
    if len(found) == 1:
        return found[0]
    both = f"{tournament.entrants[x - 1].name} and {tournament.entrants[y - 1].name}"
    if found:
        raise TallyboardError(f"{both} have several matches: {listed(found)}.", "Give the match instead of the names.")
    decided = decided_matches(x, y, tournament)
    names = listed(match["match"] for match in decided)
    if not decided:
        cause, step = "that is called or ready", "`tallyboard tournament schedule` shows who plays whom."
    elif len(decided) > 1:
        cause, step = f"to be played; {names} are decided", "To correct one, name it before the entrants."
    else:
        figures = f" ({score(decided[0])})" if decided[0]["games"] else ""
        cause = f"to be played; {names} is decided{figures}"
        step = f"To correct it, name it: `tallyboard tournament result {names} {result}`."
    raise TallyboardError(f"{both} have no match {cause}.", step)


def decided_matches(x: int, y: int, tournament: Tournament) -> list[DeskMatchObject]:
    """The matches of these two that are decided, as the JSON object has them."""
    return [
        match_object(phase, match, found, False)
        for phase in tournament.phases
        for match in phase.matches()
        if (found := phase.standing(match)).state == DECIDED and set(found.sides) == {x, y}
    ]


_RANGE = re.compile(r"(\d+)-(\d+)")
_OF_LETTERS = re.compile(r"[^\W\d_]-[^\W\d_]")  # a-c: a range to whoever writes it
_MOST = 500  # in a range; more is a slip
_NAMED = 12  # in a sentence


def tables_of(words: Sequence[str], tournament: Tournament) -> list[str]:
    """The tables that these words mean: `1-5` are five, unless one is called so, and `1,2` are two.

    Raises TallyboardError for a range that there cannot be, and for what is no word.
    """
    named: list[str] = []
    for word in (part for given in words for part in given.split(",") if part or not given):
        if word in tournament.tables:
            named.append(word)
        elif found := _RANGE.fullmatch(word):
            named += _numbered(word, found[1], found[2])
        elif _OF_LETTERS.fullmatch(word):
            raise TallyboardError(f"{word} is no range of tables.", "A range is of numbers, as 1-5; name each table.")
        else:
            named.append(table_of(word, tournament))
    return named


def _numbered(word: str, first: str, last: str) -> list[str]:
    """The tables of a range, by their numbers."""
    cause = ""
    if len(first) > 9 or len(last) > 9:
        cause = "its numbers are too long"
    elif int(first) < 1:
        cause = "it begins at 0"
    elif int(last) < int(first):
        cause = "its end is before its beginning"
    elif int(last) - int(first) >= _MOST:
        cause = f"it would be {int(last) - int(first) + 1}, and {_MOST} are the most"
    if cause:
        raise TallyboardError(f"{word} is no range of tables: {cause}.", "Write it as 1-5, or name each table.")
    return [str(number) for number in range(int(first), int(last) + 1)]


def table_of(table: str, tournament: Tournament) -> str:
    """The table as the tournament calls it: as it was opened, else in one word. Raises TallyboardError."""
    refuse_unprintable("The table", table)
    if not table.split() or "#" in table:
        raise TallyboardError(
            f"The table {table!r} is no word.",
            "Call it as its board is called, without `#`; `tallyboard setup --name` names the board.",
        )
    known = [name for name in tournament.tables if as_compared(name) == as_compared(table)]
    return known[0] if len(known) == 1 else "".join(table.split())


def opened_words(named: Sequence[str], before: Iterable[str], in_all: int) -> list[str]:
    """Sentences: which of the `named` are opened, which were open `before`, and how many are open `in_all`."""
    each, were, said = dict.fromkeys(named), set(before), []
    for tables, one, many in (
        ([table for table in each if table not in were], "is open", "are open"),
        ([table for table in each if table in were], "was open already", "were open already"),
    ):
        if tables:
            several = f"Tables {listed_first(tables, _NAMED)} {many}."
            said.append(f"Table {tables[0]} {one}." if len(tables) == 1 else several)
    return [*said, f"{in_all} are open in all."] if in_all > len(each) else said
