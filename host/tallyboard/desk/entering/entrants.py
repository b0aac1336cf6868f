"""Entrants: who plays, who is here, who is out."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tallyboard.desk import events
from tallyboard.desk.field import Entrant
from tallyboard.desk.names import players_of
from tallyboard.desk.refusal import Refusal
from tallyboard.errors import desk as told

if TYPE_CHECKING:
    from tallyboard.desk.state import State

MOST_ENTRANTS = 1000


def add(state: "State", what: events.Add) -> None:
    """A new entrant."""
    players = players_of(what.name, state.entry)
    _check_new(state, players, None)
    if len(state.field.entrants) >= MOST_ENTRANTS:
        raise Refusal(told.MOST_ENTRANTS, most=MOST_ENTRANTS)
    entrant = Entrant(len(state.field.entrants) + 1, ())
    state.field.name(entrant, players)
    state.field.entrants.append(entrant)


def rename(state: "State", what: events.Rename) -> None:
    """Another name for an entrant."""
    state.check_entrants(what.entrant)
    players = players_of(what.name, state.entry)
    _check_new(state, players, what.entrant)
    state.field.name(state.field.entrant(what.entrant), players)


def _check_new(state: "State", players: tuple[str, ...], own: int | None) -> None:
    called = [player.casefold() for player in players]
    for player, name in zip(players, called, strict=True):
        if state.field.called.get(name, own) != own or called.count(name) > 1:
            raise Refusal(told.NAME_IS_THERE, player=player)


def set_status(state: "State", what: events.SetStatus) -> None:
    """Entrants are here, away or out."""
    numbers = what.entrants
    if numbers is None:
        numbers = tuple(e.number for e in state.field.entrants if not state.field.is_out(e.number))
    state.check_entrants(*numbers)
    for number in numbers:
        state.field.entrant(number).status = what.status


def contest(state: "State", what: events.ContestTwenties) -> None:
    """An entrant's twenties in the contest."""
    state.check_entrants(what.entrant)
    state.field.entrant(what.entrant).contest = what.twenties


def seeds(state: "State", what: events.Seeds) -> None:
    """The first of the order."""
    if what.entrants is None:
        state.field.seeds = [entrant.number for _, entrant in state.field.contest()]
        return
    state.check_entrants(*what.entrants)
    state.check_once(what.entrants)
    state.field.seeds = list(what.entrants)


ACTIONS: dict[type, Callable[["State", Any], None]] = {
    events.Add: add,
    events.Rename: rename,
    events.SetStatus: set_status,
    events.ContestTwenties: contest,
    events.Seeds: seeds,
}
