"""hardware/board.toml is the only place that says pins and addresses."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("generate", ROOT / "hardware/generate.py")
assert spec is not None and spec.loader is not None
generate = importlib.util.module_from_spec(spec)
spec.loader.exec_module(generate)
PINS = ROOT / "firmware/lib/tableside/pins.py"
BOARD = generate.read_board()


@pytest.mark.parametrize("path", generate.files(BOARD), ids=lambda path: path.name)
def test_what_is_made_from_the_board_is_up_to_date(path: Path) -> None:
    assert path.read_text() == generate.files(BOARD)[path], "run `make hardware`"


def test_every_pin_is_one_that_the_pico_has_and_used_once() -> None:
    pins = [BOARD["i2c"]["sda"], BOARD["i2c"]["scl"], *BOARD["buttons"].values()]
    assert len(set(pins)) == len(pins)
    on_the_edge = {f"GP{n}" for n in (*range(23), 26, 27, 28)}
    assert set(pins) <= on_the_edge


def test_every_side_has_five_keys_and_a_display() -> None:
    keys = set(BOARD["buttons"])
    assert keys == {s + n for s in "ABC" for n in "12345"} | {"UNDO", "NEXT", "MENU"}
    assert set(BOARD["displays"]) == set("ABCS")
    addresses = [*BOARD["displays"].values(), BOARD["fram"]["address"]]
    assert len(set(addresses)) == len(addresses)


def test_no_other_file_of_the_firmware_names_a_pin_or_an_address() -> None:
    for path in (ROOT / "firmware").rglob("*.py"):
        if path != PINS:
            text = re.sub(r'""".*?"""', "", path.read_text(), flags=re.DOTALL)
            assert not re.search(r"\bGP\d+\b|0x7[0-3]\b|0x50\b", text), path


def test_a_board_has_a_piezo_or_none() -> None:
    given = {**BOARD, "piezo": {"pin": "GP27"}}
    assert '\nPIEZO = "GP27"\n' in generate.pins_source(given)
    del given["piezo"]
    assert "\nPIEZO = None\n" in generate.pins_source(given)


def test_a_board_that_says_nothing_of_its_supply_has_all_the_light() -> None:
    given = {**BOARD, "supply": {"most_light": 5}}
    assert "\nMOST_LIGHT = 5 " in generate.pins_source(given)
    del given["supply"]
    assert "\nMOST_LIGHT = 16 " in generate.pins_source(given)
