"""Which seasons there are, and one as it stands: `new`, `list`, `standings`, `log`."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypedDict, Unpack

import tallyboard.store as stores  # what writes is imported when it is asked for
from tallyboard.commands.season.shapes import ListedSeason
from tallyboard.commands.tournament.opened import event_object
from tallyboard.desk.season import SeasonObject
from tallyboard.store import read_store, tournaments
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments import About
from tallyboard.store.tournaments.follow import FollowedSeason
from tallyboard.store.tournaments.rows import find_season, listed, seasons
from tallyboard.store.tournaments.seasons import Evenings, computed_season, followed_season
from tallyboard.system.laptop import local_time_zone
from tallyboard.terminal.season import print_season
from tallyboard.terminal.tables import TextTable, print_json, say
from tallyboard.text.language import _, later
from tallyboard.text.printable import refuse_unprintable
from tallyboard.text.quantities import local_time, utc_of_ms


class LookingAtSeason(TypedDict, total=False):
    """What LOOKING of the catalogue gives."""

    season: str | None
    db: str | None
    as_json: bool


class StoredSeason(NamedTuple):
    """A season as it stands. `names`: of the tournaments of its nights, by what the night's line has."""

    about: About
    followed: FollowedSeason
    computed: SeasonObject
    names: Mapping[str, str]


def new(name: str, options: Sequence[str] = (), db: str | None = None, as_json: bool = False) -> None:
    refuse_unprintable(later("The name"), name)
    with stores.open_store(db) as store:
        about = tournaments.create(store, name, " ".join(["season", *options]), local_time_zone())
    if as_json:
        print_json(_object(about, is_in_use=True))
        return
    say(_("%(name)s is begun: %(line)s.", name=about.name, line=about.first_line))
    say(_("Next: `tallyboard season player NAME` for everybody, then `tallyboard season night` after each evening."))


def list_all(db: str | None = None, as_json: bool = False) -> None:
    with read_store(db) as reader, reader.reading() as sql:
        found = seasons(sql)
        used = find_season(sql).id if found else None
    if as_json:
        for about in found:
            print_json(_object(about, about.id == used))
    elif found:
        made = TextTable("Season:12 | Id | Begun | Events> | Options:12+ | ", spared=("Id", "Events"))
        for about in found:
            begun, mark = local_time(utc_of_ms(about.created)), _("in use") if about.id == used else ""
            options = about.first_line.partition(" ")[2]
            made.add(about.name, about.id[:8], begun, str(about.last), options, mark)
        made.print()
    else:
        say(_("There is no season yet. `tallyboard season new NAME` begins one."))


def _object(about: About, is_in_use: bool) -> ListedSeason:
    return {
        "season": about.id,
        "name": about.name,
        "begins": about.first_line,
        "created": utc_of_ms(about.created),
        "events": about.last,
        "in_use": is_in_use,
    }


@contextmanager
def looked_at(how: LookingAtSeason) -> Iterator[tuple[Sql, FollowedSeason]]:
    """The season that is meant, and the store that it is read from; nothing is changed."""
    with read_store(how.get("db")) as reader, reader.reading() as sql:
        yield sql, followed_season(sql, how.get("season"))


def seen(how: LookingAtSeason) -> StoredSeason:
    """The season with all that follows. Raises TallyboardError, also for a night that is not to be had."""
    with looked_at(how) as (sql, followed):
        computed = computed_season(sql, followed.season, Evenings())
        return StoredSeason(followed.about, followed, computed, names_of(sql))


def names_of(sql: Sql) -> dict[str, str]:
    """The names of the store's tournaments by their ids."""
    return {about.id: about.name for about in listed(sql)}


def standings(**how: Unpack[LookingAtSeason]) -> None:
    it = seen(how)
    if how.get("as_json"):
        print_json(it.computed)
    else:
        say(it.about.name)
        print()
        print_season(it.computed, it.names)


def log(**how: Unpack[LookingAtSeason]) -> None:
    with looked_at(how) as (sql, followed):
        names = names_of(sql)
    stands = {event.number: event.stands for event in followed.season.events}
    if how.get("as_json"):
        for event in followed.events:
            print_json(event_object(event, stands[event.number]))
        return
    made = TextTable("Event> | Time | Who:6 | What:20+ | Reason:10", spared=("Event", "Who"))
    for event in followed.events:
        words = " ".join(names.get(word, word) for word in event.line.split())
        taken_back = not stands[event.number] and event.line != "undo"
        said = _("(%(words)s) taken back", words=words) if taken_back else words
        when = f"{followed.local(event.at):%Y-%m-%d %H:%M}"
        style = "" if stands[event.number] else "dim"
        made.add(str(event.number), when, event.who, said, event.reason, style=style)
    made.print()
    if not followed.events:
        say(_("Nothing has been entered yet."))
