"""`tallyboard doctor`: what is wrong, and what helps."""

from typing import TYPE_CHECKING

import typer

from tallyboard.commands.common import Db, Json, Ports, print_json

if TYPE_CHECKING:
    from tallyboard.care.doctor import Examined


def doctor(port: Ports = None, db: Db = None, as_json: Json = False) -> None:
    """Look for what is wrong with laptop, ports, boards and database, and say what helps. Changes nothing."""
    from tallyboard.care.case import FAULT, Case
    from tallyboard.care.doctor import examine

    examined = examine(Case(port or (), db))
    if as_json:
        print_json(examined.as_json())
    else:
        _print(examined)
    if examined.count(FAULT):
        raise typer.Exit(1)


def _print(examined: "Examined") -> None:
    from tallyboard import tables, text
    from tallyboard.care.case import FAULT, OK, WARN

    out = tables.console()
    styles = {OK: "green", WARN: "yellow", FAULT: "bold red"} if out.is_terminal else {}
    made = tables.table(out, "|Check|What is so, and what helps")
    for name, finding in examined.findings:
        made.add_row(finding.level, name, text.printable(finding.found), style=styles.get(finding.level))
        if finding.remedy:
            made.add_row("", "", text.printable(finding.remedy))
    out.print(made)
    faults = text.counted(examined.count(FAULT), "fault", "faults")
    out.print(f"{faults}, {text.counted(examined.count(WARN), 'warning', 'warnings')}.")
