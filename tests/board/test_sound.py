"""What is heard of the whole firmware on the virtual board, whatever its settings and its piezo."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shared_rules.journal import record
from tableside.sound import CLICK_HZ, REFUSAL_HZ
from tallyboard.drive.files import firmware_dir
from tests.board.test_robustness import faults, recorded
from tests.harness.board_process import Board

Start = Callable[..., Board]
PIN = "GP27"  # not that of the project's own board, nor one that any board has a use for


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """A board with a piezo on PIN, or what `piezo` says; `edit` may change its copy of the drive."""
    boards: list[Board] = []

    def make(piezo: str = f'"{PIN}"', edit: Callable[[Path], object] = lambda drive: None) -> Board:
        drive = tmp_path / "drive"
        shutil.copytree(firmware_dir(), drive, ignore=shutil.ignore_patterns("__pycache__"))
        change(drive, "lib/tableside/pins.py", "^PIEZO = .*$", f"PIEZO = {piezo}")
        edit(drive)
        options = ["--drive", str(drive), "--heard", str(tmp_path / "heard")]
        boards.append(Board(tmp_path, "crokinole-official", options=options))
        return boards[0]

    yield make
    for board in boards:
        board.close()


def change(drive: Path, file: str, old: str, new: str) -> None:
    """Put something else in the place of what matches, once."""
    text, found = re.subn(old, new, (drive / file).read_text(), flags=re.MULTILINE)
    assert found == 1, old
    (drive / file).write_text(text)


def tones(board: Board) -> list[int]:
    """Everything that was heard since this was last asked, in Hz."""
    file = board.folder / "heard"
    lines = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    file.unlink(missing_ok=True)
    assert {line["pin"] for line in lines} <= {PIN}
    assert [line["hz"] for line in lines[1::2]] == [0] * (len(lines) // 2), "silence after each"
    return [line["hz"] for line in lines[::2]]


PRESSES = ("press A1", "wait 300", "press A5", "wait 300", "press UNDO", "wait 300")
HEARD = [CLICK_HZ, REFUSAL_HZ, CLICK_HZ]


def plays(board: Board) -> bool:
    """Whether the score goes on."""
    lit = board.run("press B1", "press B1", "press A2")[-1]
    return (lit["A"].lstrip("° "), lit["B"].strip(), lit["S"]) == ("15.", "40.", "A 15")


def test_a_press_clicks_and_a_refusal_hums(start: Start) -> None:
    board = start()
    board.run(*PRESSES)
    assert tones(board) == HEARD
    assert plays(board)


def test_a_sound_is_short(start: Start) -> None:
    board = start()
    board.run(*PRESSES)
    lines = [json.loads(line) for line in (board.folder / "heard").read_text().splitlines()]
    lasted = [after["ms"] - before["ms"] for before, after in zip(lines[::2], lines[1::2], strict=True)]
    assert 4 <= lasted[0] <= 8
    assert 120 <= lasted[1] <= 124


def test_off_in_the_menu_is_off_after_a_power_cut_and_on_again_is_on(start: Start) -> None:
    board = start()
    to_sound = ("hold MENU", "press A1", "press A1", "press A1", "press NEXT")
    board.run(*to_sound)
    assert board.displays["S"] == "ON  "
    tones(board)
    board.run("press A3", "press NEXT", "press MENU", *PRESSES)
    assert tones(board) == []
    for _ in range(2):
        board.kill()
        board.close()
        board.switch_on()
        board.run(*PRESSES)
        assert tones(board) == []
    board.run(*to_sound, "press A4", "press NEXT", "press MENU", "wait 300")
    assert tones(board) == [CLICK_HZ] * 3
    board.kill()
    board.close()
    board.switch_on()
    board.run(*PRESSES)
    assert tones(board) == HEARD


def test_off_in_the_settings_is_off_until_the_menu_says_on(start: Start) -> None:
    board = start(
        edit=lambda drive: change(drive, "settings.toml", "^TALLYBOARD_SOUND = .*$", 'TALLYBOARD_SOUND = "off"')
    )
    board.run(*PRESSES)
    assert tones(board) == []
    board.run("hold MENU", "press A1", "press A1", "press A1", "press NEXT")
    assert board.displays["S"] == "OFF "
    board.run("press A4", "press NEXT", "press MENU", "wait 300")
    tones(board)
    board.kill()
    board.close()
    board.switch_on()
    board.run(*PRESSES)
    assert tones(board) == HEARD


def test_settings_of_before_that_say_nothing_of_it_are_on(start: Start) -> None:
    board = start(edit=lambda drive: change(drive, "settings.toml", "^TALLYBOARD_SOUND = .*$", ""))
    board.run(*PRESSES)
    assert tones(board) == HEARD


def test_a_board_without_a_piezo_is_silent_and_has_no_row_for_it(start: Start) -> None:
    board = start("None")
    board.run(*PRESSES)
    rows = [lit["S"] for lit in board.run("hold MENU", *["press A1"] * 5)]
    assert "SOUN" not in rows and "LIGH" in rows
    assert tones(board) == []
    assert faults(board) == []


@pytest.mark.parametrize(("piezo", "why"), [('"GP4"', "ValueError"), ('"GP99"', "AttributeError")])
def test_a_pin_that_cannot_be_had_is_told_and_the_score_goes_on(start: Start, piezo: str, why: str) -> None:
    """GP4 is in use by the displays."""
    board = start(piezo)
    board.run(*PRESSES)
    assert plays(board)
    board.kill()
    assert [fault.split()[1] for fault in faults(board)] == [why]


def write_pwmio(source: str) -> Callable[[Path], object]:
    """What gives the drive a PWMOut of its own, in the place of the platform's."""

    def write(drive: Path) -> None:
        (drive / "lib" / "broken_pwmio.py").write_text(source)
        change(drive, "code.py", "from pwmio import", "from broken_pwmio import")

    return write


