"""Displays may be missing, go, and come back."""

import pytest
from adafruit_ht16k33 import segments  # type: ignore[import-untyped]  # has no types

from tableside.displays import Face, Watch, fourteen_segments, seven_segments


class Chip:
    """What an HT16K33 does: it is dark until it is set up, and forgets both when it loses power."""

    def __init__(self) -> None:
        self.there = True
        self.lit = False
        self.level = 0
        self.ram = bytes(16)
        self.writes = 0

    def write(self, ram: bytes) -> None:
        self._answer()
        self.ram = bytes(ram) + self.ram[len(ram) :]
        self.writes += 1

    @property
    def digits(self) -> bytes:
        """The part of it that leads to segments."""
        return self.ram[:9]

    def read_into(self, ram: bytearray) -> None:
        self._answer()
        ram[:] = self.ram

    def connect(self) -> "Chip":
        if not self.there:
            raise ValueError("No I2C device at address: 0x70")
        self.lit = True
        self.level = 16
        return self

    def light(self, level: int) -> None:
        self._answer()
        self.level = level

    def _answer(self) -> None:
        if not self.there:
            raise OSError(19)


def test_a_write_that_changes_nothing_is_not_sent() -> None:
    chip = Chip()
    face = Face(chip.connect, seven_segments)
    face.look()
    sent = chip.writes
    for _ in range(3):
        face.write("° 20", True)
    assert chip.writes == sent + 1
    assert chip.digits == bytes(seven_segments("° 20", True))


def test_a_display_that_is_missing_at_power_on_shows_the_score_when_it_comes() -> None:
    chip = Chip()
    chip.there = False
    face = Face(chip.connect, seven_segments)
    face.look()
    face.write("  20", False)
    assert face.missing()
    chip.there = True
    face.look()
    assert not face.missing()
    assert chip.digits == bytes(seven_segments("  20", False))


def test_a_display_that_lost_its_power_for_a_moment_lights_again() -> None:
    chip = Chip()
    face = Face(chip.connect, seven_segments)
    face.look()
    face.write("  20", False)
    chip.ram = bytes(16)
    face.look()
    assert chip.digits == bytes(seven_segments("  20", False))


def test_a_display_that_lost_its_power_and_was_written_since_is_not_left_dark() -> None:
    chip = Chip()
    face = Face(chip.connect, seven_segments)
    face.look()
    face.write("  20", False)
    face.look()
    chip.ram, chip.lit = bytes(16), False
    face.write("  35", False)
    face.look()
    assert chip.lit
    assert chip.digits == bytes(seven_segments("  35", False))
    sent = chip.writes
    face.look()  # a chip that is well is only read
    assert chip.writes == sent


@pytest.mark.parametrize("level", [3, 16])
def test_a_display_that_lost_its_power_lights_again_as_bright_as_it_was(level: int) -> None:
    chip = Chip()
    face = Face(chip.connect, seven_segments)
    face.look()
    face.light(level)
    chip.ram, chip.lit, chip.level = bytes(16), False, 0
    face.look()
    assert (chip.lit, chip.level) == (True, level)


def test_a_display_that_goes_while_it_is_written_does_not_take_the_score_with_it() -> None:
    chip = Chip()
    face = Face(chip.connect, seven_segments)
    face.look()
    chip.there = False
    face.write("  35", False)
    chip.there = True
    face.look()
    assert chip.digits == bytes(seven_segments("  35", False))


def test_one_display_after_the_other_is_looked_at() -> None:
    chips = [Chip(), Chip()]
    faces = [Face(chip.connect, seven_segments) for chip in chips]
    watch = Watch(faces)
    for face in faces:
        face.write("   1", False)
    for chip in chips:
        chip.ram = bytes(16)
    lit = []
    for now in range(1000):
        watch.step(now)
        lit.append([any(chip.ram) for chip in chips])
    assert lit[0] == [False, False]
    assert [True, False] in lit  # not both in one turn
    assert lit[-1] == [True, True]


def test_the_digits_are_those_of_the_drivers_own_table() -> None:
    for n in range(10):
        assert seven_segments(f"   {n}", False)[8] == segments.NUMBERS[n]


def test_the_ring_is_the_upper_four_segments_and_nothing_lights_the_colon() -> None:
    ring = seven_segments("°  0", False)
    assert ring[0] == 0x01 | 0x02 | 0x20 | 0x40  # A, B, F and G
    assert not ring[4], "an HT16K33 has the colon there"
    assert not any(seven_segments("°100", True)[1::2])


def test_letters_are_those_of_the_drivers_own_table() -> None:
    for code in range(32, 96):
        ram = fourteen_segments(chr(code) * 4, False)
        at = (code - 32) * 2
        assert bytes(ram[:8]) == bytes((segments.CHARS[at + 1], segments.CHARS[at])) * 4, chr(code)
