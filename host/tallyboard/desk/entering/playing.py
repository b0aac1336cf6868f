"""While it is played: tables and calls, and what came of matches."""

from collections.abc import Callable
from typing import Any

from tallyboard.desk import events
from tallyboard.desk.field import Entrant
from tallyboard.desk.floor import Call, Hindrance, Table, hindrances, is_free, next_calls
from tallyboard.desk.matches import OVER, BoardMatch, Game, Match, Standing, pair, phase_of_match
from tallyboard.desk.phase import Phase
from tallyboard.desk.state import State
from tallyboard.errors import desk as told
from tallyboard.errors.desk import Refusal


def open(state: State, what: events.Open) -> None:
    """Tables can be played at."""
    for name in what.tables:
        state.floor.tables.setdefault(name, Table(name)).open = True


def _table(state: State, name: str) -> Table:
    table = state.floor.tables.get(name)
    if table is None:
        raise Refusal(told.NO_TABLE, table=name)
    return table


def close(state: State, what: events.Close) -> None:
    """A table can no longer be played at."""
    table = _table(state, what.table)
    if table.call:
        raise _in_use(table)
    table.open = False


def call(state: State, what: events.CallMatch) -> None:
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


def call_all(state: State, what: events.CallAll) -> None:
    """All that can be called is called."""
    for match, table in next_calls(state.phases, state.field, state.floor, state.minute):
        _begin(state, match, table)


def _begin(state: State, match: Match, table: Table) -> None:
    players = state.standing(match.name).players
    assert players
    state.floor.begin(Call(match.name, table.name, state.number, players, state.minute))


def _not_callable(state: State, phase: Phase, match: Match) -> Refusal:
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


def free(state: State, what: events.Free) -> None:
    """The call at a table ends."""
    table = _table(state, what.table)
    if table.call is None:
        raise Refusal(told.NOT_CALLED, table=what.table)
    state.floor.heard_of(table.call.entrants, state.number, state.minute)
    state.floor.end(table.call, state.number)


def _in_use(table: Table) -> Refusal:
    match = table.call.match if table.call else ""
    return Refusal(told.IN_USE, match=match, table=table.name)


def result(state: State, what: events.Result) -> None:
    """What two scored, by hand or from a board."""
    x, y = what.entrants
    if what.board is None:
        _check_by_hand(state, what)
    else:
        state.phase(phase_of_match(what.match, len(state.field.entrants)))
        state.check_entrants(x, y)
    if what.won is not None and (what.scores[0] != what.scores[1] or what.won not in what.entrants):
        raise Refusal(told.WON_NOT_LEVEL)
    record = state.field.records.to_change(what.match, pair(x, y))
    if what.board is None:
        record.hand[what.game] = _game(what)
        record.forfeit = ()
    else:
        record.board[what.game] = _game(what)
        record.played[what.game] = BoardMatch(what.board, what.entrants)
    state.floor.heard_of(what.entrants, state.number, state.minute)


def _check_by_hand(state: State, what: events.Result) -> None:
    """The two are those who play the match, and the game is due or has a result."""
    state.check_entrants(*what.entrants)
    phase, match = state.match(what.match)
    found = _with_players(phase, match)
    _check_these(state, found, match, what.entrants)
    assert found.pair
    played = state.field.records.of(match.name, found.pair).games()
    if what.game != found.verdict.due and what.game not in played:
        due = found.verdict.due
        why = told.OTHER_GAME_DUE if due else told.GAMES_DECIDED
        raise Refusal(why, game=what.game, match=match.name, due=due)


def _with_players(phase: Phase, match: Match) -> Standing:
    found = phase.standing(match)
    if found.players is None:
        raise Refusal(told.PLAYERS_UNKNOWN if None in found.sides else told.NOBODY_PLAYS, match=match.name)
    return found


def _check_these(state: State, found: Standing, match: Match, entrants: tuple[int, ...]) -> None:
    players = found.players or ()
    if not set(players).issuperset(entrants) or len(set(entrants)) < len(entrants):
        a, b = (state.field.entrant(x).name for x in players)
        raise Refusal(told.NOT_THESE, match=match.name, a=a, b=b)


def forfeit(state: State, what: events.Forfeit) -> None:
    """One or both of a match gave it up."""
    state.check_entrants(*what.entrants)
    phase, match = state.match(what.match)
    found = _with_players(phase, match)
    _check_these(state, found, match, what.entrants)
    assert found.pair
    state.field.records.to_change(match.name, found.pair).forfeit = what.entrants
    state.floor.heard_of(found.pair, state.number, state.minute)


def clear(state: State, what: events.Clear) -> None:
    """What stands for a match and two entrants is taken away."""
    if what.entrants is None:
        phase, match = state.match(what.match)
        players = _with_players(phase, match).pair
        assert players
        state.field.records.clear(what.match, players)
        return
    state.phase(phase_of_match(what.match, len(state.field.entrants)))
    state.check_entrants(*what.entrants)
    if not state.field.records.clear(what.match, pair(*what.entrants)):
        raise Refusal(told.NOTHING_STANDS, match=what.match)


def _game(what: events.Result) -> Game:
    """The figures, those of the smaller entrant first."""
    (x, y), (first, second) = what.entrants, what.scores
    winner = what.won
    if first != second:
        winner = x if first > second else y
    if x < y:
        return Game(what.scores, what.twenties, winner)
    return Game((second, first), (what.twenties[1], what.twenties[0]), winner)


ACTIONS: dict[type, Callable[[State, Any], None]] = {
    events.Open: open,
    events.Close: close,
    events.CallMatch: call,
    events.CallAll: call_all,
    events.Free: free,
    events.Result: result,
    events.Forfeit: forfeit,
    events.Clear: clear,
}
