"""What a form is about. It is entered only as long as that is as the form knew it: nobody overwrites another unseen."""

from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from tallyboard.desk import Refusal, Tournament, events
from tallyboard.desk.events import What

_DIGITS = 16


class Subject(NamedTuple):
    """`content`: of the tournament what the form was made from. `concerns`: whether an event may have changed it."""

    content: Callable[[Tournament], object]
    concerns: Callable[[What], bool]

    def basis(self, tournament: Tournament) -> str:
        """A few digits that are others when the content is another."""
        return sha256(repr(self.content(tournament)).encode("utf-8", "replace")).hexdigest()[:_DIGITS]


def match(name: str) -> Subject:
    """What stands for a match, and who plays it."""

    def content(tournament: Tournament) -> object:
        try:
            _, found = tournament.match(name)
        except Refusal:
            return None
        return (found.pair, tournament.state.field.records.of(name, found.pair)) if found.pair else found.sides

    def concerns(what: What) -> bool:
        of_match = isinstance(what, events.Result | events.Forfeit | events.Clear) and what.match == name
        return of_match or isinstance(what, events.Redraw)

    return Subject(content, concerns)


def entrant(number: int) -> Subject:
    """An entrant's name, status and contest."""

    def concerns(what: What) -> bool:
        if isinstance(what, events.SetStatus):
            return what.entrants is None or number in what.entrants
        return isinstance(what, events.Rename | events.ContestTwenties) and what.entrant == number

    return Subject(lambda tournament: [one for one in tournament.entrants if one.number == number], concerns)


def order() -> Subject:
    """The seeds, and the twenties of the contest."""
    return Subject(
        lambda tournament: (tournament.state.field.seeds, tournament.state.field.contest()),
        lambda what: isinstance(what, events.Seeds | events.ContestTwenties),
    )


def phase(number: int) -> Subject:
    """How a phase is declared, and what is drawn of it."""

    def content(tournament: Tournament) -> object:
        found = next((one for one in tournament.phases if one.number == number), None)
        if found is None:
            return None
        drawn = [(one.name, found.standing(one).sides if found.is_league else None) for one in found.matches()]
        return found.format, found.options, found.drawn, getattr(found, "ended", False), found.order, drawn

    kinds = events.Declare | events.Draw | events.Redraw | events.End
    return Subject(content, lambda what: isinstance(what, kinds) and what.phase == number)


def shootouts(number: int) -> Subject:
    """The shootouts of a phase."""
    return Subject(
        lambda tournament: [getattr(one, "shootouts", ()) for one in tournament.phases if one.number == number],
        lambda what: isinstance(what, events.Shootout) and what.phase == number,
    )


def table(name: str) -> Subject:
    """What is called to a table."""

    def content(tournament: Tournament) -> object:
        found = tournament.tables.get(name)
        return found and (found.open, found.call and found.call.number)

    def concerns(what: What) -> bool:
        if isinstance(what, events.Open):
            return name in what.tables
        return isinstance(what, events.CallMatch | events.Close | events.Free) and what.table == name

    return Subject(content, concerns)
