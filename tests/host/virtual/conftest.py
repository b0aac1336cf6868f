"""A board to touch (`hardware`, in this process) and a board to run (`start_board`, a process of its own)."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tallyboard.drive.files import read_wiring
from tallyboard.virtual.box.hardware import Hardware
from tallyboard.virtual.memory import MemoryFolder
from tallyboard.virtual.power import installed

if TYPE_CHECKING:
    import busio

# A test never waits for a board longer than this, in wall seconds; nothing is asserted about wall time.
PATIENCE_S = 60


@pytest.fixture
def drive() -> Path:
    """The test drive: a small firmware of these tests' own."""
    return Path(__file__).parent / "drive"


@pytest.fixture
def make_hardware(drive: Path) -> Iterator[Callable[..., Hardware]]:
    """Makes boards on state folders; the same folder again is the same board again."""
    with contextlib.ExitStack() as stack:

        def make(state: Path, sides: int = 2, on_store: Callable[[], None] | None = None) -> Hardware:
            wiring = read_wiring(drive).fitted(sides)
            folder = MemoryFolder(state, on_store)
            stack.callback(folder.close)
            return Hardware(wiring, folder.fram(wiring.fram_bytes), folder.nvm(), folder.uid(), os.urandom)

        yield make


@pytest.fixture
def hardware(make_hardware: Callable[..., Hardware], tmp_path: Path) -> Hardware:
    """A board with two sides, power on, nothing running; a turn is a millisecond."""
    return make_hardware(tmp_path / "state")


@pytest.fixture
def on_board(hardware: Hardware, drive: Path) -> Iterator[None]:
    """The test itself is the firmware: its imports of platform modules are models of `hardware`."""
    with installed(hardware, drive, {}, in_boot=False):
        yield


@pytest.fixture
def i2c(on_board: None) -> "busio.I2C":
    import board
    import busio

    return busio.I2C(board.GP5, board.GP4, frequency=400_000)


class Board:
    """A virtual board in a process of its own, talked to as its users do."""

    def __init__(self, folder: Path, drive: Path, *options: str) -> None:
        self.link = folder / "port"
        self.state = folder / "state"
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tallyboard.virtual",
                *self._places(drive, bool({"--hall", "--radio"} & {*options})),
                *options,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "TABLE": "not this one"},
        )
        self._timer = _Deadline(self.process)
        self._events: list[dict[str, Any]] = []

    def _places(self, drive: Path, goes_without: bool) -> list[str]:
        link = [] if goes_without else ["--link", str(self.link)]
        return [*link, "--state", str(self.state), "--drive", str(drive)]

    def line(self) -> dict[str, Any]:
        """The next line of output that is no event; a board that has ended gives an error with what it said on
        stderr."""
        while "hall" in (told := self._line()):
            self._events.append(told)
        return told

    def _line(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        text = self.process.stdout.readline()
        if not text:
            raise EOFError(self.errors())
        told: dict[str, Any] = json.loads(text)
        return told

    def send(self, *commands: str) -> None:
        """Command lines, all at once."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(command + "\n" for command in commands))
        self.process.stdin.flush()

    def do(self, command: str) -> list[dict[str, Any]]:
        """One command; its lines, the last being its done or error."""
        self.send(command)
        lines = [self.line()]
        while "displays" in lines[-1]:
            lines.append(self.line())
        return lines

    def event(self) -> dict[str, Any]:
        """The next of what happens in the hall, without its time."""
        line = self._events.pop(0) if self._events else self._line()
        while "hall" not in line:
            line = self._line()
        return {name: value for name, value in line.items() if name != "ms"}

    def shown(self) -> dict[str, str]:
        """The next displays line."""
        while True:
            line = self.line()
            if "displays" in line:
                displays: dict[str, str] = line["displays"]
                return displays

    def errors(self) -> str:
        """All of stderr, once the process has ended."""
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def wait(self) -> int:
        """The exit code."""
        return self.process.wait(PATIENCE_S)

    def kill(self) -> None:
        """A power cut."""
        self.process.send_signal(signal.SIGKILL)
        self.wait()

    def close(self) -> None:
        """End it in any case."""
        self._timer.cancel()
        self.process.kill()
        self.process.wait(PATIENCE_S)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


class _Deadline:
    """Kills a process that a test would otherwise wait for without end."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._timer = threading.Timer(PATIENCE_S, process.kill)
        self._timer.daemon = True
        self._timer.start()

    def cancel(self) -> None:
        """The test has got what it waited for."""
        self._timer.cancel()


@pytest.fixture
def start_board(tmp_path: Path, drive: Path) -> Iterator[Callable[..., Board]]:
    """Starts boards on this test's folder, as fast as commands come unless the options say otherwise."""
    boards: list[Board] = []

    def start(*options: str, folder: Path = tmp_path, on: Path = drive) -> Board:
        scale = () if "--time-scale" in options else ("--time-scale", "0")
        boards.append(Board(folder, on, *scale, *options))
        return boards[-1]

    yield start
    for board in boards:
        board.close()


@pytest.fixture
def drive_with(tmp_path: Path, drive: Path) -> Callable[[str], Path]:
    """Makes a drive like the test drive, with this code.py."""

    def make(code: str) -> Path:
        own = tmp_path / "own drive"
        shutil.copytree(drive, own)
        (own / "code.py").write_text(textwrap.dedent(code), encoding="utf-8")
        return own

    return make
