"""The ports that boards are on: found by what the system says of its USB devices, and asked who is there.

A CircuitPython board names its ports: "CircuitPython CDC control" is the console, "CircuitPython CDC2 control" the data
port (supervisor/shared/usb, usb_cdc; on macOS the names end in "data"). Linux passes the names on. pyserial on Windows
gives none and on macOS one name for all ports of a device (pyserial pull requests 571 and 566), so there
adafruit-board-toolkit is asked too. Where it has no names either, the data port is the one with the highest interface
number, for CircuitPython describes its console first.
"""

import glob
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, replace
from enum import IntEnum, auto
from typing import Protocol

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import link as errors
from tallyboard.link.client import QUICK, Client, Patience
from tallyboard.link.ports import Port, PtyBehind, SerialPort, pty_behind
from tallyboard.link.trace import open_port
from tallyboard.shapes import Welcome
from tallyboard.system.laptop import VENDORS
from tallyboard.text.board_names import natural

_CONSOLE = "CircuitPython CDC "  # the blank belongs to it
_DATA = "CircuitPython CDC2 "

Lister = Callable[[], Iterable[ListPortInfo]]


class Sure(IntEnum):
    """How sure it is that a board's data port is there."""

    HARDLY = auto()  # a USB serial port without a name, of any vendor
    LIKELY = auto()  # of a vendor of CircuitPython boards, but without a name
    NAMED = auto()  # says itself that it is the data port of a CircuitPython board
    GIVEN = auto()  # the user named it


@dataclass(frozen=True)
class Candidate:
    """A port that may lead to a board. `device`: the same for all ports of one USB device, None where that is not
    known."""

    path: str
    sure: Sure
    device: str | None = None


@dataclass(frozen=True)
class FoundPorts:
    """`ports` can be asked. `consoles`: the console ports of boards that have no data port: boot.py has not run."""

    ports: tuple[Candidate, ...]
    consoles: tuple[Candidate, ...]


def look(overrides: Sequence[str] = (), lister: Lister | None = None) -> FoundPorts:
    """What there is to ask, the surest first, of one device the likeliest data port first; and what cannot be asked.

    `overrides`, paths or glob patterns, are used instead of looking. A pattern is expanded now and may give nothing; a
    path is given back as it is, whether anything is there or not. Consoles are never among what is found: what is sent
    to one may hold a Ctrl-C, which stops the board's program.
    """
    if overrides:
        return FoundPorts(tuple(_given(overrides)), ())
    ports: list[Candidate] = []
    consoles: list[Candidate] = []
    for device, infos in _devices((lister or _listed)()).items():
        named = [info for info in infos if (info.interface or "").startswith((_CONSOLE, _DATA))]
        if named and len({info.interface for info in named}) == len(named):
            data = [info for info in named if (info.interface or "").startswith(_DATA)]
            (ports if data else consoles).extend(Candidate(info.device, Sure.NAMED, device) for info in data or named)
        else:  # no names, or one name for several ports, which says nothing
            nameless = named or [info for info in infos if not info.interface]
            for info in reversed(nameless):
                is_likely = info.interface or info.vid in VENDORS
                ports.append(Candidate(info.device, Sure.LIKELY if is_likely else Sure.HARDLY, device))
    ports.sort(key=lambda port: -port.sure)  # stable: the order within a device stays
    return FoundPorts(tuple(ports), tuple(consoles))


def data_port_beside(path: str, lister: Lister | None = None) -> tuple[bool, str | None]:
    """(whether this port names itself a console, the data port of the same board as far as one is there)."""
    for infos in _devices((lister or _listed)()).values():
        names = {os.path.realpath(info.device): info.interface or "" for info in infos}
        name = names.get(os.path.realpath(path), "")
        if name.startswith(_CONSOLE) and list(names.values()).count(name) == 1:
            return True, next((info.device for info in infos if (info.interface or "").startswith(_DATA)), None)
    return False, None


def _listed() -> list[ListPortInfo]:
    """The serial ports of this laptop; those of CircuitPython boards with their names, whatever the system."""
    ports: list[ListPortInfo] = list(list_ports.comports())
    if sys.platform not in ("darwin", "win32"):
        return ports
    from adafruit_board_toolkit import circuitpython_serial  # it is installed on these two only

    with_names = {info.device: info for info in circuitpython_serial.comports()}
    return [with_names.get(info.device, info) for info in ports]


