"""A laptop of the hall: its line to the database, what its hubs have printed, and orders that are given on it."""

import json
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.harness.laptops import GUARD_S, HubLaptop
from tests.harness.lines import Line

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


class Laptop(HubLaptop):
    """`url`: of the database over this laptop's line."""

    def __init__(self, name: str, folder: Path, line: Line, url: str, cheat: str) -> None:
        super().__init__("hall", name, folder, url, cheat)
        self.line = line
        self._commands = 0

    def freeze_hub(self) -> None:
        """SIGSTOP, as when somebody shuts the lid."""
        if self.hub is not None:
            self.hub.send_signal(signal.SIGSTOP)

    def thaw_hub(self) -> None:
        """And opens it again."""
        if self.hub is not None:
            self.hub.send_signal(signal.SIGCONT)

    def read(self) -> list[Event]:
        """What the present hub has printed so far."""
        return list(_events(self.out))

    def all_events(self) -> list[Event]:
        """What all hubs that ran here have printed."""
        return [event for path in sorted(self.folder.glob("hub-*.jsonl")) for event in _events(path)]

    def start(self, *words: str) -> Command:
        """Begin a command."""
        self._commands += 1
        printed = self.folder / f"command-{self._commands}"
        with printed.open("wb") as out:
            return Command(self, words, self.process(["tallyboard", *words], out, subprocess.STDOUT), printed)


def _events(printed: Path) -> Iterator[Event]:
    """The last line may be half there."""
    data = printed.read_bytes() if printed.exists() else b""
    yield from map(json.loads, data[: data.rfind(b"\n") + 1].splitlines())
