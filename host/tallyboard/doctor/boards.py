"""The laptop itself; what is plugged in, drives, ports and other devices; and the boards that answer."""

import os
import platform
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from shared_rules import VERSION
from shared_rules.journal import record
from tallyboard.doctor.environment import FAULT, OK, WARN, Environment, Finding, Level, fault, ok, warn
from tallyboard.drive import deploy, files, older
from tallyboard.drive.files import firmware_dir, read_wiring
from tallyboard.errors import UPDATE
from tallyboard.errors.link import HARD_RESET
from tallyboard.link.client import BoardRefusedError
from tallyboard.link.finding import Sure, no_board, no_data_port
from tallyboard.link.ports import PortInUseError
from tallyboard.shapes import Welcome
from tallyboard.system.files import holders
from tallyboard.system.laptop import state_folder
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.quantities import size
from tallyboard.text.tournament.names import listed

# A match is some kilobytes; a migration copies the whole database.
_SCARCE, _TOO_LITTLE = 200_000_000, 20_000_000  # bytes
_DEPLOY = later("Run `tallyboard deploy`, then %(reset)s.", reset=HARD_RESET)


def program(environment: Environment) -> Iterator[Finding]:
    """Which programs these are."""
    system = f"{platform.system()} {platform.release()}"
    yield ok(
        _(
            "tallyboard %(version)s, Python %(python_version)s, pyserial %(pyserial)s, %(system)s",
            version=VERSION,
            python_version=platform.python_version(),
            pyserial=version("pyserial"),
            system=system,
        )
    )


def clock(environment: Environment) -> Iterator[Finding]:
    """Whether the laptop knows the date; boards have it from there."""
    now = environment.clock()
    if now < record.YEAR_ZERO:
        yield warn(
            _(
                "The laptop's clock says %(day)s: it is not set.",
                day=f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d}",
            ),
            _("Set it (on most systems: switch network time on) before the next sync, or matches get no date."),
        )
    else:
        yield ok(_("It is %(moment)s.", moment=f"{datetime.fromtimestamp(now).astimezone():%Y-%m-%d %H:%M %Z}"))


def folders(environment: Environment) -> Iterator[Finding]:
    """Whether what is to be kept can be written."""
    for where, folder in (
        (later("The data are in %(folder)s."), environment.folder),
        (later("The log of errors is in %(folder)s."), state_folder()),
    ):
        if os.access(_there(folder), os.W_OK):
            yield ok(_(where, folder=folder.absolute()))
        else:
            yield fault(
                _("You may not write to the folder %(folder)s.", folder=folder),
                _("`ls -ld %(folder)s` shows who may.", folder=_there(folder)),
            )


def room(environment: Environment) -> Iterator[Finding]:
    """Whether the disk has room for what comes."""
    free = shutil.disk_usage(_there(environment.folder)).free
    level: Level = FAULT if free < _TOO_LITTLE else WARN if free < _SCARCE else OK
    yield Finding(
        level,
        _("%(size)s are free where the data are.", size=size(free)),
        "" if level == OK else _("Make room there."),
    )


def printing(environment: Environment) -> Iterator[Finding]:
    """Whether the typesetter is there, which the extra `print` brings."""
    try:
        yield ok(_("typst %(version)s sets what `tallyboard tournament print` writes.", version=version("typst")))
    except PackageNotFoundError:
        yield ok(
            _("`tallyboard tournament print` needs the typesetter typst, which is not installed."),
            _("Where paper is wanted: `pip install typst`, or the wheel with `[print]` behind its name."),
        )


def _there(folder: Path) -> Path:
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())


_COMPILED = "lib/shared_rules/__init__.mpy"


def drives(environment: Environment) -> Iterator[Finding]:
    """CIRCUITPY drives; a board has one as well as its ports."""
    mounted = sorted(environment.drives())
    for path in mounted:
        version = deploy.circuitpython_of(path)
        if version and not deploy.runs_compiled(version) and (path / _COMPILED).exists():
            found = _(
                "The compiled files on %(path)s are for another CircuitPython than its %(version)s.",
                path=path,
                version=version,
            )
            yield fault(found, _(_DEPLOY))
        if wrong := deploy.wrong_pins(path):
            yield fault(
                _(
                    "%(path)s is the drive of %(chip)s and has the pins of the board %(board)s.",
                    path=path,
                    chip=deploy.chip_of(path),
                    board=wrong[0],
                ),
                _(
                    "Run `tallyboard deploy --board %(board)s`, then %(reset)s.",
                    board=wrong[1],
                    reset=_(HARD_RESET),
                ),
            )
        elif not deploy.has_its_sides(path, files.board_of(path)):
            yield warn(
                _(
                    "%(path)s asks for three sides, and the board %(board)s has two.",
                    path=path / files.SETTINGS,
                    board=files.board_of(path),
                ),
                _("Set TALLYBOARD_SIDES = 2 there."),
            )
    paths = ", ".join(map(str, mounted))
    if not mounted:
        yield ok(_("No %(label)s drive is mounted; only `tallyboard deploy` needs one.", label=deploy.LABEL))
    elif environment.overrides or environment.found.ports or environment.found.consoles:
        yield ok(_("%(label)s is mounted: %(paths)s.", label=deploy.LABEL, paths=paths))
    else:
        yield fault(
            _("The drive %(paths)s is mounted, but there is no port of a board.", paths=paths),
            _(
                "Run `tallyboard deploy`, then %(reset)s in another USB socket; `sudo dmesg` says what was seen.",
                reset=_(HARD_RESET),
            ),
        )


