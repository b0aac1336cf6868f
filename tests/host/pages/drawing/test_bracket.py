"""A bracket as one drawing."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import combinations, pairwise

import pytest

from tallyboard.desk import as_object
from tallyboard.desk.objects import DeskMatchObject, PhaseObject
from tallyboard.pages.drawing.bracket import NAME, Addresses, BracketWords, anchor, bracket, size
from tallyboard.pages.drawing.tree import Box, BoxTree, Head, NamedSide, TreeWords, tree
from tallyboard.text.tournament.bracket import Lead
from tallyboard.text.tournament.bracket import short as without_phase
from tests.host.pages.drawing.markup import BOLD, NAMES, assert_inside, box, parsed, reach, words
from tests.host.paper_samples import CHAMPIONSHIP, tournament

SAID = BracketWords("Bracket", "Main bracket", "Losers' bracket")
LINKS = Addresses(lambda entrant: f"/player/{entrant}", lambda match: f"/match/{match}")
SIZES = [
    (2, "double"),
    (2, "single"),
    (3, "double"),
    (4, "single"),
    (7, "double"),
    (8, "single"),
    (14, "double"),
    (9, "single third=yes"),
]
LARGE = [(64, "single"), (64, "double"), (100, "double"), (128, "double")]


@cache
def phase_of(count: int, form: str, results: int | None) -> PhaseObject:
    """Drawn, with so many results, None: all."""
    return as_object(tournament(count, [f"{form} game {CHAMPIONSHIP}"], results))["phases"][0]


def short(match: DeskMatchObject) -> str:
    return match["match"].partition(":")[2]


def name_of(entrant: int) -> str:
    """A long one for every other entrant."""
    return f"Player {entrant}" + " Konstantinopolska-Wielkopolska" * (entrant % 2)


def tree_of(count: int, form: str, results: int | None = None) -> BoxTree:
    said = TreeWords(name_of, short, lambda match: f"loser of {match}", "bye", lambda match: f"Round {match['round']}")
    return tree(phase_of(count, form, results), said)


def drawn(made: BoxTree, path_of: int | None = None) -> ET.Element:
    return parsed(bracket(made, SAID, LINKS, path_of))


def rects(root: ET.Element, kind: str) -> list[tuple[float, float, float, float]]:
    """From left, from top, to right, to bottom."""
    found = []
    for rect in root.iter("rect"):
        if rect.attrib["class"] == kind:
            x, y, width, height = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
            found.append((x, y, x + width, y + height))
    return found


def ends(path: ET.Element) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where a lead begins and ends."""
    found = re.fullmatch(r"M(\d+) (\d+)H\d+V(\d+)H(\d+)", path.attrib["d"])
    assert found is not None, path.attrib["d"]
    x, y, to_y, to_x = map(int, found.groups())
    return (x, y), (to_x, to_y)


def kinds(element: ET.Element) -> list[str]:
    return element.get("class", "").split()


def leads(root: ET.Element) -> list[ET.Element]:
    return [path for path in root.iter("path") if "lead" in kinds(path)]


# ---- the tree


@pytest.mark.parametrize("results", [0, 3, None])
@pytest.mark.parametrize(("count", "form"), SIZES + LARGE)
def test_every_match_has_one_box(count: int, form: str, results: int | None) -> None:
    phase, made = phase_of(count, form, results), tree_of(count, form, results)
    assert sorted(each.name for each in made.boxes) == sorted(match["match"] for match in phase["matches"])
    places = [(each.is_of_losers, each.column, each.row) for each in made.boxes]
    assert len(set(places)) == len(places)
    by_name = {match["match"]: match for match in phase["matches"]}
    for each in made.boxes:
        assert sorted(str(entry.entrant) for entry in each.entries) == sorted(map(str, by_name[each.name]["sides"]))


