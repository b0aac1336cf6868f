"""The doctor's table of checks, and running them. A check changes nothing."""

from collections.abc import Iterable
from dataclasses import dataclass

from tallyboard.doctor import boards, database
from tallyboard.doctor.environment import FAULT, WARN, Check, Environment, Finding
from tallyboard.errors import TallyboardError
from tallyboard.shapes import DoctorFinding, DoctorObject
from tallyboard.system.error_log import unforeseen

# In the order in which they are told; each name is the first column.
CHECKS: tuple[tuple[str, Check], ...] = (
    ("program", boards.program),
    ("clock", boards.clock),
    ("folders", boards.folders),
    ("room", boards.room),
    ("drive", boards.drives),
    ("data port", boards.data_ports),
    ("port", boards.answers),
    ("firmware", boards.firmware),
    ("memory", boards.memory),
    ("journal", boards.journal),
    ("database", database.database),
    ("hubs", database.hubs),
    ("orders", database.orders),
    ("file", database.file),
    ("records", database.records),
    ("tournaments", database.tournaments),
    ("tables", database.tables),
    ("printing", boards.printing),
    ("epochs", database.epochs),
    ("moments", database.moments),
    ("copies", database.copies),
)


@dataclass(frozen=True)
class Diagnosis:
    """(name of the check, what it found), in order."""

    findings: tuple[tuple[str, Finding], ...]

    def count(self, level: str) -> int:
        """How many findings are of this level."""
        return sum(finding.level == level for _, finding in self.findings)

    def as_json(self) -> DoctorObject:
        """Everything as plain values."""
        checks: list[DoctorFinding] = [
            {"check": name, "level": one.level, "found": one.found, "remedy": one.remedy} for name, one in self.findings
        ]
        return {"faults": self.count(FAULT), "warnings": self.count(WARN), "checks": checks}


def diagnose(environment: Environment, checks: Iterable[tuple[str, Check]] = CHECKS) -> Diagnosis:
    """Do all checks. One that fails itself is a finding, and the others go on."""
    findings: list[tuple[str, Finding]] = []
    try:
        for name, check in checks:
            try:
                findings += [(name, finding) for finding in check(environment)]
            except TallyboardError as error:
                findings.append((name, Finding(FAULT, error.cause, error.next_step)))
            except Exception as error:
                told = unforeseen(error)
                findings.append((name, Finding(FAULT, f"This check failed: {told.cause}", told.next_step)))
    finally:
        environment.close()
    return Diagnosis(tuple(findings))
