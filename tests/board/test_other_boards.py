"""The whole firmware with the pins of each board that can be built: the same presses show the same."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tallyboard.drive.files import REFERENCE, board_files, firmware_dir
from tests.harness.board_process import Board

Start = Callable[..., Board]
PRESSES = ["press A1", "press B2", "press UNDO", "press B4", "press A5", "press NEXT", "press MENU", "press B1"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    boards: list[Board] = []

    def make(name: str, *options: str) -> Board:
        folder = tmp_path / name
        folder.mkdir()
        boards.append(Board(folder, "crokinole-official", options=["--board", name, *options]))
        return boards[-1]

    yield make
    for board in boards:
        board.close()


@pytest.mark.parametrize("name", [name for name in board_files() if name != REFERENCE])
def test_the_same_presses_show_the_same_whatever_the_pins(start: Start, name: str) -> None:
    assert start(name).run(*PRESSES) == start(REFERENCE).run(*PRESSES)


def test_settings_that_ask_for_a_third_side_leave_a_board_without_one_its_two(start: Start, tmp_path: Path) -> None:
    drive = tmp_path / "drive"
    shutil.copytree(firmware_dir(), drive, ignore=shutil.ignore_patterns("__pycache__"))
    settings = drive / "settings.toml"
    settings.write_text(settings.read_text().replace("TALLYBOARD_SIDES = 2", "TALLYBOARD_SIDES = 3"))
    board = start("macropad", "--drive", str(drive))
    assert board.run("press A1")[-1]["A"] == start(REFERENCE).run("press A1")[-1]["A"]
    assert set(board.displays) == {"A", "B", "S"}


@pytest.mark.parametrize(
    ("name", "more", "told"),
    [
        ("macropad", ["--sides", "3"], "The board macropad has no third side.\nLeave --sides out.\n"),
        ("macpad", [], "There is no board macpad.\nName one of reference, macropad, pi.\n"),
    ],
)
def test_a_board_that_cannot_be_is_told(tmp_path: Path, name: str, more: list[str], told: str) -> None:
    arguments = ["board", "--link", str(tmp_path / "port"), "--state", str(tmp_path / "state"), "--board", name, *more]
    ran = subprocess.run([sys.executable, "-m", "tallyboard", *arguments], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (2, told)
