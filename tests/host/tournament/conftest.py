"""`day`: a tournament at the command line, in a database of its own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.harness.command_line import Ran, Run


class Day:
    """Runs `tallyboard tournament …` with the words of a line, or with words that are given one by one."""

    def __init__(self, run: Run, db: Path) -> None:
        self._run = run
        self.db = db

    def __call__(self, *words: object, stdin: bytes = b"") -> Ran:
        """What the command prints; a single text is split at blanks."""
        given = words[0].split() if len(words) == 1 and isinstance(words[0], str) else words
        return self._run("tournament", *given, "--db", self.db, stdin=stdin)

    def said(self, *words: object, stdin: bytes = b"") -> str:
        """What a command that does what it is told prints."""
        ran = self(*words, stdin=stdin)
        assert (ran.code, ran.err) == (0, ""), ran
        return ran.out

    def told(self, *words: object) -> Any:
        """The JSON value that such a command prints."""
        given = words[0].split() if len(words) == 1 and isinstance(words[0], str) else words
        return json.loads(self.said(*given, "--json"))

    def told_lines(self, *words: object) -> list[Any]:
        """The JSON values that such a command prints, one a line."""
        return [json.loads(line) for line in self.said(*words, "--json").splitlines()]

    def refused(self, *words: object, stdin: bytes = b"") -> str:
        """What a command that is refused says; nothing has changed by it."""
        before = self.said("log --json")
        ran = self(*words, stdin=stdin)
        assert (ran.code, ran.out) == (2, ""), ran
        assert self.said("log --json") == before
        return ran.err

    def lines(self, *lines: str) -> "Day":
        """Each of these lines as a command that does what it is told."""
        for line in lines:
            self.said(line)
        return self


@pytest.fixture
def begun(run: Run, tmp_path: Path) -> Callable[..., Day]:
    """Begins a tournament: begun("doubles") or begun()."""

    def begin(entry: str = "singles") -> Day:
        day = Day(run, tmp_path / "club.db")
        day.said("new", "Club day", entry, "--seed", "6", "--time-zone", "UTC")
        return day

    return begin


@pytest.fixture
def day(begun: Callable[..., Day]) -> Day:
    """A tournament of singles with Ann Smith, Bob, Cid and Dee, all against all, drawn; tables 1 and 2."""
    names = (b"name", b"Ann Smith", b"Bob", b"Cid", b"Dee")
    day = begun()
    day.said("import", "-", stdin=b"\n".join(names))
    return day.lines("phase round-robin game washers-ritzenthaler", "draw", "open 1-2")
