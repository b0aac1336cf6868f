"""The edges that a box on the page has seen, given to a virtual board at the same moments, and what is lit there.

The virtual board does a command after the other, and an edge takes it a few milliseconds: when it came is read from
what it printed, and where that is not the moment that was wanted, the waits are corrected and all is done again.
"""

import json
import subprocess
import sys
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from pathlib import Path

from tests.browser.play.box import Edge, Lit

_BOOT_MS = 2
_EDGE_MS = 5  # what a virtual board takes for one
_AT_MOST_LATE_MS = 2
_TRIES = 5
_PATIENCE_S = 60


@dataclass
class Replayed:
    """`edges`: when they came. `texts`: (since when, what), by display."""

    edges: list[int]
    texts: dict[str, list[tuple[int, str]]]

    def between(self, display: str, since: int, until: int, lasting_ms: float = 0) -> list[str]:
        """What was to be read there in this time, one text after the other; of those that stood so long."""
        texts = self.texts[display]
        first = max(0, bisect_right(texts, since, key=lambda text: text[0]) - 1)
        ends = [*(at for at, _ in texts[first + 1 :]), inf]
        spans = zip(texts[first:], ends, strict=True)
        return [text for (at, text), end in spans if at <= until and end - at >= lasting_ms]


def replay(folder: Path, game: str, sides: int, edges: Sequence[Edge]) -> Replayed:
    """A virtual board that is switched on with this match, and sees these edges. `folder`: for its memory."""
    moments = [edge.ms for edge in edges]
    for place in range(1, len(moments)):  # nearer to each other they cannot be
        moments[place] = max(moments[place], moments[place - 1] + _EDGE_MS)
    waits = [then - now - _EDGE_MS for now, then in pairwise([_BOOT_MS, *moments])]
    for attempt in range(_TRIES):
        commands = []
        for wait, edge in zip(waits, edges, strict=True):
            commands += [f"wait {wait}"] if wait else []  # one of 0 ms takes 1
            commands.append(f"{'down' if edge.down else 'up'} {edge.key}")
        replayed = _read(_run(folder / str(attempt), game, sides, commands))
        late = [came - wanted for came, wanted in zip(replayed.edges, moments, strict=True)]
        if max(map(abs, late)) <= _AT_MOST_LATE_MS:
            return replayed
        before = owed = 0
        for place, by in enumerate(late):
            wait = waits[place] - (by - before) - owed
            waits[place], owed = max(0, wait), max(0, -wait)
            before = by
    raise AssertionError(f"the virtual board is late by {late}")


def _run(folder: Path, game: str, sides: int, commands: list[str]) -> list[str]:
    """What it printed. All commands are there when it is switched on, so that nothing depends on when they come."""
    folder.mkdir(parents=True)
    board = ["--link", str(folder / "port"), "--state", str(folder), "--time-scale", "0"]
    done = subprocess.run(
        [sys.executable, "-m", "tallyboard.virtual", *board, "--sides", str(sides), "--game", game],
        input="".join(f"{command}\n" for command in [*commands, "quit"]),
        capture_output=True,
        text=True,
        timeout=_PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def _read(printed: list[str]) -> Replayed:
    replayed = Replayed([], {})
    shown: Lit = {}
    before = 0
    for line in printed:
        told = json.loads(line)
        assert "error" not in told, told
        for name, text in told.get("displays", {}).items():
            if shown.get(name) != text:
                replayed.texts.setdefault(name, []).append((told["ms"], text))
                shown[name] = text
        if "done" in told:
            if told["done"].startswith(("down", "up")):
                replayed.edges.append(before + 1)
            before = told["ms"]
    return replayed