@pytest.mark.parametrize(("count", "form"), SIZES + LARGE)
def test_time_runs_from_left_to_right_and_who_loses_drops_into_the_next_column(count: int, form: str) -> None:
    made = tree_of(count, form)
    boxes = {without_phase(each.name): each for each in made.boxes}
    for lead in made.leads:
        source, target = boxes[lead.source], boxes[lead.target]
        assert source.column < target.column
        if target.is_of_losers:
            assert target.column == source.column + 1
        if lead.is_drop and "T" not in lead.target:
            assert target.is_of_losers and not source.is_of_losers


@pytest.mark.parametrize(("count", "form"), SIZES + LARGE)
def test_who_goes_on_comes_from_the_box_that_leads_there(count: int, form: str) -> None:
    """The winner stands at the end of the line, the loser where it drops to."""
    made = tree_of(count, form)
    boxes = {without_phase(each.name): each for each in made.boxes}
    for lead in made.leads:
        two = {entry.entrant for entry in boxes[lead.source].entries}
        if lead.entry is None:
            assert two == {entry.entrant for entry in boxes[lead.target].entries}
            continue
        winner = next((entry.entrant for entry in boxes[lead.source].entries if entry.has_won), 0)
        expected = (two - {winner}).pop() if lead.is_drop and len(two) > 1 else winner
        assert boxes[lead.target].entries[lead.entry].entrant == expected


def test_a_known_small_bracket() -> None:
    made = tree_of(4, "single third=yes", 1)
    assert [(each.name, each.column, each.row, each.state) for each in made.boxes] == [
        ("1:W1.1", 0, 0.5, "decided"),
        ("1:W1.2", 0, 1.5, "called"),
        ("1:T", 1, 2.5, "waiting"),
        ("1:W2.1", 1, 1.0, "waiting"),
    ]
    (upper, lower) = made.boxes[0].entries
    assert (upper.entrant, lower.entrant) == (1, 4)
    assert [upper.has_won, lower.has_won].count(True) == 1
    assert made.boxes[2].entries[1] == NamedSide(None, "loser of W1.2")
    assert made.boxes[3].entries[1] == NamedSide(None, "")
    assert Lead("W1.1", "W2.1", 0) in made.leads
    assert Lead("W1.2", "T", 1, True) in made.leads


def test_a_place_that_stays_empty_says_so() -> None:
    assert [entry for each in tree_of(3, "single").boxes for entry in each.entries if entry.entrant == 0] == [
        NamedSide(0, "bye")
    ]


def test_a_league_and_a_phase_before_its_draw_have_no_boxes() -> None:
    league = phase_of(4, "round-robin", 0)
    said = TreeWords(str, short, str, "bye")
    assert tree(league, said) == BoxTree([], [])
    undrawn: PhaseObject = {**phase_of(4, "single", 0), "drawn": False, "order": [], "matches": []}
    empty = tree(undrawn, said)
    assert empty == BoxTree([], [])
    assert not list(drawn(empty).iter("rect"))


# ---- the drawing


@pytest.mark.parametrize("results", [3, None])
@pytest.mark.parametrize(("count", "form"), SIZES + LARGE)
def test_boxes_are_apart_and_inside_with_their_words(count: int, form: str, results: int | None) -> None:
    made = tree_of(count, form, results)
    root = drawn(made, 1)
    assert box(root) == size(made)
    assert root.attrib["width"].removesuffix("rem") == f"{size(made)[0] / 16:.1f}".removesuffix(".0")
    assert_inside(root, NAME)
    columns: dict[float, list[tuple[float, float]]] = {}
    for left, top, _, bottom in rects(root, "match-box"):
        columns.setdefault(left, []).append((top - 19, bottom))  # with its label
    assert sum(map(len, columns.values())) == len(made.boxes)
    for spans in columns.values():
        assert all(bottom <= top for (_, bottom), (top, _) in pairwise(sorted(spans)))
    width = rects(root, "match-box")[0][2] - rects(root, "match-box")[0][0]
    assert all(left + width < right for left, right in pairwise(sorted(columns)))


