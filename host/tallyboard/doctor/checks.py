"""The doctor's table of checks, and running them. A check changes nothing."""

from collections.abc import Iterable
from contextlib import closing

from tallyboard.doctor import boards, database
from tallyboard.doctor.database import of_the_store
from tallyboard.doctor.environment import FAULT, WARN, Check, Environment, Finding, fault
from tallyboard.errors import TallyboardError
from tallyboard.shapes import DoctorFinding, DoctorObject
from tallyboard.system.error_log import unforeseen
from tallyboard.text.language import _, later

# In the order in which they are told; each name is the first column.
CHECKS: tuple[tuple[str, Check], ...] = (
    (later("program"), boards.program),
    (later("clock"), boards.clock),
    (later("folders"), boards.folders),
    (later("room"), boards.room),
    (later("drive"), boards.drives),
    (later("data port"), boards.data_ports),
    (later("port"), boards.answers),
    (later("firmware"), boards.firmware),
    (later("memory"), boards.memory),
    (later("journal"), boards.journal),
    (later("database"), database.database),
    (later("hubs"), of_the_store(database.hubs)),
    (later("orders"), of_the_store(database.orders)),
    (later("radio"), of_the_store(database.air)),
    (later("file"), of_the_store(database.file)),
    (later("records"), of_the_store(database.records)),
    (later("tournaments"), of_the_store(database.tournaments)),
    (later("tables"), of_the_store(database.tables)),
    (later("printing"), boards.printing),
    (later("epochs"), of_the_store(database.epochs)),
    (later("moments"), of_the_store(database.moments)),
    (later("copies"), of_the_store(database.copies)),
)


def diagnose(environment: Environment, checks: Iterable[tuple[str, Check]] = CHECKS) -> DoctorObject:
    """Do all checks. One that fails itself is a finding, and the others go on."""
    findings: list[DoctorFinding] = []
    with closing(environment):
        for name, check in checks:
            findings += [
                {"check": str(name), "level": one.level, "found": one.found, "remedy": one.remedy}
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
        return [fault(_("This check failed: %(cause)s", cause=told), told.next_step)]
