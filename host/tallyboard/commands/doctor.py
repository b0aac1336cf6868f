"""`tallyboard doctor`: what is wrong, and what helps."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallyboard.terminal.tables import print_json

if TYPE_CHECKING:
    from tallyboard.doctor.checks import Diagnosis


def doctor(port: Sequence[str] | None = None, db: str | None = None, as_json: bool = False) -> int:
    """Look for what is wrong with laptop, ports, boards and database, and say what helps. Changes nothing."""
    from tallyboard.doctor.checks import diagnose
    from tallyboard.doctor.environment import FAULT, Environment
    from tallyboard.terminal.streams import progress

    diagnosis = diagnose(Environment(port or (), db, progress=progress("Record")))
    if as_json:
        print_json(diagnosis.as_json())
    else:
        _print(diagnosis)
    return 1 if diagnosis.count(FAULT) else 0


def _print(diagnosis: "Diagnosis") -> None:
    from tallyboard.doctor.environment import FAULT, OK, WARN
    from tallyboard.terminal.tables import Column, Table
    from tallyboard.text import quantities

    styles = {OK: "green", WARN: "yellow", FAULT: "bold red"}
    what = Column("What is so, and what helps", least=20, wraps=True)
    made = Table((Column(""), Column("Check"), what), spared=("Check",))
    for name, finding in diagnosis.findings:
        made.add(finding.level, name, finding.found, style=styles.get(finding.level, ""))
        if finding.remedy:
            made.add("", "", finding.remedy)
    made.print()
    faults = quantities.counted(diagnosis.count(FAULT), "fault", "faults")
    print(f"{faults}, {quantities.counted(diagnosis.count(WARN), 'warning', 'warnings')}.")
