"""Tables and calls."""

import pytest

from tallyboard.shapes import TableState
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments import AtTable, Followed, at_tables
from tallyboard.store.tournaments.calls import as_compared
from tests.host.pages.desk.browser import Browser, forms_of


def test_tables_are_opened_and_closed(olga: Browser) -> None:
    olga.press(f"{olga.at}/floor", "/open", {"count": 2, "tables": "Table4, b"})
    assert (olga.lines()[-1], olga.said) == ("open 1 2 Table4 b", "4 tables are open.")
    olga.press(f"{olga.at}/floor", "/open", {"tables": "TABLE4"})
    assert olga.lines()[-1] == "open Table4"
    olga.press(f"{olga.at}/floor", "/close", table="b")
    assert (olga.lines()[-1], olga.said) == ("close b", "Table b is closed.")
    olga.press(f"{olga.at}/floor", "/open", {"count": "many"})
    assert olga.said.startswith("A whole number from 0 to 500.")
    olga.press(f"{olga.at}/floor", "/open")
    assert olga.said.startswith("Say which tables")


def test_all_that_can_be_called_is_called_at_once(four: Browser) -> None:
    four.enter("free 1", "free 2")
    four.look(four.at)
    four.send(next(one for one in forms_of(four.page) if one.said.strip() == "Call these 2 matches"))
    assert four.said == "Called to Table 2: Ann : Dee (round 1). Called to Table 1: Bob : Cid (round 1)."
    assert {one["state"] for one in four.computed()["phases"][0]["matches"]} == {"called", "ready"}


def test_one_is_called_to_a_table_and_freed(four: Browser) -> None:
    four.enter("open 3")
    four.press(four.at, "/free", table="1")
    assert four.said == "Table 1 is free."
    four.press(four.at, "/call", {"table": "3"}, match="1:1-4")
    assert four.lines()[-1] == "call 1:1-4 3"
    assert 'value="1:1-2"' not in four.look(four.at)


def test_a_table_is_closed_with_its_call(four: Browser) -> None:
    four.press(f"{four.at}/floor", "/close", table="2")
    assert list(four.lines()[-2:]) == ["free 2", "close 2"]


def test_calls_are_made_by_themselves_or_by_hand(four: Browser) -> None:
    four.press(four.at, "/auto")
    assert four.seen().about.auto
    four.press(four.at, "/auto", on="no")
    assert (four.seen().about.auto, four.said) == (False, "Matches are called by hand now.")


def _now(monkeypatch: pytest.MonkeyPatch, state: TableState) -> None:
    """Boxes make this of every call."""

    def seen(sql: Sql, followed: Followed) -> list[AtTable]:
        return [one._replace(state=state) if one.match else one for one in at_tables(sql, followed)]

    for page in ("day", "floor"):
        monkeypatch.setattr(f"tallyboard.pages.desk.{page}.at_tables", seen)
    monkeypatch.setattr("tallyboard.pages.desk.log.at_tables", seen)


