"""What the reference of the panel has no idea of: the menu, faults, keys that stay down, parts that are pulled out.

Each script of `presses/beside` is played on MicroPython and on CPython, as in test_board.py; here is said what it comes
to.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from shared_rules import errands, frame, reasons, record, record_text
from shared_rules.result import result
from shared_rules.scoresheet import read
from tests.vm.on_the_rig import NAMES, Kept, Script, new_board, power_on, read_journal, read_trace
from tests.vm.plays import BESIDE, HEAP, Play
from tests.vm.vm import run_here, run_on_vm

# By script: its matches as scoresheets, and what is lit in the end.
COMES_TO = {
    "overflow": (
        ["crokinole-official discs=24; B 5; A 20; A 20; A 20; A 20; A 20; A 20; A 20; B 15; B 10"],
        {"A": " 1:40.", "B": "  30.", "S": "R 1 "},
    ),
    "unplugged": (
        ["crokinole-official; A 20; A 20; B 5; A 15; B 10"],
        {"A": "  :55.", "B": "  15.", "S": "R 1 "},
    ),
    "menu": (
        [
            "pichenotte-southwest games=2 discs=4; A 20; B penalty 20; undo; B forfeit; undo",
            "washers-ritzenthaler target=18 holes=4,2,1; A 4; B 4; B 2",
            "washers-ritzenthaler target=18 holes=4,2,1; B 1",
        ],
        {"A": "  : 0", "B": "   1", "S": "R 1 "},
    ),
    "faults": (["crokinole-official; A 20; A 20; B 20; A 10"], {"A": "  :50.", "B": "  20.", "S": "R 1 "}),
    "stuck": (["crokinole-official; B 20; A 20; B 15; A 15; B 15"], {"A": "  :35.", "B": "  50.", "S": "R 1 "}),
    "dimmed": (["crokinole-official; A 20; A 20"], {"A": "  :40.", "B": "   0.", "S": "R 1 "}),
}


@pytest.mark.parametrize("name", list(BESIDE))
def test_what_the_script_comes_to(play: Callable[[str], Play], name: str) -> None:
    played = play(name)
    sheets, lit = COMES_TO[name]
    matches = played.kept.matches
    assert len(matches) == len(sheets)
    for match, sheet in zip(matches, sheets, strict=True):
        game, *events = sheet.split("; ")
        assert match.result == result(read("\n".join([f"game {game}", *events])).match)
        assert match.events == len(events)
    assert played.traces[-1].lit() == lit


def texts(kept: Kept, field: int) -> list[str]:
    """The texts of this field: runs of their records."""
    found = [""]
    for data in kept.records:
        if data[0] == record.TEXT | field:
            found[-1] += record_text.text_of(data[1:4])
        elif found[-1]:
            found.append("")
    return found[:-1]


def test_a_fault_is_written_down_the_same_on_every_vm(play: Callable[[str], Play]) -> None:
    played = play("faults")
    assert [trace.ended for trace in played.traces] == ["reload", "cut"]
    faults = texts(played.kept, record.FAULT_TEXT)
    assert len(faults) == 1, "the second is the same once more, and not written again"
    assert "RuntimeError the bus is at a loss" in faults[0]
    boots = [data for data in played.kept.records if data[0] == record.BOOT]
    assert [reasons.RESETS[data[2]] for data in boots] == ["POWER_ON", "RELOAD"]
    assert sum("Traceback" in line for line in played.traces[0].console) == 2


def commands(play: Play, run: int, code: int) -> list[tuple[int, str, int]]:
    """(ms, display, lower bits) of every command to a display whose upper bits are these."""
    return [
        (ms, NAMES[address], data[0] & 0x0F)
        for ms, address, data in play.traces[run].writes
        if len(data) == 1 and data[0] & 0xF0 == code
    ]


def test_the_light_goes_down_after_five_minutes_and_comes_back_with_a_key(play: Callable[[str], Play]) -> None:
    played = play("dimmed")
    light = [each for each in commands(played, 0, 0xE0) if each[0] > 1000]
    assert [(name, level) for _, name, level in light] == [(name, level) for level in (0, 15) for name in "ABS"]
    keys = [ms for ms, _, down in played.traces[0].keys if down]
    assert 300_000 <= light[0][0] - keys[0] <= 300_100
    assert 0 <= light[3][0] - keys[1] <= 4


def test_the_light_that_was_chosen_is_there_after_a_power_cut(play: Callable[[str], Play]) -> None:
    played = play("menu")
    assert next(data[1] for data in played.kept.records if data[0] == record.LIGHT) == 14
    assert commands(played, 1, 0xE0)[-1][2] == 13, "levels are 1 to 16, and on the wire 0 to 15"


def test_what_the_laptop_assigns_is_played_with_next(drive: Path, tmp_path: Path) -> None:
    script = Script("assigned", "crokinole-official", 2, "fram", [])
    assign = frame.encode(frame.ASSIGN, 1, errands.assign("T1-R2-M3", "twenties-shootout discs=2", ("Ann", "Zoé")))
    commands = [f"send {assign.hex()}", "wait 6000", "press A1", "press NEXT", "press B1", "wait 3100"]
    kept = []
    printed = []
    for run, options in ((run_here, {}), (run_on_vm, {"heap": HEAP})):
        board = new_board(tmp_path / run.__name__, drive, script)
        printed.append(power_on(run, board, commands, **options))
        kept.append((board / "fram.bin").read_bytes())
    assert printed[0] == printed[1]
    assert kept[0] == kept[1]
    assert frame.Decoder().feed(bytes(read_trace(printed[1]).sent)) == [(frame.ASSIGNED, 1, b"")]
    match = read_journal(kept[1]).matches[-1]
    assert match.result["game"] == "twenties-shootout"
    assert match.events == 1
