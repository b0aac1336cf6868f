"""What the commands of a tournament have in common: which tournament, who says it, and what came of it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import NamedTuple, TypedDict, Unpack

import tallyboard.store as stores  # what writes is imported when it is asked for
from tallyboard.commands import EXIT_DONE
from tallyboard.commands.tournament.shapes import ChangedObject, EventObject
from tallyboard.desk import Tournament, TournamentObject, as_object
from tallyboard.desk.flags import all_flags
from tallyboard.store import hubs, read_store, tournaments
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments import Because, Followed, StoredEvent
from tallyboard.store.tournaments.follow import TOLD_MS
from tallyboard.system.laptop import user_and_laptop
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.printable import refuse_unprintable
from tallyboard.text.quantities import utc_text
from tallyboard.text.tournament.next_step import flagged_words, next_step, set_back_words

# From the tournament as it stands to the lines that are to be entered, in the form of a script.
Decide = Callable[["Tournament"], "Sequence[str | Because]"]


class AfterChange(NamedTuple):
    """The tournament after a change; `computed` is its JSON object, `entered` the new events, `stored` all of them."""

    tournament: Tournament
    computed: TournamentObject
    entered: Sequence[StoredEvent]
    stored: Sequence[StoredEvent]


# From the tournament afterwards to sentences that say what has changed.
Say = Callable[[AfterChange], list[str]]


@contextmanager
def looked_at(tournament: str | None, db: str | None) -> Iterator[tuple[Sql, Followed]]:
    """The tournament as it stands, and the store that it is read from; nothing is changed."""
    with closing(read_store(db)) as reader, reader.reading() as sql:
        yield sql, tournaments.followed(sql, tournament)


@contextmanager
def opened(tournament: str | None, db: str | None) -> Iterator[tuple["stores.Store", Followed]]:
    """The same to be written to. A database without a tournament is not made, nor migrated, for this."""
    with closing(read_store(db)) as reader, reader.reading() as sql:
        tournaments.find(sql, tournament)
    with closing(stores.open_store(db)) as store:
        with store.reading() as sql:
            followed = tournaments.followed(sql, tournament)
        yield store, followed


class Looking(TypedDict, total=False):
    """What LOOKING gives."""

    tournament: str | None
    db: str | None
    as_json: bool


class Changing(Looking, total=False):
    """What CHANGING gives."""

    by: str | None
    reason: str | None


def change(decide: Decide, say_what: Say, **how: Unpack[Changing]) -> int:
    """Enter what `decide` makes of the tournament; print what has changed and what comes next."""
    flagged = 0

    def decided(tournament: Tournament) -> Sequence[str | Because]:
        nonlocal flagged
        flagged = count_of_flags(tournament)
        return decide(tournament)

    with opened(how.get("tournament"), how.get("db")) as (store, followed):
        entered = tournaments.append(store, followed, decided, who(how), how.get("reason") or "")
        tell(store, followed, say_what, entered, how.get("as_json", False), flagged)
    return EXIT_DONE


def count_of_flags(tournament: Tournament) -> int:
    """How much is not as it should be."""
    return len(all_flags(tournament.state))


def who(how: Changing) -> str:
    """Who says so: the one who is named, else the user and the laptop."""
    refuse_unprintable("The name", how.get("by") or "")
    return how.get("by") or user_and_laptop()


def tell(
    store: "stores.Store",
    followed: Followed,
    say_what: Say,
    entered: Sequence[StoredEvent],
    as_json: bool,
    flagged: int,
) -> None:
    """Print what has changed, a sentence a line, what comes next, and in which tournament; as JSON with the events that
    were entered.

    `flagged`: how much was flagged before. Flags are told where their number is another now.
    """
    computed = as_object(followed.tournament)
    said = say_what(AfterChange(followed.tournament, computed, entered, followed.events))
    if followed.set_back >= TOLD_MS:
        said.append(set_back_words(followed.set_back))
    with store.reading() as sql:
        main = followed.tournament.main_phase
        following = next_step(computed, main.number if main else 0, followed.about.auto, is_watched(sql))
    if len(computed["flags"]) != flagged:
        following += flagged_words(computed)
    if as_json:
        events = [event_object(event) for event in entered]
        changed: ChangedObject = {
            "tournament": followed.about.id,
            "name": followed.about.name,
            "events": events,
            "said": said,
            "next": following,
        }
        print_json(changed)
        return
    for sentence in said:
        say(sentence)
    say(following)
    say(f"Tournament: {followed.about.name}.")


def is_watched(sql: Sql) -> bool:
    """Whether a hub that stays, `tallyboard watch` or `tallyboard serve`, is on this database."""
    return any(hub.command.split()[:1] in (["watch"], ["serve"]) for hub in hubs.living(sql))


def event_object(event: StoredEvent, stands: bool = True) -> EventObject:
    """An event for --json, its time in UTC."""

    return {
        "event": event.number,
        "line": event.line,
        "at": utc_text(datetime.fromtimestamp(event.at / 1000, UTC)),
        "minute": event.minute,
        "who": event.who,
        "reason": event.reason,
        "stands": stands,
    }
