"""Brackets on paper: every match, name and score is there, large enough for a wall, and sheets can be joined."""

from typing import Any

import pytest

from tallyboard.paper import TournamentPaper, filled
from tallyboard.paper.poster import PADDING
from tallyboard.paper.view import PaperView, Size
from tallyboard.paper.wrapping import Wrapping
from tallyboard.text.language import language
from tallyboard.text.tournament.bracket import short
from tests.host.paper_reading import POINT, bare, ink_in_margins, pieces, read, words_of
from tests.host.paper_samples import AWKWARD, CHAMPIONSHIP, names, paper, tournament

_GAME = f"game {CHAMPIONSHIP}"


def drawn(count: int, form: str, results: int | None, of: list[str] | None = None) -> TournamentPaper:
    return paper(tournament(count, [f"{form} {_GAME}"], results), of)


def matches_of(sheet: dict[str, Any]) -> list[dict[str, Any]]:
    """The boxes of a sheet without that for the champion."""
    return [box for box in sheet["boxes"] if "sides" in box]


@pytest.mark.parametrize(
    ("count", "form", "results"),
    [
        (2, "single", 0),
        (2, "double", 1),
        (3, "double", 2),
        (5, "double", None),
        (17, "double", 20),
        (17, "single third=yes best=3", None),
        (64, "double", 60),
        (128, "double", 150),
    ],
)
def test_every_match_stands_there_once_with_names_and_scores(count: int, form: str, results: int | None) -> None:
    made = drawn(count, form, results)
    view = PaperView(made, language("en", "paper"), "a4")
    reader = read(made, "bracket")
    words = words_of(reader)
    for match in made["tournament"]["phases"][0]["matches"]:
        sides = view.sides(match)
        for at, side in enumerate(match["sides"]):
            scores = "".join(str(game["scores"][at]) for game in match["games"])
            said = sides[at] if side != 0 else "bye"
            assert bare(f"{said}{scores}") in words, match["match"]
    found = [piece.words.split(" · ")[0] for page in reader.pages for piece in pieces(page) if 4 < piece.size < 9]
    for match in made["tournament"]["phases"][0]["matches"]:
        assert short(match["match"]) in found


@pytest.mark.parametrize(
    ("count", "form", "size"),
    [(5, "double", "a4"), (5, "double", "letter"), (17, "double", "letter"), (64, "double", "a4")],
)
def test_names_are_large_enough_for_a_wall(count: int, form: str, size: Size) -> None:
    of = [f"{AWKWARD[i % 3][:56]} {i}" for i in range(count)]
    made = drawn(count, form, count // 2, of)
    boxes = [
        piece for page in read(made, "bracket", size).pages for piece in pieces(page) if "Maximiliana" in piece.words
    ]
    assert boxes
    assert min(piece.size for piece in boxes) >= 11
    assert ink_in_margins(made, "bracket", size, "en", margin=1.5) == []


@pytest.mark.parametrize(("count", "form"), [(4, "double"), (8, "double"), (8, "single"), (16, "single")])
def test_a_small_bracket_is_one_sheet_without_marks(count: int, form: str) -> None:
    made = drawn(count, form, 3, [name.split()[0] + str(i) for i, name in enumerate(names(count))])
    reader = read(made, "bracket")
    assert len(reader.pages) == 1
    assert "Sheet" not in words_of(reader)


def test_more_room_gives_larger_names() -> None:
    sizes = []
    for count in (2, 8, 16):
        data = filled("bracket", drawn(count, "single", 0), "a4", "en", ())
        sizes.append(min(box["size"] for box in matches_of(data["sheets"][0])))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]


def test_sheets_that_are_joined_say_where_they_belong() -> None:
    data = filled("bracket", drawn(64, "double", 60), "a4", "en", ())
    for part in ("Main bracket", "Losers' bracket"):
        sheets = [sheet for sheet in data["sheets"] if part in sheet["title"]]
        for at, sheet in enumerate(sheets, 1):
            assert sheet["where"].startswith(f"Sheet {at} of {len(sheets)}: row ")
        assert len({sheet["where"].partition(":")[2] for sheet in sheets}) == len(sheets)


