"""What the commands of a tournament have in common: which tournament, who says it, and what came of it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypedDict, Unpack

import tallyboard.store as stores  # what writes is imported when it is asked for
from tallyboard.commands.tournament.shapes import ChangedObject, EventObject
from tallyboard.desk import Tournament, TournamentObject, as_object
from tallyboard.desk.flags import all_flags
from tallyboard.store import hubs, read_store, tournaments
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments import About, Followed, StoredEvent
from tallyboard.store.tournaments.appending import Because, Decide
from tallyboard.store.tournaments.follow import TOLD_MS
from tallyboard.store.tournaments.rows import of_id
from tallyboard.system.laptop import user_and_laptop
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.language import _, later
from tallyboard.text.printable import refuse_unprintable
from tallyboard.text.quantities import utc_of_ms
from tallyboard.text.tournament.next_step import flagged_words, next_step, set_back_words


class AfterChange(NamedTuple):
    """The tournament after a change; `computed` is its JSON object, `made` the new events, `stored` all of them, and
    `before` what was asked of how it stood without them."""

    tournament: Tournament
    computed: TournamentObject
    made: Sequence[StoredEvent]
    stored: Sequence[StoredEvent]
    first_line: str
    before: Any = None

    @property
    def words(self) -> list[str]:
        """The last line that was entered, word by word."""
        return self.made[-1].line.split()


# From the tournament afterwards to sentences that say what has changed.
Say = Callable[[AfterChange], list[str]]

# From the tournament as it stands, and what is entered now, to what is to be told of it afterwards.
Before = Callable[[Tournament, Sequence[str | Because]], Any]


class Looking(TypedDict, total=False):
    """What LOOKING gives."""

    tournament: str | None
    db: str | None
    as_json: bool


class Changing(Looking, total=False):
    """What CHANGING gives."""

    by: str | None
    reason: str | None


@contextmanager
def looked_at(how: Looking) -> Iterator[tuple[Sql, Followed]]:
    """The tournament as it stands, and the store that it is read from; nothing is changed."""
    with read_store(how.get("db")) as reader, reader.reading() as sql:
        yield sql, tournaments.followed(sql, how.get("tournament"))


def computed_of(how: Looking) -> TournamentObject:
    """The JSON object of the tournament that is meant."""
    with looked_at(how) as (_sql, followed):
        return as_object(followed.tournament)


def show(value: object, print_it: Callable[[], None], how: Looking) -> None:
    """The value as JSON, else as people read it."""
    if how.get("as_json"):
        print_json(value)
    else:
        print_it()


def change(decide: Decide, say_what: Say, before: Before = lambda *now: None, **how: Unpack[Changing]) -> None:
    """Enter what `decide` makes of the tournament; print what has changed, with what stood `before`, and what comes
    next."""
    reason = how.get("reason") or ""
    stood: Any = None

    def decided(tournament: Tournament) -> Sequence[str | Because]:
        nonlocal stood
        lines = decide(tournament)
        stood = before(tournament, lines)
        return lines

    def work(store: "stores.Store", followed: Followed) -> Sequence[StoredEvent]:
        return tournaments.append(store, followed, decided, who(how), reason)

    done(work, lambda after: say_what(after._replace(before=stood)), how)


def done(
    work: "Callable[[stores.Store, Followed], Sequence[StoredEvent]]", say_what: Say, how: Looking | Changing
) -> None:
    """Do the work, which gives the events that it entered. Print what has changed, a sentence a line, what comes next,
    and in which tournament; as JSON with the events. Flags are told where their number is another now.

    A database without a tournament is not made, nor migrated, for this.
    """
    with read_store(how.get("db")) as reader, reader.reading() as sql:
        tournaments.find(sql, how.get("tournament"))
    with stores.open_store(how.get("db")) as store:
        with store.reading() as sql:
            followed = tournaments.followed(sql, how.get("tournament"))
        flagged = len(all_flags(followed.tournament.state))
        made = work(store, followed)
        tournament, about = followed.tournament, followed.about
        computed = as_object(tournament)
        said = say_what(AfterChange(tournament, computed, made, followed.events, about.first_line))
        with store.reading() as sql:
            following = what_follows(sql, of_id(sql, about.id), tournament, computed)
    if followed.set_back >= TOLD_MS:
        said.append(set_back_words(followed.set_back))
    if len(computed["flags"]) != flagged:
        following += flagged_words(computed)
    if how.get("as_json"):
        changed: ChangedObject = {
            "tournament": about.id,
            "name": about.name,
            "events": [event_object(event) for event in made],
            "said": said,
            "next": following,
        }
        print_json(changed)
    else:
        for sentence in (*said, following, _("Tournament: %(name)s.", name=about.name)):
            say(sentence)


def what_follows(sql: Sql, about: About, tournament: Tournament, computed: TournamentObject) -> str:
    """What the organiser does next."""
    main = tournament.main_phase
    return next_step(computed, main.number if main else 0, about.auto, is_watched(sql))


def who(how: Changing) -> str:
    """Who says so: the one who is named, else the user and the laptop."""
    refuse_unprintable(later("The name"), how.get("by") or "")
    return how.get("by") or user_and_laptop()


def is_watched(sql: Sql) -> bool:
    """Whether a hub that stays, `tallyboard watch` or `tallyboard serve`, is on this database."""
    return any(hub.command.split()[:1] in (["watch"], ["serve"]) for hub in hubs.living(sql))


def event_object(event: StoredEvent, stands: bool = True) -> EventObject:
    """An event for --json, its time in UTC."""
    return {
        "event": event.number,
        "line": event.line,
        "at": utc_of_ms(event.at),
        "minute": event.minute,
        "who": event.who,
        "reason": event.reason,
        "stands": stands,
    }
