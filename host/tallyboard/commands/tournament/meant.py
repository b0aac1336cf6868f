"""Who, which match and which table is meant by the words of the command line.

Nobody is guessed: a word that fits several entrants is refused with all of them, one that fits nobody with those
nearest to it.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches

from tallyboard.desk import Tournament
from tallyboard.desk.field import Entrant
from tallyboard.desk.matches import DECIDED, side_of
from tallyboard.desk.objects import DeskMatchObject, match_object
from tallyboard.errors import TallyboardError
from tallyboard.store.tournaments.calls import as_compared
from tallyboard.text.near_names import bare, plain
from tallyboard.text.printable import refuse_unprintable
from tallyboard.text.tournament.matches import score
from tallyboard.text.tournament.names import listed, listed_first

_SHOWN = 5  # entrants that a refusal names
_DIGITS = 9  # what has more is no entrant's number


def entrant_of(word: str, entrants: Sequence[Entrant]) -> int:
    """The number of the one entrant whom this word means; raises TallyboardError."""
    found = _fitting(word, entrants)
    if not found:
        raise _nobody(word, entrants)
    if len(found) > 1:
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        step = "Give the one by name, the other by number." if _is_number(word.strip()) else None
        raise TallyboardError(
            f"{word} can be {', '.join(map(_told, found[:_SHOWN]))}{more}.", step or "Give more of it, or the number."
        )
    return found[0].number


def entrants_of(words: Sequence[str], entrants: Sequence[Entrant]) -> list[int]:
    """The entrants whom these words mean, in their sequence; a full name needs no quotes. Raises TallyboardError."""
    found: list[int] = []
    at = 0
    while at < len(words):
        end = _end_of_full_name(words, at, entrants)
        found.append(entrant_of(" ".join(words[at:end]), entrants))
        if end == at + 1:
            _refuse_half_a_name(words, at, entrants)
        at = end
    return found


def pair_of(word: str, entrants: Sequence[Entrant]) -> tuple[int, int]:
    """The two whom `Ann-Bob` means, also where a name has a dash of its own. Raises TallyboardError."""
    halves = [(word[:at], word[at + 1 :]) for at, letter in enumerate(word) if letter == "-"]
    if not halves:
        raise TallyboardError(f"{word} is no pair.", "Write two who meet with - between them, as in `Ann-Bob`.")
    meant = [both for both in halves if all(_fitting(name, entrants) for name in both)]
    if len(meant) > 1:
        raise TallyboardError(f"{word} can be split in several places.", "Give entrants by their numbers, as in 3-5.")
    first, second = (meant or halves)[0]
    return entrant_of(first, entrants), entrant_of(second, entrants)


def _fitting(word: str, entrants: Sequence[Entrant]) -> list[Entrant]:
    """Those whom the word means, by the first way in which it means anybody."""
    wanted = plain(word)
    by_number = [one for one in entrants if _is_number(wanted) and one.number == int(wanted)]
    if not wanted.strip():
        return []
    begins = re.compile(rf"(?:^|[\s\-'.]){re.escape(bare(word))}")  # the name, or one of its words
    ways: Iterable[Callable[[Entrant], object]] = (
        lambda one: one in by_number or wanted in _written(one),
        lambda one: bare(word) in map(bare, _written(one)),
        lambda one: any(f" {bare(word)} " in f" {bare(written)} " for written in _written(one)),  # whole words of it
        lambda one: any(begins.search(bare(written)) for written in _written(one)),
        lambda one: (
            _joined(word) in [_joined(part) for written in _written(one) for part in {written, *written.split()}]
        ),
    )
    for fits in ways:
        found = [one for one in entrants if fits(one)]
        if found:
            return found
    return []


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= _DIGITS


def _written(one: Entrant) -> list[str]:
    """The names that are an entrant's in full: the whole, and those of a pair's players."""
    return [plain(name) for name in (one.name, *one.players)]


def _joined(text: str) -> str:
    """The same without apostrophes, as a shell leaves it that took them for its own."""
    return bare(text).replace("'", "")


def _end_of_full_name(words: Sequence[str], at: int, entrants: Sequence[Entrant]) -> int:
    """Where the longest full name that begins at `at` ends; behind the first word, where there is none."""
    full = {bare(written): one.number for one in entrants for written in _written(one)}
    longest = max((name.count(" ") + 1 for name in full), default=1)
    for end in range(min(len(words), at + longest), at + 1, -1):
        if bare(" ".join(words[at:end])) in full:
            if all(bare(word) in full for word in words[at:end]):
                raise TallyboardError(
                    f"{' '.join(words[at:end])} can be one entrant or {end - at}.", "Give entrants by their numbers."
                )
            return end
    return at + 1


def _refuse_half_a_name(words: Sequence[str], at: int, entrants: Sequence[Entrant]) -> None:
    """`Ann Smith` without quotes is not Ann Jones and Bob Smith: a surname behind a first name is its own."""
    if at == 0 or " " in words[at] or " " in words[at - 1]:
        return
    before, this = bare(words[at - 1]), bare(words[at])
    if this.isdecimal() or before.isdecimal():
        return
    starts = [bare(written) for one in entrants for written in _written(one)]
    if any(one.startswith(before) for one in starts) and not any(one.startswith(this) for one in starts):
        both = f"{words[at - 1]} {words[at]}"
        raise TallyboardError(
            f"There is no entrant {both}, and it looks like one name.",
            "Put quotes around names of several words; `tallyboard tournament entrant` lists all.",
        )


def _nobody(word: str, entrants: Sequence[Entrant]) -> TallyboardError:
    cause, step = f"There is no entrant {word}", "`tallyboard tournament entrant` lists them."
    if not entrants:
        return TallyboardError(f"{cause}, nor any other.", "`tallyboard tournament add NAME` enters one.")
    if _is_number(word.strip()):
        return TallyboardError(f"{cause}; their numbers are 1 to {len(entrants)}.", step)
    by_word: dict[str, list[Entrant]] = {}
    for one in entrants:
        for written in {bare(name) for name in _written(one)}:
            for part in {written, *written.split()}:
                by_word.setdefault(part, []).append(one)
    near = {one.number: one for part in get_close_matches(bare(word), by_word, 3) for one in by_word[part]}
    said = " or ".join(map(_told, list(near.values())[:_SHOWN]))
    return TallyboardError(f"{cause}.", f"If you mean {said}, give that name or number." if near else step)


def _told(one: Entrant) -> str:
    return f"{one.name} ({one.number})"


_MATCH_NAME = re.compile(r"\d+:[^/]+(?:/\d+)?")


def is_match_name(word: str) -> bool:
    """Whether the word has the form of a match's name, `1:1-2`, with or without a game, `1:W1.1/2`."""
    return _MATCH_NAME.fullmatch(word) is not None


def open_match(x: int, y: int, tournament: Tournament, result: str = "X SCORE Y SCORE") -> str:
    """The match of these two that is called, else ready; raises TallyboardError where there is none, or several.

    `result`: what is to be entered for it, as the error is to tell it.
    """
    if x == y:
        raise TallyboardError(f"{tournament.entrant(x).name} stands there twice.", "Name the two of the match.")
    found = tournament.open_matches(x, y)
    now = {call.match for call in tournament.state.floor.calls_now()}
    called = [one for one in found if one in now]
    if len(called) == 1:
        return called[0]
    if len(found) == 1:
        return found[0]
    both = f"{tournament.entrant(x).name} and {tournament.entrant(y).name}"
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
        if (found := phase.standing(match)).state == DECIDED
        and {side_of(x, found.sides), side_of(y, found.sides)} == set(found.sides)
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
