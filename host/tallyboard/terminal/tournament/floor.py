"""The tables of a tournament on a terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tallyboard.terminal.tables import Column, Table, say
from tallyboard.text.tournament.floor import STATES, called_words, sides_words

if TYPE_CHECKING:
    from tallyboard.desk.shapes import TournamentObject


def print_tables(at_tables: Sequence[Any], computed: "TournamentObject", are_calls_automatic: bool) -> None:
    """A line a table with what is called there; then what can be called next."""
    is_open = {one["table"]: one["open"] for one in computed["tables"]}
    made = Table(
        (Column("Table", least=5), Column("Match"), Column("Sides", least=15), Column("", least=12, wraps=True)),
        spared=("Match",),
    )
    for one in at_tables:
        state = STATES[one.state] if is_open.get(one.table, True) or one.match else "closed"
        if one.state == "free" and not one.boards:
            state += ", on paper: no board has this name"
        elif one.state == "free" and len(one.boards) > 1:
            state += f", but {len(one.boards)} boards have this name"
        made.add(one.table, one.match or "", sides_words(one.match, computed), state)
    made.print()
    if not len(made):
        say("No table is open. `tallyboard tournament open 1 2 3` says which there are.")
    print_next(computed, are_calls_automatic)


def print_next(computed: "TournamentObject", are_calls_automatic: bool) -> None:
    """What can be called now, and by whom."""
    if not computed["next"]:
        return
    who = "`tallyboard watch` calls" if are_calls_automatic else "`tallyboard tournament call` calls"
    print()
    say(f"{who}:")
    for one in computed["next"]:
        say("  " + called_words(f"call {one['match']} {one['table']}", computed))
