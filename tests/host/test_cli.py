"""The command line as a whole: help, version, exit codes, and what happens when something breaks."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tallyboard.places import state_folder
from tallyboard.store import Reader
from tests.host.conftest import Run


def test_help_lists_the_commands(run: Run) -> None:
    ran = run("--help")
    assert ran.code == 0
    for name in ("sync", "results", "show", "score", "verify"):
        assert f"  {name} " in ran.out


def test_help_loads_nothing_heavy() -> None:
    code = "import sys, tallyboard.cli\nprint({'sqlalchemy', 'alembic', 'serial', 'rich'} & set(sys.modules))"
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert asked.stdout == "set()\n"


def test_version(run: Run) -> None:
    assert run("--version").out.split() == ["tallyboard", version("tallyboard")]


@pytest.mark.parametrize("arguments", [["score"], ["nothing"], ["show"], ["results", "--nothing"], []])
def test_wrong_use_is_2_and_a_sentence(run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert "Usage" in ran.err + ran.out
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("arguments", [["results"], ["show", "ab"], ["verify"]])
def test_a_bad_database_is_2_with_cause_and_next_step(run: Run, tmp_path: Path, arguments: list[str]) -> None:
    ran = run(*arguments, "--db", tmp_path / "nowhere" / "x.db")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"There is no folder {tmp_path / 'nowhere'}.\nCreate it, or give another --db.\n"


def _break(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr(Reader, "matches", broken)


def test_what_nobody_foresaw_goes_to_the_log(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    _break(monkeypatch, ZeroDivisionError("somewhere deep"))
    ran = run("results")
    log = state_folder() / "errors.log"
    assert (ran.code, ran.out) == (2, "")
    assert (
        ran.err
        == f"Something unexpected went wrong (ZeroDivisionError).\nThe details are in {log}: please report them.\n"
    )
    assert "somewhere deep" in log.read_text()
    assert "Traceback" in log.read_text()


def test_a_log_that_cannot_be_written_is_told(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    _break(monkeypatch, ZeroDivisionError())
    ran = run("results")
    assert ran.code == 2
    assert "could not be written" in ran.err


def test_ctrl_c_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _break(monkeypatch, KeyboardInterrupt())
    ran = run("results")
    assert (ran.code, ran.out) == (130, "")
    assert "Traceback" not in ran.err
