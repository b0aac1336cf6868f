"""What the firmware says on its console, word for word: whoever builds a box reads it there first."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shared_rules import VERSION
from tallyboard.drive.files import firmware_dir
from tests.harness.bench import faults_in
from tests.harness.board_process import Board
from tests.harness.memory_chips import FramChip, medium_of

Start = Callable[..., Board]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """A board whose code.py and console.py are copies in which each `old` is replaced by its `new`."""
    boards: list[Board] = []

    def make(*edits: tuple[str, str], storage: str = "fram", options: tuple[str, ...] = ()) -> Board:
        drive = tmp_path / "drive"
        shutil.copytree(firmware_dir(), drive, ignore=shutil.ignore_patterns("__pycache__"))
        files = [drive / "code.py", drive / "lib" / "tableside" / "console.py"]
        for old, new in edits:
            (file,) = [file for file in files if old in file.read_text()]
            text = file.read_text()
            assert text.count(old) == 1, old
            file.write_text(text.replace(old, new))
        more = ["--drive", str(drive), *options]
        boards.append(Board(tmp_path, "crokinole-official", storage=storage, options=more))
        return boards[0]

    yield make
    for board in boards:
        board.close()


def console(board: Board) -> list[str]:
    return (board.folder / "stderr").read_text().splitlines()


HELLO = f"Tallyboard {VERSION} on "


@pytest.mark.parametrize("storage", ["fram", "nvm"])
def test_a_board_on_which_all_is_well_says_who_it_is(start: Start, storage: str) -> None:
    board = start(storage=storage)
    board.run("press A1")
    assert console(board) == [HELLO + storage]


# What is wrong stands in the code here, for a virtual board has none of it: the lines around it are the firmware's.
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("stuck = pressed(buttons)", "stuck = [0]", "Key A1 is down already; it counts when it was let go."),
        (
            "usb_cdc.data is not None)\n",
            "False)\n",
            "No data port, so no laptop: boot.py has not run. Unplug the board and plug it in again.",
        ),
        (
            "return default if value is None else str(value)",
            'return "paper" if name.endswith("STORAGE") else default if value is None else str(value)',
            "The journal's memory (TALLYBOARD_STORAGE, fram or nvm) does not answer; presses are refused meanwhile.",
        ),
        (
            "    if table.journal is None:\n",
            "    table.journal.damaged = 3\n    if table.journal is None:\n",
            "Unreadable records in the journal: 3 - everything else is kept.",
        ),
        (
            "    if table.fault:\n",
            '    table.fault = "unknown game chess"\n    if table.fault:\n',
            "TALLYBOARD_GAME: unknown game chess",
        ),
    ],
)
def test_what_is_wrong_at_power_on(start: Start, old: str, new: str, says: str) -> None:
    board = start((old, new))
    board.run("wait 100")
    paper = "paper" in new
    assert console(board) == [HELLO + ("paper" if paper else "fram"), says]


def test_a_display_that_is_not_there(start: Start) -> None:
    board = start(options=("--without", "B"))
    board.run("wait 100")
    assert console(board) == [HELLO + "fram", "Display B does not answer; the score goes on without it."]


def test_an_error_is_told_and_written_down_and_the_board_starts_again(start: Start) -> None:
    board = start(("        edges += 1\n", "        edges += 1 if event.key_number else None\n"))
    board.run("press B1")
    board.send("press A1", "wait 6000")
    board.collect(2)
    said = console(board)
    again = said.index("Tallyboard starts again in 5 seconds; Ctrl-C stops it.")
    assert said[0] == HELLO + "fram"
    assert said[1].startswith("Traceback")
    assert said[again - 2].startswith("TypeError: unsupported operand type(s) for +=")
    assert said[again + 1] == HELLO + "fram"
    board.kill()
    chip = FramChip()
    chip.memory[:] = (board.folder / "state" / "fram.bin").read_bytes()
    from tableside.journal import Journal

    journal = Journal(medium_of(chip), lambda: 0)
    journal.open()
    (fault,) = faults_in([bytes(journal.read(seq, 1)) for seq in range(journal.next)])
    assert fault.startswith("code:")
    assert " TypeError unsupported operand" in fault


def test_a_fault_that_cannot_be_written_down_is_told_all_the_same(start: Start) -> None:
    board = start(
        ("        edges += 1\n", "        edges += 1 if event.key_number else None\n"),
        ("table.note_fault(fault_text(error), 0)", 'raise KeyError("full")'),
    )
    board.send("press A1", "wait 6000")
    board.collect(1)
    assert "It could not be written down: 'full'" in console(board)
