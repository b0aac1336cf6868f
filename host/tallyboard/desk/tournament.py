"""A tournament: its list of events, and everything that follows from it."""

from copy import copy
from dataclasses import dataclass
from itertools import groupby

from tallyboard.desk import events, lines
from tallyboard.desk.bracket import Bracket
from tallyboard.desk.entering import apply
from tallyboard.desk.events import DISQUALIFIED
from tallyboard.desk.field import Entrant
from tallyboard.desk.matches import READY, Match, Standing, side_of
from tallyboard.desk.phase import Phase
from tallyboard.desk.state import Call, Hindrance, State, Table, hindrances, next_calls
from tallyboard.errors import desk as told
from tallyboard.errors.desk import Refusal

Levels = list[list[int]]  # entrants from best to last, those who share a place together


def is_beside(phase: Phase, phases: list[Phase]) -> bool:
    """Whether others play for the places before: it takes who lost, or does not begin with the first place, or comes of
    such a phase."""
    options = phase.options
    if options.lost or (options.take is not None and options.take[0] > 1):
        return True
    return options.of > 0 and is_beside(phases[options.of - 1], phases)


def placed(state: State) -> list[tuple[int, int]]:
    """(place, entrant) of everybody whom a finished phase has placed, best first; nobody who is disqualified."""
    levels: Levels = []
    for phase in state.phases:
        if phase.finished and not is_beside(phase, state.phases):
            own = _levels(phase)
            players = {x for level in own for x in level}
            rest = [[x for x in level if x not in players] for level in levels]
            levels = own + [level for level in rest if level]
        elif phase.finished and state.phases[phase.options.of - 1].finished:
            levels = _among_themselves(levels, _levels(phase))
    found: list[tuple[int, int]] = []
    for level in levels:
        place = 1 + len(found)
        found += [(place, x) for x in level if state.field.entrant(x).status != DISQUALIFIED]
    return found


def _levels(phase: Phase) -> Levels:
    """A phase's own order: its ranking, of a bracket its places."""
    if not isinstance(phase, Bracket):
        return phase.ranking()
    return [[x for _, x in share] for _, share in groupby(phase.places(), key=lambda placed: placed[0])]


def _among_themselves(levels: Levels, own: Levels) -> Levels:
    """Those of `own` in its order on the positions that they have; who is new has the last ones. In a place that they
    shared with others they come first."""
    level_of = {x: index for index, level in enumerate(own) for x in level}
    known = {x for level in levels for x in level}
    following = iter(level_of)
    found: Levels = []
    before: int | None = None  # the level of whoever stands directly above, None where that is none of them
    for level in [*levels, *([x] for x in level_of if x not in known)]:
        others = [x for x in level if x not in level_of]
        for x in [next(following) for _ in range(len(level) - len(others))]:
            if level_of[x] == before:
                found[-1].append(x)
            else:
                found.append([x])
            before = level_of[x]
        if others:
            found.append(others)
            before = None
    return found


@dataclass
class DeskEvent:
    """An event that was accepted: its number from 1, its line in a script, its minute, and whether it still stands.

    An `undo` is an event too, with a number of its own; it never stands.
    """

    number: int
    line: str
    minute: int
    what: events.What
    stands: bool = True


