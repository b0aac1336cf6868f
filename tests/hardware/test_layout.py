"""Where things are on the face."""

from dataclasses import replace
from itertools import combinations

import pytest

from hardware.face.layout import Layout, layout
from tests.hardware.sample import BOARD

EVERY = [(sides, pitch) for sides in (2, 3) for pitch in (19.05, 21.0, 24.0)]


def at_pitch(pitch: float, sides: int) -> Layout:
    return layout(replace(BOARD, face=replace(BOARD.face, key_pitch=pitch)), sides)


@pytest.mark.parametrize(("sides", "pitch"), EVERY)
def test_no_key_meets_another_one_or_a_display(sides: int, pitch: float) -> None:
    face, reach = at_pitch(pitch, sides), BOARD.key.cap / 2
    for (x, y), (other_x, other_y) in combinations(face.keys.values(), 2):
        assert max(abs(x - other_x), abs(y - other_y)) >= BOARD.key.cap
    lowest = max(board.bottom for board in face.boards.values())
    assert all(y - reach >= lowest for _, y in face.keys.values())


@pytest.mark.parametrize(("sides", "pitch"), EVERY)
def test_everything_is_on_the_face_within_its_margin(sides: int, pitch: float) -> None:
    face, margin, reach = at_pitch(pitch, sides), BOARD.face.margin, BOARD.key.cap / 2
    for place in (*face.windows.values(), *face.boards.values(), face.title):
        assert place.left >= margin - 0.01 and place.right <= face.width - margin + 0.01
        assert place.top >= margin - 0.01 and place.bottom <= face.height - margin + 0.01
    for legend in face.legends.values():
        assert legend.right <= face.width - margin + 0.01 and legend.bottom < face.height - margin / 2
    for x, y in face.keys.values():
        assert margin <= x - reach + 0.01 and y + reach <= face.height - margin + 0.01


@pytest.mark.parametrize("sides", [2, 3])
def test_legends_are_beside_their_keys_and_on_no_other_one(sides: int) -> None:
    face, reach = layout(BOARD, sides), BOARD.key.cap / 2
    for key, legend in face.legends.items():
        assert legend.y == face.keys[key][1]
        for x, y in face.keys.values():
            assert legend.left >= x + reach or legend.right <= x - reach or abs(y - legend.y) >= legend.height / 2


def test_the_displays_move_down_as_the_back_wall_comes_nearer_to_them() -> None:
    steep = layout(replace(BOARD, enclosure=replace(BOARD.enclosure, tilt=40.0)), 2)
    assert layout(BOARD, 2).boards["A"].top > BOARD.face.margin - 0.01
    assert steep.boards["A"].top > 13.0
    assert steep.height - layout(BOARD, 2).height == pytest.approx(
        steep.boards["S"].top - layout(BOARD, 2).boards["S"].top
    )
