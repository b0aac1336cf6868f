"""What a change of who plays, or of a draw, has made of calls and matches."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tallyboard.desk.flags import all_flags
from tallyboard.desk.matches import CANCELLED, DECIDED, DOUBLE_FORFEIT, VOID, WALKOVER, Standing
from tallyboard.desk.state import Call, State
from tallyboard.desk.tournament import Tournament


class FloorThen(NamedTuple):
    """The calls of a tournament, and how its matches stand, by name."""

    calls: Sequence[Call]
    matches: Mapping[str, Standing]


def floor_of(tournament: Tournament) -> FloorThen:
    """What a change is to be compared with."""
    standings = {match.name: phase.standing(match) for phase in tournament.phases for match in phase.matches()}
    return FloorThen(tournament.state.floor.calls_now(), standings)


class Changes(NamedTuple):
    """How many matches are `void` now, are `lost` without being played, are `off` for all four, are to be played
    `again`, and count again (`counting`), which were not so before; the calls that have `ended`, and those that `last`
    of who is not here."""

    void: int
    lost: int
    off: int
    again: int
    counting: int
    ended: Sequence[Call]
    last: Sequence[Call]


def changes(who: Collection[int], before: FloorThen, tournament: Tournament) -> Changes:
    """What became of the matches and calls of these, whose status is another now."""
    now = floor_of(tournament)
    own = [name for name, found in now.matches.items() if not set(who).isdisjoint(found.everybody)]
    changed = [(before.matches[name], now.matches[name]) for name in own if name in before.matches]
    away = {x for x in who if not tournament.state.field.is_in(x)}
    return Changes(
        void=sum(now.state == VOID != was.state for was, now in changed),
        lost=sum(_is_unplayed(now) and not _is_unplayed(was) for was, now in changed),
        off=sum(now.state == CANCELLED != was.state for was, now in changed),
        again=sum(now.is_open and not was.is_open for was, now in changed),
        counting=sum(was.state == VOID != now.state and not now.is_open for was, now in changed),
        ended=ended_calls(before, now),
        last=[call for call in now.calls if not away.isdisjoint(call.everybody)],
    )


def ended_calls(before: FloorThen, now: FloorThen) -> list[Call]:
    return [call for call in before.calls if call not in now.calls]


def wrong_calls(before: FloorThen, now: FloorThen) -> list[Call]:
    """The calls whose match has other players since, or is gone."""
    return [call for call in now.calls if _is_right(call, before) and not _is_right(call, now)]


def results_left_out(before: State, now: State) -> list[str]:
    """The matches, by their names before, whose results no longer count: others play them now, or nobody does."""
    misfits = [
        [(one["match"], one["entrants"]) for one in all_flags(s) if one["kind"] == "misfit"] for s in (before, now)
    ]
    return [name for name, entrants in misfits[1] if (name, entrants) not in misfits[0]]


def _is_unplayed(standing: Standing) -> bool:
    """Whether it is decided because somebody is out or gave it up."""
    return standing.state == DECIDED and standing.verdict.how in (WALKOVER, DOUBLE_FORFEIT)


def _is_right(call: Call, floor: FloorThen) -> bool:
    found = floor.matches.get(call.match)
    return found is not None and found.pair == call.pair