@pytest.mark.parametrize("page", ["", "/log"])
def test_what_is_being_played_is_taken_back_only_when_that_is_confirmed(
    four: Browser, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    _now(monkeypatch, "playing")
    before = four.lines()
    four.look(four.at + page)
    assert "Table <bdi>1</bdi> is playing a match of this now; its call would end." in four.page
    assert "Table <bdi>2</bdi> is playing a match of this now; its call would end." in four.page
    four.send(four.form("/undo"))
    assert four.said.startswith("What would be taken back is being played: Table 1, Table 2.")
    assert four.lines() == before
    four.look(four.at + page)
    four.send(four.form("/undo"), {"confirmed": "yes"})
    assert four.said.startswith("Taken back: ")
    assert [one["match"] for one in four.computed()["tables"]] == [None, None]


def test_what_changes_no_call_that_is_played_needs_no_confirmation(
    four: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    _now(monkeypatch, "playing")
    four.enter("note rain")
    assert "Take it back all the same" not in four.look(four.at)
    four.send(four.form("/undo"))
    assert four.said.startswith("Taken back: ")


def test_at_a_table_that_plays_something_else_it_says_what_the_players_do(
    four: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    _now(monkeypatch, "other")
    four.look(four.at)
    assert "hold MENU, choose NEW MATCH, hold NEXT" in four.page
    assert "The players play that one first." in four.page
    assert four.form("/free", table="1")
    assert "Enter the result" in four.page


def test_a_table_that_plays_its_match_is_freed_only_when_that_is_confirmed(
    four: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    four.look(four.at)
    before_it_began = four.form("/free", table="1")
    _now(monkeypatch, "playing")
    before = four.lines()
    four.send(before_it_began)
    assert four.said.startswith("Table 1 is playing this match now. Confirm it at the button.")
    four.press(four.at, "/free", table="1")
    assert four.lines() == before
    assert "Free it all the same" in four.look(four.at)
    four.send(four.form("/free", table="1"), {"confirmed": "yes"})
    assert (four.lines()[-1], four.said) == ("free 1", "Table 1 is free.")


def test_the_day_is_there_with_a_call_whose_match_a_new_draw_does_not_have(four: Browser) -> None:
    four.enter("absent 2", "redraw 1", "add Eva", "redraw 1")
    four.look(four.at)
    assert four.status == 200
    assert "the match has other players now: free the table" in four.page
    four.send(four.form("/free", table="2"))
    assert four.said == "Table 2 is free."


def test_a_box_called_table_and_a_number_is_the_table_of_that_number() -> None:
    """Both are read as Table 4 everywhere."""
    assert as_compared("Table 4") == as_compared("4") == as_compared(" table4")
    assert len({as_compared(name) for name in ("4", "Table", "Table A", "A", "Table 40")}) == 5


def test_who_cannot_be_called_stands_below_with_the_reason(four: Browser) -> None:
    four.enter("free 1", "absent 4", "open 3")  # at table 2 is 1:2-3
    page = four.look(four.at)
    below = page.partition('id="then"')[2]
    assert "Round 1 · <bdi>Dee</bdi> is absent<" in below
    assert "Round 2 · <bdi>Bob</bdi> plays at Table <bdi>2</bdi><" in below
    assert "Round 2 · <bdi>Cid</bdi> plays at Table <bdi>2</bdi>, <bdi>Dee</bdi> is absent<" in below or (
        "Round 2 · <bdi>Dee</bdi> is absent, <bdi>Cid</bdi> plays at Table <bdi>2</bdi><" in below
    )
    assert f'action="/desk/{four.id}/call"' not in page
    four.enter("in 4")
    page = four.look(four.at)
    assert four.form("/call", match="1:1-4") and "1:1-4" not in page.partition('id="then"')[2]


def test_who_rests_is_told_with_the_time(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "open 1", "phase 1 single best=3 rest=30 game crokinole-official", "draw 1")
    olga.enter("call", "result 1:W1.1 1 100 2 0", "free 1")
    who = olga.look(olga.at).partition('id="then"')[2]
    assert "<bdi>Ann</bdi> rests until " in who


@pytest.mark.parametrize(
    "before, said",
    [
        ("absent 1", "Ann : Bob (round 2) cannot be called: Ann is absent, Bob plays at Table 1. Nothing was entered."),
        ("result 1:1-2 1 8 2 0", "Ann : Bob (round 2) cannot be called: Ann wins. Nothing was entered."),
    ],
)
def test_a_call_that_is_refused_says_which_reason_it_is(four: Browser, before: str, said: str) -> None:
    four.enter("free 1", "free 2", "open 3", "call 1:2-3 1")
    if before.startswith("result"):
        four.enter("free 1")
    four.look(four.at)
    form = four.form("/call", match="1:1-4" if before.startswith("absent") else "1:1-2")
    form.fields["match"] = "1:1-2"
    four.enter(before)
    four.send(form, {"table": "3"})
    assert four.said == said
