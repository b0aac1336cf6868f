"""The page of a season: every night of everybody, why each stands where they do, and it is never an old one."""

from collections.abc import Sequence

import pytest

from tallyboard.desk.season import SeasonRowObject
from tallyboard.store.tournaments.appending import append, create
from tallyboard.store.tournaments.follow import FollowedSeason
from tallyboard.text.language import language
from tallyboard.text.season import reason
from tests.host.pages.public.conftest import LANGUAGES, Hall, Node

GAME = "game crokinole-championship"


def evening(hall: Hall, name: str, who: Sequence[str], until: int | None = None) -> str:
    """A tournament in which who comes first beats all after them, as far as so many matches; its id."""
    hall.begin(*(f"add {one}" for one in who), f"phase 1 round-robin {GAME}", "draw 1", name=name)
    pairs = [(x, y) for x in range(1, len(who) + 1) for y in range(x + 1, len(who) + 1)]
    hall.enter(*(f"result 1:{x}-{y} {x} 6 {y} 2 twenties 2 1" for x, y in pairs[:until]))
    return hall.now.about.id


@pytest.fixture
def season(hall: Hall) -> Hall:
    """Three nights, of which two count and the last one is not over; Zoe is a guest; the name is no simple one."""
    nights = [
        evening(hall, "One", ("Ann", "Zoe", "Bob", "Cid")),
        evening(hall, "Two", ("Bob", "Annie", "Cid")),
        evening(hall, "<i>Three", ("Cid", "Bob", "Ann"), 2),
    ]
    made = FollowedSeason(create(hall.store, "Tuesdays & <b>more</b>", "season best=2 points=10,8,6,5", "UTC"))
    lines = [f"night 2026-01-{day:02} {night}" for day, night in enumerate(nights, 1)]
    append(hall.store, made, lambda _: ["player Ann = Annie", "player Bob", "player Cid", "player Dee", *lines], "Ann")
    return hall


def row(page: Node, player: int) -> list[str]:
    """Its cells."""
    found = page.one("tr", data_player=str(player))
    return [cell.text for cell in found.children if isinstance(cell, Node)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_night_of_everybody_is_there(season: Hall, language: str) -> None:
    page = season.get("/season/now", language)
    rows = [one.attributes["data-player"] for one in page.all("tr") if "data-player" in one.attributes]
    assert rows == ["1", "2", "3", "4"]
    assert [cell for at, cell in enumerate(row(page, 2)) if at != 1] == ["2", "18", "2", "3", "8", "8", "10", ""]
    assert row(page, 4)[0] == "\u2013" and row(page, 4)[2:] == ["0", "0", "0", "0", "", "", ""]
    assert page.one("h1").text == "Tuesdays & <b>more</b>"
    heads = page.one("table", class_="season").one("thead").all("a")
    assert [head.text for head in heads] == ["2026-01-01", "2026-01-02", "2026-01-03"]
    assert len({head.attributes["href"] for head in heads}) == 3
    assert season.get(heads[2].attributes["href"], language).one("h1").text == "<i>Three"


def test_two_nights_of_one_date_are_told_apart_by_their_names(hall: Hall) -> None:
    nights = [evening(hall, name, ("Ann", "Bob")) for name in ("Early", "<i>Late")]
    made = FollowedSeason(create(hall.store, "Tuesdays", "season", "UTC"))
    append(hall.store, made, lambda _: ["player Ann", *(f"night 2026-01-01 {night}" for night in nights)], "Ann")
    heads = hall.get("/season/now").one("thead").all("a")
    assert sorted(head.text for head in heads) == ["2026-01-01 ( <i>Late )", "2026-01-01 ( Early )"]


def test_why_and_what_is_to_be_known_is_said_in_words(season: Hall) -> None:
    page = season.get("/season/now")
    assert row(page, 1)[1] == "Ann more wins: 4 to 3"
    assert row(page, 4)[1] == "Dee no place: not there yet"
    assert "2026-01-01 : not in the roster: Zoe ." in page.text.replace("  ", " ")
    assert "2026-01-03 : the tournament is not finished, and gives nothing yet." in page.text


@pytest.mark.parametrize(
    ("place", "values", "said"),
    [
        (1, [8, None], ["one night more, of 8"]),
        (1, [10, 8], ["the better night: 10 to 8"]),
        (2, [8, None], ["level: they share place 2", "one night more, of 8"]),
        (None, [8, None], ["no place: too few nights"]),
    ],
)
def test_a_row_says_one_night_more_and_shared_and_missing_places(
    place: int | None, values: list[int | None], said: list[str]
) -> None:
    rows: list[SeasonRowObject] = [
        {"place": at, "player": 1, "nights": 3, "points": 18, "wins": 1, "twenties": 0, "counted": [1], "why": None}
        for at in (place, 2, None)
    ]
    rows[0]["why"] = {"by": "nights", "values": values}
    assert reason(language("en"), rows[0], rows) == said


def test_what_counts_is_bold_and_a_night_that_does_not_is_said(season: Hall) -> None:
    season.enter("result 1:2-3 2 6 3 2")
    page = season.get("/season/now")
    assert [cell.text for cell in page.one("tr", data_player="2").all("b")] == ["8", "10"]
    assert row(page, 2)[-1] == "8"
    assert "In bold: the nights that count." in page.text
    player = season.get(page.one("tr", data_player="2").one("a").attributes["href"])
    assert [line.one("th").text for line in player.one("tbody").all("tr")] == [
        "2026-01-01",
        "2026-01-02",
        "2026-01-03 does not count: others are better",
    ]


def test_a_page_is_of_now(season: Hall) -> None:
    before = season.text("/season/now")
    assert season.text("/season/now") == before
    season.enter("result 1:2-3 2 6 3 2")
    after = season.get("/season/now")
    assert "gives nothing yet" not in after.text and row(after, 3)[-1] == "10"
    season.enter("result 1:2-3 2 2 3 6")
    assert row(season.get("/season/now"), 1)[-1] == "8"


def test_a_night_leads_to_its_season_and_so_does_the_list(season: Hall) -> None:
    alone = evening(season, "Four", ("Ann", "Bob"))
    assert "a night of" not in season.text("/t/now")
    links = [one for one in season.get("/tournaments").all("a") if "/season/" in one.attributes.get("href", "")]
    assert [one.text for one in links] == ["Tuesdays & <b>more</b>"]
    made = FollowedSeason(create(season.store, "Other", "season", "UTC"))
    append(season.store, made, lambda _: [f"night 2026-01-13 {alone[:8]}"], "Ann")
    assert "a night of" in season.text("/t/now")
    assert season.get("/season/Other").one("h1").text == "Other"


@pytest.mark.parametrize("address", ["/season/nothing", "/season/nothing/1", "/season/now/9"])
def test_a_season_or_player_that_is_not_there_is_no_page(season: Hall, address: str) -> None:
    assert "There is no such" in season.text(address, status=404)


def test_without_any_season_there_is_none(hall: Hall) -> None:
    assert "There is no such season." in hall.text("/season/now", status=404)
    assert "Seasons" not in hall.text("/tournaments")
