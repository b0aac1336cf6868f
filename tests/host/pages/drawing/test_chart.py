"""The score of a match over time."""

import random
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from tallyboard.pages.drawing.chart import ChartWords, Line, Point, RoundEnd, chart, height
from tallyboard.pages.drawing.parts import TEXT
from tests.host.pages.drawing.markup import NAMES, assert_inside, box, parsed, words

LINES = [Line("A", "Ann"), Line("B", "Bob"), Line("C", "Cid")]
WORDS = ChartWords("Score", "Ann won.", "presses", "points")


def drawn(points: list[Point], round_ends: list[RoundEnd] | None = None, sides: int = 2) -> ET.Element:
    return parsed(chart(LINES[:sides], points, round_ends or [], WORDS))


def line_of(root: ET.Element, letter: str) -> str:
    """The path of a side."""
    *_, path = [
        path for side in root.findall(f"g[@class='{letter}']") for path in side if path.get("class") == "chart-line"
    ]
    return path.attrib["d"]


def corners(path: str) -> list[tuple[float, float]]:
    """Of a path of levels and steps."""
    found: list[tuple[float, float]] = []
    for part in path.replace("H", " H").replace("V", " V").split(" H"):
        across, *down = part.split(" V")
        if across.startswith("M"):
            x, y = map(float, across[1:].split())
            found.append((x, y))
            continue
        found.append((float(across), found[-1][1]))
        found += [(found[-1][0], float(y)) for y in down]
    return found


def totals(root: ET.Element) -> list[str]:
    return ["".join(text.itertext()) for text in root.iter("text") if text.get("class") == "chart-total"]


def test_a_line_is_level_until_its_total_changes() -> None:
    root = drawn([Point(1, (20, 0)), Point(2, (20, 0)), Point(4, (20, 10))])
    left, right, bottom, top = 33.4, 392, 306, 96
    assert corners(line_of(root, "a")) == [
        (left, bottom),
        (123.1, bottom),
        (123.1, top),
        (right, top),
    ]
    assert corners(line_of(root, "b")) == [
        (left, bottom),
        (right, bottom),
        (right, (top + bottom) / 2),
        (right, (top + bottom) / 2),
    ]
    assert totals(root) == ["B 10", "A 20"]


def test_totals_below_nothing_have_an_axis_of_their_own() -> None:
    root = drawn([Point(1, (-40, 0)), Point(2, (-40, 15))])
    shown = words(root)
    assert "\u221240" in shown and "0" in shown and "20" in shown
    assert totals(root) == ["B 15", "A \u221240"]
    zero = next(path for path in root.iter("path") if path.get("class") == "chart-zero")
    assert corners(line_of(root, "a"))[0][1] == float(zero.attrib["d"].split()[1].split("H")[0])


@pytest.mark.parametrize("sides", [2, 3])
def test_a_match_without_a_press_is_drawn_as_level_lines(sides: int) -> None:
    root = drawn([], sides=sides)
    assert_inside(root, TEXT)
    assert sorted(totals(root)) == ["A 0", "B 0", "C 0"][:sides]
    assert all(len({y for _, y in corners(line_of(root, letter))}) == 1 for letter in "abc"[:sides])


def test_a_match_of_one_press() -> None:
    root = drawn([Point(1, (20, 0))])
    assert_inside(root, TEXT)
    (_, first), *_, (_, last) = corners(line_of(root, "a"))
    assert first > last


@pytest.mark.parametrize(
    ("presses", "sides", "least", "most"), [(400, 2, 0, 20), (400, 3, -5, 5), (37, 3, -30, 2), (60, 2, 0, 900)]
)
def test_everything_is_inside_however_long_the_match(presses: int, sides: int, least: int, most: int) -> None:
    rng = random.Random(presses + sides)
    now: list[int] = [0] * sides
    points: list[Point] = []
    ends: list[RoundEnd] = []
    for at in range(1, presses + 1):
        now = [total + rng.randint(least, most) * (rng.random() < 0.2) for total in now]
        points.append(Point(at / 7, tuple(now)))
        if rng.random() < 0.1:
            ends.append(RoundEnd(at / 7, rng.choice(["", *"ABC"[:sides]])))
    made = chart(LINES[:sides], points, ends, WORDS)
    root = parsed(made)
    assert_inside(root, TEXT)
    assert box(root) == (480, height(sides))
    assert len(made) < 25_000
    for letter in "abc"[:sides]:
        path = corners(line_of(root, letter))
        assert all(x <= later for (x, _), (later, _) in pairwise(path))
        assert all(10 <= x <= 400 and 50 <= y <= height(sides) for x, y in path)


def test_totals_at_the_end_do_not_stand_upon_one_another() -> None:
    for last in ((5, 5, 5), (0, 0, 100), (100, 99, 0), (0, 1, 2)):
        root = drawn([Point(1, (100, 0, 50)), Point(2, last)], sides=3)
        rows = sorted(float(text.attrib["y"]) for text in root.iter("text") if text.get("class") == "chart-total")
        assert all(below - above >= TEXT for above, below in pairwise(rows))


def test_a_line_stands_where_each_round_ended_with_its_number_where_there_is_room() -> None:
    ends = [RoundEnd(at) for at in range(1, 101)]
    root = drawn([Point(100, (20, 0))], ends)
    group = next(group for group in root.iter("g") if group.get("class") == "chart-rounds")
    assert len(group.findall("path")) == 100
    numbers = [int(text.text or "") for text in group.findall("text")]
    assert numbers[0] == 1 and 5 < len(numbers) < 20


def test_a_round_has_the_colour_of_its_winner_from_its_beginning_to_its_end() -> None:
    root = drawn([Point(4, (2, 2))], [RoundEnd(1, "A"), RoundEnd(2), RoundEnd(4, "B")])
    grounds = [rect for rect in root.iter("rect") if rect.attrib["class"].endswith(" chart-won")]
    assert [rect.attrib["class"][0] for rect in grounds] == ["a", "b"]
    (first, wide), (second, wider) = ((float(rect.attrib["x"]), float(rect.attrib["width"])) for rect in grounds)
    assert wider == pytest.approx(2 * wide, abs=0.2) and second == pytest.approx(first + 2 * wide, abs=0.2)


def test_sides_are_told_apart_without_colours() -> None:
    root = drawn([Point(1, (1, 2, 3))], sides=3)
    dashes = {path.get("stroke-dasharray") for path in root.iter("path") if path.get("class") == "chart-line"}
    marks = {path.attrib["d"].partition("m")[2] for path in root.iter("path") if path.get("class") == "chart-mark"}
    assert len(dashes) == len(marks) == 3


@pytest.mark.parametrize("name", NAMES)
def test_names_are_data(name: str) -> None:
    root = parsed(
        chart(
            [Line("A", name), Line("B", name)],
            [Point(1, (1, 2))],
            [RoundEnd(1, "A")],
            ChartWords(name, name, name, name),
        )
    )
    assert_inside(root, TEXT)
    assert root.findtext("title") == root.findtext("desc") == name
    names = [text for text in root.iter("text") if text.get("class") == "chart-name"]
    assert len(names) == 2
    assert all("".join(text.itertext())[1:6].rstrip("\u2069…") == name[:5] for text in names)


@pytest.mark.parametrize("most", range(1, 300, 7))
def test_an_axis_has_few_ticks(most: int) -> None:
    root = drawn([Point(most, (most, 0))])
    rules = [path for path in root.iter("path") if path.get("class") in ("chart-rule", "chart-zero")]
    assert 2 <= len(rules) <= 6
