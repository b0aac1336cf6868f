"""Brackets on paper: every match, name and score is there, large enough for a wall, and sheets can be joined."""

import pytest

from tallyboard.paper import TournamentPaper
from tallyboard.paper.english import ENGLISH
from tallyboard.paper.feeds import from_where, short
from tallyboard.paper.kinds import filled
from tallyboard.paper.shapes import Size
from tallyboard.paper.view import View
from tests.host.paper_reading import bare, ink_in_margins, pieces, read, words_of
from tests.host.paper_samples import AWKWARD, CHAMPIONSHIP, names, paper, tournament

_GAME = f"game {CHAMPIONSHIP}"


def drawn(count: int, form: str, results: int | None, of: list[str] | None = None) -> TournamentPaper:
    return paper(tournament(count, [f"{form} {_GAME}"], results), of)


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
    view = View(made, ENGLISH, "a4")
    reader = read(made, "bracket")
    words = words_of(reader)
    for match in made["tournament"]["phases"][0]["matches"]:
        sides = from_where(view, match)
        for at, side in enumerate(match["sides"]):
            scores = "".join(str(game["scores"][at]) for game in match["games"])
            said = sides[at] if side != 0 else ENGLISH.bye
            assert bare(f"{said}{scores}") in words, match["match"]
    found = [piece.words.split(" · ")[0] for page in reader.pages for piece in pieces(page) if 6 < piece.size <= 8]
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
        _, data = filled("bracket", drawn(count, "single", 0), "a4", "en", ())
        sizes.append(data["sheets"][0]["size"])
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]


def test_sheets_that_are_joined_say_where_they_belong() -> None:
    _, data = filled("bracket", drawn(64, "double", 60), "a4", "en", ())
    for part in (ENGLISH.main, ENGLISH.losers):
        sheets = [sheet for sheet in data["sheets"] if part in sheet["title"]]
        for at, sheet in enumerate(sheets, 1):
            assert sheet["where"].startswith(f"Sheet {at} of {len(sheets)}: row ")
        assert len({sheet["where"].partition(":")[2] for sheet in sheets}) == len(sheets)


def test_each_line_over_the_edge_has_its_other_end_on_the_next_sheet() -> None:
    _, data = filled("bracket", drawn(64, "double", 60), "a4", "en", ())
    sheets = [sheet for sheet in data["sheets"] if ENGLISH.main in sheet["title"]]
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
    _, data = filled("bracket", drawn(count, form, count // 2), "letter", "fr", ())
    seen = []
    for sheet in data["sheets"]:
        width, height = sheet["box"]
        for box in sheet["boxes"]:
            assert 0 <= box["x"] <= sheet["width"] - width
            assert -0.01 <= box["y"] <= sheet["height"] - height + 0.01
            for other in sheet["boxes"]:
                if other is not box and abs(other["x"] - box["x"]) < width:
                    assert abs(other["y"] - box["y"]) >= height, (box["name"], other["name"])
            seen.append(box["name"])
    assert len(seen) == len(set(seen))


def test_a_correction_that_exchanges_sides_keeps_names_beside_their_lines() -> None:
    """5 beats 4 and is drawn above 1, though 1 is the better seed and side A."""
    made = tournament(8, [f"single {_GAME}"], 0)
    for line in ("1 0 8 8", "4 0 5 8", "2 8 7 0", "3 8 6 0"):
        a, x, b, y = line.split()
        made.enter(f"result {made.open_matches(int(a), int(b))[0]} {a} {x} {b} {y}")
    _, data = filled("bracket", paper(made), "a4", "en", ())
    box = next(box for box in data["sheets"][0]["boxes"] if box["name"] == "W2.1")
    assert [side["words"] for side in box["sides"]] == [names(8)[7], names(8)[4]]


def test_walkovers_byes_and_a_star_for_what_the_game_itself_decided() -> None:
    made = tournament(5, ["single game washers-ritzenthaler"], 0)
    made.enter("result 1:W1.2 4 21 5 21 won 5")
    made.enter("withdraw 3")
    words = words_of(read(paper(made), "bracket"))
    assert bare(f"{names(5)[4]}21*") in words
    assert bare(ENGLISH.by_itself) in words
    assert "walkover" in words
    assert words.count("bye") >= 3


def test_a_phase_that_is_not_drawn_is_left_out() -> None:
    made = tournament(4, [], 0)
    made.enter(f"phase 1 double {_GAME}")
    assert bare(ENGLISH.nothing) in words_of(read(paper(made), "bracket"))
