"""`tallyboard copy`: one store merged into another."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tallyboard.terminal.tables import print_json

if TYPE_CHECKING:
    from tallyboard.shapes import CopiedObject
    from tallyboard.store import Reader
    from tallyboard.store.merge import Merged
    from tallyboard.store.tournaments.merging import LeftOut

_TOLD = 20  # events of a tournament that were left out


def copy(source: str, target: str, as_json: bool = False) -> int:
    """Merge a store into another: in any order, any number of times, the same is there at the end."""
    from tallyboard.store.merge import merge, open_both
    from tallyboard.text.printable import printable

    reader, store = open_both(source, target)
    with reader, store:
        with _progress(reader.database) as on_progress:
            merged = merge(reader, store, on_progress)
        if as_json:
            print_json(_as_json(merged))
        else:
            _print(merged, store.database)
        sys.stdout.flush()
        for alarm in merged.alarms:
            print(printable(str(alarm)), file=sys.stderr)
        if merged.damaged:
            print(printable(_left_out(merged.damaged, reader.database)), file=sys.stderr)
        if merged.damaged_corrections:
            print(printable(_corrections_left_out(merged.damaged_corrections, reader.database)), file=sys.stderr)
        for tournament in merged.left_out:
            for line in (str(tournament), *_events_left_out(tournament, reader)):
                print(printable(line), file=sys.stderr)
    is_less = merged.damaged or merged.damaged_corrections or merged.left_out
    return 1 if merged.alarms or is_less else 0


def _as_json(merged: "Merged") -> "CopiedObject":
    return {
        "journals": merged.journals,
        "received": merged.received,
        "already_had": merged.already_had,
        "damaged": merged.damaged,
        "conflicts": merged.conflicts,
        "events": merged.events,
        "notices": merged.notices,
        "left_out": [one.as_json() for one in merged.left_out],
        "corrections": merged.corrections,
        "damaged_corrections": merged.damaged_corrections,
        "matches": merged.matches,
    }


def _print(merged: "Merged", target: str) -> None:
    from tallyboard.terminal.tables import say
    from tallyboard.text.quantities import counted

    journals = f" in {counted(merged.journals, 'new journal', 'new journals')}" if merged.journals else ""
    say(f"{_records(merged.received)} copied{journals}, {merged.already_had} there before.")
    if merged.events:
        say(f"{counted(merged.events, 'event of a tournament', 'events of tournaments')} copied.")
    if merged.notices:
        say(f"{counted(merged.notices, 'notice', 'notices')} copied.")
    if merged.corrections:
        say(f"{counted(merged.corrections, 'correction', 'corrections')} copied.")
    say(f"{target}: {counted(merged.matches, 'match', 'matches')} now.")


def _left_out(n: int, source: str) -> str:
    from tallyboard.store.failures import FROM_THE_BOARDS

    return f"{_records(n)} of {source} left out: damaged. {FROM_THE_BOARDS}"


def _corrections_left_out(n: int, source: str) -> str:
    from tallyboard.text.quantities import counted

    left_out = f"{counted(n, 'correction', 'corrections')} of {source} left out: damaged."
    return f"{left_out} `tallyboard verify` there names them; correct again what is missing."


def _events_left_out(tournament: "LeftOut", source: "Reader") -> Iterator[str]:
    """The events of a tournament that went on in both databases, as its log has them: number, words, who."""
    from tallyboard.desk import as_object
    from tallyboard.store import tournaments
    from tallyboard.text.tournament.event_words import event_words
    from tallyboard.text.tournament.names import Names

    if not tournament.apart:
        return
    with source.reading() as sql:
        followed = tournaments.followed(sql, tournament.tournament)
    names = Names(as_object(followed.tournament)["entrants"])
    for event in tournament.apart[:_TOLD]:
        yield f"  {event.number}  {event_words(event.line, names)}  ({event.who})"
    if len(tournament.apart) > _TOLD:
        yield f"  and {len(tournament.apart) - _TOLD} more"


def _records(n: int) -> str:
    from tallyboard.text.quantities import counted

    return counted(n, "record", "records")


@contextmanager
def _progress(source: str) -> Iterator[Callable[[int, int], None]]:
    """What to call with (records done, all); it shows on stderr."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from tallyboard.terminal.console import console

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"copying {source}", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
