"""Names of entrants and tables, and the lines of a tournament's list with them."""

from collections.abc import Callable, Iterable, Sequence

from tallyboard.desk.objects import ByNumber, EntrantObject

NOBODY = 0  # a place in a bracket that stays empty, as a match object has it


class Names:
    """The names of a tournament's entrants, by their numbers; of two partners, who are one side, both."""

    def __init__(self, entrants: Iterable[EntrantObject] = ()) -> None:
        self._entrants = ByNumber(entrants)

    def __getitem__(self, entrant: int | None) -> str:
        """The name; `nobody` of a place that stays empty, `?` where it is not known yet who comes."""
        if entrant is None:
            return "?"
        return "nobody" if entrant == NOBODY else self._entrants[entrant]["name"]

    def known(self, number: str) -> str:
        """The name; the number itself where nobody has it."""
        try:
            return self._entrants[int(number)]["name"]
        except KeyError:
            return number

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


def table_head(table: str) -> str:
    """The same where a sentence begins: `Table 3`."""
    where = table_words(table)
    return where[0].upper() + where[1:]


def tables_words(tables: Sequence[str]) -> str:
    """`table 3`, `tables 1 and 3`, `table 1 and Table4`."""
    if len(tables) > 1 and all(table_words(table) != table for table in tables):
        return f"tables {listed(tables)}"
    return listed(map(table_words, tables))


# Where a line of each kind names entrants by their numbers; of all others it has none.
_PLACES_OF_ENTRANTS: dict[str, Callable[[list[str]], Iterable[int]]] = {
    **dict.fromkeys(("in", "absent", "withdraw", "disqualify", "seeds"), lambda words: _numbers_in(words)),
    "contest": lambda _: [1],
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
