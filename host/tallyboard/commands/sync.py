"""`tallyboard sync`: copy what a board recorded into the store."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from tallyboard.commands.common import Db, Json, print_json

if TYPE_CHECKING:
    from tallyboard.sync import Report


def sync(
    port: Annotated[str, typer.Argument(metavar="PORT", help="The board's data port, as in /dev/ttyACM1 or COM4.")],
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Copy everything that a board recorded into the store."""
    from tallyboard.link import Client, SerialPort
    from tallyboard.link.trace import Traced
    from tallyboard.store import open_store
    from tallyboard.sync import sync as run

    with Traced(SerialPort(port)) as opened, closing(open_store(db)) as store, _progress() as on_progress:
        report = run(Client(opened), store, on_progress)
    if as_json:
        keys = ("board", "epoch", "received", "already_had", "damaged", "acked")
        print_json({key: getattr(report, key) for key in keys})
    else:
        name = f"{report.table} ({report.board})" if report.table else report.board
        print(f"{name}: {_records(report.received)} received, {report.already_had} here before.")
    sys.stdout.flush()
    for warning in _warnings(report):
        print(warning, file=sys.stderr)
    if report.conflicts:
        raise typer.Exit(1)


def _records(n: int) -> str:
    from tallyboard.text import counted

    return counted(n, "record", "records")


def _warnings(report: "Report") -> list[str]:
    warnings = []
    if report.conflicts:
        warnings.append(
            f"ALARM: {_records(len(report.conflicts))} of this board are stored with other bytes, the first is number "
            f"{report.conflicts[0]}: it tells another history now. Both are kept; `tallyboard verify` lists them."
        )
    if report.damaged:
        warnings.append(
            f"{_records(report.damaged)} arrived damaged again and again and could not be stored; a match that they "
            "belong to shows as incomplete unless the board went on without them."
        )
    if report.board_damaged:
        warnings.append(
            f"The board reports {_records(report.board_damaged)} damaged in its memory. If there are more next time, "
            "have the FRAM and its wiring checked."
        )
    if report.missing:
        warnings.append(
            f"{_records(report.missing)} were freed on the board before this store had them; another laptop "
            "acknowledged them. A match that is cut by this gap shows as incomplete."
        )
    return warnings


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr when that is a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from tallyboard.tables import console

    columns = (TextColumn("syncing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("syncing", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
