"""The virtual board as a process: commands in, what is lit after each of them out.

board = Board(folder, "crokinole-official")
board.run("press A1")    # [{"A": "  :20.", "B": "   0.", "S": "R 1 "}]
board.kill()
board.switch_on()        # the same board again, without --game
"""

import contextlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# Wall seconds until a board that says nothing counts as stuck; nothing is asserted about wall time.
PATIENCE_S = 60

Lit = dict[str, str]  # what each display shows, by its name


class BoardDied(Exception):  # noqa: N818 - it is switched off on purpose more often than not
    """The process has ended. `lit` has what was lit after each command that was done before."""

    def __init__(self, lit: list[Lit]) -> None:
        super().__init__(f"the board is off after {len(lit)} commands")
        self.lit = lit


class Board:
    """`displays` is what is lit now; `died` after the process has ended and all of its output is read."""

    def __init__(
        self,
        folder: Path,
        game: str | None = None,
        *,
        sides: int = 2,
        storage: str = "fram",
        cut: int | None = None,
        options: Sequence[str] = (),
    ) -> None:
        """`options`: more of those of `python -m tallyboard.virtual`."""
        self.folder = folder
        self.options = ["--sides", str(sides), "--storage", storage, *options]
        self.displays: Lit = {}
        self.switch_on(game, cut=cut)

    def switch_on(self, game: str | None = None, *, cut: int | None = None) -> None:
        """Power on, with a power cut after `cut` bytes stored. Raises BoardDied where that comes before the end of
        booting."""
        arguments = ["--link", str(self.folder / "port"), "--state", str(self.folder / "state"), "--time-scale", "0"]
        arguments += self.options
        if game is not None:
            arguments += ["--game", game]
        if cut is not None:
            arguments += ["--power-cut-after", str(cut)]
        self.died = False
        self.buffer = b""
        self.displays = {}
        self.errors = (self.folder / "stderr").open("ab+")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tallyboard.virtual", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._commands, self._output = self.process.stdin, self.process.stdout
        try:
            while not self.displays:
                self.note(self.read())
        except BoardDied as died:
            self.raise_if_failed(died)
            raise

    def run(self, *commands: str) -> list[Lit]:
        """Does commands, given all at once; what is lit at the `done` of each. Raises BoardDied."""
        self.send(*commands)
        return self.collect(len(commands))

    def send(self, *commands: str) -> None:
        with contextlib.suppress(BrokenPipeError):  # what it said before it died is still to be read
            self._commands.write("".join(f"{command}\n" for command in commands).encode())
            self._commands.flush()

    def collect(self, count: int) -> list[Lit]:
        """What was lit at the next `count` dones."""
        lit: list[Lit] = []
        while len(lit) < count:
            try:
                message = self.read()
            except BoardDied as died:
                self.raise_if_failed(died)
                raise BoardDied(lit) from None
            if "done" in message:
                lit.append(dict(self.displays))
            self.note(message)
        return lit

    def note(self, message: dict[str, Any]) -> None:
        if "error" in message:
            raise AssertionError(f"the board does not take a command: {message['error']}")
        self.displays.update(message.get("displays", {}))

    def read(self) -> dict[str, Any]:
        """The next line of output."""
        deadline = time.monotonic() + PATIENCE_S
        while b"\n" not in self.buffer:
            ready, _, _ = select.select([self._output], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise AssertionError(f"the board has said nothing for {PATIENCE_S} s")
            data = os.read(self._output.fileno(), 65_536)
            if not data:
                self.process.wait()
                self.died = True
                raise BoardDied([])
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\n", 1)
        message: dict[str, Any] = json.loads(text)
        return message

    def raise_if_failed(self, died: BoardDied) -> None:
        """A process that ended by itself has failed; one that was killed is only off."""
        if self.process.returncode >= 0:
            self.errors.seek(0)
            errors = self.errors.read().decode("utf-8", "replace")
            raise AssertionError(f"the board ended with {self.process.returncode}:\n{errors}") from died

    def kill(self) -> None:
        """A power cut. What was printed before can still be collected."""
        self.process.kill()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(BrokenPipeError):
            self._commands.close()
        self._output.close()
        self.errors.close()
