"""Phases: what is played in which format, and its draws."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tallyboard.desk import drawing, events
from tallyboard.desk.bracket import Bracket
from tallyboard.desk.league import League
from tallyboard.desk.options import LEAGUES, ROUND_ROBIN, read_options
from tallyboard.desk.phase import Phase
from tallyboard.desk.refusal import Refusal
from tallyboard.desk.round_robin import RoundRobin
from tallyboard.desk.swiss import Swiss
from tallyboard.errors import desk as told

if TYPE_CHECKING:
    from tallyboard.desk.state import State


def declare(state: "State", what: events.Declare) -> None:
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


def draw(state: "State", what: events.Draw) -> None:
    """Draw a phase, or its next round, also as it was paired by hand."""
    phase = state.phase(what.phase)
    state.check_entrants(*(x for pair in what.pairs for x in pair))
    drawing.draw(phase, state.phases, what.pairs)


def redraw(state: "State", what: events.Redraw) -> None:
    """Draw again what was drawn last."""
    drawing.redraw(state.phase(what.phase), state.phases)


def _league(state: "State", number: int) -> League:
    """The league of this number, drawn."""
    phase = state.phase(number)
    if not isinstance(phase, League):
        raise Refusal(told.KNOCK_OUT, phase=number)
    if not phase.drawn:
        raise Refusal(told.NOT_DRAWN, phase=number)
    return phase


def end(state: "State", what: events.End) -> None:
    """A league ends."""
    _league(state, what.phase).ended = True


def shootout(state: "State", what: events.Shootout) -> None:
    """Twenties in a shootout of a league."""
    league = _league(state, what.phase)
    numbers = tuple(entrant for entrant, _ in what.twenties)
    state.check_entrants(*numbers)
    state.check_once(numbers)
    for number in numbers:
        if number not in league.order:
            raise Refusal(told.NOT_IN_PHASE, name=state.field.entrant(number).name, phase=what.phase)
    league.shootouts.append(dict(what.twenties))


ACTIONS: dict[type, Callable[["State", Any], None]] = {
    events.Declare: declare,
    events.Draw: draw,
    events.Redraw: redraw,
    events.End: end,
    events.Shootout: shootout,
}
