"""Tables and calls, in words."""

from typing import TYPE_CHECKING

from tallyboard.text.tournament.names import Names

if TYPE_CHECKING:
    from tallyboard.desk.shapes import TournamentObject

# What the boxes make of a call.
STATES = {
    "free": "free",
    "paper": "on paper: no board with this name is at a laptop",
    "several": "several boards have this name: none is told",
    "untold": "the board is not told yet",
    "waits": "NEXT starts it",
    "playing": "being played",
    "finished": "finished, the result is on its way",
    "other": "the table plays something else; the call waits",
    "hand": "a match assigned by hand comes before it",
    "shared": "called by another tournament",
    "asleep": "nothing was entered for three days, so no board is told; `tallyboard tournament note` wakes it",
    "nothing": "the match has other players now: free the table",
}


def called_words(line: str, computed: "TournamentObject") -> str:
    """`Table 3: Ann : Bob (1:1-2).` of the line `call 1:1-2 3`."""
    _, match, table = line.split()
    return f"Table {table}: {sides_words(match, computed)} ({match})."


def sides_words(match: str | None, computed: "TournamentObject") -> str:
    """`Ann : Bob` of a match by its name; empty for none, or one that is gone."""
    names = Names(computed["entrants"])
    for phase in computed["phases"]:
        for one in phase["matches"]:
            if one["match"] == match:
                return " : ".join(names[side] for side in one["sides"])
    return ""
