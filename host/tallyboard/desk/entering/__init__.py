"""What each event does to the state: all of it, or it is refused and nothing."""

from collections.abc import Callable
from typing import Any

from tallyboard.desk import events
from tallyboard.desk.entering import playing, preparing
from tallyboard.desk.floor import Call
from tallyboard.desk.matches import DECIDED, OVER, PLAYED, pair, phase_of_match
from tallyboard.desk.phase import pair_of
from tallyboard.desk.state import State


def apply(state: State, number: int, minute: int, what: events.What) -> None:
    """The event of this number in this minute; raises Refusal and changes nothing."""
    state.number, state.minute = number, minute
    _ACTIONS[type(what)](state, what)
    _forget(state, what)
    _end_calls(state, what)


def _forget(state: State, what: events.What) -> None:
    """What the event may have changed is worked out anew when it is asked for."""
    if isinstance(what, events.SetStatus):
        for phase in state.phases:
            phase.forget()
    elif isinstance(what, events.End | events.Shootout):
        state.phase(what.phase).forget()
    elif isinstance(what, events.Result | events.Forfeit | events.Clear):
        phase = state.phase(phase_of_match(what.match, len(state.field.entrants)))
        players = pair_of(phase, what.match)
        if players:
            phase.forget_match(what.match, players)


def _end_calls(state: State, what: events.What) -> None:
    """End the calls that lasted until this event."""
    for call in state.floor.calls_now():
        phase = state.phases[phase_of_match(call.match, len(state.field.entrants)) - 1]
        match = phase.find(call.match)
        found = phase.standing(match) if match else None
        if found and found.state in OVER:
            if found.state == DECIDED and found.verdict.how == PLAYED:
                state.floor.lengths.setdefault(phase.number, []).append(state.minute - call.minute)
        elif (found and found.pair == call.pair) or not _is_result_of(what, call):
            continue
        state.floor.end(call, state.number)


def _is_result_of(what: events.What, call: Call) -> bool:
    return isinstance(what, events.Result) and what.match == call.match and pair(*what.entrants) == call.pair


def _note(state: State, what: events.Note) -> None:
    """A note changes nothing."""


_ACTIONS: dict[type, Callable[[State, Any], None]] = {**preparing.ACTIONS, **playing.ACTIONS, events.Note: _note}
