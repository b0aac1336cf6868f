"""An operator opens tables to phones by clicks alone: codes, paper, keys, and who else wants a table."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tallyboard.store import open_store, seats
from tallyboard.store.seats import Admitted, Taken
from tests.browser.browsers import both_browsers
from tests.browser.desk import log_in, press, send, tab
from tests.browser.serving import Server
from tests.browser.windows import Windows

ANN, BOB = "a" * 43, "b" * 43  # tokens of phones


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("club")) as serving:
        serving.tournament("new 'Club day' --time-zone UTC", "add Ann", "add Bob", "add Cid", "add Dee")
        serving.tournament("phase 1 round-robin game crokinole-championship", "draw")
        yield serving


def scan(server: Server, table: str, token: str = ANN, takes_over: bool = False) -> Any:
    """A phone scans the code of a table."""
    with closing(open_store(str(server.db))) as store:
        with store.reading() as sql:
            secret = next(seat.secret for seat in seats.seats(sql) if seat.table == table)
        return seats.admit(store, seats.SeatWish(secret=secret, token=token, takes_over=takes_over))


def card(page: Page, table: str) -> Any:
    """The table on the page of the codes."""
    return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=table, exact=True))


@both_browsers
def test_a_day_without_boxes_begins_with_phones(server: Server, windows: Windows) -> None:
    go = windows.person()
    page = go(f"{server.url}/desk")
    log_in(page, server, "Eve")
    page.get_by_label("How many tables").fill("2")
    send(page, "Open them to phones")
    expect(page.get_by_text("2 tables are open, to phones too.")).to_be_visible()
    expect(page.get_by_role("img", name="Code of Table 1")).to_be_visible()
    address = page.get_by_role("link", name="Open it in this browser Table 2").get_attribute("href")
    assert address is not None and address.startswith(f"{server.url}/phone#")

    # A phone comes; the page says so by itself. Its keys are locked, unlocked, taken.
    first = scan(server, "Table 2")
    assert isinstance(first, Admitted)
    expect(card(page, "Table 2").get_by_text("Its phone is out of reach.")).to_be_visible()
    card(page, "Table 2").get_by_role("button", name="Lock the keys").click()
    expect(card(page, "Table 2").get_by_text("Its keys are locked.")).to_be_visible()
    card(page, "Table 2").get_by_role("button", name="Unlock the keys").click()
    expect(card(page, "Table 2").get_by_text("Its keys are locked.")).to_have_count(0)
    card(page, "Table 2").locator("summary", has_text="More").click()
    card(page, "Table 2").get_by_role("button", name="Take the keys").click()
    expect(card(page, "Table 2").get_by_text("No phone yet.")).to_be_visible()
    again = scan(server, "Table 2", BOB)
    assert isinstance(again, Admitted) and again.board == first.board


def test_the_desk_hears_at_once_that_another_phone_asks(server: Server, windows: Windows) -> None:
    go = windows.person()
    page = go(f"{server.url}/desk")
    log_in(page, server, "Eve")
    page.get_by_label("How many tables").fill("1")
    send(page, "Open them to phones")
    page.get_by_role("main").get_by_role("link", name="The desk").click()
    tab(page, "Players")
    page.get_by_label("Names, one a line").fill("Gus")
    scan(server, "Table 1")
    assert isinstance(scan(server, "Table 1", BOB, takes_over=True), Taken)
    expect(page.get_by_text("wants to go on at this table.")).to_be_visible()
    expect(page.get_by_label("Names, one a line")).to_have_value("Gus")
    page.get_by_role("link", name="Decide").click()
    press(page, "Let it go on")
    expect(page.get_by_text("the other phone goes on.")).to_be_visible()
    assert isinstance(scan(server, "Table 1", BOB, takes_over=True), Admitted)


def test_what_is_typed_stays_while_the_page_follows(server: Server, windows: Windows) -> None:
    go = windows.person()
    page = go(f"{server.url}/tables/phones")
    log_in(page, server, "Eve")
    page.get_by_label("to table").fill("3")
    press(page, "Open")
    expect(page.get_by_role("img", name="Code of Table 3")).to_be_visible()
    page.get_by_label("or by name").fill("Final table")
    card(page, "Table 3").locator("summary", has_text="More").click()
    scan(server, "Table 2")
    expect(card(page, "Table 2").get_by_text("Its phone is out of reach.")).to_be_visible()
    expect(page.get_by_label("or by name")).to_have_value("Final table")
    expect(card(page, "Table 3").get_by_role("button", name="Close it")).to_be_visible()
    press(page.locator("section"), "Open")
    expect(page.get_by_role("img", name="Code of Final table")).to_be_visible()


def test_cards_are_printed_for_all_or_one_sheet(server: Server, windows: Windows) -> None:
    pytest.importorskip("typst")
    go = windows.person()
    page = go(f"{server.url}/tables/phones")
    log_in(page, server, "Eve")
    page.get_by_label("to table").fill("5")
    press(page, "Open")
    page.get_by_text("Print the codes").click()
    page.locator("#print-sheet").select_option("all on one sheet")
    page.get_by_label("Name of the Wi-Fi").fill("Clubhouse")
    form = page.locator("form").filter(has=page.get_by_label("Name of the Wi-Fi"))
    address = form.evaluate("form => form.action + '?' + new URLSearchParams(new FormData(form))")
    answer = page.request.get(address)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.body().startswith(b"%PDF")
