"""What runs beside a rehearsal: virtual boards and the hub as processes, as somebody at a desk would use them; and the
router of a hall, which can be switched off."""

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tallyboard.errors import TallyboardError
from tallyboard.text.language import _
from tallyboard.virtual.power import on_signals

Displays = dict[str, str]


@cache
def _pipe() -> int:
    """Its end to read; the other one ends with this process."""
    return os.pipe()[0]


def ends_as_by_ctrl_c() -> contextlib.AbstractContextManager[None]:
    """Within it SIGTERM and SIGHUP end this process in an orderly way too."""
    return on_signals(signal.default_int_handler, signal.SIGTERM, signal.SIGHUP)


def _begin(command: Sequence[str], **how: Any) -> subprocess.Popen[Any]:
    """A module of ours and its words, as a process that does not outlive this one; `how`: as Popen takes it."""
    pipe = _pipe()
    words = [sys.executable, "-m", "tallyboard.rehearsal", str(pipe), *command]
    return subprocess.Popen(words, pass_fds=(pipe,), **how)


class BoardProcess:
    """`tallyboard board` running; `displays` is what is lit now. `link`: where its port is, or the address of the card
    where it plays as a phone.

    `on_change(displays)` is called whenever that changes. Raises TallyboardError when the board ends by itself.
    """

    def __init__(
        self,
        link: Path | str,
        state: Path,
        game: str | None = None,
        time_scale: float = 0,
        on_change: Callable[[Displays], None] = lambda displays: None,
    ) -> None:
        where = ["--link", str(link)] if isinstance(link, Path) else ["--hall", link, "--take-over"]
        command = ["tallyboard.virtual", *where, "--state", str(state), "--time-scale", str(time_scale)]
        self._process = _begin(
            [*command, *(["--game", game] if game else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            errors="replace",
        )
        self._last_words: deque[str] = deque(maxlen=2)  # of what is no JSON: a cause and a next step, or a traceback's
        self._on_change = on_change
        self.displays: Displays = {}
        try:
            while not self.displays:  # the state after boot
                self._read()
        except BaseException:
            self.end()
            raise

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{"):
                self._last_words.clear()
                break
            self._last_words.append(line.strip())
        else:
            raise TallyboardError(
                "The virtual board ended by itself (exit code %(code)s).%(said)s",
                "Run `tallyboard board --link PATH --state DIR` to see why.",
                code=self._process.wait(),
                said="".join(f" {words}" for words in self._last_words),
            )
        said: dict[str, Any] = json.loads(line)
        if "displays" in said and said["displays"] != self.displays:
            self.displays = said["displays"]
            self._on_change(self.displays)
        return said

    def do(self, command: str) -> None:
        """Give one command and wait until it is done. Raises TallyboardError when the board refuses it."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended: what is read next says so
            self._process.stdin.write(command + "\n")
            self._process.stdin.flush()
        while "done" not in (said := self._read()):
            if "error" in said:
                raise TallyboardError(
                    "The board does not take %(command)s: %(error)s.",
                    "Correct the command.",
                    command=f"{command!r}",
                    error=said["error"],
                )

    def pull_the_plug(self) -> None:
        """End the process at once, as a power cut ends a board."""
        self._process.kill()
        self._wait()

    def end(self) -> None:
        """End it in an orderly way; nothing where it has ended already."""
        if self._process.poll() is None:
            self._process.terminate()
        self._wait()

    def _wait(self) -> None:
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()


_LOOK_S = 0.05
_LIMIT_S = 60  # until a hub that does not end counts as a failure


class HubCommand:
    """`start`, `kill` and `end` as often as wanted; `kills` counts. Ports are those of `folder`/*/port; with `listens`,
    a port of this laptop, it is `tallyboard serve`, and its boards can be phones."""

    def __init__(self, folder: Path, db: str, listens: int | None = None) -> None:
        self._folder = folder
        self._words = ["watch"] if listens is None else ["serve", "--listen", str(listens)]
        self._words.append("--no-radio")  # which a real hub may have
        self._words += ["--json", "--port", f"{folder}/*/port", "--db", db]
        self.name = f"`tallyboard {self._words[0]}`"
        self._process: subprocess.Popen[bytes] | None = None
        self._starts = 0
        self.kills = 0

    def start(self) -> None:
        self._starts += 1
        home = str(self._folder / "home")  # what it keeps for a user is kept in the folder
        with self._file(self._starts).open("wb") as out, (self._folder / f"hub-{self._starts}.err").open("wb") as err:
            self._process = _begin(
                ["tallyboard", *self._words],
                env={**os.environ, "HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
            )

    def wait_until_it_serves(self) -> None:
        """Its pages answer. Raises TallyboardError where they do not in a minute."""
        until = time.monotonic() + _LIMIT_S
        while not self._file(self._starts).read_bytes().endswith(b"\n"):
            if time.monotonic() > until or not self.is_running:
                raise TallyboardError("%(name)s has not started.", "Please report this.", name=self.name)
            time.sleep(_LOOK_S)

    def _file(self, start: int) -> Path:
        return self._folder / f"hub-{start}.jsonl"

    @property
    def is_running(self) -> bool:
        """Whether its process is there."""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """End it at once, as when the laptop is switched off."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self.kills += 1

    def end(self) -> str:
        """End it as Ctrl-C does; what was wrong with that, "" for nothing. One that was about to start, and has told
        nothing yet, may end as a process does that knows of no signals."""
        if self._process is None:
            return ""
        process, self._process = self._process, None
        process.terminate()
        try:
            code = process.wait(_LIMIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return _("The hub was told to end and did not, for %(seconds)s s.", seconds=_LIMIT_S)
        was_starting = code == -signal.SIGTERM and not self._file(self._starts).stat().st_size
        return "" if code == 0 or was_starting else _("The hub ended with exit code %(code)s.", code=code)

    def said(self) -> list[dict[str, Any]]:
        """Everything that the hubs have told so far."""
        files = [self._file(start) for start in range(1, self._starts + 1)]
        lines = [line for file in files if file.exists() for line in file.read_text("utf-8").splitlines(keepends=True)]
        heard = [json.loads(line) for line in lines if line.endswith("\n")]  # a killed one may not have come to its end
        return [event for event in heard if "event" in event]


_BYTES = 65_536
# Below those that a machine gives to whoever connects somewhere: one of these may be gone when a killed hub comes back.
PORTS = range(20_000, 32_000)


def free_port() -> int:
    """One of PORTS that nobody of this machine listens on. Raises TallyboardError where there is none."""
    for port in random.SystemRandom().sample(PORTS, len(PORTS)):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise TallyboardError("This machine has no free port.", "End a program that listens on many.")


class Router:
    """Passes connections to `port` on to the port `laptop` of this machine; `switch` it off, and all of them end. From
    `start` on, until `close`."""

    def __init__(self, laptop: int) -> None:
        self.laptop = laptop
        self._door = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self._door.getsockname()[1]
        self._lock = threading.Lock()
        self._is_on = True
        self._open: set[socket.socket] = set()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self.switch(False)
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def switch(self, on: bool) -> None:
        with self._lock:
            self._is_on = on
            ended, self._open = (set(), self._open) if on else (self._open, set())
        for end in ended:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _run(self) -> None:
        with contextlib.suppress(OSError):  # it is closed
            while True:
                phone, _ = self._door.accept()
                threading.Thread(target=self._pass_on, args=(phone,), daemon=True).start()

    def _pass_on(self, phone: socket.socket) -> None:
        """Both ways, until an end of it ends."""
        with contextlib.closing(phone), contextlib.suppress(OSError):
            if not self._is_on:
                return
            laptop = socket.create_connection(("127.0.0.1", self.laptop))
            with contextlib.closing(laptop):
                with self._lock:
                    if not self._is_on:  # since
                        return
                    self._open |= {phone, laptop}
                for end in (phone, laptop):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                back = threading.Thread(target=_carry, args=(laptop, phone), daemon=True)
                back.start()
                _carry(phone, laptop)
                back.join()
                with self._lock:
                    self._open -= {phone, laptop}


def _carry(one: socket.socket, other: socket.socket) -> None:
    """Until one end of it ends; then neither goes on."""
    with contextlib.suppress(OSError):
        while data := one.recv(_BYTES):
            other.sendall(data)
    for end in (one, other):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
