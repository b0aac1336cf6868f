"""Names of entrants and tables, and the lines of a tournament's list with them."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tallyboard.desk.objects import EntrantObject, TournamentObject


NOBODY = 0  # a place in a bracket that stays empty, as a match object has it


class Names:
    """The names of a tournament's entrants, by their numbers."""

    def __init__(self, entrants: "Sequence[EntrantObject]") -> None:
        self._names: dict[int, str] = {one["entrant"]: one["name"] for one in entrants}

    def __getitem__(self, entrant: int | None) -> str:
        """The name; `nobody` of a place that stays empty, `?` where it is not known yet who comes."""
        if entrant is None:
            return "?"
        return "nobody" if entrant == NOBODY else self._names[entrant]

    def get(self, entrant: int) -> str | None:
        """The name; None where nobody has the number."""
        return self._names.get(entrant)

    def listed(self, entrants: Iterable[int]) -> str:
        """`Ann`, `Ann and Bob`, `Ann, Bob and Cid`."""
        return listed(self[entrant] for entrant in entrants)


def with_verb(name: str, of_one: str, of_two: str) -> str:
    """`Ann wins`, `Ann & Bob win`."""
    return f"{name} {of_two if ' & ' in name else of_one}"


def listed(words: Iterable[str]) -> str:
    """`1`, `1 and 2`, `1, 2 and 3`; empty for none."""
    *most, last = [*words] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def listed_first(words: Sequence[str], most: int) -> str:
    """The same of so many words, then `and 3 more` where there are more."""
    more = len(words) - most
    return listed([*words[:most], f"{more} more"] if more > 0 else words)


# What the boxes make of a call.
STATES = {
    "free": "free",
    "paper": "on paper: no board with this name is at a laptop",
    "several": "several boards have this name: none is told",
    "untold": "the board is not told yet",
    "waits": "hold NEXT to start it",
    "playing": "being played",
    "finished": "finished, the result is on its way",
    "other": "the table plays something else; the call waits",
    "hand": "a match assigned by hand comes before it",
    "shared": "called by another tournament",
    "asleep": "nothing was entered for three days, so no board is told; `tallyboard tournament note` wakes it",
    "nothing": "the match has other players now: free the table",
}


def table_words(table: str) -> str:
    """`table 3`, and `Table4` of a table that is called so."""
    return table if table.casefold().startswith("table") else f"table {table}"


def tables_words(tables: Sequence[str]) -> str:
    """`table 3`, `tables 1 and 3`, `table 1 and Table4`."""
    if len(tables) > 1 and all(table_words(table) != table for table in tables):
        return f"tables {listed(tables)}"
    return listed(map(table_words, tables))


def called_words(line: str, computed: "TournamentObject") -> str:
    """`Table 3: Ann : Bob (1:1-2).` of the line `call 1:1-2 3`."""
    _, match, table = line.split()
    where = table_words(table)
    return f"{where[0].upper()}{where[1:]}: {sides_words(match, computed)} ({match})."


def sides_words(match: str | None, computed: "TournamentObject") -> str:
    """`Ann : Bob` of a match by its name; empty for none, or one that is gone."""
    names = Names(computed["entrants"])
    for phase in computed["phases"]:
        for one in phase["matches"]:
            if one["match"] == match:
                return " : ".join(names[side] for side in one["sides"])
    return ""


_EVERY_WORD = ("in", "absent", "withdraw", "disqualify", "seeds")


def event_words(line: str, names: Names) -> str:
    """`result 1:1-2 Ann 6 Bob 2` of `result 1:1-2 1 6 2 2`; the names are those of now, and numbers of nobody stay."""
    words = line.split()
    for at in _places_of_entrants(words):
        words[at] = _named(words[at], names)
    if words[0] == "draw":
        words[2:] = ["-".join(_named(one, names) for one in pair.split("-")) for pair in words[2:]]
    return " ".join(words)


def _named(number: str, names: Names) -> str:
    return names.get(int(number)) or number


def _places_of_entrants(words: list[str]) -> list[int]:
    """Where a line names entrants by their numbers."""
    kind = words[0]
    if kind in _EVERY_WORD:
        return [at for at in range(1, len(words)) if words[at].isdecimal()]
    if kind == "contest":
        return [1]
    if kind == "result":
        return [2, 4, *(at + 1 for at in range(6, len(words)) if words[at] == "won")]
    if kind in ("forfeit", "clear"):
        return list(range(2, len(words)))
    return list(range(2, len(words), 2)) if kind == "shootout" else []
