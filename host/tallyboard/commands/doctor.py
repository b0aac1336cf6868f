"""`tallyboard doctor`: what is wrong, and what helps."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallyboard.commands.common import DB, JSON, PORTS, print_json

if TYPE_CHECKING:
    from tallyboard.care.doctor import Examined


ARGUMENTS = (PORTS, DB, JSON)


def doctor(port: Sequence[str] | None = None, db: str | None = None, as_json: bool = False) -> int:
    """Look for what is wrong with laptop, ports, boards and database, and say what helps. Changes nothing."""
    from tallyboard.care.case import FAULT, Case
    from tallyboard.care.doctor import examine

    examined = examine(Case(port or (), db))
    if as_json:
        print_json(examined.as_json())
    else:
        _print(examined)
    return 1 if examined.count(FAULT) else 0


def _print(examined: "Examined") -> None:
    from tallyboard import tables, text
    from tallyboard.care.case import FAULT, OK, WARN

    out = tables.console()
    styles = {OK: "green", WARN: "yellow", FAULT: "bold red"} if out.is_terminal else {}
    made = tables.table(out, "|Check|What is so, and what helps")
    for name, finding in examined.findings:
        made.add_row(finding.level, name, finding.found, style=styles.get(finding.level))
        if finding.remedy:
            made.add_row("", "", finding.remedy)
    out.print(made)
    faults = text.counted(examined.count(FAULT), "fault", "faults")
    out.print(f"{faults}, {text.counted(examined.count(WARN), 'warning', 'warnings')}.")
