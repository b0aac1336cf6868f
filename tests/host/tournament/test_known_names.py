"""Names that are entered at a terminal and are near one of a season's roster: asked, told, never decided."""

from collections.abc import Callable

import pytest

from tests.harness.command_line import Run
from tests.host.tournament.conftest import Day

SHEET = b"name,club,seed\nAnnie,Ottawa,2\nBobb,,1\nEve,,\n"


@pytest.fixture
def club(begun: Callable[..., Day], run: Run) -> Day:
    """A season with Ann, who is called Annie too, and Bob in its roster; and an evening that has not begun."""
    day = begun()
    for words in (("new", "Tuesdays"), ("player", "Ann = Annie"), ("player", "Bob")):
        assert run("season", *words, "--db", day.db).code == 0
    return day


def names(day: Day) -> list[str]:
    return [one["name"] for one in day.told("entrant")["entrants"]]


def test_without_a_terminal_it_is_kept_and_told(club: Day) -> None:
    assert "Annie? In the roster that is Ann." in club.said("add", "Annie")
    said = club.said("import", "-", stdin=SHEET.replace(b"Annie", b"Dee"))
    assert "Bobb? In the roster there is Bob." in said and "Eve?" not in said
    assert names(club) == ["Annie", "Dee", "Bobb", "Eve"]


@pytest.mark.parametrize(("near", "expected"), [("roster", ["Ann", "Bob", "Eve"]), ("typed", ["Annie", "Bobb", "Eve"])])
def test_the_answer_may_be_given_for_all_of_them(club: Day, near: str, expected: list[str]) -> None:
    assert "?" not in club.said("import", "-", "--near", near, stdin=SHEET)
    assert names(club) == expected
    assert next(line["reason"] for line in club.told_lines("log")) == "club Ottawa"


@pytest.mark.parametrize(
    ("keys", "expected"), [("y\n", "Ann"), ("n\n", "Annie"), ("what?\n\nY\n", "Ann"), ("", "Annie")]
)
def test_at_a_terminal_it_is_asked(club: Day, monkeypatch: pytest.MonkeyPatch, keys: str, expected: str) -> None:
    monkeypatch.setattr("tallyboard.commands.tournament.known_names.can_ask", lambda: True)
    ran = club("add", "Annie", stdin=keys.encode())
    assert ran.code == 0
    assert ran.err.startswith("Annie? In the roster that is Ann. y takes Ann, n keeps Annie.\n> ")
    assert f"{expected} (1) is entered." in ran.out


def test_of_several_seasons_the_one_of_the_night_is_meant_else_the_named_one(club: Day, run: Run) -> None:
    assert run("season", "new", "Fridays", "--db", club.db).code == 0
    assert "?" not in club.said("add", "Annie")
    club.said("rename", "Annie", "Zoe")
    assert "Annie?" in club.said("add", "Annie", "--season", "tuesdays")
    assert "no season Mondays" in club.refused("add", "Dee", "--season", "Mondays")
    club.said("rename", "Annie", "Yan")
    assert run("season", "night", "Club day", "--date", "2026-01-13", "--season", "Tuesdays", "--db", club.db).code == 0
    assert "Annie?" in club.said("add", "Annie")
    assert "?" not in club.said("add", "Bobb", "--season", "none")
