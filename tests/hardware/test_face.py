"""The picture of the face and the drill template: both as layout.py has the face."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from hardware.face.drill import drill_svg
from hardware.face.layout import layout
from hardware.face.letters import width
from hardware.face.picture import face_svg
from hardware.face.sheet import sheet_for
from hardware.face.text import ABOVE, BELOW
from hardware.source.board import Board
from tests.hardware.sample import BOARD

SVG = "{http://www.w3.org/2000/svg}"
PAPER_EDGE = 3.5  # mm that printers leave white
FACES = [
    (replace(BOARD, face=replace(BOARD.face, key_pitch=pitch)), sides)
    for pitch in (19.05, 21.0, 24.0)
    for sides in (2, 3)
]
faces = pytest.mark.parametrize(
    ("board", "sides"), FACES, ids=[f"{board.face.key_pitch} mm, {sides} sides" for board, sides in FACES]
)


def drill(board: Board, sides: int) -> ET.Element:
    sheet = sheet_for(layout(board, sides))
    assert sheet
    return ET.fromstring(drill_svg(board, sides, sheet))


def boxes(root: ET.Element) -> Iterator[tuple[str, float, float, float, float]]:
    """What every text covers: (what, left, top, right, bottom)."""
    for text in root.iter(f"{SVG}text"):
        bold = "".join(span.text or "" for span in text)
        plain = (text.text or "") + "".join(span.tail or "" for span in text)
        x, y, size = (float(text.get(name, "")) for name in ("x", "y", "font-size"))
        long = width(bold, size, bold=True) + width(plain, size)
        assert float(text.get("textLength", "")) == pytest.approx(long, abs=0.01)
        yield bold + plain, x, y - ABOVE * size, x + long, y + BELOW * size


def squares(root: ET.Element) -> Iterator[tuple[float, float, float, float]]:
    """The middle and the size of each rectangle."""
    for rect in root.iter(f"{SVG}rect"):
        x, y, wide, high = (float(rect.get(name, "0")) for name in ("x", "y", "width", "height"))
        yield x + wide / 2, y + high / 2, wide, high


def crosses(root: ET.Element) -> list[tuple[float, float]]:
    """Where two lines of the same length cross in their middles."""
    found = []
    for path in root.iter(f"{SVG}path"):
        cross = re.fullmatch(r"M(\S+) (\S+)h(\S+)M(\S+) (\S+)v(\S+)", path.get("d", ""))
        if cross:
            x, y, long, x2, y2, high = map(float, cross.groups())
            assert (x + long / 2, y) == pytest.approx((x2, y2 + high / 2), abs=0.011) and long == high
            found.append((x2, y))
    return found


def has(found: list[tuple[float, ...]], expected: tuple[float, ...]) -> bool:
    return any(each == pytest.approx(expected, abs=0.011) for each in found)


# ---- the drill template


@faces
def test_every_hole_has_its_cross_and_its_size(board: Board, sides: int) -> None:
    face, root = layout(board, sides), drill(board, sides)
    marks: list[tuple[float, ...]] = list(crosses(root))
    holes: list[tuple[float, ...]] = list(squares(root))
    round_holes: list[tuple[float, ...]] = [
        tuple(float(circle.get(name, "")) for name in ("cx", "cy", "r")) for circle in root.iter(f"{SVG}circle")
    ]
    written = {what for what, *_ in boxes(root)}
    for key, at in face.keys.items():
        assert has(marks, at) and has(holes, (*at, 14.0, 14.0)) and f"{key}  14 \u00d7 14" in written
    for name, window in face.windows.items():
        assert has(marks, (window.x, window.y)) and has(holes, (window.x, window.y, window.width, window.height))
        assert f"{name}  {window.width:g} \u00d7 {window.height:g}" in written
        below = [(x, y) for x, y in face.screws[name] if y > face.boards[name].bottom + 1.5]
        above = [(x, 2 * window.y - y) for x, y in below]
        assert len(below) == 2
        for at in (*below, *above):  # beside the board, which their washers hold
            assert has(marks, at) and has(round_holes, (*at, 1.7))
    assert len(marks) == len(face.keys) + 5 * len(face.windows)
    assert has(holes, (face.width / 2, face.height / 2, face.width, face.height))


@faces
def test_the_distances_along_the_edges_are_those_of_the_face(board: Board, sides: int) -> None:
    face, root = layout(board, sides), drill(board, sides)
    across = {what: (left + right) / 2 for what, left, _, right, bottom in boxes(root) if bottom < 0}
    down = {what: (top + bottom) / 2 for what, _, top, right, bottom in boxes(root) if right < 0}
    for x, _ in face.keys.values():
        assert across[f"{round(x, 2):g}"] == pytest.approx(x, abs=0.011)
    for _, y in face.keys.values():
        assert down[f"{round(y, 2):g}"] == pytest.approx(y, abs=0.011)
    assert f"{round(face.width, 2):g}" in across and f"{round(face.height, 2):g}" in down


@faces
def test_nothing_of_the_template_lies_over_a_text_or_off_the_paper(board: Board, sides: int) -> None:
    root = drill(board, sides)
    left, top, wide, high = (float(number) for number in root.get("viewBox", "").split())
    covered = list(boxes(root))
    for what, *at in covered:
        assert at[0] >= left + PAPER_EDGE and at[2] <= left + wide - PAPER_EDGE, what
        assert at[1] >= top + PAPER_EDGE and at[3] <= top + high - PAPER_EDGE, what
        for x, y in crosses(root):
            assert not (at[0] < x < at[2] and at[1] < y < at[3]), what
    for x, y, w, h in squares(root):
        covered.append(("edge", x - w / 2, y - h / 2, x - w / 2, y + h / 2))
        covered.append(("edge", x + w / 2, y - h / 2, x + w / 2, y + h / 2))
    for (one, *a), (other, *b) in combinations(covered, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (one, other)


# ---- the picture


@faces
def test_the_picture_has_caps_and_displays_where_the_layout_has_them(board: Board, sides: int) -> None:
    face, root = layout(board, sides), ET.fromstring(face_svg(board, sides))
    drawn: list[tuple[float, ...]] = list(squares(root))
    for at in face.keys.values():
        assert has(drawn, (*at, board.key.cap, board.key.cap))
    groups = [group.get("transform", "") for group in root.iter(f"{SVG}g") if group.get("transform")]
    assert len(groups) == len(face.windows)
    for window, transform in zip(face.windows.values(), groups, strict=True):
        x, y, across, down = (float(number) for number in re.findall(r"[\d.]+", transform))
        assert (x, y) == pytest.approx((window.left, window.top), abs=0.011)
        assert (270 * across, 104 * down) == pytest.approx((window.width, window.height), abs=0.03)


@faces
def test_no_text_of_the_picture_lies_over_another_or_is_cut_off(board: Board, sides: int) -> None:
    root = ET.fromstring(face_svg(board, sides))
    left, top, wide, high = (float(number) for number in root.get("viewBox", "").split())
    covered = list(boxes(root))
    for what, *at in covered:
        assert left <= at[0] and at[2] <= left + wide and top <= at[1] and at[3] <= top + high, what
    for (one, *a), (other, *b) in combinations(covered, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (one, other)


def test_the_displays_are_lit_in_the_colour_of_their_leds() -> None:
    green = replace(BOARD, leds=replace(BOARD.leds, colour="green"))
    assert face_svg(BOARD, 2) != face_svg(green, 2)
    assert "#ff4030" in face_svg(BOARD, 2) and "#ff4030" not in face_svg(green, 2)
