"""LED digits as the box shows them, segment by segment."""

import pytest

from tallyboard.pages.drawing import digits
from tallyboard.virtual.segments import SEVEN_SEGMENT_CHARACTERS
from tests.host.pages.drawing.markup import beginnings, parsed

SPRITE = parsed(digits.sprite())
PATTERNS = {symbol.attrib["id"]: symbol for symbol in SPRITE.iter("symbol")}


def uses(of: str) -> list[str]:
    """The patterns that this one is made of."""
    return [use.attrib["href"][1:] for use in PATTERNS[of].iter("use")]


def outline(segment: str) -> str:
    (path,) = PATTERNS[f"led{segment}"].iter("path")
    return path.attrib["d"]


def drawn(number: int) -> list[tuple[str, int]]:
    """What a display refers to, and where."""
    svg = str(digits.display(number)).replace("=glass", '="glass"').replace("role=img", 'role="img"')
    return [(use.attrib["href"][1:], int(use.attrib.get("x", 0))) for use in parsed(svg)]


def test_there_is_a_pattern_for_each_digit_with_the_segments_of_the_virtual_display() -> None:
    for bits, character in SEVEN_SEGMENT_CHARACTERS.items():
        if character in "0123456789-":
            lit = [f"led{segment}" for bit, segment in enumerate("abcdefg") if bits >> bit & 1]
            assert uses(f"led{character}") == ["led-dark", *lit]
    assert uses("led-dark") == [f"led{segment}" for segment in "abcdefg"]


def test_segments_stand_where_their_letters_say() -> None:
    """a on top, then clockwise to f, g in the middle."""
    places = [beginnings(outline(segment))[0] for segment in "abcdefg"]
    (ax, ay), (bx, by), (cx, cy), (_, dy), (ex, ey), (fx, fy), (_, gy) = places
    assert ay <= min(by, fy) < gy < max(cy, ey) <= dy
    assert max(ex, fx) < min(bx, cx)
    assert ax > ex, "slanted to the right"


@pytest.mark.parametrize(
    ("number", "patterns"),
    [(0, "led0"), (45, "led4 led5"), (-20, "led- led2 led0"), (12345, "led1 led2 led3 led4 led5")],
)
def test_a_number_has_as_many_digits_as_it_needs(number: int, patterns: str) -> None:
    pitch = drawn(88)[1][1]
    assert drawn(number) == [(name, at * pitch) for at, name in enumerate(patterns.split())]
    assert {name for name, _ in drawn(number)} <= set(PATTERNS)
    assert f'aria-label="{number}"' in digits.display(number)


def test_a_display_is_small_and_the_sprite_no_burden() -> None:
    assert len(digits.display(145).encode()) < 200
    assert len(digits.sprite().encode()) < 2_500


def test_outlines_begin_inside_the_glass() -> None:
    for segment in "abcdefg":
        x, y = beginnings(outline(segment))[0]
        assert 0 < x < 35 and 0 < y < digits.HEIGHT


def test_the_sprite_takes_no_room_and_is_not_read_out() -> None:
    assert (SPRITE.attrib["class"], SPRITE.attrib["aria-hidden"]) == ("sprite", "true")
