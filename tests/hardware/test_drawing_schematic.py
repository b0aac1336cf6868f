"""The schematic says every net, and can be read."""

import pytest

from hardware.circuit.netlist import netlist
from hardware.drawing.products import texts
from hardware.drawing.schematic import HEIGHT, WIDTH, schematic_svg
from hardware.drawing.sheet import Sheet
from hardware.source.board import Board
from tests.hardware.changed_boards import BOARDS
from tests.hardware.drawn import Drawn, wrong
from tests.hardware.sample import BOARD

EDGE = 5  # mm, what printers leave white

boards = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


@boards
def test_nothing_is_cut_off_or_over_something_else(board: Board) -> None:
    drawn = Drawn(schematic_svg(board))
    assert list(wrong(drawn, EDGE)) == []
    assert (drawn.width, drawn.height) == (WIDTH, HEIGHT) == (297, 210)
    assert min(drawn.sizes) >= 2.3


@boards
def test_each_pin_of_the_pico_stands_beside_its_net(board: Board) -> None:
    drawn = Drawn(schematic_svg(board))
    pico = netlist(board)[0]
    for pad, net in pico.nets.items():
        if net is not None:
            (number,) = (text for text in drawn.texts if text.what == pad and text.left < 110 and text.top < 140)
            same_row = [text.what for text in drawn.texts if abs(text.bottom - number.bottom) < 2 and text.left < 110]
            assert net in same_row, (pad, net)


@boards
def test_every_part_is_there_and_no_other(board: Board) -> None:
    words = [word for text in Drawn(schematic_svg(board)).texts for word in text.what.split()]
    for part in netlist(board):
        assert words.count(part.ref) >= 1, part.ref
    assert ("BZ1" in words) == ("PIEZO" in words) == (board.piezo is not None)
    assert words.count("fitted") == sum(not part.fitted and part.kind != "test" for part in netlist(board))
    assert ("JC" in words) == ("C" in board.displays)


def test_a_text_over_a_line_and_one_that_is_cut_off_are_seen() -> None:
    sheet = Sheet(100, 50, "mutant")
    sheet.text(10, 20, "GP28")
    assert list(wrong(Drawn(sheet.svg()), EDGE)) == []
    sheet.line([(5, 20), (15, 20)])
    sheet.text(12, 20, "SDA")
    sheet.text(90, 40, "MB85RC256V")
    sheet.rectangle(11, 15, 10, 10)
    sheet.circle(40, 20, 3)
    sheet.text(40, 20, "A1", anchor="middle")
    told = set(wrong(Drawn(sheet.svg()), EDGE))
    assert {"GP28 lies over SDA", "GP28 lies over a line", "MB85RC256V is cut off"} <= told
    assert "GP28 lies over the edge of a frame at 11, 15" in told and "A1 lies over a circle at 40, 20" in told


def test_it_is_drawn_the_same_twice() -> None:
    made = texts(BOARD)
    assert made == texts(BOARD)
    assert all(path.startswith(("drawing/", "looms/")) for path in made)
