"""The drawing of where the carrier's parts go."""

import re
from collections.abc import Iterator

import pytest

from hardware.carrier.assembly import assembly_svg, words
from hardware.carrier.labels import overlap
from hardware.carrier.places import placed_parts
from hardware.source.board import Board
from hardware.source.read import read_board
from tests.hardware.sample import BOARD, TEXT


def _boards() -> Iterator[Board]:
    yield BOARD
    yield read_board(re.sub(r"^\[piezo\]\n(?:(?!\[).*\n)*", "", TEXT, flags=re.MULTILINE))
    yield read_board(re.sub(r'^C[1-5]? = ("GP|0x).*\n', "", TEXT, flags=re.MULTILINE))


@pytest.mark.parametrize("board", list(_boards()), ids=["ours", "silent", "two sides"])
def test_every_part_has_its_name_on_the_board_and_over_nothing_else(board: Board) -> None:
    written = {word.name: word for word in words(board)}
    parts = placed_parts(board)
    named = {part.component.ref for part in parts if len(part.pads) > 1}
    probed = {part.component.value for part in parts if part.component.kind == "test"}
    assert set(written) == named | probed == named | {"3V3", "GND", "SDA", "SCL", "RUN"}
    width, height = board.carrier.size
    for name, word in written.items():
        left, top, right, bottom = word.box
        assert left >= 0 and top >= 0 and right <= width and bottom <= height, name
        for part in parts:
            assert part.component.ref == name or not overlap(word.box, part.body), (name, part.component.ref)
            pads = ((p.x - p.width / 2, p.y - p.height / 2, p.x + p.width / 2, p.y + p.height / 2) for p in part.pads)
            assert not any(overlap(word.box, pad) for pad in pads), (name, part.component.ref)
        assert not any(overlap(word.box, other.box) for other in written.values() if other.name != name), name


def test_a_part_that_is_not_fitted_stays_empty_in_the_drawing() -> None:
    empty = [part.component.ref for part in placed_parts(BOARD) if not part.component.fitted and len(part.pads) > 1]
    assert assembly_svg(BOARD).count("stays empty") == len(empty)


def test_a_value_is_written_as_it_is_in_the_circuit() -> None:
    drawing = assembly_svg(BOARD)
    assert ">MB85RC256V<" in drawing and ">47 µF<" in drawing


def test_the_drawing_is_as_large_as_the_board_and_its_paper() -> None:
    width, height = BOARD.carrier.size
    assert f'width="{width + 4:g}mm" height="{height + 4:g}mm"' in assembly_svg(BOARD)
