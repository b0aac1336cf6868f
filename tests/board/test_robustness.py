"""The whole firmware on virtual hardware with faults put into a copy of it: the score goes on, the fault is kept."""

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from shared_rules.journal import record
from shared_rules.journal.reasons import RESETS, SAFE_MODES
from tallyboard.drive.files import firmware_dir
from tests.harness.bench import faults_in
from tests.harness.board_process import Board
from tests.harness.memory_chips import FramChip, medium_of

Start = Callable[..., Board]
Edits = Sequence[tuple[str, str]]
# Where Panel.key_down begins to ask who takes a key.
KEY_DOWN = "        if self._menu is not None:\n            self._click()"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """A board whose firmware is a copy with `old` replaced by `new` in one of its files."""
    boards: list[Board] = []

    def make(file: str = "", old: str = "", new: str = "", *options: str, edits: Edits = ()) -> Board:
        drive = tmp_path / "drive"
        shutil.copytree(firmware_dir(), drive, ignore=shutil.ignore_patterns("__pycache__"))
        for before, after in [(old, new), *edits] if file else ():
            text = (drive / file).read_text()
            assert text.count(before) == 1, f"{before!r} has to stand once in {file}"
            (drive / file).write_text(text.replace(before, after))
        boards.append(Board(tmp_path, "crokinole-official", options=["--drive", str(drive), *options]))
        return boards[0]

    yield make
    for board in boards:
        board.close()


def texts_of(board: Board) -> list[str]:
    return [board.displays[name] for name in "ABS"]


def console(board: Board) -> str:
    return (board.folder / "stderr").read_text()


def recorded(board: Board) -> list[bytes]:
    """The records of the board's journal, from the first on."""
    chip = FramChip()
    chip.memory[:] = (board.folder / "state" / "fram.bin").read_bytes()
    from tableside.journal import Journal

    journal = Journal(medium_of(chip), lambda: 0)
    journal.open()
    return [bytes(journal.read(seq, 1)) for seq in range(journal.next - 1)]  # without the BOOT of this look


def faults(board: Board) -> list[str]:
    """The faults that the firmware wrote down."""
    return faults_in(recorded(board))


def boots(board: Board) -> list[tuple[str, str]]:
    return [(RESETS[data[2]], SAFE_MODES[data[3]]) for data in recorded(board) if data[0] == record.BOOT]


CRASH = ("lib/tableside/views.py", '    return "%4d" % number', '    return "%4d" % (number // (number != 25))')


def test_an_error_starts_the_board_again_into_the_same_score(start: Start) -> None:
    """A display that cannot show 25: the press counts, the board starts again, and meets the same fault again."""
    board = start(*CRASH)
    board.run("press A1")
    board.send("press A4")
    board.send("wait 12000")
    time.sleep(2)
    board.kill()
    assert "ZeroDivisionError" in console(board)
    found = faults(board)
    assert len(found) == 1, "the same fault is written once"
    assert found[0].startswith("views:")
    assert "ZeroDivisionError" in found[0]
    assert len(found[0].encode()) <= record.FAULT_BYTES
    events = [record.event_of(data) for data in recorded(board) if data[0] < record.SETTING]
    assert len(events) == 2
    assert boots(board)[0] == ("POWER_ON", "NONE")
    assert ("RELOAD", "NONE") in boots(board)


def test_an_error_that_passes_leaves_the_score_as_it_was(start: Start) -> None:
    board = start(
        "lib/tableside/panel.py",
        KEY_DOWN,
        '        if name == "B5":\n            raise KeyError("worn out")\n' + KEY_DOWN,
    )
    board.run("press A1", "press B2")
    board.send("press B5", "wait 8000", "press A1")
    board.collect(3)
    assert texts_of(board) == ["° 40.", "  15.", "A 20"]
    board.kill()
    assert [fault.split(" ", 1)[1] for fault in faults(board)] == ["KeyError 'worn out'"]


def test_a_firmware_that_hangs_is_reset_by_the_watchdog_into_the_same_score(start: Start) -> None:
    board = start(
        "lib/tableside/panel.py",
        KEY_DOWN,
        '        while name == "B5":\n            import supervisor\n            supervisor.ticks_ms()\n' + KEY_DOWN,
    )
    board.run("press A1", "press B2")
    board.run("press B5", "wait 9000")
    assert ("WATCHDOG", "NONE") in boots(board)
    board.run("press A1")
    assert texts_of(board) == ["° 40.", "  15.", "A 20"]


