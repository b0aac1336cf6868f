"""The list of tournaments: begin one, use another."""

import pytest

from tallyboard.store import tournaments
from tallyboard.system.laptop import local_time_zone
from tests.harness.sizes import PRINTS
from tests.host.pages.desk.browser import Browser, begin, site_in


def test_the_first_one_is_begun_and_is_in_use(tmp_path) -> None:  # type: ignore[no-untyped-def]
    olga = Browser(site_in(tmp_path))
    assert "There is no tournament yet." in olga.look("/desk")
    begin(olga, "Club   day", "doubles")
    assert olga.where.startswith(f"http://testserver{olga.at}")
    about = olga.seen().about
    assert (about.name, about.first_line, about.time_zone) == (
        "Club day",
        "tournament doubles seed=7",
        local_time_zone(),
    )
    assert olga.said == "Club day is begun; lots are drawn by the number 7."
    assert "Nobody is entered yet." in olga.page


@pytest.mark.parametrize(
    "field, value, told",
    [
        ("name", " ", "Give it a name"),
        ("name", "x" * 61, "This has 61 characters"),
        ("name", "CLUB DAY", "There is a tournament of this name."),
        ("name", "a\u202eb", "a character that cannot be seen"),
        ("seed", "12x", "A whole number from 0 to 999999999."),
        ("zone", "Mars/Olympus", "There is no such time zone."),
        ("zone", "../etc", "There is no such time zone."),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_the_form_comes_back_filled(
    olga: Browser, field: str, value: str, told: str
) -> None:
    olga.look("/desk/all")
    olga.send(olga.form("/desk/new"), {"name": "Another", "seed": "5", field: value})
    assert olga.status == 422
    assert told in olga.page
    filled = {"name": "Another", "seed": "5", field: value}
    assert {name: olga.form("/desk/new").fields[name] for name in filled} == filled
    with olga.site.store.get().reading() as sql:
        assert len(tournaments.listed(sql)) == 1


def test_each_button_says_what_it_begins(olga: Browser) -> None:
    olga.look("/desk/all")
    assert [olga.form(f"/desk/{one}").said.split()[-1] for one in ("new", "season")] == ["tournament", "season"]


def test_another_one_is_used(olga: Browser) -> None:
    first = olga.id
    begin(olga, "Evening")
    assert "Hall, TV and phones show it from now on, and Club day no more." in olga.said
    assert olga.seen().about.name == "Evening"
    olga.press(f"/desk/{first}", "/say", {"message": "Lunch"})
    assert olga.said == "It stands with this tournament; the hall shows Evening, which is the one in use."
    olga.press("/desk/all", "/desk/use", tournament=first)
    assert olga.said == "Club day is in use, on every laptop of the database."
    assert olga.seen().about.name == "Club day"
    olga.look("/desk/all")
    olga.send(olga.form("/desk/use"), {"tournament": "nothing"})
    assert olga.said == "There is no such tournament. Nothing was entered."


def test_a_tournament_that_is_not_there_says_so(olga: Browser) -> None:
    olga.look("/desk/00000000")
    assert olga.status in (400, 404)
    assert "There is no tournament 00000000." in olga.page
    assert "`" not in olga.page


@PRINTS
def test_papers_with_nothing_on_them_are_not_offered(olga: Browser) -> None:
    empty = olga.look(f"{olga.at}/papers")
    assert "There is nothing to print" in empty and "badges.pdf" not in empty
    olga.enter("add Ann", "add Bob", "phase 1 round-robin game crokinole-championship", "draw 1")
    page = olga.look(f"{olga.at}/papers")
    assert "standings.pdf" in page and "bracket.pdf" not in page and "calls.pdf" not in page
    assert "Phones cannot reach this laptop" in page and "Phones cannot reach this laptop" not in empty
    assert "badges.pdf" in page and olga.client.get(f"{olga.at}/badges.pdf").content.startswith(b"%PDF")


def test_the_desk_leads_to_the_day_of_the_tournament_in_use(olga: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    olga.look("/desk")
    assert olga.where.endswith(f"/desk/{olga.id}")
    assert 'href="/desk/all"' in olga.page
    assert "Begin a tournament" in olga.look("/desk/all")
    monkeypatch.setattr("tallyboard.pages.desk.start._is_of_today", lambda _: False)
    olga.look("/desk")
    assert olga.where.endswith(f"/desk/{olga.id}")  # nothing is played yet
    olga.enter("add Ann", "add Bob", "phase 1 single game crokinole-official", "draw 1", "result 1:W1.1 1 100 2 0")
    assert "Begin a tournament" in olga.look("/desk")
