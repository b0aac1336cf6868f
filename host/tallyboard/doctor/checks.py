"""The doctor's table of checks, and running them. A check changes nothing."""

from collections.abc import Iterable
from contextlib import closing

from tallyboard.doctor import boards, database
from tallyboard.doctor.database import of_the_store
from tallyboard.doctor.environment import FAULT, WARN, Check, Environment, Finding, fault
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
    ("hubs", of_the_store(database.hubs)),
    ("orders", of_the_store(database.orders)),
    ("radio", of_the_store(database.air)),
    ("file", of_the_store(database.file)),
    ("records", of_the_store(database.records)),
    ("tournaments", of_the_store(database.tournaments)),
    ("tables", of_the_store(database.tables)),
    ("printing", boards.printing),
    ("epochs", of_the_store(database.epochs)),
    ("moments", of_the_store(database.moments)),
    ("copies", of_the_store(database.copies)),
)


def diagnose(environment: Environment, checks: Iterable[tuple[str, Check]] = CHECKS) -> DoctorObject:
    """Do all checks. One that fails itself is a finding, and the others go on."""
    findings: list[DoctorFinding] = []
    with closing(environment):
        for name, check in checks:
            findings += [
                {"check": name, "level": one.level, "found": one.found, "remedy": one.remedy}
                for one in _found(environment, check)
            ]
    levels = [one["level"] for one in findings]
    return {"faults": levels.count(FAULT), "warnings": levels.count(WARN), "checks": findings}


def _found(environment: Environment, check: Check) -> list[Finding]:
    """Of a check that fails halfway, only that: what it has seen before may be wrong too."""
    try:
        return list(check(environment))
    except TallyboardError as error:
        return [fault(error.cause, error.next_step)]
    except Exception as error:
        told = unforeseen(error)
        return [fault(f"This check failed: {told.cause}", told.next_step)]
