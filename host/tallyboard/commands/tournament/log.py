"""The commands about the list of events itself: `note`, `undo`, `log`."""

from collections.abc import Sequence
from typing import Unpack

from tallyboard.commands.tournament.opened import (
    AfterChange,
    Changing,
    Looking,
    change,
    done,
    event_object,
    looked_at,
    who,
)
from tallyboard.desk import as_object
from tallyboard.errors import TallyboardError
from tallyboard.store.tournaments.appending import AUTO, append, taking_back
from tallyboard.store.tournaments.follow import replayed
from tallyboard.terminal.tables import TextTable, print_json, say
from tallyboard.text.language import _, later
from tallyboard.text.printable import refuse_unprintable
from tallyboard.text.tournament.names import Names, event_words, listed_first

_NAMED = 5  # events that a sentence names


def note(words: Sequence[str], **how: Unpack[Changing]) -> None:
    said = " ".join(" ".join(words).split())
    refuse_unprintable(later("The note"), said)
    if "#" in said:
        raise TallyboardError("The note has the sign #.", "A line of a tournament has none: leave it out.")
    change(lambda tournament: [f"note {said}"], lambda after: [_("The note stands in the log.")], **how)


def undo(**how: Unpack[Changing]) -> None:
    reason = how.get("reason") or ""
    done(lambda store, of: append(store, of, taking_back(of), who(how), reason), _taken_back, how)


def _taken_back(after: AfterChange) -> list[str]:
    """What no longer stands; of calls that were made by themselves, what became of them."""
    then = replayed(after.first_line, after.stored[: len(after.stored) - len(after.made)])
    stood = {event.number for event in then.events if event.stands}
    gone = [event for event in after.tournament.events if event.number in stood and not event.stands]
    by = {event.number: event.who for event in after.stored}
    own = [event for event in gone if by[event.number] != AUTO] or gone
    again = [event.line for event in after.made if event.line != "undo"]
    lost = [event for event in gone if event not in own and event.line not in again]
    names = Names(after.computed["entrants"])
    in_words = [[event_words(event.line, names) for event in some] for some in (own, lost)]
    first, since = (listed_first(some, _NAMED) for some in in_words)  # and how many more there are
    said = [_("Taken back: %(what)s; entered by %(who)s.", what=first, who=by[own[0].number])] if own else []
    return [*said, _("With it what was called by itself since: %(what)s.", what=since)] if lost else said


def log(**how: Unpack[Looking]) -> None:
    with looked_at(how) as (_sql, followed):
        stands = {event.number: event.stands for event in followed.tournament.events}
        names = Names(as_object(followed.tournament)["entrants"])
    if how.get("as_json"):
        for event in followed.events:
            print_json(event_object(event, stands[event.number]))
        return
    # with their times in the tournament's time zone, as schedules have them
    made = TextTable("Event> | Time | Who:6 | What:20+ | Reason:10", spared=("Event", "Who"))
    for event in followed.events:
        words = event_words(event.line, names)
        is_undo = event.line == "undo"
        taken_back = not stands[event.number] and not is_undo
        made.add(
            str(event.number),
            f"{followed.local(event.at):%Y-%m-%d %H:%M}",
            event.who,
            _("(%(words)s) taken back", words=words) if taken_back else words,
            event.reason,
            style="dim" if taken_back or is_undo else "",
        )
    made.print()
    if not followed.events:
        say(_("Nothing has been entered yet."))