def _devices(infos: Iterable[ListPortInfo]) -> dict[str, list[ListPortInfo]]:
    """The USB ports by their device; of one device in the order of their interfaces."""
    devices: dict[str, list[ListPortInfo]] = {}
    for info in infos:
        if info.vid is not None:
            # Behind the colon stands the interface: 1-2:1.0 on Linux, 1-2:x.0 on Windows.
            which = info.serial_number or (info.location or info.device).partition(":")[0]
            devices.setdefault(f"{info.vid:04x}:{info.pid or 0:04x}:{which}", []).append(info)
    for ports in devices.values():
        ports.sort(key=lambda info: (natural(info.location or ""), natural(info.device)))
    return dict(sorted(devices.items()))


def _given(overrides: Sequence[str]) -> list[Candidate]:
    paths: dict[str, str] = {}  # by what they lead to, so that no port is opened twice
    for given in overrides:
        is_pattern = glob.has_magic(given) and not os.path.exists(given)
        for path in sorted(glob.glob(given), key=natural) if is_pattern else [given]:
            behind = pty_behind(path)
            is_left_over = behind is not None and behind.is_stale  # hides no other link to the same port
            paths.setdefault(path if is_left_over else os.path.realpath(path), path)
    return [Candidate(path, Sure.GIVEN) for path in paths.values()]


# On a port that is only a guess long waits would be wasted.
_LONG = QUICK
_SHORT = Patience(answers=(0.5, 0.5))
_AT_ONCE = 32


@dataclass(frozen=True)
class Answer:
    """What came of asking a port: the `fields` of the board's welcome, or the `error`."""

    candidate: Candidate
    fields: Welcome | None = None
    error: TallyboardError | None = None


def ask_all(
    candidates: Iterable[Candidate], opener: Callable[[str], Port] = SerialPort, patience: Patience | None = None
) -> list[Answer]:
    """Ask every port HELLO, in the order of the candidates. `opener` opens a path. `patience`: None for little.

    The ports of one device are asked one after the other, and no more once one has answered: the others are its
    console, where a question could stop the board's program.
    """
    devices: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        devices.setdefault(candidate.device or candidate.path, []).append(candidate)

    def ask_device(ports: list[Candidate]) -> list[Answer]:
        answers = []
        for candidate in ports:
            answers.append(_ask(candidate, opener, patience))
            if answers[-1].fields is not None:
                return answers[-1:]
        return answers

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return [answer for answers in pool.map(ask_device, devices.values()) for answer in answers]


def found_boards(overrides: Sequence[str], held: Sequence[str] = ()) -> list[str]:
    """The ports that boards are on, by name or as those that answer; `overrides` as for finding.look.

    `held`: ports on which another program is known to have a board; they are not asked, and those that looking does not
    find come last. Raises TallyboardError where there is none.
    """
    found = look(overrides)
    known = {os.path.realpath(path) for path in held}
    is_sure = {one.path: one.sure >= Sure.NAMED or os.path.realpath(one.path) in known for one in found.ports}
    guesses = [candidate for candidate in found.ports if not is_sure[candidate.path]]
    boards = [path for path, sure in is_sure.items() if sure]
    boards += [answer.candidate.path for answer in ask_all(guesses) if answer.fields]
    if not overrides:
        there = {os.path.realpath(path) for path in boards}
        boards += [path for path in held if os.path.realpath(path) not in there]
    if boards:
        return boards
    raise no_data_port(found.consoles[0].path) if found.consoles else no_board(overrides, len(found.ports))


def no_data_port(console: str) -> CoreError:
    """For a CircuitPython board of which only the console is there."""
    return CoreError(errors.NO_DATA_PORT, console=console)


def no_board(overrides: Sequence[str], asked: int) -> CoreError:
    """For when no board has answered; `asked`: how many ports there were."""
    if asked:
        return CoreError(errors.NO_ANSWER)
    return CoreError(errors.NO_SUCH_PORTS, ports=", ".join(overrides)) if overrides else CoreError(errors.NO_BOARD)


