"""LED digits as the box shows them, segment by segment."""

from itertools import product

import pytest

from tallyboard.pages.drawing import digits
from tallyboard.virtual.segments import SEVEN_SEGMENT_CHARACTERS, seven_segment_text
from tests.host.pages.drawing.markup import NAMES, beginnings, parsed

SPRITE = parsed(digits.sprite())
PATTERNS = {symbol.attrib["id"]: symbol for symbol in SPRITE.iter("symbol")}


def uses(shown: str) -> list[tuple[str, int]]:
    """What a display refers to, and where."""
    drawn = parsed(digits.display(shown, "a"))
    return [(use.attrib["href"][1:], int(use.attrib.get("x", 0))) for use in drawn]


def outlines(name: str) -> list[str]:
    """The outlines of a pattern's lit segments."""
    return [outline for path in PATTERNS[name].iter("path") for outline in path.attrib["d"].split("z") if outline]


def test_there_is_a_pattern_for_each_character_with_the_segments_of_the_virtual_display() -> None:
    each = outlines("led7f")
    assert len(set(each)) == 7
    for bits in SEVEN_SEGMENT_CHARACTERS:
        assert outlines(f"led{bits:x}") == [outline for bit, outline in enumerate(each) if bits >> bit & 1]


def test_segments_stand_where_their_letters_say() -> None:
    """a on top, then clockwise to f, g in the middle."""
    places = [beginnings(outline)[0] for outline in outlines("led7f")]
    (ax, ay), (bx, by), (cx, cy), (_, dy), (ex, ey), (fx, fy), (_, gy) = places
    assert ay <= min(by, fy) < gy < max(cy, ey) <= dy
    assert max(ex, fx) < min(bx, cx)
    assert ax > ex, "slanted to the right"


def test_every_pattern_shows_its_dark_segments() -> None:
    for name in PATTERNS:
        if name not in ("led-dark", "led-point", "led-colon"):
            assert [use.attrib["href"] for use in PATTERNS[name].iter("use")] == ["#led-dark"]


@pytest.mark.parametrize(
    ("shown", "patterns"),
    [
        ("    ", "led0 led0 led0 led0"),
        ("°100", "led63 led6 led3f led3f"),
        (" -20", "led0 led40 led5b led3f"),
        ("° 45.", "led63 led0 led66 led6d led-point@3"),
        ("1.2.34", "led6 led5b led4f led66 led-point@0 led-point@1"),
        ("12:30", "led6 led5b led4f led3f led-colon@1"),
        ("  :20.", "led0 led0 led5b led3f led-point@3 led-colon@1"),
        ("", "led0 led0 led0 led0"),
        ("5?", "led6d led0 led0 led0"),
        ("12345678", "led6 led5b led4f led66"),
    ],
)
def test_what_is_shown_is_put_together_of_patterns(shown: str, patterns: str) -> None:
    pitch = uses("8888")[1][1]
    parts = [each.partition("@") for each in patterns.split()]
    assert uses(shown) == [(name, int(at or number) * pitch) for number, (name, _, at) in enumerate(parts)]
    assert {name for name, _ in uses(shown)} <= set(PATTERNS)


def test_each_text_that_is_read_from_display_memory_is_drawn_with_its_segments() -> None:
    values = (0x3F, 0x06, 0x40, 0x00, 0x63 | 0x80, 0x6D | 0x80)
    for first, second, third, fourth, colon in product(values, values[:3], values[2:], values, (0, 2)):
        ram = bytes((first, 0, second, 0, colon, 0, third, 0, fourth))
        read, has_colon = digits.read(seven_segment_text(ram))
        assert read == [first, second, third, fourth]
        assert has_colon == bool(colon)


def test_a_display_is_small_and_the_sprite_no_burden() -> None:
    assert len(digits.display("° 45.", "Zoë Beaulieu-Tremblay: 45, this round").encode()) < 350
    assert len(digits.sprite().encode()) < 8_500


@pytest.mark.parametrize("name", NAMES)
def test_its_label_is_read_out_as_it_is(name: str) -> None:
    drawn = parsed(digits.display(" 100", name))
    assert drawn.attrib["role"] == "img"
    assert drawn.attrib["aria-label"] == name


def test_outlines_begin_inside_the_glass() -> None:
    last = uses("8888")[3][1]
    for name in PATTERNS:
        for outline in outlines(name):
            x, y = beginnings(outline)[0]
            assert x > 0 and last + x < digits.WIDTH and 0 < y < digits.HEIGHT


def test_the_sprite_takes_no_room_and_is_not_read_out() -> None:
    assert (SPRITE.attrib["width"], SPRITE.attrib["height"], SPRITE.attrib["aria-hidden"]) == ("0", "0", "true")