@pytest.mark.parametrize(("count", "form"), [(8, "single"), (14, "double"), (64, "double")])
def test_words_stay_in_their_box_and_names_clear_of_scores(count: int, form: str) -> None:
    root = drawn(tree_of(count, form))
    for group in root.iter("g"):
        if "match" not in kinds(group):
            continue
        (left, _, right, _), *_ = rects(group, "match-box")
        for text in group.iter("text"):
            start, end = reach(text, float(text.get("font-size", NAME)))
            assert left <= start and end <= right
        for entry in group.iter("g"):
            spans = [reach(text, NAME) for text in entry.iter("text")] if "entry" in kinds(entry) else []
            assert all(one[1] <= other[0] or other[1] <= one[0] for one, other in combinations(spans, 2))


@pytest.mark.parametrize(("count", "form"), SIZES + LARGE)
def test_lines_begin_at_a_box_end_at_the_next_and_cross_none(count: int, form: str) -> None:
    made = tree_of(count, form)
    root = drawn(made)
    boxes = rects(root, "match-box")
    drawn_leads = [lead for lead in made.leads if not lead.is_drop]
    for lead, path in zip(drawn_leads, leads(root), strict=True):
        (x, y), (to_x, to_y) = ends(path)
        assert [1 for left, top, right, bottom in boxes if right == x and top < y < bottom] == [1]
        ((top, bottom),) = [(top, bottom) for left, top, _, bottom in boxes if left == to_x and top < to_y < bottom]
        assert (to_y > (top + bottom) / 2) - (to_y < (top + bottom) / 2) == {None: 0, 0: -1, 1: 1}[lead.entry]
        turn = int(re.findall(r"H(\d+)", path.attrib["d"])[0])
        parts = [(x, y, turn, y), (turn, min(y, to_y), turn, max(y, to_y)), (turn, to_y, to_x, to_y)]
        for left, top, right, bottom in boxes:
            for from_x, from_y, until_x, until_y in parts:
                assert not (from_x < right and left < until_x and from_y < bottom and top < until_y)


def test_the_path_of_one_is_lit_from_the_first_box_to_the_last() -> None:
    made = tree_of(14, "double")
    for entrant in range(1, 15):
        root = drawn(made, entrant)
        on_path = [each for each in made.boxes if entrant in [entry.entrant for entry in each.entries]]
        lit = [group for group in root.iter("g") if "match" in kinds(group) and "lit" in kinds(group)]
        assert len(lit) == len(on_path)
        assert len([path for path in leads(root) if "lit" in kinds(path)]) == len(on_path) - 1
        entries = [group for group in root.iter("g") if f"e{entrant}" in kinds(group)]
        assert len(entries) == len(on_path)
        assert all("lit" in kinds(group) for group in entries)
    assert not [element for element in drawn(made).iter() if "lit" in kinds(element)]


def test_nobody_is_drawn_lightly() -> None:
    made = tree_of(3, "single")
    root = drawn(made)
    assert [kinds(group)[:3] for group in root.iter("g") if "faint" in kinds(group)] == [
        ["match", "is-decided", "faint"]
    ]
    assert len([path for path in leads(root) if "faint" in kinds(path)]) == 1


def test_every_match_is_a_place_and_the_last_on_the_path_too() -> None:
    made = tree_of(14, "double")
    for entrant in (1, 5, 14):
        root = drawn(made, entrant)
        there = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert sorted(there) == sorted([*(anchor(each.name) for each in made.boxes), "lit"])
        on_path = [each for each in made.boxes if entrant in [entry.entrant for entry in each.entries]]
        last = max(on_path, key=lambda each: each.column)
        (group,) = [one for one in root.iter("g") if one.get("id") == anchor(last.name)]
        assert next(rect.get("id") for rect in group.iter("rect")) == "lit"


