"""hardware/boards/: every box that can be built says its pins, and what CircuitPython calls the boards it is for."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.circuit.pins_file import pins_source
from hardware.source import read
from hardware.source.board import Wired
from hardware.source.read import BOARD_FILE, BOARDS, REFERENCE, ROOT, BadBoardFile, read_boards
from tallyboard.drive.files import board_file, board_files, board_of, pins_of
from tallyboard.errors import TallyboardError
from tests.hardware.changed import refused
from tests.hardware.sample import TEXT

MADE = read_boards()


def test_board_toml_is_another_name_of_the_reference() -> None:
    assert BOARD_FILE.resolve() == BOARDS / f"{REFERENCE}.toml"
    assert next(iter(MADE)) == REFERENCE


def test_the_laptop_has_the_pins_of_every_board() -> None:
    assert list(board_files()) == list(MADE) == [REFERENCE, "macropad", "pi"]
    for name, board in MADE.items():
        wiring = pins_of(name)
        assert (wiring.sda, wiring.scl, dict(wiring.buttons)) == (board.i2c.sda, board.i2c.scl, board.buttons)
        assert (dict(wiring.displays), wiring.fram_address) == (board.displays, board.fram.address)
        assert board_file(name).ids == board.board.ids


def test_the_pins_of_the_reference_are_those_of_the_firmware() -> None:
    """Byte for byte what they were before there were others: no name, and the file that they have been made from."""
    text = board_file(REFERENCE).pins
    assert text == (ROOT / "firmware/lib/tableside/pins.py").read_text(encoding="utf-8")
    assert text.startswith('"""Pins and addresses. Made from hardware/board.toml by')
    assert "BOARD" not in text


def test_no_chip_board_fits_two_files() -> None:
    ids = [one for board in MADE.values() for one in board.board.ids]
    assert len(set(ids)) == len(ids)
    assert "raspberry_pi_pico_w" in MADE[REFERENCE].board.ids
    assert MADE["macropad"].board.ids == ("adafruit_macropad_rp2040",)


def test_pins_on_a_drive_say_whose_they_are(tmp_path: Path) -> None:
    assert board_of(tmp_path) == REFERENCE
    pins = tmp_path / "lib" / "tableside" / "pins.py"
    pins.parent.mkdir(parents=True)
    for name in board_files():
        pins.write_text(board_file(name).pins, encoding="utf-8")
        assert board_of(tmp_path) == name
    pins.write_text("half a", encoding="utf-8")
    assert board_of(tmp_path) == REFERENCE


def test_a_name_that_there_is_not_is_told_with_those_that_there_are() -> None:
    with pytest.raises(TallyboardError, match=r"no board macpad.*one of reference, macropad, pi"):
        board_file("macpad")


def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, str], name: str = "macropad") -> list[str]:
    """What is said of a board file in which these texts are others."""
    text = (BOARDS / f"{name}.toml").read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(read, "BOARDS", tmp_path)
    monkeypatch.setattr(read, "ROOT", tmp_path.parent)
    try:
        read_boards()
    except BadBoardFile as bad:
        return [re.sub(r"^\S+/own\.toml:\d+: ", "", line) for line in str(bad).splitlines()]
    return []


@pytest.mark.parametrize(
    ("name", "changes", "rule"),
    [
        ("macropad", {"KEY12": "KEY13"}, "buttons.B2: the MacroPad has no pin KEY13; give it a free one (free: KEY12)"),
        ("macropad", {'"KEY12"': '"KEY3"'}, "buttons.A1: KEY3 is used twice, also by buttons.B2"),
        ("macropad", {'sda = "SDA"': 'sda = "KEY1"'}, "i2c: the MacroPad has its bus on other pins: sda = SDA"),
        ("macropad", {'chip = "macropad"': 'chip = "macpad"'}, 'board.chip: unknown chip "macpad"; did you mean'),
        ("macropad", {"S = 0x72": "S = 0x71"}, "displays.B: 0x71 is used twice, also by displays.S"),
        ("macropad", {'UNDO = "KEY4"': ""}, "buttons.UNDO: this key is missing"),
        ("macropad", {"[supply]": "[suply]"}, 'suply: unknown table "suply"; did you mean "supply"?'),
        ("pi", {'A1 = "D5"': 'A1 = "D1"'}, "buttons.A1: the Raspberry Pi has no pin D1 for this; give it a free one"),
        ("pi", {'scl = "D3"': 'scl = "D5"'}, "i2c: the Raspberry Pi has its bus on other pins: sda = D2, scl = D3"),
        ("pi", {'C5 = "D7"': ""}, "buttons.C5: this key is missing: display C needs C1 to C5"),
    ],
)
def test_a_board_file_without_a_carrier_is_held_to_the_same_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, changes: dict[str, str], rule: str
) -> None:
    found = told(tmp_path, monkeypatch, changes, name)
    assert any(line.startswith(rule) for line in found), found


def test_a_carrier_is_for_a_pico() -> None:
    found = [(key, rule) for _, key, rule in refused(TEXT.replace('chip = "pico"', 'chip = "pi"'))]
    assert [key for key, _ in found] == ["board.chip"]


def test_a_box_without_a_board_table_is_one_with_a_pico() -> None:
    """As every board.toml said that was written before there were other boards."""
    text = re.sub(r"^\[board\].*?(?=^\[)", "", TEXT, flags=re.DOTALL | re.MULTILINE)
    assert refused(text) == []
    assert read.read_board(text) == read.read_board(TEXT)


def test_the_pins_file_of_another_board_says_its_name() -> None:
    board: Wired = MADE["macropad"]
    assert '\nBOARD = "macropad"\n' in pins_source(board, "macropad")
    assert "Made from hardware/boards/macropad.toml by" in pins_source(board, "macropad")
    assert "\nPIEZO = None\n" in pins_source(board, "macropad")
    assert '\nPIEZO = "KEY1"\n' in pins_source(replace(board, piezo="KEY1"))
