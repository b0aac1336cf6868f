"""What stands after the events so far."""

from tallyboard.desk.field import Field
from tallyboard.desk.floor import Floor
from tallyboard.desk.matches import Match, Standing, phase_of_match
from tallyboard.desk.phase import Phase
from tallyboard.errors import desk as told
from tallyboard.errors.desk import Refusal


class State:
    """The field, the phases and the floor; `number` and `minute` are those of the event that is being applied."""

    def __init__(self, entry: str, seed: int) -> None:
        self.entry = entry
        self.field = Field(seed)
        self.phases: list[Phase] = []
        self.floor = Floor()
        self.number = 0
        self.minute = 0

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
