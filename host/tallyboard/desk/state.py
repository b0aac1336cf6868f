"""What stands after the events so far; each event is applied whole, or refused and changes nothing."""

from collections.abc import Callable
from typing import Any

from tallyboard.desk import events
from tallyboard.desk.entering import entrants, phases, results, tables
from tallyboard.desk.field import Field
from tallyboard.desk.floor import Call, Floor
from tallyboard.desk.matches import DECIDED, OVER, PLAYED, Match, Standing, pair
from tallyboard.desk.names import phase_of_match
from tallyboard.desk.phase import Phase, pair_of
from tallyboard.desk.refusal import Refusal
from tallyboard.errors import desk as told


class State:
    """The field, the phases and the floor; `number` and `minute` are those of the event that is being applied."""

    def __init__(self, entry: str, seed: int) -> None:
        self.entry = entry
        self.field = Field(seed)
        self.phases: list[Phase] = []
        self.floor = Floor()
        self.number = 0
        self.minute = 0

    def apply(self, number: int, minute: int, what: events.What) -> None:
        """The event of this number in this minute; raises Refusal and changes nothing."""
        self.number, self.minute = number, minute
        _ACTIONS[type(what)](self, what)
        self._forget(what)
        self._end_calls(what)

    def _forget(self, what: events.What) -> None:
        """What the event may have changed is worked out anew when it is asked for."""
        if isinstance(what, events.SetStatus):
            for phase in self.phases:
                phase.forget()
        elif isinstance(what, events.End | events.Shootout):
            self.phase(what.phase).forget()
        elif isinstance(what, events.Result | events.Forfeit | events.Clear):
            phase = self.phase(phase_of_match(what.match, len(self.field.entrants)))
            players = pair_of(phase, what.match)
            if players:
                phase.forget_match(what.match, players)

    def phase(self, number: int) -> Phase:
        """The phase of this number; raises Refusal `unknown-phase`."""
        if not 1 <= number <= len(self.phases):
            raise Refusal(told.NO_PHASE, phase=number)
        return self.phases[number - 1]

    def match(self, name: str) -> tuple[Phase, Match]:
        """The match of this name in capitals; raises Refusal `unknown-match` or `unknown-phase`."""
        phase = self.phase(phase_of_match(name, len(self.field.entrants)))
        match = phase.find(name)
        if match is None:
            raise Refusal(told.NO_MATCH if phase.drawn else told.NO_MATCH_YET, match=name, phase=phase.number)
        return phase, match

    def standing(self, name: str) -> Standing:
        """How the match of this name stands; Refusal as `match`."""
        phase, match = self.match(name)
        return phase.standing(match)

    def check_entrants(self, *numbers: int) -> None:
        """Refuse a number that no entrant has."""
        for number in numbers:
            if not self.field.exists(number):
                raise Refusal(told.NO_ENTRANT, number=number)

    def check_once(self, numbers: tuple[int, ...]) -> None:
        """Refuse an entrant who stands there twice."""
        for number in numbers:
            if numbers.count(number) > 1:
                raise Refusal(told.NAMED_TWICE, name=self.field.entrant(number).name)

    def _end_calls(self, what: events.What) -> None:
        """End the calls that lasted until this event."""
        for call in self.floor.calls_now():
            phase = self.phases[phase_of_match(call.match, len(self.field.entrants)) - 1]
            match = phase.find(call.match)
            found = phase.standing(match) if match else None
            if found and found.state in OVER:
                if found.state == DECIDED and found.verdict.how == PLAYED:
                    self.floor.lengths.setdefault(phase.number, []).append(self.minute - call.minute)
            elif (found and found.pair == call.pair) or not _is_result_of(what, call):
                continue
            self.floor.end(call, self.number)


def _is_result_of(what: events.What, call: Call) -> bool:
    return isinstance(what, events.Result) and what.match == call.match and pair(*what.entrants) == call.pair


def _note(state: State, what: events.Note) -> None:
    """A note changes nothing."""


_ACTIONS: dict[type, Callable[[State, Any], None]] = {
    **entrants.ACTIONS,
    **phases.ACTIONS,
    **tables.ACTIONS,
    **results.ACTIONS,
    events.Note: _note,
}
