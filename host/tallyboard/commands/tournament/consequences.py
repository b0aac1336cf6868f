"""What a change of who plays has made of calls and matches, in sentences."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tallyboard.text.quantities import counted
from tallyboard.text.tournament.names import with_verb

if TYPE_CHECKING:
    from tallyboard.desk import Tournament
    from tallyboard.desk.floor import Call
    from tallyboard.desk.matches import Standing

_TOLD = 5  # calls that last, of which each is told


class Floor(NamedTuple):
    """The calls of a tournament, and how its matches stand, by name."""

    calls: "Sequence[Call]"
    matches: "Mapping[str, Standing]"


def floor_of(tournament: "Tournament") -> Floor:
    """What a change is to be compared with."""
    standings = {match.name: phase.standing(match) for phase in tournament.phases for match in phase.matches()}
    return Floor(tournament.state.floor.calls_now(), standings)


def status_words(who: Collection[int], before: Floor, tournament: "Tournament") -> list[str]:
    """What became of the matches and calls of these, whose status is another now."""
    now = floor_of(tournament)
    own = [name for name, found in now.matches.items() if not set(who).isdisjoint(found.players or ())]
    changed = [(before.matches[name], now.matches[name]) for name in own if name in before.matches]
    return [*_match_words(changed), *_ended(before, now, tournament), *_lasting(who, now, tournament)]


def redrawn_words(before: Floor, tournament: "Tournament") -> list[str]:
    """The calls that have ended since, and those whose match has other players since, or is gone."""
    now = floor_of(tournament)
    return [*_ended(before, now, tournament), *_wrong(before, now)]


def _match_words(changed: "Sequence[tuple[Standing, Standing]]") -> list[str]:
    """How many matches are walkovers, void, or to be played, that were not so before."""
    from tallyboard.desk.matches import VOID

    void = sum(now.state == VOID != was.state for was, now in changed)
    lost = sum(_is_unplayed(now) and not _is_unplayed(was) for was, now in changed)
    again = sum(now.is_open and not was.is_open for was, now in changed)
    counts = sum(was.state == VOID != now.state and not now.is_open for was, now in changed)
    said = []
    if void:
        were = counted(void, "match is", "matches are")
        said.append(f"Fewer than half of the matches were played, so none counts: {were} void now.")
    if lost:
        said.append(f"{counted(lost, 'match is a walkover', 'matches are walkovers')} now.")
    if again:
        said.append(f"{counted(again, 'match is', 'matches are')} to be played again.")
    if counts:
        said.append(f"{counted(counts, 'match counts', 'matches count')} again.")
    return said


def _is_unplayed(standing: "Standing") -> bool:
    """Whether it is decided because somebody is out or gave it up."""
    from tallyboard.desk.deciding import DOUBLE_FORFEIT, WALKOVER
    from tallyboard.desk.matches import DECIDED

    return standing.state == DECIDED and standing.verdict.how in (WALKOVER, DOUBLE_FORFEIT)


def _ended(before: Floor, now: Floor, tournament: "Tournament") -> list[str]:
    gone = [call for call in before.calls if call not in now.calls]
    return [f"The call of {_sides(call, tournament)} to {_tables([call])} has ended." for call in gone]


def _lasting(who: Collection[int], now: Floor, tournament: "Tournament") -> list[str]:
    """The calls of those who are not here, which nobody ends but the organiser."""
    away = {x for x in who if not tournament.state.field.is_in(x)}
    calls = [call for call in now.calls if not away.isdisjoint(call.entrants)]
    if len(calls) > _TOLD:
        where = "`tallyboard tournament tables` shows where, `free` ends a call"
        return [f"{len(calls)} matches of theirs are still called; {where}."]
    return [
        f"{with_verb(tournament.entrants[x - 1].name, 'is', 'are')} called to {_tables([call])}: "
        f"`tallyboard tournament free {call.table}` frees it."
        for call in calls
        for x in call.entrants
        if x in away
    ]


def _wrong(before: Floor, now: Floor) -> list[str]:
    wrong = [call for call in now.calls if _is_right(call, before) and not _is_right(call, now)]
    if not wrong:
        return []
    free, call = f"`tallyboard tournament free {wrong[0].table}`", "`tallyboard tournament call`"
    if len(wrong) == 1:
        return [f"The call to {_tables(wrong)} is wrong now, its match is another: {free}, then {call}."]
    calls = f"The calls to {_tables(wrong)} are wrong now, their matches are others"
    return [f"{calls}: {free} frees the first, and so on; then {call}."]


def _is_right(call: "Call", floor: Floor) -> bool:
    found = floor.matches.get(call.match)
    return found is not None and found.pair == call.pair


def _sides(call: "Call", tournament: "Tournament") -> str:
    return " : ".join(tournament.entrants[x - 1].name for x in call.entrants)


def _tables(calls: "Sequence[Call]") -> str:
    """`table 3`, `tables 1 and 3`."""
    from tallyboard.text.tournament.floor import tables_words

    return tables_words([call.table for call in calls])
