"""The legends that are laid on the face: each at its key, nothing over anything else, in the words of the cards."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from hardware.face.card_type import Card
from hardware.face.card_words import CARDS
from hardware.face.layout import Layout, Rectangle, layout
from hardware.face.legends import NARROWEST, SMALLEST, Legends, cut_outs, key_holes, legends, meanings
from hardware.face.letters import typeset
from hardware.face.overlay import DASH, overlay_svg
from hardware.face.products import texts
from hardware.face.rules import wrong
from hardware.face.sheet import PAPERS, crop_marks, sheet_for
from hardware.face.text import Text, text_svg
from hardware.source.board import MIDDLE, Board
from tests.hardware.sample import BOARD

SVG = "{http://www.w3.org/2000/svg}"
EDGE = 1.9  # mm: what a knife may take away
BY_NAME = {card.name: card for card in CARDS}


def with_face(**sizes: Any) -> Board:
    """The project's board with other sizes of its face."""
    return replace(BOARD, face=replace(BOARD.face, **sizes))


def with_two_sides() -> Board:
    """The project's board without what belongs to C."""
    displays = {name: address for name, address in BOARD.displays.items() if name != "C"}
    return replace(BOARD, displays=displays, buttons={key: pin for key, pin in BOARD.buttons.items() if key[0] != "C"})


FACES = [(with_face(key_pitch=pitch), sides) for pitch in (19.05, 21.0, 24.0) for sides in (2, 3)]
faces = pytest.mark.parametrize(
    ("board", "sides"), FACES, ids=[f"{board.face.key_pitch} mm, {sides} sides" for board, sides in FACES]
)
cards = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)


def of_key(written: Legends, key: str) -> list[Text]:
    return [text for text in written.texts if text.of == key]


def off_their_keys(face: Layout, written: Legends) -> Iterator[str]:
    """The keys whose legend or dash is not at their height, or not right beside them."""
    for key, (x, y) in face.keys.items():
        lines = of_key(written, key)
        if lines:
            middle = (lines[0].top + lines[-1].bottom) / 2
            begins = min(line.left for line in lines)
        else:
            begins, middle = written.dashes[key]
        if abs(middle - y) > 0.01 or not 8 < begins - x < 13:
            yield key


def over_each_other(board: Board, face: Layout, written: Legends) -> Iterator[tuple[str, str]]:
    """What lies over something else, over a hole, or over the edge."""
    things = [(f"{text.of} {text.line}", text.left, text.top, text.right, text.bottom) for text in written.texts]
    things += [(f"dash {key}", x, y - 0.2, x + DASH, y + 0.2) for key, (x, y) in written.dashes.items()]
    for what, left, top, right, bottom in things:
        if left < EDGE or top < EDGE or right > face.width - EDGE or bottom > face.height - EDGE:
            yield what, "edge"
    things += [("hole", hole.left, hole.top, hole.right, hole.bottom) for hole in cut_outs(board, face)]
    for (one, *a), (other, *b) in combinations(things, 2):
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
            yield one, other


def shifted(written: Legends, of: str, x: float, y: float) -> Legends:
    """The same with one legend elsewhere."""
    moved = [replace(text, x=text.x + x, y=text.y + y) if text.of == of else text for text in written.texts]
    return replace(written, texts=moved)


# ---- in their places


@faces
@cards
def test_each_legend_is_at_its_key_and_nothing_over_anything_else(board: Board, sides: int, card: Card) -> None:
    face = layout(board, sides)
    written = legends(board, face, card)
    assert list(off_their_keys(face, written)) == []
    assert list(over_each_other(board, face, written)) == []
    assert min(text.line.size for text in written.texts) >= SMALLEST


@pytest.mark.parametrize(("x", "y"), [(0, 0.5), (0, -0.5), (3, 0), (0, 21)])
def test_a_legend_off_its_key_is_seen(x: float, y: float) -> None:
    face = layout(BOARD, 2)
    written = legends(BOARD, face, BY_NAME["crokinole"])
    assert list(off_their_keys(face, shifted(written, "A4", x, y))) == ["A4"]


@pytest.mark.parametrize(
    ("of", "x", "y"), [("A1", -3, 0), ("A1", 0, 21), ("title", 0, 30), ("steps", 0, 4), ("side A", 0, -6)]
)
def test_a_text_over_something_else_is_seen(of: str, x: float, y: float) -> None:
    face = layout(BOARD, 2)
    written = legends(BOARD, face, BY_NAME["crokinole"])
    assert list(over_each_other(BOARD, face, shifted(written, of, x, y)))