def test_each_line_over_the_edge_has_its_other_end_on_the_next_sheet() -> None:
    data = filled("bracket", drawn(64, "double", 60), "a4", "en", ())
    sheets = [sheet for sheet in data["sheets"] if "Main bracket" in sheet["title"]]
    at = {tuple(map(int, sheet["where"].partition("row ")[2].split(", column "))): sheet for sheet in sheets}
    crossings = 0
    for (row, column), sheet in at.items():
        for arrow in sheet["arrows"]:
            down, across = {"left": (0, -1), "right": (0, 1), "top": (-1, 0), "bottom": (1, 0)}[arrow["edge"]]
            opposite = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}[arrow["edge"]]
            there = at[row + down, column + across]["arrows"]
            assert any(
                other["edge"] == opposite and abs(other["at"] - arrow["at"]) < 0.01 and other["to"] == arrow["to"]
                for other in there
            )
            crossings += 1
            columns = {box["name"]: place[1] for place, other in at.items() for box in other["boxes"]}
            for match in arrow["matches"]:
                assert (columns[match] - column) * across >= abs(across), (match, arrow)
    assert crossings


@pytest.mark.parametrize(("count", "form"), [(1000, "single third=yes"), (100, "double"), (33, "single best=5")])
def test_no_box_lies_across_sheets_or_over_another(count: int, form: str) -> None:
    data = filled("bracket", drawn(count, form, count // 2), "letter", "fr", ())
    seen = []
    for sheet in data["sheets"]:
        for box in sheet["boxes"]:
            assert 0 <= box["x"] <= sheet["width"] - box["width"]
            assert -0.01 <= box["y"] <= sheet["height"] - box["height"] + 0.01
            for other in sheet["boxes"]:
                if other is not box and abs(other["x"] - box["x"]) < box["width"]:
                    assert abs(other["y"] - box["y"]) >= box["height"], (box["name"], other["name"])
            seen.append(box["name"])
    assert len(seen) == len(set(seen))


def test_a_correction_that_exchanges_sides_keeps_names_beside_their_lines() -> None:
    """5 beats 4 and is drawn above 1, though 1 is the better seed and side A."""
    made = tournament(8, [f"single {_GAME}"], 0)
    for line in ("1 0 8 8", "4 0 5 8", "2 8 7 0", "3 8 6 0"):
        a, x, b, y = line.split()
        made.enter(f"result {made.open_matches(int(a), int(b))[0]} {a} {x} {b} {y}")
    data = filled("bracket", paper(made), "a4", "en", ())
    box = next(box for box in data["sheets"][0]["boxes"] if box["name"] == "W2.1")
    assert [side["words"] for side in box["sides"]] == [names(8)[7], names(8)[4]]


def test_walkovers_byes_and_a_star_for_what_the_game_itself_decided() -> None:
    made = tournament(5, ["single game washers-ritzenthaler"], 0)
    made.enter("result 1:W1.2 4 21 5 21 won 5")
    made.enter("withdraw 3")
    words = words_of(read(paper(made), "bracket"))
    assert bare(f"{names(5)[4]}21*") in words
    assert bare("* decided by the game itself") in words
    assert "walkover" in words
    assert words.count("bye") >= 3


def test_a_phase_that_is_not_drawn_is_left_out() -> None:
    made = tournament(4, [], 0)
    made.enter(f"phase 1 double {_GAME}")
    assert bare("Nothing to print yet.") in words_of(read(paper(made), "bracket"))


@pytest.mark.parametrize(("count", "form", "most"), [(16, "double", 2), (64, "single", 3), (64, "double", 5)])
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_a_bracket_is_on_few_sheets(count: int, form: str, most: int, size: Size) -> None:
    """Names of up to 20 letters, as in most clubs."""
    made = drawn(count, form, count // 2, [f"Geneviève Lavallée {at}" for at in range(count)])
    data = filled("bracket", made, size, "en", ())
    assert len(data["sheets"]) <= most
    assert min(len(sheet["boxes"]) for sheet in data["sheets"]) >= 14


def test_later_rounds_have_larger_names() -> None:
    data = filled("bracket", drawn(16, "single", 0), "a4", "en", ())
    sizes = {box["name"]: box["size"] for sheet in data["sheets"] for box in matches_of(sheet)}
    assert sizes["W1.1"] < sizes["W3.1"]


@pytest.mark.parametrize(("room", "lines"), [(28, 1), (14, 2), (12, 3), (8, 5)])
def test_the_lines_of_a_name_are_known_before_it_is_set(room: float, lines: int) -> None:
    name = "Christophe Lavallée-Beauchemin & Marie-Madeleine Archambault"
    assert Wrapping([name]).lines(name, room) == lines


def test_the_second_of_a_pair_begins_a_line_where_the_first_takes_two() -> None:
    name = "Christophe Lavallée-Beauchemin & Li"
    assert Wrapping([name]).lines(name, 11) == 3


def test_every_name_has_the_height_that_its_lines_need() -> None:
    of = [*AWKWARD[1:3], *names(14, doubles=True)]
    data = filled("bracket", drawn(16, "double", None, of), "letter", "fr", ())
    known = Wrapping(of)
    for sheet in data["sheets"]:
        for box in matches_of(sheet):
            for side, size in zip(box["sides"], box["sizes"], strict=True):
                lines = known.lines(side["words"], (box["width"] - box["score"] - 2 * PADDING) / (size * POINT))
                assert size >= 11
                assert lines * size * POINT <= (box["height"] - data["head"]) / 2


def test_the_champion_has_a_box_of_their_own() -> None:
    for results, named in ((0, ""), (None, "champion")):
        made = drawn(8, "double", results)
        data = filled("bracket", made, "a4", "en", ())
        (box,) = (box for sheet in data["sheets"] for box in sheet["boxes"] if "winner" in box)
        champion = made["tournament"]["champion"]
        assert box["winner"] == (names(8)[champion - 1] if named and champion else "")
        words = words_of(read(made, "bracket"))
        assert bare("Champion") in words


def test_the_map_of_the_sheets_shows_where_each_hangs() -> None:
    data = filled("bracket", drawn(64, "double", 60), "a4", "en", ())
    for sheet in data["sheets"]:
        (place,) = ((r, c) for r, row in enumerate(sheet["map"], 1) for c, it in enumerate(row, 1) if it == "here")
        assert sheet["where"].endswith(f"row {place[0]}, column {place[1]}")


def test_a_line_leads_from_every_match_to_the_next() -> None:
    """Its end is at the box where the winner goes, on the sheets as they hang."""
    data = filled("bracket", drawn(32, "double", 0), "a4", "en", ())
    for part in ("Main bracket", "Losers' bracket"):
        ends: set[tuple[int, int]] = set()
        boxes: dict[str, tuple[dict[str, Any], float, float]] = {}
        for sheet in (it for it in data["sheets"] if part in it["title"]):
            row, column = next((r, c) for r, row in enumerate(sheet["map"]) for c, it in enumerate(row) if it == "here")
            x, y = column * sheet["width"], row * sheet["height"]
            ends |= {(round(a + x), round(b + y)) for line in sheet["lines"] for a, b in (line[:2], line[2:])}
            boxes |= {box["name"]: (box, x + box["x"], y + box["y"]) for box in matches_of(sheet)}
        assert any(name.startswith("L3" if part == "Losers' bracket" else "W2") for name in boxes)
        for name, (box, x, y) in boxes.items():
            if name[0] in "WL" and not name.startswith(("W1.", "L1.")):
                middle = y + (box["height"] + data["head"]) / 2
                top, bottom = y + data["head"], y + box["height"]
                right = x + box["width"]
                from_left = (round(x), round(middle)) in ends
                assert from_left or any(
                    x < a < right and (abs(b - top) <= 1 or abs(b - bottom) <= 1) for a, b in ends
                ), name