class Tournament:
    """Begin one with its first line, then enter events in their order.

    >>> day = Tournament("tournament singles")
    >>> for line in ("add Ann", "add Bob", "phase 1 single game washers-ritzenthaler", "draw 1"):
    ...     event = day.enter(line)
    >>> day.enter("result 1:W1.1 1 21 2 18", minute=20).number
    5
    >>> day.champion
    1
    >>> day.enter("result 1:W1.1 1 21 3 18")
    Traceback (most recent call last):
    tallyboard.errors.desk.Refusal: There is no entrant 3. ...
    """

    def __init__(self, first_line: str) -> None:
        self.entry, self.seed = lines.first_line(first_line)
        self.events: list[DeskEvent] = []
        self.minute = 0
        self._state: State | None = State(self.entry, self.seed)  # None: to be computed when it is asked for
        self._calls_made: dict[int, Call] = {}  # also those that were taken back, by the number of the event

    def enter(self, line: str, minute: int | None = None) -> DeskEvent:
        """Take one event in the form of a script's line, in this minute (the last one's where none is given).

        Raises Refusal and changes nothing.
        """
        minute = self.minute if minute is None else minute
        self.check_minute(minute)
        what = lines.read(line)
        event = DeskEvent(len(self.events) + 1, " ".join(lines.words_of(line)), minute, what)
        if isinstance(what, events.Undo):
            self._undo()
            event.stands = False
        else:
            apply(self.state, event.number, minute, what)
            if call := self.state.floor.calls.get(event.number):
                self._calls_made[event.number] = call
        self.events.append(event)
        self.minute = minute
        return event

    def at(self, minute: int) -> "Tournament":
        """The tournament as it stands in this minute, to be looked at: who had to rest may have rested since."""
        _ = self.state  # computed once for both
        seen = copy(self)
        seen.minute = minute
        return seen

    def check_minute(self, minute: int) -> None:
        """Refuse a minute that is earlier than the last event's."""
        if minute < self.minute:
            raise Refusal(told.EARLIER, time=f"{self.minute // 60}:{self.minute % 60:02}")

    @property
    def state(self) -> State:
        """What stands after all events."""
        if self._state is None:
            self._state = self._computed()
        return self._state

    def last_to_undo(self) -> DeskEvent | None:
        """What an `undo` would take back now, None for nothing."""
        return next((e for e in reversed(self.events) if e.stands and not is_of_board(e)), None)

    def _undo(self) -> None:
        """Take back the last event that stands and is not a board's result. The list is computed anew when it is asked
        for; at once where boards' results that came later may need what is taken back: an entrant or a phase."""
        last = self.last_to_undo()
        if last is None:
            raise Refusal(told.NOTHING_TO_UNDO)
        may_be_needed = isinstance(last.what, events.Add | events.Declare)
        is_needed = may_be_needed and any(event.stands for event in self.events[last.number :])
        self._state = self._computed(without=last) if is_needed else None
        last.stands = False

    def _computed(self, without: DeskEvent | None = None) -> State:
        """What stands after all events, or all but one; raises Refusal where a later one needs that."""
        state = State(self.entry, self.seed)
        for event in self.events:
            if not event.stands or event is without:
                continue
            try:
                apply(state, event.number, event.minute, event.what)
            except Refusal as refusal:
                line = without.line if without else ""
                raise Refusal(told.IS_NEEDED, line=line, later=event.line) from refusal
        return state

    @property
    def entrants(self) -> list[Entrant]:
        """All entrants, number 1 first."""
        return self.state.field.entrants

    def entrant(self, number: int) -> Entrant:
        """The entrant of this number, which exists; two partners who are one side as one."""
        return self.state.field.entrant(number)

    @property
    def tables(self) -> dict[str, Table]:
        """All tables by name, in the order in which they were first opened."""
        return self.state.floor.tables

    @property
    def phases(self) -> list[Phase]:
        """All phases, number 1 first."""
        return self.state.phases

    @property
    def main_phase(self) -> Phase | None:
        """The one that makes the champion: the last that was declared and is not beside."""
        return next((phase for phase in reversed(self.phases) if not is_beside(phase, self.phases)), None)

    @property
    def champion(self) -> int | None:
        """Who alone is first in the main phase, once that is finished; None where it has several groups."""
        main = self.main_phase
        return main.champion() if main else None

    @property
    def finished(self) -> bool:
        """Whether there are phases, and all are finished."""
        return bool(self.phases) and all(phase.finished for phase in self.phases)

    @property
    def placing(self) -> list[tuple[int, int]]:
        """(place, entrant) over all phases that are finished, best first."""
        return placed(self.state)

    @property
    def newly_placed(self) -> frozenset[int]:
        """Who has a place by the phase that was finished last, as far as results and ends tell; nobody once all is
        finished."""
        if self.finished:
            return frozenset()
        ended = [_phase_of(event) for event in reversed(self.events) if event.stands]
        last = next(
            (number for number in ended if 0 < number <= len(self.phases) and self.phases[number - 1].finished), 0
        )
        later = (phase for phase in self.phases[last:] if phase.finished)
        elsewhere = {x for phase in later for level in _levels(phase) for x in level}
        own = (x for level in _levels(self.phases[last - 1]) for x in level) if last else ()
        return frozenset(own) - elsewhere

    def match(self, name: str) -> tuple[Match, Standing]:
        """The match of this name and how it stands; raises Refusal `unknown-phase` or `unknown-match`."""
        phase, match = self.state.match(name.upper())
        return match, phase.standing(match)

    def open_matches(self, x: int, y: int) -> list[str]:
        """The names of the matches in which these two are against one another, and which are called or ready."""
        found = [(match.name, phase.standing(match)) for phase in self.phases for match in phase.matches()]
        ready = [(name, one.players) for name, one in found if one.state == READY and one.players]
        return [name for name, two in ready if {side_of(x, two), side_of(y, two)} == set(two)]

    def hindrances(self, match: str) -> list[Hindrance]:
        """What hinders the call of the match of this name now; Refusal where there is no such match."""
        return hindrances(self.state, match, self.minute)

    def next_calls(self) -> list[tuple[str, str]]:
        """(match, table) of all that `call` would call now."""
        return [(match.name, table.name) for match, table in next_calls(self.state, self.minute)]

    def call_of_event(self, number: int) -> Call | None:
        """The call that the event of this number made, whether it lasts, or stands, or not; None where it made none."""
        return self._calls_made.get(number)

    def made_first(self, call: Call) -> int:
        """The number of the event that made this call first, where that was taken back and made again; a table may
        have begun to play meanwhile. One whose match a board has played since is over."""
        for number, other in self._calls_made.items():
            if self.events[number - 1].stands:
                continue
            is_same = (other.match, other.table, other.pair) == (call.match, call.table, call.pair)
            if is_same and not any(is_of_board(e, call.match) for e in self.events[number:]):
                return number
        return call.number

    @property
    def calls(self) -> list[Call]:
        """All calls that were made, whether they last or not, in order; of those that one event made the last."""
        return [call for _, call in sorted(self.state.floor.calls.items())]

    def due_game(self, call: Call) -> tuple[int, str] | None:
        """(number, game line) of the game that those who were called are to play; None where the match is gone, is
        another, or is decided."""
        try:
            phase, match = self.state.match(call.match)
        except Refusal:  # a new draw has no such match
            return None
        standing = phase.standing(match)
        due = standing.verdict.due
        if standing.state != READY or standing.pair != call.pair or due is None:
            return None
        return due, phase.line_of(due)


def _phase_of(event: DeskEvent) -> int:
    """The phase that the event may have finished; 0 for none."""
    if isinstance(event.what, events.Result | events.Forfeit):
        return int(event.what.match.partition(":")[0])
    return event.what.phase if isinstance(event.what, events.End) else 0


def is_of_board(event: DeskEvent, match: str | None = None) -> bool:
    """Whether the event is a board's result, of this match where one is given."""
    what = event.what
    return isinstance(what, events.Result) and what.board is not None and match in (None, what.match)
