"""The demonstration fails when what it claims is not so, and leaves nothing running; test_wheel.py runs it whole."""

import io
import os
import subprocess
import tty
from pathlib import Path
from signal import Signals
from typing import Any

import pytest
from rich.console import Console

from tallyboard import errors
from tallyboard.commands import parsing
from tallyboard.errors import TallyboardError
from tallyboard.link import SerialPort
from tallyboard.link.ports import GoneError
from tallyboard.rehearsal import demonstration
from tallyboard.rehearsal.demonstration import large
from tallyboard.rehearsal.processes import BoardProcess
from tallyboard.text import language as text_language
from tests.harness.terminal import COMMAND, come_to_an_end, environment, running
from tests.host.marks import linux_only


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[BoardProcess]:
    """Every board that the demonstration starts."""
    boards: list[BoardProcess] = []

    class Noted(BoardProcess):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            boards.append(self)

    monkeypatch.setattr(demonstration, "BoardProcess", Noted)
    return boards


def test_a_claim_that_is_not_so_fails_and_no_board_is_left_running(
    started: list[BoardProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demonstration, "ROUND_2_AFTER", ())  # two rounds are not enough for a winner
    monkeypatch.setattr(demonstration, "ROUNDS_3_AND_4", ())
    with pytest.raises(TallyboardError, match="The demonstration failed: it is not true that the match is over"):
        demonstration.Demonstration(Console(file=io.StringIO()), parsing.run).run()
    assert len(started) == 2
    assert all(board._process.poll() is not None for board in started)


def test_the_board_speaks_the_language_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    french = [text_language.language("fr", "terminal")]
    monkeypatch.setattr(errors, "spoken", french)
    monkeypatch.setattr(text_language, "spoken", french)
    monkeypatch.setattr(demonstration, "CHAMPIONSHIP", "crokinole-championship rounds=1")
    for rounds in ("ROUND_2_BEFORE", "ROUND_2_AFTER", "ROUNDS_3_AND_4", "WASHERS_ROUNDS"):
        monkeypatch.setattr(demonstration, rounds, ())
    out = io.StringIO()
    with pytest.raises(TallyboardError, match="La démonstration a échoué"):  # of the match that nobody plays
        demonstration.Demonstration(Console(file=out), parsing.run).run()
    assert "l\u2019état le dit\u00a0: VICA" in out.getvalue()


def test_a_board_that_forgets_over_a_power_cut_is_noticed(
    started: list[BoardProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(self: demonstration.Demonstration, link: Path, state: Path, game: str | None) -> BoardProcess:
        for path in state.glob("*"):
            path.unlink()
        return plug_in(self, link, state, game)

    plug_in = demonstration.Demonstration._plug_in
    monkeypatch.setattr(demonstration.Demonstration, "_plug_in", forgetful)
    with pytest.raises(TallyboardError, match="after the power cut"):
        demonstration.Demonstration(Console(file=io.StringIO()), parsing.run).run()


def test_what_came_through_the_cable_before_it_was_pulled_arrives_and_then_it_is_gone() -> None:
    board, slave = os.openpty()
    tty.setraw(slave)
    cable = demonstration.PulledCable(SerialPort(os.ttyname(slave)), "cable", after=100)
    os.write(board, bytes(range(150)))
    got = b""
    while len(got) < 100:
        got += cable.read()
    assert got == bytes(range(100))
    assert cable.passed == 100
    with pytest.raises(GoneError, match="cable"):
        cable.read()
    cable.close()
    os.close(board)
    os.close(slave)


def test_a_board_that_cannot_be_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALLYBOARD_LANGUAGE", "fr")
    (tmp_path / "memory").write_text("a file, where a folder has to be")
    with pytest.raises(TallyboardError) as ended:
        BoardProcess(tmp_path / "port", tmp_path / "memory")
    assert f"Le dossier {tmp_path / 'memory'} du boîtier ne peut pas servir\u00a0: " in ended.value.cause


def test_a_board_that_ends_between_two_commands_is_told(tmp_path: Path) -> None:
    board = BoardProcess(tmp_path / "port", tmp_path / "memory")
    board._process.kill()
    board._process.wait()
    with pytest.raises(TallyboardError, match=r"ended by itself \(exit code -9\)\. Run"):
        board.do("wait 1")
    board.end()


@linux_only
@pytest.mark.parametrize("signal", [Signals.SIGTERM, Signals.SIGKILL])
def test_it_leaves_no_board_behind_however_it_ends(tmp_path: Path, signal: Signals) -> None:
    words, its = [*COMMAND, "demo"], {**environment(tmp_path), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(words, env=its, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as demo:
        assert demo.stdout is not None
        next(line for line in demo.stdout if b"[" in line)
        (folder,) = tmp_path.glob("tallyboard-demo-*")
        assert running(folder)
        demo.send_signal(signal)
        assert demo.wait() == (130 if signal is Signals.SIGTERM else -signal)
    assert come_to_an_end(folder)
    assert folder.exists() == (signal is Signals.SIGKILL)  # then nobody is there who could delete it


def test_large_digits_are_five_lines_of_equal_length() -> None:
    for shown in ("  :20.", "----", " -35", "9876"):
        lines = large(shown)
        assert len(lines) == 5
        assert len({len(line) for line in lines}) == 1
