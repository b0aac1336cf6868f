"""The commands about the list of events itself: `note`, `undo`, `log`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from tallyboard.commands.common import argument, print_json, text
from tallyboard.commands.tournament.opened import (
    CHANGING,
    LOOKING,
    After,
    Changing,
    Looking,
    change,
    event_object,
    looked_at,
)
from tallyboard.errors import TallyboardError

if TYPE_CHECKING:
    from tallyboard.desk import Tournament
    from tallyboard.desk.shapes import EntrantObject
    from tallyboard.store.tournaments import StoredEvent

ARGUMENTS = {
    "note": (
        argument("words", nargs="+", type=text, metavar="TEXT", help="What is to stand in the log."),
        *CHANGING,
    ),
    "undo": CHANGING,
    "log": LOOKING,
}


def note(words: Sequence[str], **how: Unpack[Changing]) -> int:
    """Write a line into the log, say a referee's call; it changes nothing."""
    from tallyboard.text.printable import refuse_unprintable

    said = " ".join(" ".join(words).split())
    refuse_unprintable("The note", said)
    if "#" in said:
        raise TallyboardError("The note has the sign #.", "A line of a tournament has none: leave it out.")
    return change(lambda _: [f"note {said}"], lambda _: ["The note stands in the log."], **how)


def undo(**how: Unpack[Changing]) -> int:
    """Take back the last event that stands and is not a board's result; again and again, those before it."""
    stood: set[int] = set()

    def decide(tournament: "Tournament") -> list[str]:
        stood.update(event.number for event in tournament.events if event.stands)
        return ["undo"]

    def said(after: After) -> list[str]:
        from tallyboard.text.tournament.event_words import event_words
        from tallyboard.text.tournament.names import Names

        names = Names(after.computed["entrants"])
        events = [event for event in after.tournament.events if event.number in stood and not event.stands]
        by = {event.number: event.who for event in after.stored}
        return [f"Taken back: {event_words(event.line, names)}; entered by {by[event.number]}." for event in events]

    return change(decide, said, **how)


def log(**how: Unpack[Looking]) -> None:
    """List everything that was entered: when, by whom, why; what was taken back is marked."""
    from tallyboard.desk import as_object

    with looked_at(how.get("tournament"), how.get("db")) as (_, followed):
        stands = {event.number: event.stands for event in followed.tournament.events}
        entrants = as_object(followed.tournament)["entrants"]
    if how.get("as_json"):
        for event in followed.events:
            print_json(event_object(event, stands[event.number]))
        return
    _print(followed.events, stands, entrants)


def _print(events: "Sequence[StoredEvent]", stands: dict[int, bool], entrants: "Sequence[EntrantObject]") -> None:
    from tallyboard.terminal.tables import Column, Table
    from tallyboard.text.quantities import local_time
    from tallyboard.text.tournament.event_words import event_words
    from tallyboard.text.tournament.names import Names

    names = Names(entrants)
    made = Table(
        (
            Column("Event", right=True),
            Column("Time"),
            Column("Who", least=6),
            Column("What", least=20, wraps=True),
            Column("Reason", least=10),
        ),
        spared=("Event", "Who"),
    )
    for event in events:
        words = event_words(event.line, names)
        is_undo = event.line == "undo"
        taken_back = not stands[event.number] and not is_undo
        made.add(
            str(event.number),
            local_time(event_object(event)["at"]),
            event.who,
            f"({words}) taken back" if taken_back else words,
            event.reason,
            style="dim" if taken_back or is_undo else "",
        )
    made.print()
    if not events:
        print("Nothing has been entered yet.")
