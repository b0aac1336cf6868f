"""hardware/boards/: every box that can be built says its pins, and what CircuitPython calls the boards it is for."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest

from hardware.bought.page import LANGUAGES, page_source
from hardware.bought.pictures import COUNTED, STEPS, pictures
from hardware.circuit.bus import MOST_SINK_MA, bought_bus, most_rise_ns
from hardware.circuit.current import bought_ma
from hardware.circuit.pins_file import pins_source
from hardware.face.card_type import Card
from hardware.face.card_words import CARDS
from hardware.face.legends import meanings
from hardware.face.pad import on_the_cap, pad_layout
from hardware.making.files import BUILD
from hardware.source import read
from hardware.source.board import Bought, Wired
from hardware.source.read import BOARD_FILE, BOARDS, REFERENCE, ROOT, BadBoardFile, read_boards
from tallyboard.drive.files import board_file, board_files, board_of, pins_of
from tallyboard.errors import TallyboardError
from tests.hardware.changed import refused
from tests.hardware.sample import TEXT, boards, own
from tests.harness.bench import Bench

MADE = boards()


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


# ---- a box that is bought


PAD = cast("Bought", MADE["macropad"])
FACE = pad_layout(PAD, own())


def test_each_side_has_its_half_of_the_keys_in_the_same_order() -> None:
    middle = sum(FACE.keys[key][0] for row in PAD.pad.rows for key in row) / 12
    places = {key: (x - middle, y) for key, (x, y) in FACE.keys.items()}
    for number in "1234":
        a, b = places[f"A{number}"], places[f"B{number}"]
        assert a[0] < 0 < b[0] and a[1] == b[1] and round(b[0] - a[0], 2) == 2 * PAD.pad.pitch
    assert places["A5"][0] < places["UNDO"][0] < 0 < places["NEXT"][0] < places["B5"][0]


def test_pins_lie_as_the_macropad_turned_to_the_left_has_them() -> None:
    """Adafruit's library: KEY1 to KEY3 are the upper row where USB is at the top. Here USB is at the left."""
    upright = [[f"KEY{3 * row + column + 1}" for column in range(3)] for row in range(4)]
    turned = [[upright[column][2 - row] for column in range(4)] for row in range(3)]
    assert [[PAD.buttons[key] for key in row] for row in PAD.pad.rows] == turned
    assert PAD.buttons[PAD.pad.knob] == "ENCODER_SWITCH"


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_what_a_sticker_says_is_within_its_edges(card: Card) -> None:
    half = PAD.pad.label / 2
    for key, (tap, _) in meanings(card, FACE).items():
        texts = on_the_cap(PAD, card, key, tap)
        assert texts
        for text in texts:
            assert -half < text.left and text.right < half and -half < text.top and text.bottom < half, (key, text)
        assert not any(one.bottom > other.top + 0.4 for one, other in pairwise(texts)), key


def test_the_sheets_and_the_bill_are_as_the_file_says() -> None:
    bill = (BUILD / "macropad/bill.md").read_text(encoding="utf-8")
    for part in PAD.parts.values():
        assert f"| {part.name} | {part.count['box']:g} |" in bill
    assert "| display B | 0x71 | A0 |" in bill and "| A1 | KEY3 |" in bill
    for name, games in (("labels", 5), ("labels-fr", 5)):
        sheet = (BUILD / f"macropad/{name}.svg").read_text(encoding="utf-8")
        assert sheet.count("MENU") >= games and 'width="210mm"' in sheet
        assert sheet.count("<rect") == 1 + 13 * games


DISPLAYS = own()
SPELT = {name: page_source(PAD, DISPLAYS, "macropad", ending) for name, ending in LANGUAGES.items()}
OTHER = replace(
    PAD,
    displays={"A": 0x71, "B": 0x70, "S": 0x73},
    pad=replace(PAD.pad, chain=("A", "S", "B", "FRAM"), cables=(300.0, 50.0, 50.0, 100.0)),
)


def test_the_page_says_the_current_of_its_displays_and_its_bus() -> None:
    page = (BOARDS / "macropad.md").read_text(encoding="utf-8")
    assert f"| current | {bought_ma(PAD):.0f} mA with every segment lit at {PAD.supply.most_light} of 16" in page
    assert f"of {PAD.supply.limit_ma:g} mA" in page
    line = bought_bus(PAD, DISPLAYS)
    assert f"a part sinks {line.sink_ma:.1f} mA" in page and f"rises in {line.rise_ns:.0f} ns" in page
    assert line.sink_ma < MOST_SINK_MA and line.rise_ns < most_rise_ns(DISPLAYS)
    slow = bought_bus(replace(PAD, pad=replace(PAD.pad, cables=(1000.0, 1000.0, 100.0, 100.0))), DISPLAYS)
    assert slow.rise_ns > most_rise_ns(DISPLAYS)


