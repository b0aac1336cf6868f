"""What can be called, and where to: in the order in which the desk calls."""

from dataclasses import dataclass
from typing import Literal

from tallyboard.desk.field import Field
from tallyboard.desk.floor import Floor, Table
from tallyboard.desk.matches import READY, Match
from tallyboard.desk.phase import Phase


def is_free(phase: Phase, match: Match, field: Field, floor: Floor, minute: int) -> bool:
    """Whether the match is ready and rested: both players known and in, undecided, in no call, and after their rest."""
    return _players_of(phase, match, _rested(phase, _here(field, floor), floor, minute)) is not None


@dataclass(frozen=True)
class Hindrance:
    """Why a player cannot be called now: `away` (not in), at another `table`, or at `rest` up to this minute."""

    entrant: int
    kind: Literal["away", "table", "rest"]
    table: str = ""
    minute: int = 0


def hindrances(phase: Phase, match: Match, field: Field, floor: Floor, minute: int) -> list[Hindrance]:
    """Of each player of an undecided match, A first, what hinders the call; none of a match that can be called, and of
    one that is over or whose players are not known."""
    found = phase.standing(match)
    if found.state != READY:
        return []
    at_table = {x: call.table for call in floor.calls_now() for x in call.entrants}
    hinders = []
    for x in found.players or ():
        rests_until = floor.last_event[x][1] + phase.options.rest if x in floor.last_event else minute
        if not field.is_in(x):
            hinders.append(Hindrance(x, "away"))
        elif x in at_table:
            hinders.append(Hindrance(x, "table", table=at_table[x]))
        elif minute < rests_until:
            hinders.append(Hindrance(x, "rest", minute=rests_until))
    return hinders


def _here(field: Field, floor: Floor) -> set[int]:
    """Who is in, and in no call."""
    return {e.number for e in field.entrants if field.is_in(e.number)} - floor.busy()


def _rested(phase: Phase, here: set[int], floor: Floor, minute: int) -> set[int]:
    """Those of these since whose last event the phase's minutes of rest have passed."""
    return {x for x in here if x not in floor.last_event or minute - floor.last_event[x][1] >= phase.options.rest}


def _players_of(phase: Phase, match: Match, rested: set[int]) -> tuple[int, int] | None:
    """Both players of an undecided match where they are among these; None where it cannot be called."""
    found = phase.standing(match)
    return found.players if found.state == READY and rested.issuperset(found.players or ()) else None


def next_calls(phases: list[Phase], field: Field, floor: Floor, minute: int) -> list[tuple[Match, Table]]:
    """Every match that can be called now, each with its table, in the order of the calls."""
    free = [table for table in floor.open_tables() if table.call is None]
    if not free:
        return []
    busy = floor.busy()
    found = []
    for _, match, players in sorted(_ready(phases, field, floor, minute), key=lambda ready: ready[0]):
        if not free:
            break
        if busy.isdisjoint(players):
            table = min(free, key=lambda t: (sum(t.times.get(x, 0) for x in players), t.ended))
            free.remove(table)
            busy.update(players)
            found.append((match, table))
    return found


_Waited = tuple[int, int, int, tuple[int, int, int]]


def _ready(
    phases: list[Phase], field: Field, floor: Floor, minute: int
) -> list[tuple[_Waited, Match, tuple[int, int]]]:
    """The matches that are ready and rested, with what they are called by: the lowest round, the longest wait, phase,
    group and place."""
    here = _here(field, floor)
    found = []
    for phase in phases:
        rested = _rested(phase, here, floor, minute)
        for match in phase.matches():
            players = _players_of(phase, match, rested)
            if players:
                waits_since = max(floor.last_event.get(x, (0, 0))[0] for x in players)
                found.append(((match.round, waits_since, phase.number, match.sequence), match, players))
    return found
