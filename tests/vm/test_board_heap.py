"""What the whole firmware takes of MicroPython's heap: no more after 10,000 presses than after 1,000."""

from pathlib import Path

from tests.vm.on_the_rig import PATH, Script, new_board, read_journal
from tests.vm.plays import HEAP, RIG_KB
from tests.vm.vm import run_on_vm

PRESSES = 10_000
EVERY = 1_000

# The VM looks for pointers in all of its C stack, and takes what only looks like one, or is left of a call that is
# over, for a user of its block: a few blocks of 32 bytes more or less. An integer kept a press is 8,000 bytes a sample.
MARGIN = 256

# Where a leak has to show as growth, and not as a MemoryError.
LARGE_HEAP = "1000wk"

RADIO_KB = 9  # the model of a radio, and the laptop that is heard by it


SCRIPT = Script("heap", "crokinole-official target=60", 2, "fram", [])


def samples(drive: Path, tmp_path: Path, presses: int, leak: str, heap: str) -> tuple[list[int], int]:
    """Bytes in use after each 1,000 presses, and how many records the laptop has acknowledged."""
    board = new_board(tmp_path / leak, drive, SCRIPT)
    printed = run_on_vm("heap_board.py", str(presses), leak, path=PATH, folder=board, heap=heap)
    lines = [line.split() for line in printed.splitlines() if line.startswith("heap ")]
    assert [int(line[1]) for line in lines] == list(range(EVERY, presses + 1, EVERY))
    return [int(line[2]) for line in lines], int(printed.split()[-1])


def grown(used: list[int]) -> int:
    return max(used[1:]) - used[0]


def test_ten_thousand_presses_leave_nothing_on_the_heap(drive: Path, tmp_path: Path) -> None:
    used, acked = samples(drive, tmp_path, PRESSES, "none", HEAP)
    print(f"{used[0]} bytes in use after {EVERY} presses, at most {grown(used):+} later")
    assert grown(used) <= MARGIN
    assert acked >= 2 * 4088, "the journal's ring went round twice"
    kept = read_journal((tmp_path / "none" / "fram.bin").read_bytes())
    finished = [match for match in kept.matches if match.result["status"] == "finished"]
    assert len(finished) == len(kept.matches) - 1 >= 20, "the presses played matches, and the last is a new one"
    assert all(match.result["totals"] == {"A": 60, "B": 0} for match in finished)


def test_a_number_or_a_pair_kept_at_each_press_would_be_seen(drive: Path, tmp_path: Path) -> None:
    for leak in ("int", "tuple"):
        used, _ = samples(drive, tmp_path, 2 * EVERY, leak, LARGE_HEAP)
        assert grown(used) > 20 * MARGIN, leak


def by_radio(drive: Path, folder: Path, *how: str, heap: str) -> list[int]:
    """What radio_board.py prints."""
    board = new_board(folder, drive, SCRIPT)
    names = {"SSID": "hall", "PASSWORD": "long enough", "KEY": bytes(range(32)).hex(), "HUB": ""}
    with (board / "settings.toml").open("a", encoding="utf-8") as settings:
        settings.writelines(f'TALLYBOARD_RADIO_{name} = "{value}"\n' for name, value in names.items())
    printed = run_on_vm("radio_board.py", *how, path=PATH, folder=board, heap=heap)
    return [int(word) for word in printed.splitlines()[-1].split()]


def test_a_turn_in_which_the_radio_has_nothing_to_do_takes_nothing(drive: Path, tmp_path: Path) -> None:
    records, _, quiet, others = by_radio(drive, tmp_path / "radio", heap="400wk")
    assert records >= 6, "two presses, their match and a way back came by it"
    assert quiet > 2000
    assert others == 0


def test_a_board_of_the_usual_heap_plays_by_radio(drive: Path, tmp_path: Path) -> None:
    """A Pico W has more."""
    heap = f"{118 + RIG_KB + RADIO_KB}wk"
    records, used, _, _ = by_radio(drive, tmp_path / "radio", "collecting", heap=heap)
    print(f"{used} bytes in use")
    assert records >= 6


def test_a_turn_without_a_press_takes_nothing(drive: Path, tmp_path: Path) -> None:
    """But for the reads of a display, ten a second, which the rig's own bus takes something for."""
    board = new_board(tmp_path / "idle", drive, SCRIPT)
    printed = run_on_vm("idle_board.py", path=PATH, folder=board, heap="250wk")
    turns, looks, others = (int(word) for word in printed.splitlines()[-1].split())
    assert turns == 2500
    assert looks == 100
    assert others == 0
