"""What can be called, and where to: in the order in which the desk calls."""

from tallyboard.desk.field import Field
from tallyboard.desk.floor import Floor, Table
from tallyboard.desk.matches import READY, Match
from tallyboard.desk.phase import Phase


def is_free(phase: Phase, match: Match, field: Field, floor: Floor, minute: int) -> bool:
    """Whether the match is ready and rested: both players known and in, undecided, in no call, and after their rest."""
    found = phase.standing(match)
    if found.state != READY or found.players is None:
        return False
    busy = floor.busy()
    return all(field.is_in(x) and x not in busy and is_rested(phase, x, floor, minute) for x in found.players)


def is_rested(phase: Phase, entrant: int, floor: Floor, minute: int) -> bool:
    """Whether the phase's minutes of rest have passed since the entrant's last event."""
    last = floor.last_event.get(entrant)
    return last is None or minute - last[1] >= phase.options.rest


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
    busy = floor.busy()
    here = {e.number for e in field.entrants if field.is_in(e.number) and e.number not in busy}
    found = []
    for phase in phases:
        rested = {x for x in here if is_rested(phase, x, floor, minute)}
        for match in phase.matches():
            standing = phase.standing(match)
            players = standing.players
            if standing.state == READY and players and rested.issuperset(players):
                waits_since = max(floor.last_event.get(x, (0, 0))[0] for x in players)
                found.append(((match.round, waits_since, phase.number, match.sequence), match, players))
    return found
