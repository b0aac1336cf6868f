"""HT16K33 behind the real Adafruit driver, and the text that is read from it."""

from typing import TYPE_CHECKING

import pytest

from tallyboard.virtual.box.bus import HT16K33
from tallyboard.virtual.box.hardware import Hardware
from tallyboard.virtual.segments import (
    DARK,
    display_text,
    fourteen_segment_characters,
    fourteen_segment_text,
    seven_segment_text,
)

if TYPE_CHECKING:
    import busio


def test_the_driver_sets_it_up_and_what_it_prints_can_be_read(hardware: Hardware, i2c: "busio.I2C") -> None:
    from adafruit_ht16k33.segments import Seg7x4, Seg14x4  # type: ignore[import-untyped]  # the driver has no py.typed

    chip = hardware.displays["A"]
    seven = Seg7x4(i2c, 0x70)
    assert (chip.oscillator, chip.display_on, chip.blink, chip.dimming) == (True, True, 0, 15)
    seven.print("-12.3")
    assert display_text("A", chip) == "-12.3"
    seven.colon = True
    assert display_text("A", chip) == "-1:2.3"
    seven.brightness = 0.2
    assert chip.dimming == 3
    status = Seg14x4(i2c, 0x72)
    status.print("R 3 ")
    assert display_text("S", hardware.displays["S"]) == "R 3 "
    status.print("MEM?")
    assert display_text("S", hardware.displays["S"]) == "MEM?"


def test_one_show_is_one_write(hardware: Hardware, i2c: "busio.I2C") -> None:
    from adafruit_ht16k33.segments import Seg7x4

    display = Seg7x4(i2c, 0x71, auto_write=False)
    before = hardware.displays["B"].writes
    for place, bits in enumerate((0x06, 0x5B, 0x4F, 0x66)):
        display.set_digit_raw(place, bits)
    assert hardware.displays["B"].writes == before
    display.show()
    assert hardware.displays["B"].writes == before + 1
    assert display_text("B", hardware.displays["B"]) == "1234"


def test_every_character_of_the_status_comes_back(hardware: Hardware, i2c: "busio.I2C") -> None:
    from adafruit_ht16k33.segments import Seg14x4

    status = Seg14x4(i2c, 0x72)
    for char in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ?-+*/=<>":
        status.fill(0)
        status[1] = char
        assert display_text("S", hardware.displays["S"]) == f" {char}  "


def test_every_digit_comes_back_on_seven_segments(hardware: Hardware, i2c: "busio.I2C") -> None:
    from adafruit_ht16k33.segments import Seg7x4

    display = Seg7x4(i2c, 0x70)
    for text in ("0123", "4567", "89- ", "AbCd", "EFGH", "JLno", "PqrU"):
        display.fill(0)
        display.print(text)
        assert display_text("A", hardware.displays["A"]) == text


def test_a_display_that_is_not_there_is_refused_at_start_and_fails_later(hardware: Hardware, i2c: "busio.I2C") -> None:
    from adafruit_ht16k33.segments import Seg7x4

    with pytest.raises(ValueError, match="No I2C device"):
        Seg7x4(i2c, 0x73)
    display = Seg7x4(i2c, 0x70)
    hardware.displays["A"].unplug()
    with pytest.raises(OSError, match="19"):
        display.print("1")


def test_unplugged_it_is_dark_and_forgets_everything(hardware: Hardware, i2c: "busio.I2C") -> None:
    from adafruit_ht16k33.segments import Seg7x4

    chip = hardware.displays["A"]
    display = Seg7x4(i2c, 0x70)
    display.print("12:34")
    assert display_text("A", chip) == "12:34"
    chip.unplug()
    assert display_text("A", chip) == DARK
    chip.plug()
    assert (chip.oscillator, chip.display_on) == (False, False)
    assert set(chip.ram) == {0xA5}, "undefined, and nothing of what was there"
    display.show()  # RAM alone lights nothing
    assert display_text("A", chip) == DARK
    Seg7x4(i2c, 0x70).print("  56")
    assert display_text("A", chip) == "  56"


