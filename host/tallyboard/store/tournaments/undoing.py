"""Taking back what a person entered, also where calls were made by themselves since."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from tallyboard.desk import DeskEvent, Refusal, Tournament
from tallyboard.desk.tournament import is_of_board
from tallyboard.store.tournaments.appending import AUTO, Because, Decide, append
from tallyboard.store.tournaments.follow import Followed, replayed
from tallyboard.store.tournaments.rows import StoredEvent
from tallyboard.store.transactions import Writable


def undo(store: Writable, followed: Followed, who: str, reason: str = "") -> list[StoredEvent]:
    """Take back what was entered last; see `taking_back`. Raises as `append`."""
    return append(store, followed, taking_back(followed), who, reason)


def taking_back(followed: Followed, check: Callable[[Sequence[DeskEvent]], None] | None = None) -> Decide:
    """What takes back what was entered last, all that one command entered: what stands and is no board's result. While
    calls are made by themselves it is the last that is no such call either: those since are taken back with it, and
    made again as far as they last and still can.

    `check` is given what is to be taken back, in the transaction that does it, and may raise.
    """

    def decide(tournament: Tournament) -> list[str | Because]:
        if check is not None:
            check(of_last_command(followed.events, tournament, followed.about.auto))
        return _lines(followed, tournament)

    return decide


def of_last_command(stored: Sequence[StoredEvent], tournament: Tournament, auto: bool) -> list[DeskEvent]:
    """What `undo` would take back of what people entered, in order; `auto`: calls are made by themselves."""
    return _calls_and_command(stored, tournament, auto)[1]


def _calls_and_command(
    stored: Sequence[StoredEvent], tournament: Tournament, auto: bool
) -> tuple[list[DeskEvent], list[DeskEvent]]:
    """(the calls that were made by themselves since a person entered something, none where nobody did; what the last
    command of people entered)."""
    rest = [event for event in tournament.events if event.stands and not is_of_board(event)]
    by = {event.number: (event.who, event.at) for event in stored}  # a command has a time of its own
    last = max((place for place, event in enumerate(rest, 1) if by[event.number][0] != AUTO), default=len(rest))
    rest, since = (rest[:last], rest[last:]) if auto else (rest, [])
    return since, [event for event in rest if by[event.number] == by[rest[-1].number]]


def undone(followed: Followed, tournament: Tournament) -> Tournament:
    """The tournament as `undo` would leave it now, on a copy; raises Refusal where it cannot be."""
    trial = replayed(followed.about.first_line, followed.events)
    for line in _lines(followed, tournament):
        trial.enter(line.line if isinstance(line, Because) else line, tournament.minute)
    return trial


def _lines(followed: Followed, tournament: Tournament) -> list[str | Because]:
    since, of_one = _calls_and_command(followed.events, tournament, followed.about.auto)
    back = ["undo"] * (len(since) + len(of_one) or 1)  # of nothing: the desk says so
    lasting = {table.call.number for table in tournament.tables.values() if table.call}
    calls = [event for event in since if event.number in lasting]
    again = []
    if calls:
        trial = replayed(followed.about.first_line, followed.events)
        for line in back:
            trial.enter(line)
        for call in calls:
            with suppress(Refusal):  # it was there by what is undone
                trial.enter(call.line, tournament.minute)
                again.append(Because(call.line, "", AUTO))
    return [*back, *again]
