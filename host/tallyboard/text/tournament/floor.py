"""Tables and calls, in words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallyboard.text.tournament.names import Names, listed

if TYPE_CHECKING:
    from tallyboard.desk.objects import TournamentObject

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
