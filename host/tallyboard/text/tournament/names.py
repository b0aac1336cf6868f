"""Names of entrants, tables and phases, and the lines of a tournament's list with them."""

from collections.abc import Callable, Iterable, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tallyboard.desk.objects import ByNumber, EntrantObject
from tallyboard.text.language import _, later, ngettext

if TYPE_CHECKING:
    from tallyboard.desk.phase import Phase

_Said = TypeVar("_Said")

NOBODY = 0  # a place in a bracket that stays empty, as a match object has it


class Names:
    """The names of a tournament's entrants, by their numbers; of two partners, who are one side, both."""

    def __init__(self, entrants: Iterable[EntrantObject] = ()) -> None:
        self._entrants = ByNumber(entrants)

    def __getitem__(self, entrant: int | None) -> str:
        """The name; `nobody` of a place that stays empty, `?` where it is not known yet who comes."""
        if entrant is None:
            return "?"
        return _("nobody") if entrant == NOBODY else self._entrants[entrant]["name"]

    def known(self, number: str) -> str:
        """The name; the number itself where nobody has it."""
        try:
            return self._entrants[int(number)]["name"]
        except KeyError:
            return number

    def listed(self, entrants: Iterable[int]) -> str:
        """`Ann`, `Ann and Bob`, `Ann, Bob and Cid`."""
        return listed(self[entrant] for entrant in entrants)


def with_verb(name: str, of_one: str, of_two: str, **values: object) -> str:
    """`Ann wins`, `Ann & Bob win` of `%(name)s wins` and `%(name)s win`."""
    said = of_two if " & " in name else of_one
    return _(said, name=name, **values)


def listed(words: Iterable[str]) -> str:
    """`1`, `1 and 2`, `1, 2 and 3`; empty for none."""
    *most, last = [*words] or [""]
    return _("%(most)s and %(last)s", most=", ".join(most), last=last) if most else last


def either(words: Iterable[str]) -> str:
    """`1`, `1 or 2`, `1 or 2 or 3`."""
    return _(" or ").join(words)


def listed_first(words: Sequence[str], most: int) -> str:
    """The same of so many words, then `and 3 more` where there are more."""
    more = len(words) - most
    if more <= 0:
        return listed(words)
    return ngettext("%(said)s and %(num)s more", "%(said)s and %(num)s more", more, said=", ".join(words[:most]))


# What an entrant is in the tournament.
STATUS = {
    "in": later("in"),
    "absent": later("absent"),
    "withdrawn": later("withdrawn"),
    "disqualified": later("disqualified"),
}
# What the boxes make of a call.
STATES = {
    "free": later("free"),
    "paper": later("on paper: no board with this name is at a laptop"),
    "several": later("several boards have this name: none is told"),
    "untold": later("the board is not told yet"),
    "waits": later("hold NEXT to start it"),
    "playing": later("being played"),
    "finished": later("finished, the result is on its way"),
    "other": later("the table plays something else; the call waits"),
    "hand": later("a match assigned by hand comes before it"),
    "shared": later("called by another tournament"),
    "asleep": later("nothing was entered for three days, so no board is told; `tallyboard tournament note` wakes it"),
    "nothing": later("the match has other players now: free the table"),
}


def table_words(table: str) -> str:
    """`table 3`, and `Table4` of a table that is called so."""
    return table if table.casefold().startswith("table") else _("table %(table)s", table=table)


def table_head(table: str) -> str:
    """The same where a sentence begins: `Table 3`."""
    where = table_words(table)
    return where[0].upper() + where[1:]


def tables_words(tables: Sequence[str]) -> str:
    """`table 3`, `tables 1 and 3`, `table 1 and Table4`."""
    if len(tables) > 1 and all(table_words(table) != table for table in tables):
        return _("tables %(tables)s", tables=listed(tables))
    return listed(map(table_words, tables))


