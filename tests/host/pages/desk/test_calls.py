"""Tables and calls."""

from tests.host.pages.desk.browser import Browser


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
    four.press(four.at, "/call")
    assert four.said == "Table 2: Ann : Dee (1:1-4). Table 1: Bob : Cid (1:2-3)."
    assert {one["state"] for one in four.computed()["phases"][0]["matches"]} == {"called", "ready"}


def test_one_is_called_to_a_table_and_freed(four: Browser) -> None:
    four.enter("open 3")
    four.press(four.at, "/free", table="1")
    assert four.said == "Table 1 is free."
    four.press(four.at, "/call", {"table": "3"}, match="1:1-4")
    assert four.lines()[-1] == "call 1:1-4 3"
    four.press(four.at, "/call", match="1:1-2")
    assert four.said.startswith("This match is not ready")
    assert four.lines()[-1] == "call 1:1-4 3"


def test_a_table_is_closed_with_its_call(four: Browser) -> None:
    four.press(f"{four.at}/floor", "/close", table="2")
    assert list(four.lines()[-2:]) == ["free 2", "close 2"]


def test_calls_are_made_by_themselves_or_by_hand(four: Browser) -> None:
    four.press(four.at, "/auto")
    assert four.seen().about.auto
    four.press(four.at, "/auto", on="no")
    assert (four.seen().about.auto, four.said) == (False, "Matches are called by hand now.")