def test_the_page_of_another_file_has_its_addresses_and_cables() -> None:
    page = " ".join(page_source(OTHER, DISPLAYS, "macropad", "").split())
    assert "over A0 of display A, over A0 and A1 of display S; none on B" in page
    assert "the MacroPad → A (300 mm) → S (50 mm) → B (50 mm) → FRAM (100 mm)" in page
    pictures(OTHER, DISPLAYS)


def test_both_languages_have_the_same_pictures_commands_and_figures() -> None:
    english, french = (_facts(text) for text in SPELT.values())
    assert english == french and english.total() > 60


def _facts(text: str) -> Counter[str]:
    """Links, code and figures of a page, up to its sources and without the links to the other language."""
    text = re.sub(r"\[(?:in english|en français)\]\(\S+", "", text, flags=re.IGNORECASE)
    text = re.split("## Where this|\nD.où cela", text)[0].replace("-fr.", ".").split("-->")[1]
    links = re.findall(r"\]\(([^)]+)\)", text.replace("docs/fr/installer.", "docs/install."))
    return Counter(
        [*links, *re.findall(r"`[^`]+`|\d+(?:[.,]\d+)?", re.sub(r"\]\([^)]+\)", "]", text).replace(",", "."))]
    )


@pytest.mark.parametrize("step", STEPS)
def test_a_picture_says_nothing_that_only_one_language_has(step: str) -> None:
    drawn = pictures(PAD, DISPLAYS)[step]
    said = set(re.findall(r">([^<>\n]+)</text>", drawn))
    names = {*PAD.buttons, *PAD.displays, "FRAM", "USB", "RPI-RP2", ".UF2", "CIRCUITPY", "$ tallyboard deploy"}
    figures = {text for text in said if re.fullmatch(r"A[0-2]|[ASB]  0x7\d|(\d x )?\d+( mm)?", text)}
    assert said - names - figures == set()
    assert len(drawn) < 30_000


def test_the_jumpers_that_are_closed_are_those_of_the_address() -> None:
    drawn = pictures(PAD, DISPLAYS)["addresses"]
    assert drawn.count("<ellipse") == 2 * sum((at - 0x70).bit_count() for at in PAD.displays.values())
    assert 'font-weight="bold" fill="#000" xml:space="preserve">A1<' in drawn


def test_the_displays_show_in_the_last_picture_what_the_firmware_shows() -> None:
    bench = Bench()
    bench.press("A1")
    bench.settle()
    assert bench.shown == [COUNTED["A"], COUNTED["B"], COUNTED["S"]]


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        (
            {"most_light = 10": "most_light = 16"},
            "supply.most_light: with every segment lit 16 of 16 draws 353 mA, more",
        ),
        ({'"UNDO", "NEXT", "B5"]': '"UNDO", "NEXT", "A5"]'}, "pad.rows: B5 lies in 0 places, and must lie in one"),
        ({'["A5", "UNDO", "NEXT", "B5"]': '["A5", "UNDO", "NEXT", "B5", "C1"]'}, 'pad.rows: unknown key "C1"'),
        (
            {'["A5", "UNDO", "NEXT", "B5"]': '["A5", "UNDO"], ["NEXT", "B5"]'},
            "pad.rows: the rows are not of one length",
        ),
        ({"pitch = 19.05": "pitch = 18"}, "pad.cap: 18.2 mm must be less than pad.pitch, and no less than pad.label"),
        ({'["FRAM", "A", "S", "B"]': '["FRAM", "A", "S"]'}, "pad.chain: give each of A, B, FRAM, S once"),
        (
            {"[200.0, 100.0, 100.0, 100.0]": "[200.0, 100.0]"},
            "pad.cables: give 4 lengths: a cable to each of pad.chain",
        ),
        (
            {"[200.0, 100.0, 100.0, 100.0]": "[200.0, 200.0, 100.0, 100.0]"},
            "pad.cables: 2 cables of 100 mm are plugged in and 3 are bought",
        ),
        ({"count = { box = 3 }": "count = { boks = 3 }"}, "parts.qt_100.count: give how many a box takes: { box = 1 }"),
    ],
)
def test_a_box_that_cannot_be_bought_so_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, str], rule: str
) -> None:
    found = told(tmp_path, monkeypatch, changes)
    assert any(line.startswith(rule) for line in found), found
