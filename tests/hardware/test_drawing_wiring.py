"""The wiring pictures: every wire from its key or its part to the right pin, and nothing that cannot be read."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest

from hardware.circuit.looms import QT, grounds, key_colours
from hardware.circuit.pico import GPIO
from hardware.drawing.lanes import choose, clashes, path, tidy
from hardware.drawing.parts import PAINT, PICO_HEIGHT, PICO_WIDTH, Pico
from hardware.drawing.sheet import Sheet
from hardware.drawing.wiring import wiring_pictures
from hardware.face.layout import blocks_of, layout
from hardware.source.board import Board
from tests.hardware.changed_boards import BOARDS
from tests.hardware.drawn import Box, Drawn, Line, too_close, wrong, wrong_wires
from tests.hardware.sample import BOARD

EDGE = 3  # mm; the sheet is made to fit on a page
APART = 1.9
SMALLEST = 3.0
MEMORY_PADS = ("VCC", "GND", "WP", "SCL", "SDA", "A2", "A1", "A0")

VARIANTS = {
    f"{name}, {sides} sides": (board, sides)
    for name, board in BOARDS.items()
    for sides in range(2, board.most_sides + 1)
}
variants = pytest.mark.parametrize("variant", VARIANTS)


@cache
def pictures(variant: str) -> dict[str, Drawn]:
    return {name: Drawn(svg) for name, svg in wiring_pictures(*VARIANTS[variant]).items()}


@variants
def test_every_picture_can_be_read(variant: str) -> None:
    _, sides = VARIANTS[variant]
    assert set(pictures(variant)) == {"bus", "keys-middle", *(f"keys-{side}" for side in "ABC"[:sides])}
    for name, drawn in pictures(variant).items():
        assert list(wrong(drawn, EDGE)) == [], name
        assert list(wrong_wires(drawn)) == [], name
        assert list(too_close(drawn, APART)) == [], name
        assert min(drawn.sizes) >= SMALLEST, name
        assert drawn.width <= 420, "no wider than A3"


def block_of(name: str) -> str:
    return "S" if name == "keys-middle" else name[-1]


def pico_of(drawn: Drawn) -> Pico:
    """The Pico of a picture: the largest part."""
    (box,) = (
        part
        for part in drawn.parts
        if abs(part.right - part.left - PICO_WIDTH) < 0.1 and abs(part.bottom - part.top - PICO_HEIGHT) < 0.1
    )
    return Pico(box.left, box.top)


def ends_at(wire: Line, at: tuple[float, float]) -> bool:
    return any(abs(x - at[0]) < 0.05 and abs(y - at[1]) < 0.05 for x, y in (wire.points[0], wire.points[-1]))


def keys_in_place(board: Board, sides: int, drawn: Drawn) -> Iterator[tuple[str, Box]]:
    """Each key with the part that lies where the layout has it, left and right swapped."""
    face = layout(board, sides)
    frame = next(box for box in drawn.frames if abs(box.right - box.left - face.width) < 0.1)
    for key, (x, y) in face.keys.items():
        middle = frame.right - x, frame.top + y
        (part,) = (
            part
            for part in drawn.parts
            if abs(part.left + part.right - 2 * middle[0]) < 0.1 and abs(part.top + part.bottom - 2 * middle[1]) < 0.1
        )
        yield key, part


@variants
def test_a_wire_in_its_colour_goes_from_each_key_to_its_pin(variant: str) -> None:
    board, sides = VARIANTS[variant]
    for name, drawn in pictures(variant).items():
        if name == "bus":
            continue
        block = block_of(name)
        pico, keys = pico_of(drawn), dict(keys_in_place(board, sides, drawn))
        assert set(keys) == {key for each in blocks_of(sides) for key in board.keys_of(each)}
        for key, colour in key_colours(board, block).items():
            (wire,) = (wire for wire in drawn.wires if wire.colour == PAINT[colour])
            assert ends_at(wire, pico.at(GPIO[board.buttons[key]])), key
            (x, y), part = wire.points[0], keys[key]
            assert part.left < x < part.right and part.top < y < part.bottom, key
        black = [wire for wire in drawn.wires if wire.colour == PAINT["black"]]
        assert sum(ends_at(wire, pico.at(grounds(board)[block])) for wire in black) == 1
        for key in board.keys_of(block):
            part = keys[key]
            begun = [wire for wire in black if part.left < wire.points[0][0] < part.right]
            assert sum(part.top < wire.points[0][1] < part.bottom for wire in begun) == 1, key


@variants
def test_the_bus_and_the_piezo_end_on_their_pins(variant: str) -> None:
    board, sides = VARIANTS[variant]
    drawn = pictures(variant)["bus"]
    pico = pico_of(drawn)
    pads = {"blue": GPIO[board.i2c.sda], "yellow": GPIO[board.i2c.scl], "red": 36, "black": grounds(board)["bus"]}
    for colour in QT.values():
        wires = [wire for wire in drawn.wires if wire.colour == PAINT[colour]]
        assert sum(ends_at(wire, pico.at(pads[colour])) for wire in wires) == 1, colour
        # From display to display, from the first to the Pico, from the memory into that one.
        assert len(wires) == sides + 2 + (colour == "black" and board.piezo is not None), colour
    pink = [wire for wire in drawn.wires if wire.colour == PAINT[board.looms.piezo_wire]]
    assert len(pink) == (2 if board.piezo else 0)
    if board.piezo:
        assert ends_at(pink[0], pico.at(GPIO[board.piezo]))
    assert ("piezo" in [text.what for text in drawn.texts]) == (board.piezo is not None)


@variants
def test_the_memory_has_its_pads_in_the_order_of_the_breakout_and_wires_to_the_bus(variant: str) -> None:
    drawn = pictures(variant)["bus"]
    labels = {text.what: text for text in drawn.texts if text.what in MEMORY_PADS}  # the memory is drawn last
    vcc = labels["VCC"]
    column = sorted((text for text in drawn.texts if abs(text.left - vcc.left) < 0.1), key=lambda text: text.top)
    assert [text.what for text in column if text.what in MEMORY_PADS] == list(MEMORY_PADS)
    for pad, colour in {"VCC": "red", "GND": "black", "SDA": "blue", "SCL": "yellow"}.items():
        (label,) = (text for text in column if text.what == pad)
        begun = [
            wire
            for wire in drawn.wires
            if label.top < wire.points[0][1] < label.bottom and abs(wire.points[0][0] - label.left) < 4
        ]
        assert [wire.colour for wire in begun] == [PAINT[colour]], pad
        x, y = begun[0].points[-1]
        assert any(
            wire.colour == PAINT[colour] and any(on(wire.points[n : n + 2], x, y) for n in range(len(wire.points) - 1))
            for wire in drawn.wires
            if wire is not begun[0]
        ), pad


def on(line: Sequence[tuple[float, float]], x: float, y: float) -> bool:
    """Whether this point lies on an upright or level line."""
    (x1, y1), (x2, y2) = line
    return min(x1, x2) - 0.05 <= x <= max(x1, x2) + 0.05 and min(y1, y2) - 0.05 <= y <= max(y1, y2) + 0.05


def test_the_bus_picture_says_what_stays_open_and_which_resistors_there_are() -> None:
    def words(board: Board) -> str:
        return " ".join(text.what for text in Drawn(wiring_pictures(board, 2)["bus"]).texts)

    assert "VHi of display S stays open" in words(BOARD) and "Two resistors" not in words(BOARD)
    slow = replace(BOARD, bus=replace(BOARD.bus, metre_pf=150))
    assert "Two resistors of 4.7 kΩ" in words(slow)
    for sides in (2, 3):
        assert list(wrong(Drawn(wiring_pictures(slow, sides)["bus"]), EDGE)) == []


@variants
def test_each_key_has_its_legs_towards_the_front_edge(variant: str) -> None:
    board, sides = VARIANTS[variant]
    for name, drawn in pictures(variant).items():
        if name != "bus":
            keys = dict(keys_in_place(board, sides, drawn))
            for key, colour in key_colours(board, block_of(name)).items():
                (wire,) = (wire for wire in drawn.wires if wire.colour == PAINT[colour])
                assert wire.points[0][1] > (keys[key].top + keys[key].bottom) / 2, key


@variants
def test_the_jumpers_that_an_address_needs_are_closed(variant: str) -> None:
    board, sides = VARIANTS[variant]
    drawn = pictures(variant)["bus"]
    for name in blocks_of(sides):
        (label,) = (text for text in drawn.texts if text.what == f"display {name}" and text.top < 60)
        bold = {text.what for text in drawn.bold if label.left - 5 < text.left < label.right + 5 and text.top < 70}
        closed = {f"A{bit}" for bit in range(3) if board.displays[name] - 0x70 >> bit & 1}
        assert bold & {"A0", "A1", "A2"} == closed, name


def test_the_pins_of_the_pico_run_down_its_left_and_up_its_right() -> None:
    pico = Pico(100, 50)
    assert [pico.at(pad)[0] for pad in (1, 20, 21, 40)] == [100, 100, pico.right, pico.right]
    heights = {pad: pico.at(pad)[1] for pad in (1, 2, 20, 21, 39, 40)}
    assert heights[1] == heights[40] < heights[2] == heights[39] < heights[20] == heights[21]


def test_a_wire_over_a_key_is_seen_and_one_that_ends_on_it_is_not() -> None:
    sheet = Sheet(100, 100, "mutant")
    sheet.rectangle(40, 40, 14, 14, kind="part")
    sheet.line([(45, 45), (45, 20), (90, 20)], kind="wire")
    assert list(wrong_wires(Drawn(sheet.svg()))) == []
    sheet.line([(10, 50), (90, 50)], kind="wire")
    assert len(list(wrong_wires(Drawn(sheet.svg())))) == 1


def test_wires_side_by_side_are_seen_where_they_are_too_close() -> None:
    sheet = Sheet(100, 100, "mutant")
    sheet.line([(10, 10), (90, 10)], kind="wire")
    sheet.line([(10, 12), (90, 12)], kind="wire")
    assert list(too_close(Drawn(sheet.svg()), APART)) == []
    sheet.line([(50, 13), (90, 13)], kind="wire")
    assert len(list(too_close(Drawn(sheet.svg()), APART))) == 1


def test_lanes_are_chosen_so_that_wires_do_not_cross_where_they_need_not() -> None:
    """Two wires down to pins in the same order: the upper one needs the lane nearer to the pins."""
    runs = [((0.0, 10.0), (50.0, 40.0)), ((0.0, 20.0), (50.0, 50.0))]
    assert choose(runs, [20.0, 30.0]) == ([30.0, 20.0], 0)
    assert clashes(path(runs[0], 20.0), path(runs[1], 30.0)) == 2


def test_lanes_keep_wires_apart_before_they_keep_them_from_crossing() -> None:
    runs = [((0.0, 10.0), (50.0, 30.0)), ((0.0, 30.5), (50.0, 60.0))]
    lanes, left = choose(runs, [20.0, 30.0])
    assert lanes == [30.0, 20.0] and left == 0


def test_a_tidy_path_has_corners_only() -> None:
    assert tidy([(0, 0), (5, 0), (5, 0), (9, 0), (9, 4)]) == [(0, 0), (9, 0), (9, 4)]


def test_the_picture_follows_the_board() -> None:
    own, other = (wiring_pictures(board, 2) for board in (BOARD, BOARDS["shuffled"]))
    assert all(own[name] != other[name] for name in own)