@faces
def test_each_side_has_its_letter_and_its_keys_have_numbers(board: Board, sides: int) -> None:
    face = layout(board, sides)
    written = legends(board, face, CARDS[0])
    for side in "ABC"[:sides]:
        (letter,) = (text for text in written.texts if text.of == f"side {side}")
        assert letter.line.bold == side
        assert (letter.left + letter.right) / 2 == pytest.approx(face.windows[side].x)
        assert face.windows[side].bottom < letter.top and letter.bottom < face.keys[f"{side}1"][1] - BOARD.key.cap / 2
        for row in "12345":
            (number,) = (text for text in written.texts if text.of == f"number {side}{row}")
            assert number.line.plain == row
            assert (number.top + number.bottom) / 2 == pytest.approx(face.keys[side + row][1])
            assert 0 < key_holes(board, face)[side + row].left - number.right < 2


def test_keys_have_no_numbers_where_there_is_no_room_for_them() -> None:
    near = with_face(gap=2.0)
    face = layout(near, 3)
    written = legends(near, face, BY_NAME["southwest"])
    assert list(over_each_other(near, face, written)) == []
    assert not [text for text in written.texts if text.of.startswith("number")]


def test_the_type_grows_with_the_room() -> None:
    def largest(board: Board) -> float:
        return max(text.line.size for text in of_key(legends(board, layout(board, 2), BY_NAME["southwest"]), "A5"))

    assert largest(with_face(block=50.0)) < largest(BOARD) < largest(with_face(block=62.0))


# ---- the words


@faces
@cards
def test_a_legend_says_what_the_card_says(board: Board, sides: int, card: Card) -> None:
    face = layout(board, sides)
    written = legends(board, face, card)
    for key, (tap, hold) in meanings(card, face).items():
        said = " ".join((text.line.bold.strip() + " " + text.line.plain).strip() for text in of_key(written, key))
        said = said.replace("\u00a0(", " (")
        name = [key] if key in MIDDLE else []
        held = [card.words.hold, typeset(hold)] if hold else []
        assert said == " ".join([*name, *filter(None, [typeset(tap)]), *held]), key
        assert (key in written.dashes) == (not said)


def test_a_third_side_has_keys_only_in_games_for_three() -> None:
    for card in CARDS:
        of_c = {key: meaning for key, meaning in meanings(card, layout(BOARD, 3)).items() if key[0] == "C"}
        assert len(of_c) == 5
        assert any(tap for tap, _ in of_c.values()) == (card.name.removesuffix("-fr") in ("crokinole", "twenties"))


@pytest.mark.parametrize("name", [card.name for card in CARDS if card.words.language == "en"])
def test_both_languages_mean_the_same_keys(name: str) -> None:
    english, french = BY_NAME[name], BY_NAME[f"{name}-fr"]
    for one, other in zip((*english.keys, *english.middle), (*french.keys, *french.middle), strict=True):
        assert [bool(words) for words in one] == [bool(words) for words in other]
        assert re.findall(r"\d+", "".join(one)) == re.findall(r"\d+", "".join(other))
    assert (english.three is None) == (french.three is None)


def test_the_name_of_the_game_stands_in_the_middle_and_the_steps_at_the_foot() -> None:
    face = layout(BOARD, 3)
    written = legends(BOARD, face, BY_NAME["crokinole"])
    title = [text for text in written.texts if text.of == "title"]
    assert [text.line.bold + text.line.plain for text in title] == [
        "Crokinole",
        "official · traditional · championship",
        "three sides: traditional",
    ]
    assert all(face.title.left <= text.left and text.right <= face.title.right for text in title)
    steps = [text for text in written.texts if text.of == "steps"]
    said = " ".join(text.line.plain for text in steps)
    assert re.findall(r"\d\.", said) == ["1.", "2.", "3.", "4.", "5."]
    assert min(text.top for text in steps) > max(y for _, y in face.keys.values()) + BOARD.key.cap / 2
    assert "All read all displays." in said


# ---- the sheet


def numbers(text: str) -> list[float]:
    return [float(each) for each in re.findall(r"-?[\d.]+", text)]


@faces
def test_the_sheet_is_one_to_one_on_paper_that_there_is(board: Board, sides: int) -> None:
    face = layout(board, sides)
    sheet = sheet_for(face)
    assert sheet and sheet.paper == "A4"
    root = ET.fromstring(overlay_svg(board, sides, CARDS[0], sheet))
    wide, high = PAPERS["A4"]
    left, top, *size = numbers(root.get("viewBox", ""))
    assert (root.get("width"), root.get("height")) == (f"{wide:g}mm", f"{high:g}mm") and size == [wide, high]
    assert left + wide > face.width + 10 and top + high > face.height + 10
    bar = next(path.get("d", "") for path in root.iter(f"{SVG}path") if "h100" in path.get("d", ""))
    y = numbers(bar)[1]
    assert y > face.height and y + 6 < top + high
    assert "measure this: 100 mm" in {"".join(text.itertext()) for text in root.iter(f"{SVG}text")}


