"""`tallyboard report`: a zip for a bug report."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallyboard.commands.common import Db, Json, Ports, print_json

if TYPE_CHECKING:
    from tallyboard.care.report import Written


def report(
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE.zip", help="Default: tallyboard-report-YYYYMMDD-HHMMSS.zip in this folder."
        ),
    ] = None,
    db: Db = None,
    without_names: Annotated[
        bool, typer.Option("--without-names", help="Leave the names of players out, everywhere.")
    ] = False,
    port: Ports = None,
    as_json: Json = False,
) -> None:
    """Write a zip for a bug report: versions, doctor, database, matches, last frames, errors."""
    from tallyboard.care.case import Case
    from tallyboard.care.report import write_report

    written = write_report(Case(port or (), db), out, without_names)
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


def _print(written: "Written", without_names: bool) -> None:
    from tallyboard import tables, text

    out = tables.console()
    made = tables.table(out, "File|Size>|What it is")
    for name, size, what in written.members:
        made.add_row(text.printable(name), text.size(size), what)
    out.print(made)
    for note in written.notes:
        out.print(f"Not included. {text.printable(note)}")
    out.print(f"{text.printable(str(written.path))}: {text.size(written.path.stat().st_size)}")
    if without_names:
        out.print("Names of players are left out, as far as this laptop knows them.")
    else:
        out.print("It can hold names of players; with --without-names they are left out.")
