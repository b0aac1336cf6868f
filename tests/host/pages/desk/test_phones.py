"""Tables that the desk opens to phones as well."""

import re
from contextlib import suppress

import pytest

from tallyboard.shapes import TableState
from tallyboard.store import Heard, Store, hubs, seats, tournaments
from tests.host.pages.desk.browser import Browser
from tests.host.pages.tables.test_tables import HUB


def opened(browser: Browser) -> list[str]:
    """The tables that are open to phones."""
    with browser.site.store.get().reading() as sql:
        return [seat.table for seat in seats.seats(sql)]


def drawn(olga: Browser) -> Browser:
    """Matches are ready, and no table is open."""
    olga.enter("add Ann", "add Bob", "add Cid", "phase 1 round-robin game crokinole-official", "draw 1")
    return olga


def test_a_day_without_boxes_opens_its_tables_to_phones_first(olga: Browser) -> None:
    page = drawn(olga).look(olga.at)
    assert page.index("Open them to phones") < page.index("Open them for boxes or paper")
    olga.send(olga.form(f"{olga.at}/open", count=""), {"count": "2", "phones": "yes"})
    assert opened(olga) == ["Table 1", "Table 2"]
    assert [one["table"] for one in olga.computed()["tables"]] == ["1", "2"]
    assert "/tables/phones" in olga.where, "there are the codes"
    assert "2 tables are open, to phones too." in olga.page


def test_where_no_table_of_the_tournament_is_open_those_for_phones_are_offered_first(olga: Browser) -> None:
    seats.open_seats(olga.site.store.get(), ["1", "12", "Final table"])
    page = drawn(olga).look(olga.at)
    assert page.index("Use the 3 tables that are for phones") < page.index("Open them to phones")
    olga.send(olga.form("/open", seats="yes"))
    assert olga.lines()[-1] == "open Finaltable 1 12"
    assert {one["table"] for one in olga.computed()["tables"]} == {"1", "12", "Finaltable"}
    assert "Use the 3 tables" not in olga.look(olga.at)


def test_where_all_are_open_to_phones_already_the_day_goes_on(olga: Browser) -> None:
    seats.open_seats(olga.site.store.get(), ["1", "2", "3"])
    drawn(olga).look(olga.at)
    olga.send(olga.form(f"{olga.at}/open", count=""), {"count": "2", "phones": "yes"})
    assert olga.where.partition("?")[0].endswith(olga.at)
    assert "2 tables are open, to phones too." in olga.page


def test_with_boxes_they_come_first(olga: Browser) -> None:
    store: Store = olga.site.store.get()
    store.add(Heard("b1", "1", "0.2.0", 7, 0, 0))
    hubs.beat(store, HUB, [hubs.Has("b1", "COM4", 0)])
    page = drawn(olga).look(olga.at)
    assert page.index("Open them<") < page.index("Open them to phones")
    olga.send(olga.form(f"{olga.at}/open", count=""), {"count": "2"})
    assert opened(olga) == []


def test_the_desk_offers_tables_that_have_a_code_and_are_not_open(olga: Browser) -> None:
    drawn(olga).enter("open 1")
    seats.open_seats(olga.site.store.get(), ["1", "2", "3"])
    for page in (olga.at, f"{olga.at}/floor"):
        assert "Tables 2, 3 have codes for phones." in olga.look(page)
    olga.send(olga.form(f"{olga.at}/open", seats="yes"), {})
    assert "codes for phones." not in olga.look(f"{olga.at}/floor")


def test_names_are_opened_as_the_tournament_calls_them(olga: Browser) -> None:
    drawn(olga).look(f"{olga.at}/floor")
    olga.send(olga.form(f"{olga.at}/open", count=""), {"count": "1", "tables": "Centre", "phones": "yes"})
    assert opened(olga) == ["Centre", "Table 1"]


@pytest.mark.parametrize("form", [{"count": "x", "phones": "yes"}, {"phones": "yes"}])
def test_what_the_tournament_refuses_is_opened_to_nobody(olga: Browser, form: dict[str, str]) -> None:
    drawn(olga).look(f"{olga.at}/floor")
    with suppress(AssertionError):
        olga.send(olga.form(f"{olga.at}/open", count=""), form)
    assert opened(olga) == []


def test_a_name_that_no_board_can_have_is_open_for_paper_alone(olga: Browser) -> None:
    drawn(olga).look(f"{olga.at}/floor")
    olga.send(olga.form(f"{olga.at}/open", count=""), {"tables": "É" * 13, "phones": "yes"})
    assert "1 table is open." in olga.page and "has 26 bytes" in olga.page
    assert "Nothing was entered" not in olga.page
    assert opened(olga) == []


def test_a_called_table_by_phone_says_so(olga: Browser) -> None:
    drawn(olga).enter("open 1", "call")
    store = olga.site.store.get()
    (seat,) = seats.open_seats(store, ["1"])
    phone = seats.admit(store, seats.SeatWish(seat.secret, "a" * 43))
    assert isinstance(phone, seats.Admitted)
    store.add(Heard(phone.board, "Table 1", "0.2.0", 7, 0, 0, check=phone.check))
    hubs.beat(store, HUB, [hubs.Has(phone.board, "Table 1 by phone", 0)])
    assert re.search(r"(called|being told|starts it|held) · by phone · ", olga.look(olga.at))


def test_a_called_table_by_phone_is_told_by_the_words_of_its_keys(
    olga: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(olga).enter("open 1 2", "call 1:1-2 1")
    words: dict[TableState, tuple[str, str]] = {
        "waits": ("hold NEXT at the table", "Start on the phone starts it"),
        "other": ("hold MENU, choose NEW MATCH, hold NEXT", "hold Menu, choose New match, hold OK"),
    }
    for state, (by_box, by_phone) in words.items():
        for board, said, unsaid in (("e6", by_box, by_phone), ("70686f6e6500000000000001", by_phone, by_box)):
            seen = [tournaments.AtTable("1", (board,), "1:1-2", "k", state)]
            monkeypatch.setattr("tallyboard.pages.desk.day.at_tables", lambda sql, followed, seen=seen: seen)
            page = olga.look(olga.at)
            assert said in page and unsaid not in page


def test_a_called_table_by_radio_says_so(olga: Browser) -> None:
    drawn(olga).enter("open 1", "call")
    store = olga.site.store.get()
    store.add(Heard("e66164084301", "Table 1", "0.2.0", 7, 0, 0))
    hubs.beat(store, HUB, [hubs.Has("e66164084301", "radio e66164084301", 0)])
    assert re.search(r"(called|being told|starts it|held) · by radio · ", olga.look(olga.at))
    store.add(Heard("e66164084302", "Elsewhere", "0.2.0", 7, 0, 0))
    by_radio = hubs.Has("e66164084302", "radio e66164084302", 0)
    hubs.beat(store, HUB, [hubs.Has("e66164084301", "/dev/ttyACM1", 0), by_radio])
    assert "by radio" not in olga.look(olga.at)
