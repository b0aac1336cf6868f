"""Where the discs of a match fell."""

import pytest

from tallyboard.pages.drawing.parts import TEXT
from tallyboard.pages.drawing.zones import Fallen, height, zones
from tests.host.pages.drawing.markup import NAMES, assert_inside, box, parsed, words

CROKINOLE = ("20", "15", "10", "5")
ANN, BOB, CID = Fallen("A", "Ann", (8, 0, 4, 2)), Fallen("B", "Bob", (1, 2, 16, 0)), Fallen("C", "Cid", (0, 0, 0, 1))


def test_two_sides_have_bars_to_the_left_and_to_the_right() -> None:
    root = parsed(zones(CROKINOLE, [ANN, BOB], "Zones", "Where discs fell"))
    bars = [(bar.attrib["class"], float(bar.attrib["x"]), float(bar.attrib["width"])) for bar in root.iter("rect")]
    assert [(side, width) for side, _, width in bars] == [
        ("a", 64),
        ("b", 8),
        ("b", 16),
        ("a", 32),
        ("b", 128),
        ("a", 16),
    ]
    assert {round(x + width) for side, x, width in bars if side == "a"} == {184}
    assert {x for side, x, _ in bars if side == "b"} == {296}
    assert words(root) == ["A", "Ann", "B", "Bob", *["20", "8", "1", "15", "0", "2", "10", "4", "16", "5", "2", "0"]]


def test_one_alone_has_no_letter() -> None:
    assert words(parsed(zones(("20", "15"), [ANN], "Zones", "x"))) == ["Ann", "20", "8", "15", "0"]


def test_three_sides_have_their_bars_below_one_another() -> None:
    root = parsed(zones(CROKINOLE, [ANN, BOB, CID], "Zones", "Where discs fell"))
    assert len({bar.attrib["x"] for bar in root.iter("rect")}) == 1
    rows = [float(bar.attrib["y"]) for bar in root.iter("rect")]
    assert rows == sorted(set(rows))
    assert_inside(root, TEXT)


@pytest.mark.parametrize("sides", [[ANN, BOB], [ANN, BOB, CID]])
def test_its_size_is_told(sides: list[Fallen]) -> None:
    root = parsed(zones(CROKINOLE, sides, "Zones", "x"))
    assert box(root) == (480, height(4, len(sides)))
    last = max(float(text.attrib["y"]) for text in root.iter("text"))
    assert height(4, len(sides)) - 30 < last < height(4, len(sides))


def test_one_of_very_many_is_seen_and_none_is_not() -> None:
    few, many = Fallen("A", "Ann", (1, 0)), Fallen("B", "Bob", (9_999, 0))
    root = parsed(zones(("20", "penalties"), [few, many], "Zones", "x"))
    assert [float(bar.attrib["width"]) for bar in root.iter("rect")] == [2, 128]
    assert_inside(root, TEXT)


@pytest.mark.parametrize("number", [2, 3])
def test_a_match_without_a_disc_has_no_bars(number: int) -> None:
    sides = [Fallen(letter, "", (0, 0)) for letter in "ABC"[:number]]
    assert not list(parsed(zones(("20", "15"), sides, "Zones", "x")).iter("rect"))


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize("name", NAMES)
def test_names_are_data(name: str, number: int) -> None:
    sides = [Fallen(letter, name, (1,)) for letter in "ABC"[:number]]
    root = parsed(zones((name,), sides, name, name))
    assert_inside(root, TEXT)
    assert root.findtext("title") == name
    assert sum(said[:5] == name[:5] for said in words(root)) >= number