def test_rounds_are_named_once_above_their_columns() -> None:
    made = tree_of(8, "single third=yes")
    assert made.heads == tuple(Head(False, column, f"Round {column + 1}") for column in range(3))
    double = tree_of(14, "double")
    assert len(double.heads) == len({(each.is_of_losers, each.column) for each in double.boxes})
    root = drawn(double)
    tops = [top for _, top, _, _ in rects(root, "match-box")]
    heads = [text for text in root.iter("text") if "round-head" in kinds(text)]
    assert len(heads) == len(double.heads) and min(float(text.attrib["y"]) for text in heads) < min(tops)


@pytest.mark.parametrize("form", ["single third=yes", "double"])
def test_the_champion_has_a_star_in_the_last_match(form: str) -> None:
    made = tree_of(8, form)
    (star,) = [each for each in words(drawn(made)) if "\u2605" in each]
    champion = phase_of(8, form, None)["places"][0]["entrant"]
    assert star.startswith(f"\u2605 {name_of(champion)[:8]}")
    (final,) = [group for group in drawn(made).iter("g") if "final" in kinds(group)]
    assert final.attrib["id"] in (anchor("1:W3.1"), anchor("1:F1"), anchor("1:F2"))
    assert not [each for each in words(drawn(tree_of(8, form, 3))) if "\u2605" in each]


def test_a_large_tree_has_whole_names_of_thirty_letters() -> None:
    said = TreeWords(lambda entrant: f"Yann Fortin & Zoe O'Brien {entrant:04}", short, str, "bye")
    made = tree(phase_of(64, "double", None), said)
    assert not [each for each in words(drawn(made)) if each.endswith("\u2026")]


def test_names_and_matches_are_links() -> None:
    made = tree_of(8, "single", 3)
    root = drawn(made)
    hrefs = [link.attrib["href"] for link in root.iter("a")]
    assert [href for href in hrefs if href.startswith("/match/")] == [f"/match/{each.name}" for each in made.boxes]
    known = [entry.entrant for each in made.boxes for entry in each.entries if entry.entrant]
    assert [href for href in hrefs if href.startswith("/player/")] == [f"/player/{entrant}" for entrant in known]


def test_the_parts_have_titles_where_there_are_two() -> None:
    assert words(drawn(tree_of(8, "single")))[:4] == ["Round 1", "Round 2", "Round 3", "W1.1"]
    said = words(drawn(tree_of(8, "double")))
    assert said[:2] == ["Main bracket", "Losers' bracket"]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_data_and_a_long_one_is_told_whole(name: str) -> None:
    two = (NamedSide(1, name, "8 3*", True), NamedSide(None, name))
    made = BoxTree([Box("1:W1.1", name, "decided", False, 0, 0.5, two)], [])
    root = parsed(bracket(made, BracketWords(name, name, name), LINKS, 1))
    assert_inside(root, NAME)
    assert root.attrib["aria-label"] == name
    link = next(link for link in root.iter("a") if link.attrib["href"] == "/player/1")
    (shown,) = words(link)
    if shown == name:
        assert link.find("title") is None
    else:
        assert shown.endswith("…")
        assert link.findtext("title") == link.attrib["aria-label"] == name


def test_a_large_bracket_is_no_burden() -> None:
    assert len(bracket(tree_of(64, "double"), SAID, LINKS).encode()) < 130_000


def test_what_is_bold_is_measured_so() -> None:
    assert BOLD
    wide = BoxTree(
        [Box("1:F", "m" * 99, "called", False, 0, 0.5, (NamedSide(1, "m" * 99, "", True), NamedSide(2, "m" * 99)))], []
    )
    (won, other) = [text.text or "" for text in drawn(wide).iter("text") if "entry" in text.attrib["class"]]
    assert len(won) < len(other)


def test_names_are_whole_where_a_small_tree_leaves_room() -> None:
    small = tree_of(4, "single", 0)
    assert size(small)[0] <= 1200
    assert name_of(1) in words(drawn(small))
    assert name_of(1) not in words(drawn(tree_of(64, "single", 0)))