def test_a_link_that_fails_is_left_alone_and_the_score_goes_on(start: Start) -> None:
    board = start(
        "lib/tableside/link.py",
        "        if not self._requests and port.in_waiting:\n",
        '        if port.in_waiting is not None:\n            raise ValueError("no link today")\n',
    )
    board.run("press A1", "wait 25000", "press A1")
    assert texts_of(board) == ["° 40.", "   0.", "A 20"]
    board.kill()
    assert len(faults(board)) == 1
    assert faults(board)[0].endswith("ValueError no link today")
    assert 2 <= console(board).count("ValueError: no link today") <= 3, "it rests between tries"


def test_a_watch_over_the_displays_that_fails_costs_no_press(start: Start) -> None:
    board = start(
        "lib/tableside/displays.py", "        self._faces[self._next].look()\n", "        self._faces[9].look()\n"
    )
    board.run("press A1", "wait 25000", "press A1")
    assert texts_of(board) == ["° 40.", "   0.", "A 20"]
    board.kill()
    assert "IndexError" in faults(board)[0]


def test_a_menu_that_fails_closes_and_the_score_goes_on(start: Start) -> None:
    board = start(
        "lib/tableside/menu/menu.py",
        "        level = self._levels[-1]\n        self._repeat = 0\n",
        "        level = 1 // 0\n",
    )
    board.run("press A1", "hold MENU", "press A2", "press A2")
    assert texts_of(board) == ["° 35.", "   0.", "A 15"]
    board.kill()
    assert "ZeroDivisionError" in faults(board)[0]


@pytest.mark.parametrize("part", ["A", "B", "S"])
def test_a_display_that_is_missing_at_power_on_is_named_and_comes_back(start: Start, part: str) -> None:
    board = start("", "", "", "--without", part)
    board.run("press A1", "press B2")
    assert f"Display {part} does not answer" in console(board)
    board.run(f"plug {part}", "wait 1200")
    assert texts_of(board) == ["° 20.", "  15.", "B 15"]


def test_a_key_that_is_down_while_the_queue_overflows_is_still_down_afterwards(start: Start) -> None:
    """The queue is taken to have overflowed once, while UNDO is down."""
    board = start(
        "code.py",
        "        if self._scanner.events.overflowed:\n",
        '        if keys._listener._undo_down and not hasattr(self, "lost"):\n            self.lost = True\n',
    )
    board.run("press A1", "press A1", "down UNDO", "wait 200", "press A1")
    assert "overflow" in console(board)
    assert board.displays["A"] == "° 20.", "one off: UNDO is still down"
    board.run("up UNDO", "wait 100", "press A2")
    assert board.displays["A"] == "° 35."


@pytest.mark.parametrize(("ms", "resets"), [(7_500, []), (8_500, ["WATCHDOG"])])
def test_the_watchdog_waits_for_eight_seconds(start: Start, ms: int, resets: list[str]) -> None:
    board = start(
        "lib/tableside/panel.py",
        KEY_DOWN,
        "        import supervisor\n        began = supervisor.ticks_ms()\n"
        f'        while name == "B5" and supervisor.ticks_ms() - began < {ms}:\n            pass\n' + KEY_DOWN,
    )
    board.run("press A1", "press B5", "wait 10000")
    assert board.displays["A"] == "° 20."
    assert [reason for reason, _ in boots(board)] == ["POWER_ON", *resets]


def test_a_board_that_ran_for_a_minute_has_all_its_tries_again(start: Start) -> None:
    """See safemode.py, which counts them in this byte."""
    board = start(
        "code.py",
        "            edges += 1\n",
        '            edges += 1\n            import alarm\n            print("tries:", alarm.sleep_memory[1])\n',
        edits=[("    loop(clock,", "    import alarm\n    alarm.sleep_memory[1] = 3\n    loop(clock,")],
    )
    board.run("press A1", "wait 59000", "press A1", "wait 1500", "press A1")
    assert [line for line in console(board).splitlines() if "tries" in line] == ["tries: 3"] * 4 + ["tries: 0"] * 2
