"""Displays may be missing, go, and come back."""

from collections.abc import Callable

import pytest
from adafruit_ht16k33 import segments  # type: ignore[import-untyped]  # has no types

from tableside.displays import Face, Watch, blank, fourteen_segments, seven_segments

Render = Callable[[str, bool], bytearray]


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


def test_a_minus_a_blank_and_the_point_of_this_round() -> None:
    assert bytes(seven_segments("-  5", False)) == bytes((0x40, 0, 0, 0, 0, 0, 0, 0, 0x6D))
    assert bytes(seven_segments("   -", True)) == bytes((0, 0, 0, 0, 0, 0, 0, 0, 0x40 | 0x80))


def test_letters_are_those_of_the_drivers_own_table() -> None:
    for code in range(32, 96):
        ram = fourteen_segments(chr(code) * 4, False)
        at = (code - 32) * 2
        assert bytes(ram[:8]) == bytes((segments.CHARS[at + 1], segments.CHARS[at])) * 4, chr(code)


def test_each_tenth_of_a_second_one_display_is_looked_at() -> None:
    looks: list[tuple[int, str]] = []

    class Looked:
        def __init__(self, name: str) -> None:
            self.name = name

        def look(self) -> None:
            looks.append((now, self.name))

    watch = Watch([Looked(name) for name in "ABS"])  # type: ignore[misc]
    for now in range(7, 420):
        watch.step(now)
    assert looks == [(107, "A"), (207, "B"), (307, "S"), (407, "A")]


def test_a_chip_is_switched_on_and_cleared_before_it_is_lit() -> None:
    sent: list[bytes] = []

    class Device:
        open = False

        def __enter__(self) -> "Device":
            self.open = True
            return self

        def __exit__(self, *_: object) -> None:
            self.open = False

        def write(self, data: bytes) -> None:
            assert self.open
            sent.append(bytes(data))

    blank(Device())
    assert sent == [b"\x21", bytes(17)], "the oscillator; then, from address 0 on, all 16 bytes"


@pytest.mark.parametrize("render", [seven_segments, fourteen_segments])
def test_every_segment_is_lit_by_none_and_the_rest_of_the_memory_keeps_its_mark(render: Render) -> None:
    chip = Chip()
    face = Face(chip.connect, render)
    face.look()
    behind = len(render("    ", False))
    mark = bytes(chip.ram[behind:])
    assert mark == b"\x2d\xd2\x5a\xa5\x69\x96\x3c\xc3"[: 16 - behind]
    face.write(None)
    assert bytes(chip.ram) == b"\xff" * behind + mark
    face.look()
    assert chip.writes == 2, "it holds what it was sent"


def test_only_what_changes_is_sent() -> None:
    chip = Chip()
    face = Face(chip.connect, seven_segments)
    face.look()
    for text, point, writes in [
        ("  20", False, 2),
        ("  20", False, 2),
        ("  20", True, 3),
        ("  20", True, 3),
        ("  20", False, 4),
        (" 120", False, 5),
    ]:
        face.write(text, point)
        assert (chip.writes, chip.digits) == (writes, bytes(seven_segments(text, point)))


@pytest.mark.parametrize("render", [seven_segments, fourteen_segments])
def test_a_new_display_is_dark_and_a_blank_is_no_change(render: Render) -> None:
    chip = Chip()
    face = Face(chip.connect, render)
    face.look()
    assert not any(chip.ram[: len(render("    ", False))])
    assert chip.writes == 1
    face.write("    ")
    assert chip.writes == 1


def test_light_is_sent_once_and_to_a_new_chip_only_where_it_is_not_full() -> None:
    sent: list[int] = []

    class Bright(Chip):
        def light(self, level: int) -> None:
            super().light(level)
            sent.append(level)

    chip = Bright()
    face = Face(chip.connect, seven_segments)
    face.look()
    for level in (16, 3, 3, 4, 16):
        face.light(level)
    assert sent == [3, 4, 16]
    chip.ram = bytes(16)
    face.look()
    assert sent == [3, 4, 16]
    face.light(5)
    chip.ram = bytes(16)
    face.look()
    assert sent == [3, 4, 16, 5, 5]


@pytest.mark.parametrize(
    ("fails", "error"),
    [
        ("connect", OSError(19)),
        ("connect", ValueError("No I2C device at address: 0x70")),
        ("light", OSError(19)),
        ("write", OSError(19)),
        ("read_into", OSError(19)),
    ],
)
def test_a_display_that_fails_at_anything_is_missing_until_it_answers_again(fails: str, error: Exception) -> None:
    chip = Chip()
    face = Face(lambda: chip.connect(), seven_segments)
    face.light(3)
    face.look()
    assert not face.missing()

    def fail(*_: object) -> None:
        raise error

    setattr(chip, fails, fail)
    if fails == "light":
        face.light(4)
    elif fails == "write":
        face.write("  20")
    else:
        chip.ram = bytes(16)
        face.look()
    assert face.missing() == (fails != "read_into"), "one that cannot be read is set up at once"
    face.write("  45")
    if fails != "read_into":
        face.look()
        assert face.missing()
    delattr(chip, fails)
    face.look()
    assert not face.missing()
    assert chip.digits == bytes(seven_segments("  45", False))
    assert chip.level == (4 if fails == "light" else 3)
