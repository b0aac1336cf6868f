"""A board.toml that breaks a rule is refused by its line and the rule. Each rule has a board that breaks it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware import __main__ as program
from hardware.circuit import pico
from hardware.source import read
from hardware.source.lines import find_lines
from hardware.source.read import BOARD_FILE, BadBoardFile, read_board, told
from hardware.source.rules import BadBoard
from tests.hardware.changed import changed, refused, without
from tests.hardware.sample import BOARD, TEXT


@pytest.mark.parametrize(
    ("changes", "key", "rule"),
    [
        # pins
        ({"buttons.A3": '"GP6"'}, "buttons.A3", "GP6 is used twice, also by buttons.A1; give it a free pin (free: GP0"),
        ({"buttons.A3": '"GP6"'}, "buttons.A1", "GP6 is used twice, also by buttons.A3"),
        ({"buttons.A3": '"GP4"'}, "i2c.sda", "GP4 is used twice, also by buttons.A3"),
        ({"piezo.pin": '"GP5"'}, "piezo.pin", "GP5 is used twice, also by i2c.scl"),
        ({"buttons.A3": '"GP6"', "buttons.B1": '"GP6"'}, "buttons.A1", "GP6 is used 3 times, also by buttons.A3 and"),
        ({"buttons.A3": '"GP23"'}, "buttons.A3", "the Pico has no pin GP23 on its edge; give it a free one (free: GP0"),
        ({"buttons.A3": '"gp 8"'}, "buttons.A3", 'the Pico has no pin "gp 8"'),
        ({"i2c.sda": '"GP3"'}, "i2c.sda", "GP3 can be SCL of I2C1, never SDA"),
        ({"i2c.scl": '"GP0"'}, "i2c.scl", "GP0 can be SDA of I2C0, never SCL"),
        ({"i2c.sda": '"GP2"'}, "i2c.scl", "GP5 belongs to I2C0 and SDA on GP2 to I2C1; take one of GP3, GP7"),
        ({"i2c.frequency": "1_000_000"}, "i2c.frequency", "must be 10000 to 400000 Hz, not 1000000 ("),
        # names
        ({"buttons.A3": None}, "buttons.A3", "this key is missing"),
        ({"buttons.MENU": None}, "buttons.MENU", "this key is missing"),
        ({"buttons.C3": None}, "buttons.C3", "display C needs C1 to C5; add them, or remove C"),
        ({"displays.C": None}, "buttons.C3", "add C to [displays], or remove this key"),
        ({"displays.S": None}, "displays.S", "this display is missing"),
        ({"buttons.UNDO = ": 'UNOD = "GP27"'}, "buttons.UNOD", 'unknown key "UNOD"; did you mean "UNDO"?'),
        ({"displays.C": "0x73\nD = 0x74"}, "displays.D", 'unknown display "D"; there are A, B, S, C'),
        # addresses
        ({"displays.A": "0x71"}, "displays.A", "0x71 is used twice, also by displays.B; give it another address"),
        ({"displays.A": "0x71"}, "displays.B", "(free: 0x70, 0x74, 0x75, 0x76, 0x77)"),
        ({"displays.A": "0x50"}, "displays.A", "an HT16K33 can only be 0x70 to 0x77"),
        ({"fram.address": "0x70"}, "fram.address", "an MB85RC256V can only be 0x50 to 0x57"),
        ({"fram.bytes": "65_536"}, "fram.bytes", "the MB85RC256V has 32768 bytes"),
        # light
        ({"supply.most_light": "11"}, "supply.most_light", "with 3 sides and every segment lit 11 of 16 draws 311 mA"),
        ({"supply.most_light": "11"}, "supply.most_light", "more than supply.limit_ma (300 mA); at most 10 of 16"),
        ({"supply.most_light": "0"}, "supply.most_light", "must be 1 to 16 of 16, not 0"),
        ({"supply.displays_v": "4.5"}, "supply.displays_v", "give 3.3 or 5.0"),
        (
            {"supply.displays_v": "5.0"},
            "bus.pull_up_ohm",
            "with 3 sides the pull-ups are 4.70 kΩ to 3.3 V and 1.63 kΩ to",
        ),
        (
            {"supply.displays_v": "5.0"},
            "bus.pull_up_ohm",
            "take i2c.frequency = 100_000 and bus.displays_pull_up_ohm = 0",
        ),
        (
            {"supply.displays_v": "5.0", "supply.most_light": "15"},
            "supply.most_light",
            "more than supply.usb_ma (500 mA)",
        ),
        # the capacitors, and the supervisor
        ({"supply.bulk_uf": "1"}, "supply.bulk_uf", "300 mA take 3.3 V from 45.5 µF in the 0.5 ms"),
        ({"supply.bulk_uf": "37"}, "supply.bulk_uf", "44.4 µF are left (supply.bulk_kept)"),
        ({"supply.bulk_uf": "37"}, "supply.bulk_uf", "give 38 or more"),
        ({"supply.bulk_kept": "0.2"}, "supply.bulk_uf", "give 76 or more"),
        ({"guard.key_ohm": "0"}, "guard.key_ohm", "must be 100 to 10000 Ω"),
        ({"guard.reset_v": "[2.55, 2.69]"}, "guard.reset_v[0]", "the FRAM is out of its range already"),
        ({"guard.reset_v": "[3.0, 3.27]"}, "guard.reset_v[1]", "it might never start"),
        ({"guard.reset_v": "[3.0, 2.9]"}, "guard.reset_v", "comes first"),
        ({"supply.limit_ma": "500"}, "supply.limit_ma", "must be 50 to 300 mA"),
        ({"leds.segment_ma": "90"}, "supply.most_light", "with 2 sides"),
        ({"leds.colour": '"green"'}, "leds.colour", "green LEDs take 2.8 to 3.6 V and are dim"),
        ({"leds.colour": '"blue"'}, "leds.colour", "choose one of red, orange, yellow, yellow-green"),
        ({"leds.colour": '"rad"'}, "leds.colour", 'unknown colour "rad"; did you mean "red"?'),
        ({"leds.forward_v": "3.0"}, "leds.forward_v", "red LEDs take 1.6 to 2.3 V, not 3 V"),
        # the bus
        ({"bus.pull_up_ohm": "500"}, "bus.pull_up_ohm", "a part sinks 7.3 mA; the I2C specification allows 3 mA"),
        ({"bus.pull_up_ohm": "8200"}, "bus.pull_up_ohm", "at 400 kHz it may take 300 ns"),
        (
            {"bus.metre_pf": "900"},
            "bus.displays_pull_up_ohm",
            "with 2 sides and 0.70 m of cables the displays' side rises in",
        ),
        ({"bus.metre_pf": "900"}, "bus.wired_pull_up_ohm", "without a carrier with 2 sides"),
        ({"looms.step": "0.5"}, "looms.step", "a whole number"),
        # keys, displays, walls
        ({"face.key_pitch": "18.9"}, "face.key_pitch", "must be 19 to 40 mm, not 18.9"),
        ({"key.cap": "21"}, "face.key_pitch", "21 mm is not more than key.cap (21 mm): the keys would collide"),
        ({"key.body": "13"}, "key.body", "falls through key.cutout"),
        ({"face.block": "40"}, "face.block", "40 mm leaves no room for the legends"),
        ({"face.block": "50.5"}, "face.block", "50.5 mm is narrower than a display of seven segments (50.9 mm)"),
        ({"display_size.seven.lit": "[51, 14]"}, "display_size.seven.body[0]", "less than what shines, 51 mm"),
        ({"display_size.seven.body": "[50, 14]"}, "display_size.seven.body[1]", "less than what shines, 15 mm"),
        ({"display_size.seven.holes": "[43, 26]"}, "display_size.seven.holes[1]", "reach over the edge of the board"),
        ({"face.sight": "[0.7, 1]"}, "face.sight[0]", "the window is 50.4 mm wide, and the module of seven"),
        ({"face.sight": "[0.5, 2]"}, "face.sight[1]", "the window is 19.0 mm high, and the module of seven"),
        ({"face.clearance": "1"}, "face.sight[1]", "would come out of it: make it smaller"),
        ({"display_size.seven.board": "[50, 18]"}, "display_size.seven.board[1]", "lower than its module (19 mm)"),
        ({"enclosure.wall": "0.8"}, "enclosure.wall", "must be 1.2 to 10 mm, not 0.8 (a printed wall is at least"),
        ({"enclosure.face": "1.3"}, "enclosure.face", "1.3 mm is thinner than key.plate (1.5 mm)"),
        ({"enclosure.slots": "0"}, "enclosure.slots", "must be 1 to 50, not 0"),
        ({"enclosure.tilt": "60"}, "enclosure.tilt", "must be 0 to 45 degrees"),
        ({"enclosure.front": "3"}, "enclosure.front", "the box is too low by"),
        (
            {"enclosure.bed": "[200, 200]"},
            "enclosure.bed",
            "for two sides it fits: remove C from [displays] and C1 to C5",
        ),
        ({"enclosure.bed": "[180, 180]"}, "enclosure.bed", "make face.block, face.gap and face.margin smaller; or let"),
        ({"enclosure.bed": "[300, 160]"}, "enclosure.bed", "make face.key_pitch and face.margin smaller; or let"),
        ({"face.margin": "3"}, "face.margin", "3 mm is too little: enclosure.wall (2.4 mm)"),
        # the carrier
        ({"carrier.size": "[190, 62]"}, "carrier.size[0]", "190 mm do not fit into the box for two sides"),
        ({"carrier.places.U1": "[120, 9, 0]"}, "carrier.places.U1", "its middle (120, 9) is outside of the carrier"),
        ({"carrier.places.U1": "[1, 9]"}, "carrier.places.U1", "must be a list of 3, not of 2"),
        (
            {"carrier.places.U1 = ": "U11 = [9, 9, 0]"},
            "carrier.places.U11",
            'unknown part of the carrier "U11"; did you',
        ),
        ({"carrier.holes": "[[4, 4],\n[1, 9]]"}, "carrier.holes[1]", "(1, 9) is nearer than 2.6 mm to the edge"),
        ({"carrier.corner": "40"}, "carrier.corner", "more than half of the board's shorter side"),
        ({"carrier.via": "0.4", "carrier.via_drill": "0.35"}, "carrier.via", "leaves no ring around carrier.via_drill"),
        # shape
        ({"face.key_pitch": None}, "face.key_pitch", "this key is missing; add it"),
        ({"face.key_pitch = ": "key_pich = 21"}, "face.key_pich", 'unknown key "key_pich"; did you mean "key_pitch"?'),
        ({"face.gap": "6\ncolour = 1"}, "face.colour", 'unknown key "colour"; there are margin, block'),
        ({"face.gap": '"6"'}, "face.gap", 'must be a number, not text in "quotes" ("6")'),
        ({"face.gap": "true"}, "face.gap", "must be a number, not true or false (true)"),
        ({"fram.bytes": "32768.0"}, "fram.bytes", "must be a whole number, not a number (32768)"),
        ({"buttons.A3": "8"}, "buttons.A3", 'must be text in "quotes", not a whole number (8)'),
        ({"face.gap": "nan"}, "face.gap", "must be a number that is finite"),
        ({"face.gap": "-1"}, "face.gap", "must be 1 to 100 mm, not -1"),
        ({"face.gap": "[6]"}, "face.gap", "must be a number, not a list"),
        ({"face.gap": "2026-01-01"}, "face.gap", "must be a number, not a date"),
        ({"enclosure.bed": "250"}, "enclosure.bed", "must be a list in [brackets]"),
    ],
)
def test_a_broken_rule_is_told_with_its_line(changes: dict[str, str | None], key: str, rule: str) -> None:
    text = changed(changes)
    faults = [(line, words) for line, found, words in refused(text) if found == key]
    assert any(rule in words for _, words in faults), refused(text)
    lines = find_lines(text)
    if key in lines:
        assert {line for line, _ in faults} == {lines[key]}


def test_all_faults_are_told_at_once_in_the_order_of_their_lines() -> None:
    text = changed(
        {
            "displays.A": "0x71",
            "buttons.A3": '"GP7"',
            "face.key_pitch": "12",
            "face.gap": '"6"',
            "enclosure.wall": "0.4",
            "buttons.MENU": '"GP29"',
            "carrier.places.C1 = ": "U9 = [9, 9, 0]",
        }
    )
    found = refused(text)
    expected = ["displays.A", "displays.B", "buttons.A2", "buttons.A3", "buttons.MENU", "face.gap", "face.key_pitch"]
    assert [key for _, key, _ in found] == [*expected, "enclosure.wall", "carrier.places.U9"]
    assert [line for line, _, _ in found] == sorted(line for line, _, _ in found)


def test_a_table_that_is_not_there() -> None:
    assert refused(without("supply")) == [(1, "supply", "this table is missing; add it")]
    text = TEXT.replace("[supply]", "[suply]")
    assert [(key, words) for _, key, words in refused(text)] == [
        ("suply", 'unknown table "suply"; did you mean "supply"?')
    ]


@pytest.mark.parametrize("key", ["guard.key_ohm", "guard.reset_v", "supply.bulk_uf", "bus.pull_up_ohm"])
def test_a_value_of_another_kind_is_told_where_it_stands(key: str) -> None:
    for value in ('"x"', "[2.86]", None):
        assert key in {broken.split("[")[0] for _, broken, _ in refused(changed({key: value}))}, value


@pytest.mark.parametrize("table", ["guard", "supply", "bus", "leds", "key", "face", "enclosure"])
def test_any_table_that_is_not_there_is_told(table: str) -> None:
    assert {broken.split(".")[0] for _, broken, _ in refused(without(table))} == {table}


def test_a_box_without_piezo_and_one_without_a_third_side_are_good() -> None:
    assert read_board(without("piezo")).piezo is None
    two = read_board(changed({"displays.C": None, **{f"buttons.C{n}": None for n in range(1, 6)}}))
    assert two.most_sides == 2


def test_other_pins_pitch_and_addresses_are_good() -> None:
    free = iter(pin for pin in reversed(pico.GPIO) if pin not in ("GP2", "GP3"))
    pins: dict[str, str | None] = {f"buttons.{key}": f'"{next(free)}"' for key in BOARD.buttons}
    bus: dict[str, str | None] = {"i2c.sda": '"GP2"', "i2c.scl": '"GP3"', "piezo.pin": '"GP1"'}
    other: dict[str, str | None] = {"face.key_pitch": "19.05", "displays.A": "0x77", "fram.address": "0x57"}
    board = read_board(changed({**pins, **bus, **other}))
    assert (board.i2c.sda, board.face.key_pitch, board.displays["A"]) == ("GP2", 19.05, 0x77)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('A3 = "GP8"', 'A3 = "GP8', 'illegal character "\\n"'),
        ('A3 = "GP8"', "A3 = GP8", "invalid value"),
        ('A3 = "GP8"', 'A2 = "GP8"', "cannot overwrite a value"),
        ('A3 = "GP8"', "A3 = " + "9" * 5000, "exceeds the limit"),
        ("bed = [250.0, 210.0]", "bed = [250.0, 210.0", "unclosed array"),
    ],
)
def test_what_is_not_toml_is_told_with_its_line(old: str, new: str, words: str) -> None:
    line = TEXT[: TEXT.index(old)].count("\n") + 1
    with pytest.raises(BadBoardFile) as bad:
        read_board(TEXT.replace(old, new))
    told_line = re.match(r"hardware/board\.toml:(\d+): this is not TOML: ", str(bad.value))
    assert told_line is not None
    assert words in str(bad.value).lower().replace("illegal character '\\n'", 'illegal character "\\n"')
    if "exceeds" not in words:  # Python does not say where
        assert int(told_line[1]) == line


@pytest.mark.parametrize("text", ["", "\n", "a = " + "[" * 3000, '"a\\nb" = 1', "buttons = 1", "[[face]]", "[parts]"])
def test_rubbish_is_refused_without_a_traceback(text: str) -> None:
    with pytest.raises(BadBoardFile) as bad:
        read_board(text)
    assert all(re.match(r"hardware/board\.toml:\d+: ", line) for line in str(bad.value).splitlines())


def test_a_rule_that_something_made_of_the_board_finds_broken_has_its_line_too() -> None:
    line = find_lines(BOARD_FILE.read_text(encoding="utf-8"))["carrier.track"]
    assert told([("carrier.track", "too wide")]) == f"hardware/board.toml:{line}: carrier.track: too wide"
    assert str(BadBoard("carrier.track", "too wide")) == "carrier.track: too wide"


@pytest.fixture
def other_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "board.toml"
    monkeypatch.setattr(read, "BOARD_FILE", path)
    yield path


def test_the_program_tells_and_exits_with_2(other_board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other_board.write_text(changed({"buttons.A3": '"GP7"'}), encoding="utf-8")
    assert program.main() == 2
    shown = capsys.readouterr()
    assert len(shown.err.splitlines()) == 2
    assert not shown.out


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"[i2c]\nsda = '\xff'\n", "hardware/board.toml:2: this is not UTF-8"), (None, "No such file")],
)
def test_a_file_that_cannot_be_read(other_board: Path, content: bytes | None, words: str) -> None:
    if content is not None:
        other_board.write_bytes(content)
    with pytest.raises(BadBoardFile, match=re.escape(words)):
        read_board()


def test_a_byte_order_mark_and_the_line_ends_of_windows_are_no_fault(other_board: Path) -> None:
    other_board.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert read_board() == BOARD


def test_make_hardware_is_this_program() -> None:
    """`python -m hardware` ends with the exit code of main."""
    code = "import sys, runpy; import hardware.source.read as r; r.BOARD_FILE = r.ROOT / 'nowhere'"
    code += "; sys.argv = ['hardware']; runpy.run_module('hardware', run_name='__main__')"
    ran = subprocess.run([sys.executable, "-c", code], cwd=BOARD_FILE.parents[1], capture_output=True, text=True)
    assert ran.returncode == 2
    assert ran.stderr.startswith("hardware/board.toml: ")
    assert "Traceback" not in ran.stderr
