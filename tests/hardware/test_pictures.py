"""The pictures of the guide's steps, whatever board they are for."""

from xml.etree import ElementTree

import pytest

from hardware.guide.steps import SHADED, picture_of, soldered, steps
from hardware.pictures.marks import NEW
from hardware.pictures.products import texts
from hardware.source.board import Board
from tests.hardware.changed_boards import BOARDS

MOST_BYTES = 60_000


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS.keys())
def test_each_step_has_one_and_it_is_small(board: Board) -> None:
    made = texts(board)
    assert made.keys() == {picture_of(key) for key in steps(board) if key not in SHADED}
    for name, svg in made.items():
        ElementTree.fromstring(svg)
        assert len(svg.encode()) <= MOST_BYTES, name


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS.keys())
def test_what_is_soldered_now_is_orange_and_named(board: Board) -> None:
    made = texts(board)
    for key, parts in soldered(board).items():
        svg = made[picture_of(key)]
        assert NEW in svg, key
        for part in parts:
            assert f">{part.ref}</text>" in svg, key
