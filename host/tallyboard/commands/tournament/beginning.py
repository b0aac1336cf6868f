"""`tallyboard tournament new`, `read`, `list` and `use`: which tournaments there are."""

import secrets
import sys
from pathlib import Path

import tallyboard.store as stores  # what writes is imported when it is asked for
from tallyboard.commands import EXIT_BAD_USE, EXIT_DONE
from tallyboard.commands.score import RefusedFileError
from tallyboard.commands.tournament.compute import tournament_of
from tallyboard.commands.tournament.opened import what_follows, who
from tallyboard.commands.tournament.shapes import ListedTournament
from tallyboard.desk import as_object, script
from tallyboard.errors import TallyboardError
from tallyboard.store import read_store, tournaments
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments import About
from tallyboard.store.tournaments.follow import each_followed
from tallyboard.system.laptop import local_time_zone
from tallyboard.terminal.tables import TextTable, print_json, say
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.printable import refuse_unprintable
from tallyboard.text.quantities import local_time, utc_of_ms
from tallyboard.text.tournament.names import table_words

_ENTRY = {"singles": later("singles"), "doubles": later("doubles")}
_LOTS = 10**9  # seeds of the lot are below


def new(
    name: str,
    entry: str = "singles",
    seed: str | None = None,
    time_zone: str | None = None,
    db: str | None = None,
    as_json: bool = False,
) -> None:
    refuse_unprintable(later("The name"), name)
    lot = seed if seed is not None else str(secrets.randbelow(_LOTS))
    if not (lot.isascii() and lot.isdecimal() and len(lot) <= 9) or lot != str(int(lot)):
        raise TallyboardError("--seed %(lot)s is no number of up to nine digits.", "Give one, say --seed 7.", lot=lot)
    zone = time_zone or local_time_zone()
    with stores.open_store(db) as store:
        about = tournaments.create(store, " ".join(name.split()), f"tournament {entry} seed={lot}", zone)
        with store.reading() as sql:
            others = _calls_of_others(sql, about)
    begun = _(
        "%(name)s is begun: %(entry)s, lots by the number %(lot)s, times of %(zone)s.",
        name=about.name,
        entry=_ENTRY[entry],
        lot=lot,
        zone=zone,
    )
    step = _("Next: `tallyboard tournament add NAME` for each entrant, or `tallyboard tournament import FILE`.")
    _tell(about, as_json, begun, *others, step)


def read(
    file: str,
    name: str | None = None,
    time_zone: str | None = None,
    by: str | None = None,
    db: str | None = None,
    as_json: bool = False,
) -> int:
    try:
        read = tournament_of(file)
    except RefusedFileError as error:
        print(error.told(file), file=sys.stderr)
        return EXIT_BAD_USE
    called = name or (_("Tournament") if file == "-" else Path(file).stem)
    zone, says = time_zone or local_time_zone(), who({"by": by})
    with stores.open_store(db) as store:
        about = tournaments.create(store, called, script.first_line(read), zone, script.told(read), says)
        with store.reading() as sql:
            others = _calls_of_others(sql, about)
            following = what_follows(sql, about, read, as_object(read))
    events = ngettext("%(num)s event", "%(num)s events", about.last)
    done = _(
        "%(name)s is read: %(events)s, times of %(zone)s. It is in use now.", name=about.name, events=events, zone=zone
    )
    _tell(about, as_json, done, *others, following)
    return EXIT_DONE


def use(name: str, db: str | None = None, as_json: bool = False) -> None:
    with read_store(db) as reader, reader.reading() as sql:
        about = tournaments.find(sql, name)
    with stores.open_store(db) as store:
        tournaments.use(store, about.id)
        with store.reading() as sql:
            others = _calls_of_others(sql, about)
    _tell(about, as_json, _("%(name)s is in use, on every laptop of the database.", name=about.name), *others)


def _tell(about: About, as_json: bool, *said: str) -> None:
    """What was done, to a person or as JSON."""
    if as_json:
        print_json(_object(about, is_in_use=True))
        return
    for line in said:
        say(line)


def _calls_of_others(sql: Sql, about: About) -> list[str]:
    """The calls of other tournaments that last: their tables are still told of them. Of one that is damaged `verify`
    tells."""
    others = [one for one in tournaments.listed(sql) if one.id != about.id]
    still = later(
        "%(match)s of %(name)s is still called to %(table)s: `tallyboard tournament free %(free)s --tournament %(id)s` "
        "ends that."
    )
    return [
        _(
            still,
            match=call.match,
            name=other.name,
            table=table_words(call.table),
            free=call.table,
            id=other.id[:8],
        )
        for other, followed in each_followed(sql, others)
        if followed
        for call in followed.tournament.state.floor.calls_now()
    ]


def list_all(db: str | None = None, as_json: bool = False) -> None:
    with read_store(db) as reader, reader.reading() as sql:
        found = tournaments.listed(sql)
        used = tournaments.find(sql).id if found else None
    if as_json:
        for about in found:
            print_json(_object(about, about.id == used))
    elif found:
        made = TextTable("Tournament:12 | Id | Entrants | Begun | Events> | ", spared=("Id", "Events", "Entrants"))
        for about in found:
            entry, mark = about.first_line.split()[1], _("in use") if about.id == used else ""
            made.add(
                about.name, about.id[:8], _(_ENTRY[entry]), local_time(utc_of_ms(about.created)), str(about.last), mark
            )
        made.print()
    else:
        say(_("There is no tournament yet. `tallyboard tournament new NAME` begins one."))


def _object(about: About, is_in_use: bool) -> ListedTournament:
    """A tournament for --json."""
    return {
        "tournament": about.id,
        "name": about.name,
        "begins": about.first_line,
        "time_zone": about.time_zone,
        "created": utc_of_ms(about.created),
        "events": about.last,
        "auto": about.auto,
        "in_use": is_in_use,
    }
