"""The boards that answer: their firmware, their memory, and what they have not handed over yet."""

from collections.abc import Iterator

from shared_rules import VERSION
from shared_rules.journal import record
from tallyboard.doctor.environment import Environment
from tallyboard.doctor.findings import FAULT, OK, WARN, Finding
from tallyboard.drive import versions
from tallyboard.drive.files import firmware_dir
from tallyboard.drive.wiring import read_wiring
from tallyboard.errors import UPDATE
from tallyboard.link.advice import HARD_RESET
from tallyboard.link.client import BoardRefusedError
from tallyboard.shapes import Welcome
from tallyboard.text.quantities import counted

_NEARLY_FULL = 0.75  # of the FRAM; a match that fills the rest is still taken


def firmware(environment: Environment) -> Iterator[Finding]:
    """Whether boards and laptop are of the same version."""
    for fields in _heard(environment):
        theirs = fields["firmware"]
        if versions.older(theirs, VERSION):
            remedy = f"Run `tallyboard deploy`, then {HARD_RESET}."
            yield Finding(WARN, f"{_name(fields)} runs firmware {theirs}, this is tallyboard {VERSION}.", remedy)
        elif versions.older(VERSION, theirs):
            yield Finding(WARN, f"{_name(fields)} runs firmware {theirs}, this is tallyboard {VERSION}.", UPDATE)
        else:
            yield Finding(OK, f"{_name(fields)} runs firmware {theirs}.")


def memory(environment: Environment) -> Iterator[Finding]:
    """Whether the chip that keeps the journal answers, and whether it keeps what was written."""
    for answer in environment.answers:
        if isinstance(answer.error, BoardRefusedError):
            yield Finding(FAULT, answer.error.cause, answer.error.next_step)
    for fields in _heard(environment):
        damaged = fields["damaged"]
        if damaged:
            yield Finding(
                WARN,
                f"{_name(fields)} has found {counted(damaged, 'record', 'records')} damaged in its memory.",
                "Sync, then check the wires of the FRAM; if it happens again, replace the chip.",
            )
        else:
            yield Finding(OK, f"{_name(fields)} has found no damage in its memory.")


def journal(environment: Environment) -> Iterator[Finding]:
    """What the boards hold that no laptop has; a board that is full of that refuses presses."""
    room = read_wiring(firmware_dir()).fram_bytes // record.SIZE
    for fields in _heard(environment):
        waiting = fields["next"] - max(fields["acked"], fields["oldest"])
        said = f"{_name(fields)} holds {counted(waiting, 'record', 'records')} that no laptop has acknowledged"
        if waiting > room * _NEARLY_FULL:
            yield Finding(WARN, f"{said}; it has room for {room}.", "`tallyboard sync` makes room.")
        else:
            yield Finding(OK, f"{said}.")


def _heard(environment: Environment) -> Iterator[Welcome]:
    return (answer.fields for answer in environment.answers if answer.fields is not None)


def _name(fields: Welcome) -> str:
    return fields["table"] or f"Board {fields['board']}"
