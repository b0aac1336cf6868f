"""A laptop of the hall: a folder of ports, a line to the database, a hub that may be killed, commands beside it."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.hall.line import Line

ROOT = Path(__file__).parents[2]
GUARD_S = 120  # after which a process that has not ended is said to hang, and killed

Event = dict[str, Any]  # a line of `watch --json`


@dataclass
class Command:
    """A command that runs: `words` as they were given, what it printed at its end."""

    laptop: "Laptop"
    words: tuple[str, ...]
    process: "subprocess.Popen[bytes]"
    printed: Path
    hung: bool = False

    def wait(self) -> int:
        """Its exit code, when it has ended."""
        try:
            return self.process.wait(GUARD_S)
        except subprocess.TimeoutExpired:
            self.hung = True
            self.process.kill()
            return self.process.wait()

    @property
    def said(self) -> str:
        """On either stream."""
        return self.printed.read_text("utf-8", "replace")

    def __str__(self) -> str:
        return f"{self.laptop.name}: tallyboard {' '.join(self.words)}"


@dataclass
class Laptop:
    """`url`: of the database over this laptop's line. `cheat`: what its hub does, see cheats.py.

    `events`: what the hubs that ran here have printed, the present one's last; see `read`.
    """

    name: str
    folder: Path
    line: Line
    url: str
    cheat: str = ""
    events: list[Event] = field(default_factory=list)
    hub: "subprocess.Popen[bytes] | None" = None

    def __post_init__(self) -> None:
        self.ports = self.folder / "ports"
        self.ports.mkdir()
        self._count = 0
        self._out = self.folder / "none"
        self._read_to = 0
        self._environment = {
            **os.environ,
            "PYTHONPATH": f"{ROOT}:{ROOT / 'firmware/lib'}",
            "HOME": str(self.folder),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "TERM": "dumb",
            "COLUMNS": "150",
        }

    # ---- cables

    def plug(self, board: str, port: Path) -> None:
        """A board's cable goes into this laptop."""
        fresh = self.ports / f".{board}"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(port)
        fresh.rename(self.ports / board)

    def unplug(self, board: str) -> None:
        """And out of it."""
        (self.ports / board).unlink(missing_ok=True)

    # ---- processes

    def start_hub(self) -> None:
        """`watch` over all that is plugged in here."""
        self._count += 1
        self._out = self.folder / f"hub-{self._count}.jsonl"
        self._read_to = 0
        self.events = []
        words = ("watch", "--json", "--port", f"{self.ports}/*", "--db", self.url)
        with self._out.open("wb") as out, (self.folder / f"hub-{self._count}.err").open("wb") as err:
            self.hub = self._run(self.cheat, words, out, err)

    def kill_hub(self) -> None:
        """SIGKILL."""
        if self.hub is not None:
            self.hub.kill()
            self.hub.wait()
            self.hub = None

    def freeze_hub(self) -> None:
        """SIGSTOP, as when somebody shuts the lid."""
        if self.hub is not None:
            self.hub.send_signal(signal.SIGSTOP)

    def thaw_hub(self) -> None:
        """And opens it again."""
        if self.hub is not None:
            self.hub.send_signal(signal.SIGCONT)

    def tell_hub_to_end(self) -> None:
        """SIGTERM."""
        if self.hub is not None:
            self.hub.send_signal(signal.SIGTERM)

    def await_end(self) -> int | None:
        """The exit code of the hub that is told to end; None where it had to be killed or was not there."""
        if self.hub is None:
            return None
        hub, self.hub = self.hub, None
        try:
            return hub.wait(GUARD_S)
        except subprocess.TimeoutExpired:
            hub.kill()
            hub.wait()
            return None

    def read(self) -> list[Event]:
        """What the present hub has printed so far."""
        with self._out.open("rb") as printed:
            printed.seek(self._read_to)
            data = printed.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._read_to += len(whole)
        self.events += [json.loads(line) for line in whole.splitlines()]
        return self.events

    def all_events(self) -> list[Event]:
        """What all hubs that ran here have printed; the last line of one that was killed may be half there."""
        lines = [line for path in sorted(self.folder.glob("hub-*.jsonl")) for line in path.read_bytes().split(b"\n")]
        return [json.loads(line) for line in lines if line.endswith(b"}")]

    def start(self, *words: str) -> Command:
        """Begin a command."""
        self._count += 1
        printed = self.folder / f"command-{self._count}"
        with printed.open("wb") as out:
            return Command(self, words, self._run("", words, out, subprocess.STDOUT), printed)

    def run(self, *words: str) -> tuple[int, str]:
        """A command to its end: the exit code and what it said."""
        command = self.start(*words)
        return command.wait(), command.said

    def _run(self, cheat: str, words: tuple[str, ...], out: Any, err: Any) -> "subprocess.Popen[bytes]":
        program = ["tests.hall.cheats", cheat] if cheat else ["tallyboard"]
        return subprocess.Popen(
            [sys.executable, "-m", *program, *words],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
        )

    # ---- what went wrong

    def errors(self) -> list[str]:
        """What hubs have said on stderr, and unforeseen errors in the log."""
        files = [*sorted(self.folder.glob("hub-*.err")), *(self.folder / "state").rglob("errors.log")]
        said = [(path, path.read_text("utf-8", "replace").strip()) for path in files]
        return [f"{path.name}: {text[-1500:]}" for path, text in said if "Traceback" in text]

    def close(self) -> None:
        """Nothing runs here any more."""
        self.kill_hub()
