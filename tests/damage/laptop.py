"""A laptop with a damaged store: runs commands in processes and says how each ended."""

import itertools
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
GUARD_S = 180  # after which a command that has not ended is killed
NOBODY = 65534
_IN_MEMORY = Path("/dev/shm")  # where there is one: else each commit waits for a disk


@dataclass(frozen=True)
class Ran:
    """How a command ended: `code` its exit code, or below zero the signal that killed it; what it printed."""

    args: tuple[str, ...]
    code: int
    out: str
    err: str
    hung: bool = False
    terminal: bool = False

    @property
    def said(self) -> str:
        return self.out + self.err


class Started:
    """A command that runs."""

    def __init__(self, number: int, args: tuple[str, ...], out: Path, err: Path) -> None:
        self.number, self.args, self.out, self.err = number, args, out, err
        self.pid = 0
        self.began = time.monotonic()
        self.terminal: _Terminal | None = None


class _Terminal:
    """A pty that keeps what is printed on it."""

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        self.printed = bytearray()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while data := os.read(self._master, 65536):
            end = data.endswith(b"\x00end\x00")
            self.printed += data.removesuffix(b"\x00end\x00")
            if end:
                return

    def close(self) -> str:
        os.write(self._slave, b"\x00end\x00")
        self._thread.join(10)
        os.close(self._slave)
        os.close(self._master)
        return self.printed.decode("utf-8", "replace")


class Laptop:
    """A home folder, a working folder and the commands that run there; `cheat`: with this one of cheats.py."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cheat = ""
        self._numbers = itertools.count()
        self._codes: dict[int, int] = {}
        self._pids: dict[int, int] = {}
        self._environment = {
            **os.environ,
            "PYTHONPATH": f"{ROOT}:{ROOT / 'firmware/lib'}",
            "TERM": "dumb",
            "COLUMNS": "150",
        }
        self._serve()
        self.anew()

    def _serve(self) -> None:
        """Start the process that runs the commands."""
        self._rest = b""
        with (self.folder / "server").open("wb") as complaints:
            self._server = subprocess.Popen(
                [sys.executable, "-m", "tests.damage.child"],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
            )

    def close(self) -> None:
        assert self._server.stdin is not None
        self._server.stdin.close()
        self._server.wait(GUARD_S)

    def _served_no_more(self) -> RuntimeError:
        """How the process of the commands has ended; those after this one have another."""
        code = self._server.wait(GUARD_S)
        complaints = (self.folder / "server").read_text("utf-8", "replace")
        self._serve()
        return RuntimeError(f"the process of the commands has ended, exit code {code}: {complaints}")

    def anew(self) -> None:
        """Empty the folders."""
        for name in ("home", "work"):
            if (self.folder / name).exists():
                (self.folder / name).chmod(0o777)
            shutil.rmtree(self.folder / name, ignore_errors=True)
            (self.folder / name).mkdir()
            (self.folder / name).chmod(0o777)

    @property
    def log(self) -> Path:
        """Where unforeseen errors are written."""
        return self.folder / "home/state/tallyboard/errors.log"

    def run(self, *args: object, **wishes: Any) -> Ran:
        """Run a command to its end; `wishes`: as in child.py, and `on_terminal`."""
        return self.wait(self.start(*args, **wishes))

    def start(self, *args: object, on_terminal: bool = False, **wishes: Any) -> Started:
        """Begin a command."""
        number = next(self._numbers)
        work, home = self.folder / "work", self.folder / "home"
        texts = tuple(str(arg) for arg in args)
        started = Started(number, texts, home / f"out{number}", home / f"err{number}")
        request: dict[str, Any] = {"id": number, "args": texts, "cwd": str(work), "cheat": self.cheat, **wishes}
        request.update(out=str(started.out), err=str(started.err))
        request["env"] = {"XDG_STATE_HOME": str(home / "state"), "XDG_DATA_HOME": str(home / "data"), "HOME": str(home)}
        request["env"].update(wishes.get("env", {}))
        if on_terminal:
            started.terminal = _Terminal()
            request["terminal"] = started.terminal.path
        if wishes.get("afresh"):
            self._afresh(started, request)
        else:
            self._ask(request)
            while number not in self._pids:
                self._hear(GUARD_S)
            started.pid = self._pids.pop(number)
        return started

    def _ask(self, request: dict[str, Any]) -> None:
        assert self._server.stdin is not None
        try:
            self._server.stdin.write(json.dumps(request).encode() + b"\n")
            self._server.stdin.flush()
        except BrokenPipeError:
            raise self._served_no_more() from None

    def _afresh(self, started: Started, request: dict[str, Any]) -> None:
        command = [sys.executable, "-m", "tests.damage.child", json.dumps(request)]
        process = subprocess.Popen(command, cwd=ROOT, env=self._environment)
        started.pid = process.pid
        try:
            process.wait(GUARD_S)
        except subprocess.TimeoutExpired:
            process.kill()
        self._codes[started.number] = process.wait()

    def wait(self, started: Started, guard_s: float = GUARD_S) -> Ran:
        """The end of a command, which is killed if it has not come so long after its beginning."""
        hung = False
        while started.number not in self._codes:
            self._hear(max(0.0, started.began + guard_s - time.monotonic()) if not hung else GUARD_S)
            if started.number not in self._codes and not hung and time.monotonic() > started.began + guard_s:
                hung = True
                os.kill(started.pid, signal.SIGKILL)
        code = self._codes.pop(started.number)
        if started.terminal is not None:
            return Ran(started.args, code, started.terminal.close(), "", hung, True)
        texts = []
        for path in (started.out, started.err):
            texts.append(path.read_bytes().decode("utf-8", "replace") if path.exists() else "")
            path.unlink(missing_ok=True)
        return Ran(started.args, code, texts[0], texts[1], hung)

    def _hear(self, wait_s: float) -> None:
        """Take the next that the server says, if it says anything within that time."""
        assert self._server.stdout is not None
        ready, _, _ = select.select([self._server.stdout], [], [], wait_s)
        if not ready:
            return
        data = os.read(self._server.stdout.fileno(), 65536)
        if not data:
            raise self._served_no_more()
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            said = json.loads(line)
            if "pid" in said:
                self._pids[said["id"]] = said["pid"]
            else:
                self._codes[said["id"]] = said["code"]


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder that any user may enter."""
    with tempfile.TemporaryDirectory(dir=_IN_MEMORY if _IN_MEMORY.is_dir() else None) as made:
        folder = Path(made)
        folder.chmod(0o755)
        yield folder
