"""hardware/board.toml is the only place that says pins and addresses."""

import re
from dataclasses import replace

from hardware.circuit.pico import GPIO
from hardware.circuit.pins_file import pins_source
from hardware.making.files import files
from hardware.source.board import SIDES
from hardware.source.read import ROOT
from tests.hardware.sample import own

PINS = ROOT / "firmware/lib/tableside/pins.py"
BOARD = own()


def test_what_is_made_from_the_board_is_up_to_date() -> None:
    made = files(BOARD)
    stale = [path.name for path, text in made.items() if not path.is_file() or path.read_text() != text]
    assert not stale, "run `make hardware`"


def test_every_pin_is_one_that_the_pico_has_and_used_once() -> None:
    pins = [BOARD.i2c.sda, BOARD.i2c.scl, *BOARD.buttons.values()]
    assert len(set(pins)) == len(pins)
    assert set(pins) <= set(GPIO)


def test_every_side_has_five_keys_and_a_display() -> None:
    keys = set(BOARD.buttons)
    assert keys == {s + n for s in SIDES[: BOARD.most_sides] for n in "12345"} | {"UNDO", "NEXT", "MENU"}
    assert set(BOARD.displays) == {*SIDES[: BOARD.most_sides], "S"}
    addresses = [*BOARD.displays.values(), BOARD.fram.address]
    assert len(set(addresses)) == len(addresses)


def test_no_other_file_of_the_firmware_names_a_pin_or_an_address() -> None:
    for path in (ROOT / "firmware").rglob("*.py"):
        if path != PINS:
            text = re.sub(r'""".*?"""', "", path.read_text(), flags=re.DOTALL)
            assert not re.search(r"\bGP\d+\b|0x7[0-3]\b|0x50\b", text), path


def test_the_firmware_knows_the_piezo_and_the_most_light_of_its_board() -> None:
    given = replace(BOARD, piezo="GP27", supply=replace(BOARD.supply, most_light=5))
    assert '\nPIEZO = "GP27"\n' in pins_source(given)
    assert "\nMOST_LIGHT = 5 " in pins_source(given)
    assert "\nPIEZO = None\n" in pins_source(replace(BOARD, piezo=None))
