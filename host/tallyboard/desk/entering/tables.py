"""Tables and calls: who is called where, and whose call ends."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tallyboard.desk import events
from tallyboard.desk.field import Entrant
from tallyboard.desk.floor import Call, Hindrance, Table, hindrances, is_free, next_calls
from tallyboard.desk.matches import OVER, Match
from tallyboard.desk.phase import Phase
from tallyboard.desk.refusal import Refusal
from tallyboard.errors import desk as told

if TYPE_CHECKING:
    from tallyboard.desk.state import State


def open(state: "State", what: events.Open) -> None:
    """Tables can be played at."""
    for name in what.tables:
        state.floor.tables.setdefault(name, Table(name)).open = True


def _table(state: "State", name: str) -> Table:
    table = state.floor.tables.get(name)
    if table is None:
        raise Refusal(told.NO_TABLE, table=name)
    return table


def close(state: "State", what: events.Close) -> None:
    """A table can no longer be played at."""
    table = _table(state, what.table)
    if table.call:
        raise _in_use(table)
    table.open = False


def call(state: "State", what: events.CallMatch) -> None:
    """One match is called to one table."""
    phase, match = state.match(what.match)
    table = _table(state, what.table)
    if not table.open:
        raise Refusal(told.TABLE_CLOSED, table=what.table)
    if table.call:
        raise _in_use(table)
    if not is_free(phase, match, state.field, state.floor, state.minute):
        raise _not_callable(state, phase, match)
    _begin(state, match, table)


def call_all(state: "State", what: events.CallAll) -> None:
    """All that can be called is called."""
    for match, table in next_calls(state.phases, state.field, state.floor, state.minute):
        _begin(state, match, table)


def _begin(state: "State", match: Match, table: Table) -> None:
    players = state.standing(match.name).players
    assert players
    state.floor.begin(Call(match.name, table.name, state.number, players, state.minute))


def _not_callable(state: "State", phase: Phase, match: Match) -> Refusal:
    found = phase.standing(match)
    hinders = hindrances(phase, match, state.field, state.floor, state.minute)
    why = ", ".join(_hindrance_said(one, state.field.entrant(one.entrant)) for one in hinders)
    if found.state in OVER:
        why = f"it is {found.state}"
    elif found.players is None:
        why = "its players are not known yet"
    return Refusal(told.CANNOT_BE_CALLED, match=match.name, why=why, hinders=hinders)


def _hindrance_said(one: Hindrance, entrant: Entrant) -> str:
    if one.kind == "away":
        return f"{entrant.name} is {entrant.status}"
    if one.kind == "table":
        return f"{entrant.name} is called to table {one.table}"
    return f"{entrant.name} rests until {one.minute // 60}:{one.minute % 60:02}"


def free(state: "State", what: events.Free) -> None:
    """The call at a table ends."""
    table = _table(state, what.table)
    if table.call is None:
        raise Refusal(told.NOT_CALLED, table=what.table)
    state.floor.heard_of(table.call.entrants, state.number, state.minute)
    state.floor.end(table.call, state.number)


def _in_use(table: Table) -> Refusal:
    match = table.call.match if table.call else ""
    return Refusal(told.IN_USE, match=match, table=table.name)


ACTIONS: dict[type, Callable[["State", Any], None]] = {
    events.Open: open,
    events.Close: close,
    events.CallMatch: call,
    events.CallAll: call_all,
    events.Free: free,
}
