"""Before play: who plays, and what is played in which format, with its draws."""

from collections.abc import Callable
from typing import Any

from tallyboard.desk import drawing, events
from tallyboard.desk.bracket import Bracket
from tallyboard.desk.field import Entrant, players_of
from tallyboard.desk.league import League
from tallyboard.desk.options import LEAGUES, ROUND_ROBIN, read_options
from tallyboard.desk.phase import Phase
from tallyboard.desk.round_robin import RoundRobin
from tallyboard.desk.state import State
from tallyboard.desk.swiss import Swiss
from tallyboard.errors import desk as told
from tallyboard.errors.desk import Refusal

MOST_ENTRANTS = 1000


def add(state: State, what: events.Add) -> None:
    """A new entrant."""
    players = players_of(what.name, state.entry)
    _check_new(state, players, None)
    if len(state.field.entrants) >= MOST_ENTRANTS:
        raise Refusal(told.MOST_ENTRANTS, most=MOST_ENTRANTS)
    entrant = Entrant(len(state.field.entrants) + 1, ())
    state.field.name(entrant, players)
    state.field.entrants.append(entrant)


def rename(state: State, what: events.Rename) -> None:
    """Another name for an entrant."""
    state.check_entrants(what.entrant)
    players = players_of(what.name, state.entry)
    _check_new(state, players, what.entrant)
    state.field.name(state.field.entrant(what.entrant), players)


def _check_new(state: State, players: tuple[str, ...], own: int | None) -> None:
    called = [player.casefold() for player in players]
    for player, name in zip(players, called, strict=True):
        if state.field.called.get(name, own) != own or called.count(name) > 1:
            raise Refusal(told.NAME_IS_THERE, player=player)


def set_status(state: State, what: events.SetStatus) -> None:
    """Entrants are here, away or out."""
    numbers = what.entrants
    if numbers is None:
        numbers = tuple(e.number for e in state.field.entrants if not state.field.is_out(e.number))
    state.check_entrants(*numbers)
    for number in numbers:
        state.field.entrant(number).status = what.status


def contest(state: State, what: events.ContestTwenties) -> None:
    """An entrant's twenties in the contest."""
    state.check_entrants(what.entrant)
    state.field.entrant(what.entrant).contest = what.twenties


def seeds(state: State, what: events.Seeds) -> None:
    """The first of the order."""
    if what.entrants is None:
        state.field.seeds = [entrant.number for _, entrant in state.field.contest()]
        return
    state.check_entrants(*what.entrants)
    state.check_once(what.entrants)
    state.field.seeds = list(what.entrants)


def declare(state: State, what: events.Declare) -> None:
    """The next phase, or another one in the place of one that is not drawn."""
    if not 1 <= what.phase <= len(state.phases) + 1:
        raise Refusal(told.NOT_THE_NEXT, phase=what.phase, next=len(state.phases) + 1)
    if what.phase <= len(state.phases) and state.phases[what.phase - 1].drawn:
        raise Refusal(told.DECLARED_LATE, phase=what.phase, next=len(state.phases) + 1)
    options = read_options(what, state.entry)
    kind: type[Phase] = Bracket
    if what.format in LEAGUES:
        kind = RoundRobin if what.format == ROUND_ROBIN else Swiss
    phase = kind(what.phase, what.format, options, state.field)
    state.phases[what.phase - 1 :] = [phase, *state.phases[what.phase :]]


def draw(state: State, what: events.Draw) -> None:
    """Draw a phase, or its next round, also as it was paired by hand."""
    phase = state.phase(what.phase)
    state.check_entrants(*(x for pair in what.pairs for x in pair))
    drawing.draw(phase, state.phases, what.pairs)


def redraw(state: State, what: events.Redraw) -> None:
    """Draw again what was drawn last."""
    drawing.redraw(state.phase(what.phase), state.phases)


def _league(state: State, number: int) -> League:
    """The league of this number, drawn."""
    phase = state.phase(number)
    if not isinstance(phase, League):
        raise Refusal(told.KNOCK_OUT, phase=number)
    if not phase.drawn:
        raise Refusal(told.NOT_DRAWN, phase=number)
    return phase


def end(state: State, what: events.End) -> None:
    """A league ends."""
    _league(state, what.phase).ended = True


def shootout(state: State, what: events.Shootout) -> None:
    """Twenties in a shootout of a league."""
    league = _league(state, what.phase)
    numbers = tuple(entrant for entrant, _ in what.twenties)
    state.check_entrants(*numbers)
    state.check_once(numbers)
    for number in numbers:
        if number not in league.order:
            raise Refusal(told.NOT_IN_PHASE, name=state.field.entrant(number).name, phase=what.phase)
    league.shootouts.append(dict(what.twenties))


ACTIONS: dict[type, Callable[[State, Any], None]] = {
    events.Add: add,
    events.Rename: rename,
    events.SetStatus: set_status,
    events.ContestTwenties: contest,
    events.Seeds: seeds,
    events.Declare: declare,
    events.Draw: draw,
    events.Redraw: redraw,
    events.End: end,
    events.Shootout: shootout,
}
