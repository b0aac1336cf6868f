"""`tallyboard report`: a zip for a bug report."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tallyboard.terminal.tables import print_json

if TYPE_CHECKING:
    from tallyboard.doctor.report import ReportFile


def report(
    out: Path | None = None,
    db: str | None = None,
    without_names: bool = False,
    port: Sequence[str] | None = None,
    as_json: bool = False,
) -> None:
    """Write a zip for a bug report: versions, doctor, database, matches, last frames, errors."""
    from tallyboard.doctor.environment import Environment
    from tallyboard.doctor.report import write_report

    written = write_report(Environment(port or (), db), out, without_names)
    if as_json:
        members = [{"name": name, "bytes": size, "what": what} for name, size, what in written.members]
        print_json(
            {
                "file": str(written.path),
                "bytes": written.path.stat().st_size,
                "without_names": without_names,
                "members": members,
                "not_included": written.notes,
            }
        )
    else:
        _print(written, without_names)


def _print(written: "ReportFile", without_names: bool) -> None:
    from tallyboard.terminal.tables import Column, Table, say
    from tallyboard.text import quantities

    columns = (Column("File", least=8), Column("Size", right=True), Column("What it is", least=16, wraps=True))
    made = Table(columns, spared=("Size",))
    for name, size, what in written.members:
        made.add(name, quantities.size(size), what)
    made.print()
    for note in written.notes:
        say(f"Not included. {note}")
    say(f"{written.path}: {quantities.size(written.path.stat().st_size)}")
    if without_names:
        say("Names of players are left out, as far as this laptop knows them.")
    else:
        say("It can hold names of players; with --without-names they are left out.")