def test_ram_is_undefined_at_power_on_and_the_driver_alone_lights_it(hardware: Hardware, i2c: "busio.I2C") -> None:
    """What a firmware has to clear first: the driver turns the display on before it writes a digit."""
    from adafruit_ht16k33.segments import Seg7x4, Seg14x4

    chips = hardware.displays
    assert {display_text(name, chip) for name, chip in chips.items()} == {DARK}
    Seg7x4(i2c, 0x70, auto_write=False)
    Seg14x4(i2c, 0x72, auto_write=False)
    assert display_text("A", chips["A"]) == "?.?.?.?."
    assert display_text("S", chips["S"]) == "????"
    assert display_text("B", chips["B"]) == DARK
    chips["B"].write(b"\x21")
    chips["B"].write(bytes(17))
    Seg7x4(i2c, 0x71, auto_write=False)
    assert display_text("B", chips["B"]) == DARK


def test_the_ring_and_a_lit_last_point(hardware: Hardware, i2c: "busio.I2C") -> None:
    from adafruit_ht16k33.segments import Seg7x4

    display = Seg7x4(i2c, 0x70, auto_write=False)
    for bits, text in (
        ((0x63, 0x00, 0x66, 0x6D | 0x80), "° 45."),
        ((0x63, 0x06, 0x3F, 0x3F), "°100"),
        ((0x63, 0x00, 0x40, 0x3F | 0x80), "° -0."),
        ((0x63 | 0x80, 0x63, 0x00, 0x63), "°.° °"),
        ((0x5C, 0x63, 0x62, 0x23), "o°??"),
    ):
        for place in range(4):
            display.set_digit_raw(place, bits[place])
        display.show()
        assert display_text("A", hardware.displays["A"]) == text


def test_plugging_in_what_is_in_changes_nothing(hardware: Hardware) -> None:
    chip = hardware.displays["A"]
    chip.write(b"\x21")
    chip.plug()
    assert chip.oscillator


def test_ram_pointer_steps_and_wraps_and_ram_can_be_read() -> None:
    chip = HT16K33()
    chip.write(b"\x0e\x01\x02\x03")
    assert (chip.ram[14], chip.ram[15], chip.ram[0]) == (1, 2, 3)
    chip.write(b"\x0e")
    ram = bytearray(3)
    chip.read_into(ram)
    assert ram == b"\x01\x02\x03"
    chip.write(bytes(17))
    assert chip.ram == bytes(16)


def test_dark_without_oscillator_or_display_on() -> None:
    chip = HT16K33()
    chip.write(b"\x00\x3f" + bytes(15))
    assert display_text("A", chip) == DARK
    chip.write(b"\x81")
    assert display_text("A", chip) == DARK
    chip.write(b"\x21")
    assert display_text("A", chip) == "0   "
    chip.write(b"\x80")
    assert display_text("A", chip) == DARK


def test_text_forms() -> None:
    assert seven_segment_text(bytes((0x06, 0, 0xDB, 0, 0x02, 0, 0x4F, 0, 0x80)) + bytes(7)) == "12.:3 ."
    assert seven_segment_text(bytes((0x01,)) + bytes(15)) == "?   "
    assert seven_segment_text(bytes((0x81,)) + bytes(15)) == "?.   "
    assert seven_segment_text(bytes((0x63, 0, 0x5B, 0, 0x02, 0, 0x3F, 0, 0xBF)) + bytes(7)) == "°2:00."
    assert fourteen_segment_text(bytes((0x63, 0x00)) + bytes(14)) == "?   ", "on 14 segments there is no ring"
    assert fourteen_segment_text(bytes((0x06, 0x40)) + bytes(14)) == "1.   "
    assert fourteen_segment_text(bytes((0x02, 0x00, 0x02, 0x40)) + bytes(12)) == "??.  "


def test_capitals_win_on_fourteen_segments() -> None:
    assert fourteen_segment_characters()[0x1200] == "I"
    assert fourteen_segment_characters()[0x0039] == "C"
    assert fourteen_segment_characters()[0x0000] == " "
