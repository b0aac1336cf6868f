"""The command line run in the process of the tests."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tallyboard.commands import guard


class Ran(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs the command line in this process, with its folders under tmp_path: run("score", "-", stdin=b"…")."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def run_it(*args: object, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "argv", ["tallyboard", *map(str, args)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        code = guard.run(sys.argv[1:])
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return run_it
