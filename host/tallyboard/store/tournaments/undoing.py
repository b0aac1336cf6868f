"""Taking back what a person entered, also where calls were made by themselves since."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallyboard.desk import Event, Refusal, Tournament
from tallyboard.desk.tournament import is_of_board
from tallyboard.store.tournaments.appending import AUTO, Because, append
from tallyboard.store.tournaments.follow import Followed
from tallyboard.store.tournaments.rows import StoredEvent

if TYPE_CHECKING:
    from tallyboard.store.store import Store


def undo(store: "Store", followed: Followed, who: str, reason: str = "") -> list[StoredEvent]:
    """Take back the last event that stands and is not a board's result; while calls are made by themselves, the last
    that is no such call either: those since are taken back with it, and made again as far as they last and still can.

    Raises as `append`.
    """
    return append(store, followed, lambda tournament: _lines(followed, tournament), who, reason)


def _lines(followed: Followed, tournament: Tournament) -> list[str | Because]:
    since = _calls_since(followed, tournament) if followed.about.auto else []
    undone = ["undo"] * (len(since) + 1)
    lasting = {table.call.number for table in tournament.tables.values() if table.call}
    calls = [event for event in since if event.number in lasting]
    return [*undone, *_possible(followed, undone, calls, tournament.minute)] if calls else [*undone]


def _calls_since(followed: Followed, tournament: Tournament) -> list[Event]:
    """The calls that were made by themselves since a person entered something, the first one first."""
    found: list[Event] = []
    for event in reversed(tournament.events):
        if event.stands and not is_of_board(event):
            if followed.events[event.number - 1].who != AUTO:
                return found[::-1]
            found.append(event)
    return []  # nobody entered anything: it is the calls that are taken back


def _possible(followed: Followed, undone: Sequence[str], calls: Sequence[Event], minute: int) -> list[Because]:
    """Those of the calls that can be made again in this minute, when that is undone; raises Refusal where it cannot."""
    trial = Tournament(followed.about.first_line)
    for stored in followed.events:
        trial.enter(stored.line, stored.minute)
    for line in undone:
        trial.enter(line)
    found = []
    for call in calls:
        try:
            trial.enter(call.line, minute)
        except Refusal:
            continue  # it was there by what is undone
        found.append(Because(call.line, "", AUTO))
    return found
