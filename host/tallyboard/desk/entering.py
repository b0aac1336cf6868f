"""What each event does to the state: all of it, or it is refused and nothing."""

from tallyboard.desk import drawing, events
from tallyboard.desk.bracket import Bracket
from tallyboard.desk.field import Entrant, Field, players_of
from tallyboard.desk.league import League
from tallyboard.desk.matches import (
    DECIDED,
    MOST_ENTRANTS,
    OVER,
    PLAYED,
    READY,
    BoardMatch,
    Game,
    Pair,
    Standing,
    as_sides,
    pair,
    side_of,
)
from tallyboard.desk.options import PARTNERS, ROUND_ROBIN, SWISS, read_options
from tallyboard.desk.round_robin import RoundRobin
from tallyboard.desk.state import Call, Hindrance, State, Table, hindrances, next_calls
from tallyboard.desk.swiss import Partners, Swiss
from tallyboard.errors import desk as told
from tallyboard.errors.desk import Refusal


def apply(state: State, number: int, minute: int, what: events.What) -> None:
    """The event of this number in this minute; raises Refusal and changes nothing."""
    state.number, state.minute = number, minute
    _enter(state, what)
    _forget(state, what)
    _end_calls(state, what)


def _enter(state: State, what: events.What) -> None:
    field, floor = state.field, state.floor
    match what:
        case events.Result():  # first, for most are results
            _result(state, what)
        case events.Add(name):
            players = _new_players(state, name, None)
            if len(field.entrants) >= MOST_ENTRANTS:
                raise Refusal(told.MOST_ENTRANTS, most=MOST_ENTRANTS)
            field.entrants.append(Entrant(len(field.entrants) + 1, ()))
            field.name(field.entrants[-1], players)
        case events.Rename(entrant, name):
            field.check_entrants(entrant)
            field.name(field.entrant(entrant), _new_players(state, name, entrant))
        case events.SetStatus(status, entrants):
            if entrants is None:
                entrants = tuple(e.number for e in field.entrants if not field.is_out(e.number))
            field.check_entrants(*entrants)
            for entrant in entrants:
                field.entrant(entrant).status = status
        case events.ContestTwenties(entrant, twenties):
            field.check_entrants(entrant)
            field.entrant(entrant).contest = twenties
        case events.Seeds(entrants):
            if entrants is None:
                entrants = tuple(entrant.number for _, entrant in field.contest())
            field.check_entrants(*entrants)
            field.check_once(entrants)
            field.seeds = list(entrants)
        case events.Declare():
            _declare(state, what)
        case events.Draw(number, pairs):
            phase = state.phase(number)
            field.check_entrants(*(x for pair in pairs for x in pair))
            drawing.draw(phase, state.phases, pairs)
        case events.Redraw(number):
            drawing.redraw(state.phase(number), state.phases)
        case events.End(number):
            _league(state, number).ended = True
        case events.Shootout():
            _shootout(state, what)
        case events.Open(tables):
            for name in tables:
                floor.tables.setdefault(name, Table(name)).open = True
        case events.Close(name):
            table = _table(state, name)
            _check_free(table)
            table.open = False
        case events.CallMatch(name, at):
            _call(state, name, at)
        case events.CallAll():
            for called, table in next_calls(state, state.minute):
                _begin(state, called.name, table)
        case events.Free(name):
            table = _table(state, name)
            if table.call is None:
                raise Refusal(told.NOT_CALLED, table=name)
            state.heard_of(table.call.entrants)
            floor.end(table.call, state.number)
        case events.Forfeit(name, entrants):
            _, both = _players(state, name, entrants)
            field.records.to_change(name, both).forfeit = as_sides(name, entrants)
            state.heard_of(both)
        case events.Clear(name, None):
            field.records.clear(name, _players(state, name)[1])
        case events.Clear(name, (x, y)):
            state.phase_of(name)
            field.check_entrants(x, y)
            if not field.records.clear(name, _two(name, (x, y))):
                raise Refusal(told.NOTHING_STANDS, match=name)


# ---- before play


def _new_players(state: State, name: str, own: int | None) -> tuple[str, ...]:
    """The players of this name; refuses one whose name is there already, other than as the entrant's `own`."""
    players = players_of(name, state.entry)
    called = [player.casefold() for player in players]
    for player, small in zip(players, called, strict=True):
        if state.field.called.get(small, own) != own or called.count(small) > 1:
            raise Refusal(told.NAME_IS_THERE, player=player)
    return players


def _declare(state: State, what: events.Declare) -> None:
    """The next phase, or another one in the place of one that is not drawn."""
    following = len(state.phases) + 1
    if not 1 <= what.phase <= following:
        raise Refusal(told.NOT_THE_NEXT, phase=what.phase, next=following)
    if what.phase < following and state.phases[what.phase - 1].drawn:
        raise Refusal(told.DECLARED_LATE, phase=what.phase, next=following)
    options = read_options(what, state.entry)
    kind = {ROUND_ROBIN: RoundRobin, SWISS: Swiss, PARTNERS: Partners}.get(what.format, Bracket)
    state.phases[what.phase - 1 : what.phase] = [kind(what.phase, what.format, options, state.field)]


def _league(state: State, number: int) -> League:
    """The league of this number, drawn."""
    phase = state.phase(number)
    if not isinstance(phase, League):
        raise Refusal(told.KNOCK_OUT, phase=number)
    if not phase.drawn:
        raise Refusal(told.NOT_DRAWN, phase=number)
    return phase


