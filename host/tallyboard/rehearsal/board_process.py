"""A virtual board as a process of its own, as somebody at a desk would use it."""

import contextlib
import json
import subprocess
import sys
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
