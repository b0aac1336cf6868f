"""`tallyboard verify`, `rebuild` and `copy`: a store as a whole."""

import sys
from collections.abc import Iterator

from tallyboard.commands import EXIT_DONE, EXIT_NOT_SO
from tallyboard.desk import as_object
from tallyboard.errors.store import FROM_THE_BOARDS
from tallyboard.shapes import CopiedObject
from tallyboard.store import Reader, read_store, tournaments
from tallyboard.store.tournaments.merging import LeftOut
from tallyboard.store.verify import verify as look
from tallyboard.terminal.console import bar
from tallyboard.terminal.streams import progress
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.language import later
from tallyboard.text.printable import printable
from tallyboard.text.quantities import counted
from tallyboard.text.tournament.names import Names, event_words
from tallyboard.text.verdict import verdict


def verify(db: str | None = None, as_json: bool = False) -> int:
    with read_store(db) as store:
        findings = look(store, progress(later("Record")))
    if as_json:
        print_json(findings.as_json())
    else:
        for line in verdict(findings.as_json()):
            say(line)
    return EXIT_DONE if findings.sound else EXIT_NOT_SO


def rebuild(db: str | None = None, as_json: bool = False) -> int:
    from tallyboard.store.rebuilding import rebuild as run  # SQLAlchemy, without which `verify` starts at once

    rebuilt = run(db)
    if as_json:
        damaged = None if rebuilt.damaged is None else str(rebuilt.damaged)
        lost = [{"tournament": one.tournament, "events": one.events} for one in rebuilt.losses]
        told = {"matches": rebuilt.matches, "damaged": damaged, "records": rebuilt.records}
        print_json({**told, "doubtful": rebuilt.doubtful, "lost": lost})
        return EXIT_NOT_SO if lost else EXIT_DONE
    matches = counted(rebuilt.matches, "match", "matches")
    if rebuilt.damaged is None:
        say(f"{matches} computed anew.")
    else:
        say(f"{counted(rebuilt.records or 0, 'record', 'records')} saved, {matches} computed from them.")
        say(f"The damaged file is {rebuilt.damaged} now. Sync the boards: they still have their last records.")
    if rebuilt.doubtful:
        records = counted(rebuilt.doubtful, "more record is", "more records are")
        say(f"{records} sound, but nothing tells of which board: left in that file. A sync, or a copy, may bring them.")
    for one in rebuilt.losses:
        events = counted(one.events, "event is", "events are")
        say(f"The tournament {one.tournament} was damaged: {events} lost or not in force, see its log.")
    if rebuilt.losses:
        say("`tallyboard copy` from a backup, or from another laptop, brings them back: do that before you go on.")
    return EXIT_NOT_SO if rebuilt.losses else EXIT_DONE


_TOLD = 20  # events of a tournament that were left out


def copy(source: str, target: str, as_json: bool = False) -> int:
    from tallyboard.store.merge import merge, open_both  # SQLAlchemy, as above

    reader, store = open_both(source, target)
    with reader, store:
        doing = f"copying {reader.database}"
        with bar(doing, doing) as (on_progress, _):
            merged = merge(reader, store, on_progress)
        if as_json:
            told = {key: getattr(merged, key) for key in CopiedObject.__annotations__}
            print_json({**told, "left_out": [one.as_json() for one in merged.left_out]})
        else:
            journals = f" in {counted(merged.journals, 'new journal', 'new journals')}" if merged.journals else ""
            say(f"{counted(merged.received, 'record', 'records')} copied{journals}, {merged.already_had} there before.")
            if merged.events:
                say(f"{counted(merged.events, 'event of a tournament', 'events of tournaments')} copied.")
            if merged.notices:
                say(f"{counted(merged.notices, 'notice', 'notices')} copied.")
            if merged.corrections:
                say(f"{counted(merged.corrections, 'correction', 'corrections')} copied.")
            say(f"{store.database}: {counted(merged.matches, 'match', 'matches')} now.")
        sys.stdout.flush()
        for alarm in merged.alarms:
            print(printable(str(alarm)), file=sys.stderr)
        if merged.damaged:
            records = counted(merged.damaged, "record", "records")
            print(printable(f"{records} of {reader.database} left out: damaged. {FROM_THE_BOARDS}"), file=sys.stderr)
        if merged.damaged_corrections:
            corrections = counted(merged.damaged_corrections, "correction", "corrections")
            then = "`tallyboard verify` there names them; correct again what is missing."
            print(printable(f"{corrections} of {reader.database} left out: damaged. {then}"), file=sys.stderr)
        for tournament in merged.left_out:
            for line in (str(tournament), *_events_left_out(tournament, reader)):
                print(printable(line), file=sys.stderr)
    is_less = merged.damaged or merged.damaged_corrections or merged.left_out
    return EXIT_NOT_SO if merged.alarms or is_less else EXIT_DONE


def _events_left_out(tournament: LeftOut, source: Reader) -> Iterator[str]:
    """The events of a tournament that went on in both databases, as its log has them: number, words, who."""
    if not tournament.apart:
        return
    names = Names([])
    if tournament.kind == "tournament":
        with source.reading() as sql:
            names = Names(as_object(tournaments.followed(sql, tournament.tournament).tournament)["entrants"])
    for event in tournament.apart[:_TOLD]:
        said = event_words(event.line, names) if tournament.kind == "tournament" else event.line
        yield f"  {event.number}  {said}  ({event.who})"
    if len(tournament.apart) > _TOLD:
        yield f"  and {len(tournament.apart) - _TOLD} more"