def data_ports(environment: Environment) -> Iterator[Finding]:
    """Boards that show their console only, and consoles that were taken for a data port."""
    for console in environment.found.consoles:
        error = no_data_port(console.path)
        mounted = environment.drives()
        if mounted and all(_has_our_boot(path) for path in mounted):
            yield fault(
                error.cause,
                _("boot.py is on its drive and runs at power-on only: %(reset)s.", reset=_(HARD_RESET)),
            )
        else:
            yield fault(error.cause, error.next_step)
    for path, data_port in environment.consoles.items():
        if data_port is None:
            error = no_data_port(path)
            yield fault(error.cause, error.next_step)
        else:
            yield fault(
                _("%(path)s is the console of a board.", path=path),
                _("Give its data port: %(data_port)s.", data_port=data_port),
            )
    named = [port.path for port in environment.found.ports if port.sure == Sure.NAMED]
    if named:
        yield ok(_("Data ports of CircuitPython boards: %(ports)s.", ports=", ".join(named)))


def _has_our_boot(drive: Path) -> bool:
    try:
        return (drive / files.BOOT).read_bytes() == (firmware_dir() / files.BOOT).read_bytes()
    except OSError:
        return False


def answers(environment: Environment) -> Iterator[Finding]:
    """Ports that cannot be opened, that another program has, and devices that are no Tallyboard."""
    if not environment.found.ports and not environment.found.consoles:
        error = no_board(environment.overrides, 0)
        yield Finding(FAULT if environment.overrides else WARN, error.cause, error.next_step)
    for answer in environment.answers:
        path, is_in_use = answer.candidate.path, isinstance(answer.error, PortInUseError)
        at_hub = environment.known.on_port(path)
        if answer.fields is not None:
            yield ok(_("%(path)s is board %(board)s.", path=path, board=answer.fields["board"]))
        elif at_hub is not None and is_in_use:
            yield ok(
                _("%(path)s is board %(board)s, which %(hub)s has.", path=path, board=at_hub.board, hub=at_hub.hub)
            )
        elif answer.error is not None and not isinstance(answer.error, BoardRefusedError):
            # A port that was only a guess may well be another device.
            levels: dict[Sure, Level] = {Sure.HARDLY: OK, Sure.LIKELY: WARN}
            level = levels.get(answer.candidate.sure, FAULT)
            yield Finding(level, answer.error.cause, "" if level == OK else answer.error.next_step)
        rivals = [] if is_in_use else holders(path)
        if rivals:
            said = ngettext(
                "%(programs)s has %(path)s open too and may take what the board says.",
                "%(programs)s have %(path)s open too and may take what the board says.",
                len(rivals),
                programs=listed(map(str, rivals)),
                path=path,
            )
            yield Finding(FAULT if answer.error else WARN, said, _("Close that program."))


_NEARLY_FULL = 0.75  # of the FRAM; a match that fills the rest is still taken


def firmware(environment: Environment) -> Iterator[Finding]:
    """Whether boards and laptop are of the same version."""
    for name, fields in _heard(environment):
        theirs = fields["firmware"]
        other = _(
            "%(name)s runs firmware %(theirs)s, this is tallyboard %(ours)s.", name=name, theirs=theirs, ours=VERSION
        )
        if older(theirs, VERSION):
            yield warn(other, _(_DEPLOY))
        elif older(VERSION, theirs):
            yield warn(other, _(UPDATE))
        else:
            yield ok(_("%(name)s runs firmware %(theirs)s.", name=name, theirs=theirs))


def memory(environment: Environment) -> Iterator[Finding]:
    """Whether the chip that keeps the journal answers, and whether it keeps what was written."""
    for answer in environment.answers:
        if isinstance(answer.error, BoardRefusedError):
            yield fault(answer.error.cause, answer.error.next_step)
    for name, fields in _heard(environment):
        if fields["damaged"]:
            yield warn(
                ngettext(
                    "%(name)s has found %(num)s record damaged in its memory.",
                    "%(name)s has found %(num)s records damaged in its memory.",
                    fields["damaged"],
                    name=name,
                ),
                _("Sync, then check the wires of the FRAM; if it happens again, replace the chip."),
            )
        else:
            yield ok(_("%(name)s has found no damage in its memory.", name=name))


def journal(environment: Environment) -> Iterator[Finding]:
    """What the boards hold that no laptop has; a board that is full of that refuses presses."""
    room = read_wiring(firmware_dir()).fram_bytes // record.SIZE
    for name, fields in _heard(environment):
        waiting = fields["next"] - max(fields["acked"], fields["oldest"])
        said = ngettext(
            "%(name)s holds %(num)s record that no laptop has acknowledged",
            "%(name)s holds %(num)s records that no laptop has acknowledged",
            waiting,
            name=name,
        )
        if waiting > room * _NEARLY_FULL:
            yield warn(
                _("%(said)s; it has room for %(room)s.", said=said, room=room),
                _("`tallyboard sync` makes room."),
            )
        else:
            yield ok(_("%(said)s.", said=said))


def _heard(environment: Environment) -> Iterator[tuple[str, Welcome]]:
    """What each board that answers is called, and what it says of itself."""
    for answer in environment.answers:
        if (fields := answer.fields) is not None:
            yield fields["table"] or _("Board %(board)s", board=fields["board"]), fields
