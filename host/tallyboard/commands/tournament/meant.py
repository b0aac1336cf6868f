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
from tallyboard.errors import TallyboardError, nlater
from tallyboard.store.tournaments.calls import as_compared
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.near_names import bare, plain
from tallyboard.text.printable import refuse_unprintable
from tallyboard.text.tournament.matches import score
from tallyboard.text.tournament.names import either, listed, listed_first

_SHOWN = 5  # entrants that a refusal names
_DIGITS = 9  # what has more is no entrant's number


def entrant_of(word: str, entrants: Sequence[Entrant]) -> int:
    """The number of the one entrant whom this word means; raises TallyboardError."""
    found = _fitting(word, entrants)
    if not found:
        raise _nobody(word, entrants)
    if len(found) > 1:
        names: str = ", ".join(map(_told, found[:_SHOWN]))
        further = len(found) - _SHOWN
        if further > 0:
            names = nlater("%(said)s and %(num)s more", "%(said)s and %(num)s more", further, said=names)
        cause = later("%(word)s can be %(names)s.")
        if _is_number(word.strip()):
            raise TallyboardError(cause, "Give the one by name, the other by number.", word=word, names=names)
        raise TallyboardError(cause, "Give more of it, or the number.", word=word, names=names)
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
        raise TallyboardError(
            "%(word)s is no pair.", "Write two who meet with - between them, as in `Ann-Bob`.", word=word
        )
    meant = [both for both in halves if all(_fitting(name, entrants) for name in both)]
    if len(meant) > 1:
        raise TallyboardError(
            "%(word)s can be split in several places.", "Give entrants by their numbers, as in 3-5.", word=word
        )
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
                    "%(words)s can be one entrant or %(count)s.",
                    "Give entrants by their numbers.",
                    words=" ".join(words[at:end]),
                    count=end - at,
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
            "There is no entrant %(both)s, and it looks like one name.",
            "Put quotes around names of several words; `tallyboard tournament entrant` lists all.",
            both=both,
        )


def _nobody(word: str, entrants: Sequence[Entrant]) -> TallyboardError:
    if not entrants:
        return TallyboardError(
            "There is no entrant %(word)s, nor any other.", "`tallyboard tournament add NAME` enters one.", word=word
        )
    if _is_number(word.strip()):
        return TallyboardError(
            "There is no entrant %(word)s; their numbers are 1 to %(count)s.", _LISTED, word=word, count=len(entrants)
        )
    by_word: dict[str, list[Entrant]] = {}
    for one in entrants:
        for written in {bare(name) for name in _written(one)}:
            for part in {written, *written.split()}:
                by_word.setdefault(part, []).append(one)
    near = {one.number: one for part in get_close_matches(bare(word), by_word, 3) for one in by_word[part]}
    if not near:
        return TallyboardError("There is no entrant %(word)s.", _LISTED, word=word)
    names = either(map(_told, list(near.values())[:_SHOWN]))
    return TallyboardError(
        "There is no entrant %(word)s.", "If you mean %(names)s, give that name or number.", word=word, names=names
    )


_LISTED = later("`tallyboard tournament entrant` lists them.")


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
        raise TallyboardError(
            "%(name)s stands there twice.", "Name the two of the match.", name=tournament.entrant(x).name
        )
    found = tournament.open_matches(x, y)
    now = {call.match for call in tournament.state.floor.calls_now()}
    called = [one for one in found if one in now]
    if len(called) == 1:
        return called[0]
    if len(found) == 1:
        return found[0]
    both = listed([tournament.entrant(x).name, tournament.entrant(y).name])
    if found:
        raise TallyboardError(
            "%(names)s have several matches: %(matches)s.",
            "Give the match instead of the names.",
            names=both,
            matches=listed(found),
        )
    decided = decided_matches(x, y, tournament)
    names = listed(match["match"] for match in decided)
    if not decided:
        raise TallyboardError(
            "%(names)s have no match that is called or ready.",
            "`tallyboard tournament schedule` shows who plays whom.",
            names=both,
        )
    if len(decided) > 1:
        raise TallyboardError(
            "%(names)s have no match to be played; %(matches)s are decided.",
            "To correct one, name it before the entrants.",
            names=both,
            matches=names,
        )
    raise TallyboardError(
        later("%(names)s have no match to be played; %(match)s is decided (%(score)s).")
        if decided[0]["games"]
        else later("%(names)s have no match to be played; %(match)s is decided."),
        "To correct it, name it: `tallyboard tournament result %(match)s %(result)s`.",
        names=both,
        match=names,
        score=score(decided[0]),
        result=result,
    )


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
            raise TallyboardError(
                "%(word)s is no range of tables.", "A range is of numbers, as 1-5; name each table.", word=word
            )
        else:
            named.append(table_of(word, tournament))
    return named


def _numbered(word: str, first: str, last: str) -> list[str]:
    """The tables of a range, by their numbers."""
    cause = ""
    if len(first) > 9 or len(last) > 9:
        cause = later("its numbers are too long")
    elif int(first) < 1:
        cause = later("it begins at 0")
    elif int(last) < int(first):
        cause = later("its end is before its beginning")
    elif int(last) - int(first) >= _MOST:
        cause = later("it would be %(count)s, and %(most)s are the most", count=int(last) - int(first) + 1, most=_MOST)
    if cause:
        raise TallyboardError(
            "%(word)s is no range of tables: %(cause)s.", "Write it as 1-5, or name each table.", word=word, cause=cause
        )
    return [str(number) for number in range(int(first), int(last) + 1)]


def table_of(table: str, tournament: Tournament) -> str:
    """The table as the tournament calls it: as it was opened, else in one word. Raises TallyboardError."""
    refuse_unprintable(later("The table"), table)
    if not table.split() or "#" in table:
        raise TallyboardError(
            "The table %(table)s is no word.",
            "Call it as its board is called, without `#`; `tallyboard setup --name` names the board.",
            table=f"{table!r}",
        )
    known = [name for name in tournament.tables if as_compared(name) == as_compared(table)]
    return known[0] if len(known) == 1 else "".join(table.split())


def opened_words(named: Sequence[str], before: Iterable[str], in_all: int) -> list[str]:
    """Sentences: which of the `named` are opened, which were open `before`, and how many are open `in_all`."""
    each, were, said = dict.fromkeys(named), set(before), []
    opened = [table for table in each if table not in were]
    if opened:
        names = listed_first(opened, _NAMED)
        said.append(ngettext("Table %(tables)s is open.", "Tables %(tables)s are open.", len(opened), tables=names))
    open_already = [table for table in each if table in were]
    if open_already:
        names = listed_first(open_already, _NAMED)
        said.append(
            ngettext(
                "Table %(tables)s was open already.",
                "Tables %(tables)s were open already.",
                len(open_already),
                tables=names,
            )
        )
    return [*said, _("%(count)s are open in all.", count=in_all)] if in_all > len(each) else said