def _shootout(state: State, what: events.Shootout) -> None:
    league = _league(state, what.phase)
    numbers = [entrant for entrant, _ in what.twenties]
    state.field.check_entrants(*numbers)
    state.field.check_once(numbers)
    for number in numbers:
        if number not in league.order:
            raise Refusal(told.NOT_IN_PHASE, name=state.field.entrant(number).name, phase=what.phase)
    league.shootouts.append(dict(what.twenties))


# ---- while it is played


def _table(state: State, name: str) -> Table:
    if name not in state.floor.tables:
        raise Refusal(told.NO_TABLE, table=name)
    return state.floor.tables[name]


def _check_free(table: Table) -> None:
    if table.call:
        raise Refusal(told.IN_USE, match=table.call.match, table=table.name)


def _call(state: State, name: str, at: str) -> None:
    """One match is called to one table."""
    found = state.standing(name)
    table = _table(state, at)
    if not table.open:
        raise Refusal(told.TABLE_CLOSED, table=at)
    _check_free(table)
    hinders = hindrances(state, name, state.minute)
    if found.state != READY or hinders:
        why = ", ".join(_hindrance_said(one, state.field) for one in hinders)
        if found.state in OVER:
            why = f"it is {found.state}"
        elif found.players is None:
            why = "its players are not known yet"
        raise Refusal(told.CANNOT_BE_CALLED, match=name, why=why, hinders=hinders)
    _begin(state, name, table)


def _hindrance_said(one: Hindrance, field: Field) -> str:
    entrant = field.entrant(one.entrant)
    if one.kind == "away":
        return f"{entrant.name} is {entrant.status}"
    if one.kind == "table":
        return f"{entrant.name} is called to table {one.table}"
    return f"{entrant.name} rests until {one.minute // 60}:{one.minute % 60:02}"


def _begin(state: State, match: str, table: Table) -> None:
    players = state.standing(match).players
    assert players
    state.floor.begin(Call(match, table.name, state.number, players, state.minute))


def _result(state: State, what: events.Result) -> None:
    """What two scored, by hand or from a board."""
    if what.board is None:
        found, players = _players(state, what.match, what.entrants)
        due = found.verdict.due
        if what.game != due and what.game not in state.field.records.of(what.match, players).games():
            why = told.OTHER_GAME_DUE if due else told.GAMES_DECIDED
            raise Refusal(why, game=what.game, match=what.match, due=due)
    else:
        state.phase_of(what.match)
        state.field.check_entrants(*what.entrants)
    x, y = as_sides(what.match, what.entrants)
    winner = side_of(what.won, (x, y)) if what.won is not None else None
    if what.won is not None and (what.scores[0] != what.scores[1] or winner is None):
        raise Refusal(told.WON_NOT_LEVEL)
    record = state.field.records.to_change(what.match, pair(x, y))
    game = _game(what, (x, y), winner)
    if what.board is None:
        record.hand[what.game] = game
        record.forfeit = ()
    else:
        record.board[what.game] = game
        record.played[what.game] = BoardMatch(what.board, (x, y))
    state.heard_of((x, y))


def _players(state: State, name: str, entrants: tuple[int, ...] = ()) -> tuple[Standing, Pair]:
    """How the match stands, and its two; refuses one whose two are not known, and these where they are not of them."""
    state.field.check_entrants(*entrants)
    found = state.standing(name)
    players = found.pair
    if found.players is None or players is None:
        raise Refusal(told.PLAYERS_UNKNOWN if None in found.sides else told.NOBODY_PLAYS, match=name)
    sides = as_sides(name, entrants)
    if not set(players).issuperset(sides) or len(set(sides)) < len(sides):
        a, b = (state.field.entrant(x).name for x in found.players)
        raise Refusal(told.NOT_THESE, match=name, a=a, b=b)
    return found, players


def _two(match: str, entrants: Pair) -> Pair:
    """The two sides for which entrants stand, the smaller first, as records are kept."""
    x, y = as_sides(match, entrants)
    return pair(x, y)


def _game(what: events.Result, sides: Pair, winner: int | None) -> Game:
    """The figures, those of the smaller side first."""
    (x, y), (first, second) = sides, what.scores
    if first != second:
        winner = x if first > second else y
    game = Game(what.scores, what.twenties, winner)
    return game if x < y else game.reversed()


# ---- what follows


def _forget(state: State, what: events.What) -> None:
    """What the event may have changed is worked out anew when it is asked for."""
    if isinstance(what, events.SetStatus):
        for phase in state.phases:
            phase.forget()
    elif isinstance(what, events.End | events.Shootout):
        state.phase(what.phase).forget()
    elif isinstance(what, events.Result | events.Forfeit | events.Clear):
        phase = state.phase_of(what.match)
        found = phase.standing_of(what.match)
        players = found.pair if found else None
        if players:
            phase.forget_match(what.match, players)


def _end_calls(state: State, what: events.What) -> None:
    """End the calls that lasted until this event; those that were played tell how long that takes."""
    for call in state.floor.calls_now():
        phase = state.phase_of(call.match)
        found = phase.standing_of(call.match)
        is_result = (
            isinstance(what, events.Result)
            and what.match == call.match
            and _two(what.match, what.entrants) == call.pair
        )
        if found and found.state in OVER:
            if found.state == DECIDED and found.verdict.how == PLAYED:
                state.floor.lengths.setdefault(phase.number, []).append(state.minute - call.minute)
        elif not is_result or (found and found.pair == call.pair):
            continue
        state.floor.end(call, state.number)