FAILS = """
class PWMOut:
    def __init__(self, pin, **options):
        self.left = {left}
    def __setattr__(self, name, value):
        if name != "left":
            self.left -= 1
            if self.left < 0:
                raise {error}
        object.__setattr__(self, name, value)
    def deinit(self):
        raise {error}
"""


@pytest.mark.parametrize("error", ["OSError(5)", "ValueError('Invalid frequency')"])
@pytest.mark.parametrize("left", [0, 1, 2, 3, 4])
def test_a_piezo_that_raises_at_any_moment_is_told_once_and_the_score_goes_on(
    start: Start, left: int, error: str
) -> None:
    board = start(edit=write_pwmio(FAILS.format(left=left, error=error)))
    board.run(*PRESSES)
    assert plays(board)
    board.kill()
    (fault,) = faults(board)
    assert error.split("(")[0] in fault


def test_without_a_pwmio_the_score_goes_on(start: Start) -> None:
    board = start(edit=write_pwmio("raise ImportError('no module named pwmio')"))
    board.run(*PRESSES)
    assert plays(board)
    board.kill()
    assert [fault.split()[1] for fault in faults(board)] == ["ImportError"]


def test_an_error_of_the_firmware_does_not_leave_it_sounding(start: Start) -> None:
    """In the middle of a refusal, for the five seconds until the next start."""
    board = start(
        edit=lambda drive: change(
            drive, "lib/tableside/panel.py", "^    def key_up.*$", r'\g<0>\n        raise KeyError("worn out")'
        )
    )
    board.send("press A5", "wait 8000", "down B1", "wait 300")
    board.collect(2)
    lines = [json.loads(line) for line in (board.folder / "heard").read_text().splitlines()]
    assert [line["hz"] for line in lines[:2]] == [REFUSAL_HZ, 0]
    assert lines[1]["ms"] - lines[0]["ms"] < 100
    assert sum(data[0] == record.BOOT for data in recorded(board)) == 2