def test_marks_outside_of_the_face_show_where_to_cut() -> None:
    face = layout(BOARD, 2)
    marks = [re.fullmatch(r"M(\S+) (\S+?)([hv])(\S+)", mark.split('"')[1]) for mark in crop_marks(face)]
    found = set()
    for mark in marks:
        assert mark
        x, y, long = float(mark[1]), float(mark[2]), float(mark[4])
        along, across, edge = (x, y, face.width) if mark[3] == "h" else (y, x, face.height)
        assert (along < 0 and long < 0) or (along > edge and long > 0)
        found.add((mark[3], across, along < 0))
    wide, high = face.width, round(face.height, 2)
    assert found == {
        (way, at, before) for way, end in (("h", high), ("v", wide)) for at in (0, end) for before in (0, 1)
    }


def test_a_larger_face_is_printed_on_a_larger_sheet() -> None:
    large = sheet_for(layout(with_face(block=60.0), 3))
    assert large and large.paper == "A3"
    assert sheet_for(layout(with_face(block=120.0), 3)) is None


def rectangles(board: Board, sides: int) -> Iterator[list[float]]:
    """Left, top, width, height of each on the sheet."""
    sheet = sheet_for(layout(board, sides))
    assert sheet
    for rect in ET.fromstring(overlay_svg(board, sides, CARDS[0], sheet)).iter(f"{SVG}rect"):
        yield [float(rect.get(name, "")) for name in ("x", "y", "width", "height")]


@faces
def test_there_is_a_hole_for_each_window_and_each_cap(board: Board, sides: int) -> None:
    face = layout(board, sides)
    holes = cut_outs(board, face)
    drawn = list(rectangles(board, sides))
    for hole in [*holes, Rectangle(face.width / 2, face.height / 2, face.width, face.height)]:
        assert any(each == pytest.approx([hole.left, hole.top, hole.width, hole.height], abs=0.01) for each in drawn)
    for window in face.windows.values():
        assert any((hole.x, hole.y) == (window.x, window.y) and hole.width > window.width for hole in holes)
    for x, y in face.keys.values():
        half = board.key.cap / 2 + 0.2
        assert any(
            hole.left < x - half and hole.right > x + half and hole.top < y - half and hole.bottom > y + half
            for hole in holes
        )
    for one, other in combinations(holes, 2):
        if one.x == other.x and one.width == other.width:
            assert max(other.top - one.bottom, one.top - other.bottom) >= NARROWEST


def test_caps_that_nearly_touch_have_one_slot() -> None:
    assert len(cut_outs(with_face(key_pitch=19.05), layout(with_face(key_pitch=19.05), 2))) == 3 + 3
    assert len(cut_outs(BOARD, layout(BOARD, 2))) == 3 + 13


def test_there_is_a_sheet_for_every_game_in_both_languages_on_every_box() -> None:
    made = texts(BOARD)
    games = ("crokinole", "twenties", "southwest", "quebec", "washers")
    names = [f"{game}{language}" for game in games for language in ("", "-fr")]
    assert {f"face/legends-{name}-{sides}.svg" for name in names for sides in (2, 3)} <= set(made)
    for name in names:
        written = legends(BOARD, layout(BOARD, 2), BY_NAME[name])
        for text in written.texts:
            assert text_svg(text) in made[f"face/legends-{name}-2.svg"]
    assert 'lang="fr"' in made["face/legends-washers-fr-2.svg"]
    assert not [path for path in texts(with_two_sides()) if "3" in path]


# ---- what is refused


def test_the_board_of_the_project_breaks_no_rule() -> None:
    assert list(wrong(BOARD)) == [] and list(wrong(with_two_sides())) == []


@pytest.mark.parametrize(
    ("sizes", "key", "says"),
    [
        ({"block": 36.0}, "face.block", "legend"),
        ({"key_pitch": 8.0}, "face.key_pitch", "legend"),
        ({"gap": -2.0}, "face.gap", "room"),
        ({"block": 120.0}, "face.block", "A3"),
        ({"key_pitch": 60.0}, "face.key_pitch", "A3"),
    ],
)
def test_a_face_on_which_something_does_not_fit_is_refused(sizes: dict[str, float], key: str, says: str) -> None:
    broken = dict(wrong(with_face(**sizes)))
    assert says in broken[key], broken
