"""What is plugged in: drives, consoles, data ports, and other devices."""

from collections.abc import Iterator
from pathlib import Path

from tallyboard.doctor.examination import FAULT, OK, WARN, Case, Finding
from tallyboard.drive import deploy, files
from tallyboard.link.advice import HARD_RESET, no_board, no_data_port
from tallyboard.link.client import BoardRefusedError
from tallyboard.link.finding import Sure
from tallyboard.link.port_access import PortInUseError, holders

_BOOT = "boot.py"
_COMPILED = "lib/shared_rules/__init__.mpy"


def drives(case: Case) -> Iterator[Finding]:
    """CIRCUITPY drives; a board has one as well as its ports."""
    mounted = case.drives()
    for path in sorted(mounted):
        version = deploy.circuitpython_of(path)
        if version and not deploy.runs_compiled(version) and (path / _COMPILED).exists():
            yield Finding(
                FAULT,
                f"The compiled files on {path} are for another CircuitPython than its {version}.",
                f"Run `tallyboard deploy`, then {HARD_RESET}.",
            )
    if not mounted:
        yield Finding(OK, f"No {deploy.LABEL} drive is mounted; only `tallyboard deploy` needs one.")
        return
    places = ", ".join(str(path) for path in sorted(mounted))
    if case.overrides or case.found.ports or case.found.consoles:
        yield Finding(OK, f"{deploy.LABEL} is mounted: {places}.")
    else:
        yield Finding(
            FAULT,
            f"The drive {places} is mounted, but there is no port of a board.",
            f"Run `tallyboard deploy`, then {HARD_RESET} in another USB socket; `sudo dmesg` says what was seen.",
        )


def data_ports(case: Case) -> Iterator[Finding]:
    """Boards that show their console only, and consoles that were taken for a data port."""
    for console in case.found.consoles:
        error = no_data_port(console.path)
        mounted = case.drives()
        if mounted and all(_has_our_boot(path) for path in mounted):
            yield Finding(FAULT, error.cause, f"boot.py is on its drive and runs at power-on only: {HARD_RESET}.")
        else:
            yield Finding(FAULT, error.cause, error.next_step)
    for path, data_port in case.consoles.items():
        error = no_data_port(path)
        if data_port is None:
            yield Finding(FAULT, error.cause, error.next_step)
        else:
            yield Finding(FAULT, f"{path} is the console of a board.", f"Give its data port: {data_port}.")
    named = [port.path for port in case.found.ports if port.sure == Sure.NAMED]
    if named:
        yield Finding(OK, f"Data ports of CircuitPython boards: {', '.join(named)}.")


def _has_our_boot(place: Path) -> bool:
    try:
        return (place / _BOOT).read_bytes() == (files.firmware_dir() / _BOOT).read_bytes()
    except OSError:
        return False


def answers(case: Case) -> Iterator[Finding]:
    """Ports that cannot be opened, that another program has, and devices that are no Tallyboard."""
    if not case.found.ports and not case.found.consoles:
        error = no_board(case.overrides, 0)
        yield Finding(FAULT if case.overrides else WARN, error.cause, error.next_step)
    for answer in case.answers:
        path = answer.candidate.path
        if answer.fields is not None:
            yield Finding(OK, f"{path} is board {answer.fields['board']}.")
        elif answer.error is not None and not isinstance(answer.error, BoardRefusedError):
            # A port that was only a guess may well be another device.
            level = {Sure.HARDLY: OK, Sure.LIKELY: WARN}.get(answer.candidate.sure, FAULT)
            yield Finding(level, answer.error.cause, "" if level == OK else answer.error.next_step)
        rivals = [] if isinstance(answer.error, PortInUseError) else holders(path)
        if rivals:
            have = "has" if len(rivals) == 1 else "have"
            yield Finding(
                FAULT if answer.error else WARN,
                f"{' and '.join(map(str, rivals))} {have} {path} open too and may take what the board says.",
                "Close that program.",
            )
