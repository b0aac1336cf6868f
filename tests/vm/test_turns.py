"""The firmware run turn by turn: it does what it does when it goes round by itself, and the file on the drive stays."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tallyboard.drive.deploy import drive_files
from tests.vm.on_the_rig import PATH, new_board, read_trace
from tests.vm.plays import HEAP, SCRIPTS, Play
from tests.vm.vm import run_here, run_on_vm

CODE = drive_files()["code.py"].decode()


@pytest.mark.parametrize("name", ["crokinole-official", "pichenotte-southwest", "washers-ritzenthaler", "faults"])
def test_turn_by_turn_it_does_the_same(play: Callable[[str], Play], drive: Path, tmp_path: Path, name: str) -> None:
    played = play(name)
    for run in (run_here, run_on_vm):
        options = {"heap": HEAP} if run is run_on_vm else {}
        board = new_board(tmp_path / run.__name__, drive, played.script)
        after: list[str] = []
        for commands, printed in zip(played.script.power_ons(), played.here.printed, strict=True):
            (board / "script").write_text("".join(f"{command}\n" for command in commands), encoding="ascii")
            by_turns = run("run_turns.py", "4", *after, path=PATH, folder=board, **options)
            # The end of the file is a function there.
            assert by_turns.replace(", in main\n", ", in <module>\n").splitlines() == printed.splitlines()
            after = ["reload"] if commands and commands[-1].startswith("reload") else []
    assert (drive / "code.py").read_text(encoding="utf-8") == CODE


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_is_told_as_kept_is_what_the_memory_holds(play: Callable[[str], Play], name: str) -> None:
    """Also where the power goes inside a write: who keeps a copy of the memory has all of it."""
    played = play(name)
    file = f"{played.script.storage}.bin"
    image = bytearray(b"\xff" * 4096 if played.script.storage == "nvm" else bytes(32_768))
    for printed, holds in zip(played.on_vm.printed, played.on_vm.images, strict=True):
        for kept, at, data in read_trace(printed).kept:
            assert kept == file
            image[at : at + len(data)] = data
        assert image == holds


@pytest.fixture
def changed(drive: Path, tmp_path: Path) -> Callable[[str, str], Path]:
    """A board with another code.py: this text in place of that."""

    def make(old: str, new: str) -> Path:
        board = new_board(tmp_path / "board", drive, SCRIPTS["crokinole-official"])
        (board / "drive").unlink()
        (board / "drive").mkdir()
        for name in ("boot.py", "lib"):
            (board / "drive" / name).symlink_to(drive / name)
        assert CODE.count(old) == 1
        (board / "drive" / "code.py").write_text(CODE.replace(old, new), encoding="utf-8")
        (board / "script").write_text("reload press A1\n", encoding="ascii")
        return board

    return make


def test_code_that_has_changed_is_not_run_on_a_guess(changed: Callable[[str, str], Path]) -> None:
    board = changed("    while True:\n        now", "    while 1:\n        now")
    with pytest.raises(pytest.fail.Exception, match=r"code\.py has changed"):
        run_here("run_turns.py", "4", path=PATH, folder=board)


def test_an_error_tells_the_line_that_the_file_has(changed: Callable[[str, str], Path]) -> None:
    """A maker looks it up there."""
    board = changed("        panel.step(now)\n", "        panel.stoop(now)\n")
    lines = (board / "drive" / "code.py").read_text(encoding="utf-8").split("\n")
    printed = run_here("run_turns.py", "4", path=PATH, folder=board)
    assert f'code.py", line {lines.index("        panel.stoop(now)") + 1}, in loop' in printed
    assert read_trace(printed).ended == "reload"