# Where a line of each kind names entrants by their numbers; of all others it has none.
_PLACES_OF_ENTRANTS: dict[str, Callable[[list[str]], Iterable[int]]] = {
    **dict.fromkeys(("in", "absent", "withdraw", "disqualify", "seeds"), lambda words: _numbers_in(words)),
    "contest": lambda words: [1],
    "result": lambda words: [2, 4, *(at + 1 for at in range(6, len(words)) if words[at] == "won")],
    **dict.fromkeys(("forfeit", "clear"), lambda words: range(2, len(words))),
    "shootout": lambda words: range(2, len(words), 2),
}


def _numbers_in(words: list[str]) -> list[int]:
    return [at for at, word in enumerate(words) if at and word.isdecimal()]


def event_words(line: str, names: Names) -> str:
    """`result 1:1-2 Ann 6 Bob 2` of `result 1:1-2 1 6 2 2`; the names are those of now, and numbers of nobody stay."""
    words = line.split()
    places = _PLACES_OF_ENTRANTS.get(words[0])
    for at in places(words) if places else ():
        words[at] = names.known(words[at])
    if words[0] == "draw":
        words[2:] = ["-".join(map(names.known, pair.split("-"))) for pair in words[2:]]
    return " ".join(words)


class PhaseName(NamedTuple):
    """What players call a phase; `pattern`: to be said in somebody's language, "" where a phase has no name."""

    pattern: str = ""
    letter: str = ""

    def said(self, says: Callable[..., _Said]) -> _Said:
        """`Power pool A`."""
        return says(self.pattern, letter=self.letter)


def numbered(says: Callable[..., _Said], names: Sequence[PhaseName], number: int) -> _Said | int:
    """What stands behind the word `phase`: `1`, `2 (Power pool A)`."""
    its = names[number - 1] if 0 < number <= len(names) else PhaseName()
    return says(later("%(number)s (%(name)s)"), number=number, name=its.said(says)) if its.pattern else number


# What a phase is called by what it is: alone of its kind among those that take from the same phase, and with a letter.
_CALLED = {
    "lost": (later("Consolation"), later("Consolation %(letter)s")),
    "pool": (later("Power pool"), later("Power pool %(letter)s")),
    "play-off": (later("Play-off"), later("Play-off %(letter)s")),  # of a pool
    "final": (later("Play-off"), later("Final %(letter)s")),
    "": ("", ""),
}


def phase_names(phases: "Sequence[Phase]") -> list[PhaseName]:
    """The names of these phases, phase 1 first. Those of a kind that take from the same phase have letters, the best
    places A; the play-off of a pool has the letter of that."""
    kinds: list[str] = []
    for phase in phases:
        kinds.append(_kind(phase, phases, kinds))
    found: list[PhaseName] = []
    for phase, kind in zip(phases, kinds, strict=True):
        beside = [
            one.number
            for one in sorted(phases, key=lambda one: (one.options.take or (1, 0), one.number))
            if one.options.of == phase.options.of and kinds[one.number - 1] == kind
        ]
        at, letter = beside.index(phase.number), ""
        if kind == "play-off":
            letter = found[phase.options.of - 1].letter + (str(at + 1) if len(beside) > 1 else "")
        elif len(beside) > 1:
            letter = ascii_uppercase[at] if at < len(ascii_uppercase) else str(at + 1)
        alone, lettered = _CALLED[kind]
        found.append(PhaseName(lettered if letter else alone, letter))
    return found


def _kind(phase: "Phase", phases: "Sequence[Phase]", kinds: Sequence[str]) -> str:
    """Of which kind it is, see _CALLED; `kinds`: those of the phases before it."""
    if not phase.options.of:
        return ""
    if phase.options.lost:
        return "lost"
    if not phases[phase.options.of - 1].is_league:
        return ""
    if phase.is_league:
        return "pool" if phase.options.across else ""
    return "play-off" if kinds[phase.options.of - 1] == "pool" else "final"
