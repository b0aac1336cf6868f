"""Calls: what is ready, what `call` calls, and when a call ends."""

from tests.reference.desk.decide import find, matches
from tests.reference.desk.model import Call, Match, Phase, Side, State


def called(state: State, match: Match) -> Call | None:
    """The call of a match and the two who play it now."""
    for call in state.calls:
        if (call.phase, call.key, call.players) == (match.phase, match.key, match.players):
            return call
    return None


def is_ready(state: State, match: Match, in_calls: set[int]) -> bool:
    if match.state != "ready" or match.players is None:
        return False
    return all(state.is_in(player) and player not in in_calls for player in match.entrants)


def is_rested(state: State, phase: Phase, match: Match) -> bool:
    events = [state.last_event[player] for player in match.entrants if player in state.last_event]
    return all(state.now - minute >= phase.declaration.rest for _, minute in events)


def players_in_calls(state: State) -> set[int]:
    return {player for call in state.calls for player in call.entrants}


def can_be_called(state: State, phase: Phase, match: Match) -> bool:
    return is_ready(state, match, players_in_calls(state)) and is_rested(state, phase, match)


def call_order(state: State, match: Match) -> tuple[int, int, int, int, int]:
    """Lowest round index; longest waiting; phase; group and place."""
    waiting_since = max(state.last_event.get(player, (0, 0))[0] for player in match.entrants)
    return (match.index, waiting_since, match.phase, match.group, match.place)


def plan(state: State) -> list[tuple[Match, str]]:
    """What `call` would call now, in its order, and to which tables."""
    waiting = [(phase, match) for phase in state.phases.values() for match in matches(state, phase)]
    in_calls = players_in_calls(state)
    free = [table.name for table in state.tables.values() if table.open and not call_at(state, table.name)]
    planned: list[tuple[Match, str]] = []
    while True:
        ready = [
            match
            for phase, match in waiting
            if is_ready(state, match, in_calls) and is_rested(state, phase, match) and tables_for(state, match, free)
        ]
        if not ready:
            return planned
        match = min(ready, key=lambda each: call_order(state, each))
        table = min(tables_for(state, match, free), key=lambda name: table_order(state, match, name))
        planned.append((match, table))
        in_calls.update(match.entrants)
        free.remove(table)


def tables_for(state: State, match: Match, free: list[str]) -> list[str]:
    """Of the free tables those to which a match can go: in a rotation the one of its seat, if all were ever opened."""
    seats = state.phases[match.phase].seats
    if match.seat is None or len(state.tables) < len(seats[0]):
        return free
    return [table for table in free if table == list(state.tables)[match.seat - 1]]


def table_order(state: State, match: Match, table: str) -> tuple[int, int, int]:
    """Where these two were called least often; whose last call ended first; the order of tables."""
    often = sum(state.called_to.get((player, table), 0) for player in match.entrants)
    return (often, state.tables[table].last_ended, list(state.tables).index(table))


def call_at(state: State, table: str) -> Call | None:
    return next((call for call in state.calls if call.table == table), None)


def begin(state: State, match: Match, table: str) -> None:
    assert match.players is not None
    state.calls.append(Call(table, match.phase, match.key, match.players, state.now))
    for player in match.entrants:
        state.called_to[player, table] = state.called_to.get((player, table), 0) + 1


def end(state: State, call: Call, event: int) -> None:
    state.calls.remove(call)
    state.tables[call.table].last_ended = event


def end_calls(state: State, event: int, result: tuple[int, str, tuple[Side, Side]] | None) -> None:
    """Ends the calls that this event ended; `result`: match and players of the result that it was."""
    for call in list(state.calls):
        phase = state.phases[call.phase]
        match = find(state, phase, call.key)
        if match is not None and match.state in ("decided", "void", "cancelled"):
            if match.state == "decided" and match.how == "played":
                state.durations.setdefault(call.phase, []).append(state.now - call.minute)
            end(state, call, event)
        elif is_wrong(call, match) and result == (call.phase, call.key, call.players):
            end(state, call, event)


def is_wrong(call: Call, match: Match | None) -> bool:
    """A call whose match has other players now, or is gone."""
    return match is None or match.players != call.players
