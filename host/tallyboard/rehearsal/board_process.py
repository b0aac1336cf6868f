"""A virtual board as a process of its own, as somebody at a desk would use it, and a cable that can be pulled."""

import contextlib
import fcntl
import json
import os
import select
import subprocess
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tallyboard.errors import TallyboardError

Displays = dict[str, str]


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
        command = [sys.executable, "-m", "tallyboard.virtual", *where, "--state", str(state)]
        command += ["--time-scale", str(time_scale)] + (["--game", game] if game else [])
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._on_change = on_change
        self.displays: Displays = {}
        while not self.displays:  # the state after boot
            self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise TallyboardError(
                f"The virtual board ended by itself (exit code {self._process.wait()}).",
                "Run `tallyboard board --link PATH --state DIR` to see why.",
            )
        said: dict[str, Any] = json.loads(line)
        if "displays" in said and said["displays"] != self.displays:
            self.displays = said["displays"]
            self._on_change(self.displays)
        return said

    def do(self, command: str) -> None:
        """Give one command and wait until it is done. Raises TallyboardError when the board refuses it."""
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        while "done" not in (said := self._read()):
            if "error" in said:
                raise TallyboardError(f"The board does not take {command!r}: {said['error']}.", "Correct the command.")

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


LOOK_S = 0.005
QUIET_LOOKS = 20  # in a row without anything waiting, before the cable is gone


class PulledCable:
    """A pty that passes bytes to and from the port at `board` until `after` bytes have come from it; then it is gone.

        with PulledCable(Path("board"), Path("cable"), after=300):
            ...  # use the port `cable`

    `passed` is how many bytes came from the board.
    """

    def __init__(self, board: Path, end: Path, after: int) -> None:
        self._board = board
        self._end = end
        self._after = after
        self.passed = 0
        self._stop, self._stopper = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "PulledCable":
        self._far = os.open(self._board, os.O_RDWR | os.O_NOCTTY)
        self._near, slave = os.openpty()
        tty.setraw(slave)
        self._slave = slave  # kept open until the laptop has its own, or reading the other end would fail
        self._end.symlink_to(os.ttyname(slave))
        self._thread.start()
        return self

    def _run(self) -> None:
        ways = {self._near: self._far, self._far: self._near}
        while self.passed < self._after:
            ready, _, _ = select.select([self._stop, *ways], [], [])
            if self._stop in ready:
                break
            for source in ready:
                data = os.read(source, 64)
                if source == self._far:
                    data = data[: self._after - self.passed]
                    self.passed += len(data)
                os.write(ways[source], data)
        self._let_arrive()
        self._end.unlink()
        os.close(self._slave)
        os.close(self._near)
        os.close(self._far)

    def _let_arrive(self) -> None:
        """A pty that closes takes with it what was not read yet; a cable does not. At most a second.

        Linux hands over what is written to a pty a little later, so nothing waiting says little: it has to stay so.
        """
        quiet = 0
        for _ in range(200):
            waiting = fcntl.ioctl(self._slave, termios.FIONREAD, bytes(4))
            quiet = 0 if int.from_bytes(waiting, sys.byteorder) else quiet + 1
            if quiet == QUIET_LOOKS:
                break
            time.sleep(LOOK_S)

    def __exit__(self, *exc: object) -> None:
        os.write(self._stopper, b"x")
        self._thread.join()
        os.close(self._stop)
        os.close(self._stopper)
