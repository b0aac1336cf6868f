"""A season on paper: every row and every night, as large as can be, on as few sheets as can be."""

from datetime import date, timedelta
from io import BytesIO

import pytest
from pypdf import PdfReader

from tallyboard.desk.season import Attendance, Evening, Season, compute_season
from tallyboard.paper import LanguageCode, Size
from tallyboard.paper.season import SeasonPaper, season_filled, season_sheets
from tests.host.paper_reading import bare, pieces
from tests.host.paper_samples import AWKWARD, names

FIRST = date(2025, 9, 2)


def paper(nights: int, players: int, options: str = "", unfinished: bool = False) -> SeasonPaper:
    """A season in which each night all but one come in, each the night's number of places further down."""
    season = Season(f"season {options}")
    of = names(players)
    evenings = {}
    for name in of:
        season.enter(f"player {name}")
    for number in range(nights):
        season.enter(f"night {FIRST + timedelta(7 * number)} t{number}")
        there = [name for at, name in enumerate(of) if at != number]
        there = [*there[number % players :], *there[: number % players]]
        entrants = [Attendance((name,), at, 3 * (players - at), 8, 4, 20) for at, name in enumerate(there, 1)]
        evenings[f"t{number}"] = Evening(True, tuple(entrants))
    if unfinished:
        evenings[f"t{nights - 1}"] = Evening(False)
    return SeasonPaper("Tuesdays 2025/26", "13 January 2026, 22:10", compute_season(season, evenings), season.options)


def read(of: SeasonPaper, size: Size = "a4", language: LanguageCode = "en") -> PdfReader:
    return PdfReader(BytesIO(season_sheets(of, size=size, language=language)))


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize(
    ("nights", "players", "sheets", "least"), [(30, 40, 1, 8), (5, 12, 1, 13), (50, 60, 4, 8), (12, 90, 2, 8)]
)
def test_a_season_stands_on_few_sheets_in_letters_that_can_be_read(
    size: Size, nights: int, players: int, sheets: int, least: float
) -> None:
    of = paper(nights, players, "best=12 least=3")
    reader = read(of, size)
    assert len(reader.pages) == sheets
    on_pages = [bare(page.extract_text()) for page in reader.pages]
    assert sum(bare(names(players)[0]) in words for words in on_pages) == -(-nights // 30)
    for night in of.season["nights"]:
        assert any(night["date"] in words for words in on_pages)
    assert min(piece.size for page in reader.pages for piece in pieces(page) if "Smith" in piece.words) >= least


def test_each_row_has_its_figures_its_nights_and_its_reason() -> None:
    of = paper(4, 6, "best=3")
    words = bare("".join(page.extract_text() for page in read(of).pages))
    data = season_filled(of, "a4", "en")
    for row, shown in zip(of.season["standings"], data["parts"][0]["rows"], strict=True):
        name = of.season["players"][row["player"] - 1]["name"]
        figures = [row["points"], row["nights"], row["wins"], row["twenties"]]
        nights = [night["points"] for night in shown["nights"]]
        assert bare(f"{row['place']}{name}{''.join(map(str, [*figures, *nights]))}{shown['why']}") in words
        assert [at for at, night in enumerate(shown["nights"], 1) if night["counts"]] == row["counted"]
    assert bare("The best 3 nights count.") in words
    assert bare("In bold: the nights that count.") in words
    assert "In bold" not in "".join(season_filled(paper(4, 6), "a4", "en")["notes"])


def test_two_nights_of_one_date_are_told_apart_by_their_names() -> None:
    of = paper(3, 4)
    for night in of.season["nights"][:2]:
        night["date"] = "2025-09-02"
    of = of._replace(names={"t0": "Early evening", "t1": "An evening with a name that does not end"})
    nights = season_filled(of, "a4", "en")["parts"][0]["nights"]
    assert nights == ["2025-09-02 Early evening", "2025-09-02 An evening with a name …", "2025-09-16"]


def test_what_is_to_be_known_of_a_night_stands_below_and_names_do_nothing() -> None:
    of = paper(2, 4, unfinished=True)
    of.season["flags"].append({"kind": "guest", "night": 1, "name": AWKWARD[0]})
    of.season["flags"].append({"kind": "guest", "night": 1, "name": "Zoe"})
    of.season["players"][0]["name"] = AWKWARD[4]
    words = bare("".join(page.extract_text() for page in read(of).pages))
    assert bare(f"2025-09-02: not in the roster: {AWKWARD[0]}, Zoe.") in words
    assert bare("2025-09-09: the tournament is not finished, and gives nothing yet.") in words
    assert bare(AWKWARD[4]) in words


@pytest.mark.parametrize(("nights", "players"), [(0, 0), (0, 3), (1, 1)])
def test_a_season_that_has_hardly_begun_is_no_failure(nights: int, players: int) -> None:
    words = bare(read(paper(nights, players)).pages[0].extract_text())
    assert bare("Tuesdays 2025/26") in words
    assert (bare("Nothing to print yet.") in words) == (players == 0)
