"""`tallyboard verify`, `rebuild` and `copy`: a store as a whole."""

import sys
from collections.abc import Iterator

from tallyboard.commands import EXIT_DONE, EXIT_NOT_SO
from tallyboard.desk import as_object
from tallyboard.errors import nlater
from tallyboard.errors.store import FROM_THE_BOARDS
from tallyboard.shapes import CopiedObject
from tallyboard.store import Reader, read_store, tournaments
from tallyboard.store.tournaments.merging import LeftOut
from tallyboard.store.verify import verify as look
from tallyboard.terminal.console import bar
from tallyboard.terminal.streams import progress
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.printable import printable
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
    if rebuilt.damaged is None:
        say(ngettext("%(num)s match computed anew.", "%(num)s matches computed anew.", rebuilt.matches))
    else:
        computed = ngettext("%(num)s match computed from them.", "%(num)s matches computed from them.", rebuilt.matches)
        say(ngettext("%(num)s record saved,", "%(num)s records saved,", rebuilt.records or 0) + " " + computed)
        say(
            _(
                "The damaged file is %(damaged)s now. Sync the boards: they still have their last records.",
                damaged=rebuilt.damaged,
            )
        )
    if rebuilt.doubtful:
        say(
            ngettext(
                "%(num)s more record is sound, but nothing tells of which board: left in that file. A sync, or a "
                "copy, may bring them.",
                "%(num)s more records are sound, but nothing tells of which board: left in that file. A sync, or a "
                "copy, may bring them.",
                rebuilt.doubtful,
            )
        )
    for one in rebuilt.losses:
        say(
            ngettext(
                "The tournament %(tournament)s was damaged: %(num)s event is lost or not in force, see its log.",
                "The tournament %(tournament)s was damaged: %(num)s events are lost or not in force, see its log.",
                one.events,
                tournament=one.tournament,
            )
        )
    if rebuilt.losses:
        say(_("`tallyboard copy` from a backup, or from another laptop, brings them back: do that before you go on."))
    return EXIT_NOT_SO if rebuilt.losses else EXIT_DONE


_TOLD = 20  # events of a tournament that were left out


def copy(source: str, target: str, as_json: bool = False) -> int:
    from tallyboard.store.merge import merge, open_both  # SQLAlchemy, as above

    reader, store = open_both(source, target)
    with reader, store:
        doing = _("copying %(database)s", database=reader.database)
        with bar(doing, doing) as (on_progress, _on_wait):
            merged = merge(reader, store, on_progress)
        if as_json:
            told = {key: getattr(merged, key) for key in CopiedObject.__annotations__}
            print_json({**told, "left_out": [one.as_json() for one in merged.left_out]})
        else:
            journals = ngettext(" in %(num)s new journal", " in %(num)s new journals", merged.journals)
            say(
                ngettext(
                    "%(num)s record copied%(journals)s, %(had)s there before.",
                    "%(num)s records copied%(journals)s, %(had)s there before.",
                    merged.received,
                    journals=journals if merged.journals else "",
                    had=merged.already_had,
                )
            )
            for copied in (
                nlater("%(num)s event of a tournament copied.", "%(num)s events of tournaments copied.", merged.events),
                nlater("%(num)s notice copied.", "%(num)s notices copied.", merged.notices),
                nlater("%(num)s correction copied.", "%(num)s corrections copied.", merged.corrections),
            ):
                if copied.number:
                    say(_(copied))
            now = ngettext("%(num)s match now.", "%(num)s matches now.", merged.matches)
            say(_("%(name)s: %(said)s", name=store.database, said=now))
        sys.stdout.flush()
        for alarm in merged.alarms:
            print(printable(str(alarm)), file=sys.stderr)
        if merged.damaged:
            left_out = ngettext(
                "%(num)s record of %(database)s left out: damaged.",
                "%(num)s records of %(database)s left out: damaged.",
                merged.damaged,
                database=reader.database,
            )
            print(printable(f"{left_out} {_(FROM_THE_BOARDS)}"), file=sys.stderr)
        if merged.damaged_corrections:
            left_out = ngettext(
                "%(num)s correction of %(database)s left out: damaged.",
                "%(num)s corrections of %(database)s left out: damaged.",
                merged.damaged_corrections,
                database=reader.database,
            )
            then = _("`tallyboard verify` there names them; correct again what is missing.")
            print(printable(f"{left_out} {then}"), file=sys.stderr)
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
        yield "  " + _("and %(count)s more", count=len(tournament.apart) - _TOLD)
