"""`tallyboard tournament rehearse`, with real boards and a real hub."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tallyboard.rehearsal import checks
from tallyboard.store.tournaments import rows
from tests.harness.command_line import Run
from tests.harness.terminal import COMMAND, come_to_an_end, environment, running
from tests.host.json_shapes import schema
from tests.host.marks import linux_only

_SMALL = ("--players", 8, "--tables", 2, "--format", "single", "--speed", 50, "--seed", 3)
_LIMIT_S = 60


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, int]:
    """A small rehearsal whose folder is kept, what it printed, and its exit code."""
    home = tmp_path_factory.mktemp("home")
    folder = home / "kept"
    done = subprocess.run(
        [*COMMAND, "tournament", "rehearse", *map(str, _SMALL), "--keep", str(folder)],
        env=environment(home),
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr, done.stderr
    return folder, done.stdout, done.returncode


def test_a_small_evening_comes_to_its_champion(kept: tuple[Path, str, int]) -> None:
    folder, said, code = kept
    assert code == 0, said
    assert re.search(r"^\w+ is champion\.$", said, re.MULTILINE)
    assert "✗" not in said
    assert all(f"✓ {what}" in said for what in (checks.PRESSES, checks.RESULTS, checks.SCRIPT))
    for kind in ("late player", "plug pulled", "hub killed", "withdrawal"):
        assert kind in said
    assert re.search(r"^\d\d:\d\d:\d\d  Table \d   1:W1\.\d, \w+ : \w+: called\.$", said, re.MULTILINE)
    assert f"The database is {folder / 'tallyboard.db'}" in said


def test_what_was_kept_can_be_looked_at(kept: tuple[Path, str, int], run: Run) -> None:
    folder, said, _ = kept
    assert run("verify", "--db", folder / "tallyboard.db").code == 0
    champion = run("tournament", "bracket", "--db", folder / "tallyboard.db").out
    assert re.search(r"(\w+) is champion", said)[1] in champion  # type: ignore[index]


@linux_only
def test_nothing_is_left_running(kept: tuple[Path, str, int]) -> None:
    assert running(kept[0]) == []


def test_a_result_that_is_altered_behind_its_back_is_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    true = checks.checked

    def altered(day: Any, hub_end: str) -> Any:
        about = day.organiser.followed.about.id
        event = next(event for event in reversed(day.organiser.events) if event.who == "board")
        words = event.line.split()
        words[3] = str(int(words[3]) + 7)
        other = event._replace(line=" ".join(words))
        with sqlite3.connect(day.organiser.db) as connection:
            update = "UPDATE tournament_events SET line = ?, crc = ? WHERE number = ?"
            connection.execute(update, (other.line, rows.check(about, *other), other.number))
        return true(day, hub_end)

    monkeypatch.setattr(checks, "checked", altered)
    ran = run("tournament", "rehearse", *_SMALL, "--json")
    made = json.loads(ran.out)
    Draft202012Validator(schema("rehearse", is_strict=True)).validate(made)
    assert (ran.code, made["holds"]) == (1, False)
    wrong = {check["what"]: check["wrong"] for check in made["checks"] if not check["holds"]}
    assert set(wrong) == {checks.RESULTS}
    assert "and the board's match is result" in wrong[checks.RESULTS][0]


@contextmanager
def started(home: Path) -> Iterator[tuple["subprocess.Popen[str]", Path]]:
    """A rehearsal as a process, and its folder, as soon as that is there."""
    process = subprocess.Popen(
        [*COMMAND, "tournament", "rehearse", *map(str, _SMALL[:6]), "--seed", "1"],
        env={**environment(home), "TMPDIR": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell's background ignores it
    )
    try:
        while not (folders := list(home.glob("tallyboard-rehearsal-*"))):
            assert process.poll() is None
            time.sleep(0.01)
        yield process, folders[0]
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def see_end(process: "subprocess.Popen[str]", folder: Path) -> None:
    """It ends as an interrupted command does, and takes everything with it."""
    out, err = process.communicate(timeout=_LIMIT_S)
    assert process.returncode == 130, out + err
    assert "Traceback" not in err
    assert not folder.exists()
    assert running(folder) == []


@linux_only
def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    with started(tmp_path) as (process, folder):
        assert process.stdout is not None
        next(line for line in process.stdout if "called" in line)
        assert running(folder)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        see_end(process, folder)


@linux_only
def test_it_can_be_ended_while_its_boards_are_being_switched_on(tmp_path: Path) -> None:
    with started(tmp_path) as (process, folder):
        while not running(folder):
            time.sleep(0.01)
        process.terminate()
        see_end(process, folder)


@linux_only
@pytest.mark.check("a rehearsal more")
def test_one_that_is_killed_leaves_neither_hub_nor_boards_running(tmp_path: Path) -> None:
    with started(tmp_path) as (process, folder):
        assert process.stdout is not None
        next(line for line in process.stdout if "called" in line)
        assert running(folder)
        process.kill()
        assert come_to_an_end(folder)


@pytest.mark.parametrize(
    "words", [("--players", 3), ("--tables", 0), ("--speed", 0), ("--game", "croquet"), ("--seed", -1)]
)
def test_what_cannot_be_rehearsed_is_refused(run: Run, words: tuple[object, ...]) -> None:
    ran = run("tournament", "rehearse", *words)
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 2


def test_a_folder_with_something_in_it_is_not_taken(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    ran = run("tournament", "rehearse", "--keep", tmp_path)
    assert (ran.code, ran.err.splitlines()[0]) == (2, f"The folder {tmp_path} is not empty.")