def _ask(candidate: Candidate, opener: Callable[[str], Port], patience: Patience | None) -> Answer:
    patience = patience or (_LONG if candidate.sure >= Sure.NAMED else _SHORT)
    try:
        with closing(opener(candidate.path)) as port:
            return Answer(candidate, fields=Client(port, patience).hello())
    except TallyboardError as error:
        return Answer(candidate, error=error)


_BLIND_LOOKS = 10  # in a row, until a system that cannot list its ports is a failure


@dataclass(frozen=True)
class Pace:
    """How the ports of a kind come and go, in seconds.

    `back_off_s`: between attempts that fail one after the other. A port on which a board is met more than `often` times
    in a minute is restless: there it is met after a pause, each time the next of `pauses_s`, and told when it has
    stayed for `settled_s`. `comes_back`: a port that goes away is there again by itself as a rule, which nobody needs
    to hear of. `burst`: records that it may bring at once, and from then on so many `a_second`; None: any.
    `journals`, `journals_a_second`: the same of journals that begin. `yields`: a board that is on another port too is
    there, and not here.
    """

    back_off_s: Sequence[float]
    often: int
    pauses_s: Sequence[float]
    settled_s: float
    comes_back: bool = False
    burst: int | None = None
    a_second: float = 0.0
    journals: int | None = None
    journals_a_second: float = 0.0
    yields: bool = False


CABLE = Pace(back_off_s=(0.5, 1.0, 2.0, 4.0, 5.0), often=3, pauses_s=(1.0, 2.0, 4.0, 5.0), settled_s=2.0)
# A phone may lie, and nobody has to see it. Two journals at once are more than one that was away ever brings, and two
# players press ten times a second at most. A journal begins when a browser has lost what it kept: not every two
# minutes, which is longer than is waited until that is told.
AIR = Pace(
    back_off_s=(0.25, 0.5, 1.0),
    often=12,
    pauses_s=(0.25, 0.5),
    settled_s=0.0,
    comes_back=True,
    burst=2 * 4096,
    a_second=20.0,
    journals=16,
    journals_a_second=1 / 120,
)
# What comes by radio is sealed by its board, which does not lie.
RADIO = replace(CABLE, back_off_s=AIR.back_off_s, often=AIR.often, pauses_s=AIR.pauses_s, comes_back=True, yields=True)


class PortSource(Protocol):
    """Ports of one kind. `pace`: how they come and go."""

    pace: Pace

    def look(self) -> FoundPorts | None:
        """What there is now; None where that cannot be said just now."""

    def opener(self, path: str) -> AbstractContextManager[Port]:
        """The port of this path, open. Raises TallyboardError where it cannot be opened, or is not there any more."""

    def on_news(self, call: Callable[[str], None]) -> None:
        """Have `call(path)` called, from any thread, when another port is there under this path; where nobody can know
        that, looking has to do."""


class UsbPorts:
    """The serial ports of this laptop; `overrides`: ports or patterns instead of looking, see finding.look."""

    pace = CABLE

    def __init__(self, overrides: Sequence[str] = (), lister: Lister | None = None) -> None:
        self._overrides = overrides
        self._lister = lister
        self._behind: dict[str, PtyBehind] = {}  # what paths that are links led to at the last look
        self._blind = 0

    def look(self) -> FoundPorts | None:
        try:
            found = look(self._overrides, self._lister)
        except (OSError, TypeError, ValueError):  # pyserial's, when a device goes away while it is being described
            self._blind += 1
            if self._blind == _BLIND_LOOKS:
                raise
            return None
        self._blind = 0
        # One that leads elsewhere is gone now, and new at the next look.
        return FoundPorts(tuple(port for port in found.ports if not self._leads_elsewhere(port)), found.consoles)

    def _leads_elsewhere(self, port: Candidate) -> bool:
        """Whether this path is another link than before: what it led to is followed as long as that is there."""
        before, now = self._behind.get(port.path), pty_behind(port.path)
        if now is not None:
            self._behind[port.path] = now
        return before is not None and now is not None and before.link != now.link

    def opener(self, path: str) -> AbstractContextManager[Port]:
        return open_port(path)

    def on_news(self, call: Callable[[str], None]) -> None:
        """A system tells nobody of a new port."""
