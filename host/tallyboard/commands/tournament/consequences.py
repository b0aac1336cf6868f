"""What a change of who plays has made of calls and matches, in sentences."""

from collections.abc import Collection, Sequence

from tallyboard.desk import Tournament
from tallyboard.desk.entering.changes import Changes, FloorThen, changes, ended_calls, floor_of, wrong_calls
from tallyboard.desk.floor import Call
from tallyboard.text.quantities import counted
from tallyboard.text.tournament.floor import tables_words
from tallyboard.text.tournament.names import with_verb

_TOLD = 5  # calls that last, of which each is told


def status_words(who: Collection[int], before: FloorThen, tournament: Tournament) -> list[str]:
    """What became of the matches and calls of these, whose status is another now."""
    found = changes(who, before, tournament)
    return [*_match_words(found), *_ended(found.ended, tournament), *_lasting(who, found.last, tournament)]


def redrawn_words(before: FloorThen, tournament: Tournament) -> list[str]:
    """The calls that have ended since, and those whose match has other players since, or is gone."""
    now = floor_of(tournament)
    return [*_ended(ended_calls(before, now), tournament), *_wrong(wrong_calls(before, now))]


def _match_words(found: Changes) -> list[str]:
    """How many matches are walkovers, void, or to be played, that were not so before."""
    said = []
    if found.void:
        were = counted(found.void, "match is", "matches are")
        said.append(f"Fewer than half of the matches were played, so none counts: {were} void now.")
    if found.lost:
        said.append(f"{counted(found.lost, 'match is a walkover', 'matches are walkovers')} now.")
    if found.again:
        said.append(f"{counted(found.again, 'match is', 'matches are')} to be played again.")
    if found.counting:
        said.append(f"{counted(found.counting, 'match counts', 'matches count')} again.")
    return said


def _ended(calls: Sequence[Call], tournament: Tournament) -> list[str]:
    return [f"The call of {_sides(call, tournament)} to {_tables([call])} has ended." for call in calls]


def _lasting(who: Collection[int], calls: Sequence[Call], tournament: Tournament) -> list[str]:
    """The calls of those who are not here, which nobody ends but the organiser."""
    if len(calls) > _TOLD:
        where = "`tallyboard tournament tables` shows where, `free` ends a call"
        return [f"{len(calls)} matches of theirs are still called; {where}."]
    return [
        f"{with_verb(tournament.entrants[x - 1].name, 'is', 'are')} called to {_tables([call])}: "
        f"`tallyboard tournament free {call.table}` frees it."
        for call in calls
        for x in call.entrants
        if x in who and not tournament.state.field.is_in(x)
    ]


def _wrong(wrong: Sequence[Call]) -> list[str]:
    if not wrong:
        return []
    free, call = f"`tallyboard tournament free {wrong[0].table}`", "`tallyboard tournament call`"
    if len(wrong) == 1:
        return [f"The call to {_tables(wrong)} is wrong now, its match is another: {free}, then {call}."]
    calls = f"The calls to {_tables(wrong)} are wrong now, their matches are others"
    return [f"{calls}: {free} frees the first, and so on; then {call}."]


def _sides(call: Call, tournament: Tournament) -> str:
    return " : ".join(tournament.entrants[x - 1].name for x in call.entrants)


def _tables(calls: Sequence[Call]) -> str:
    """`table 3`, `tables 1 and 3`."""
    return tables_words([call.table for call in calls])
