"""A club day run by clicks alone, without anything written into an address."""

from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import FIREFOX, both_browsers
from tests.browser.desk import enter_result, log_in, press, send, tab, take_back
from tests.browser.serving import Server
from tests.browser.windows import PHONE, Windows

_NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("club")) as serving:
        yield serving


@both_browsers
def test_a_day_by_clicks(server: Server, windows: Windows, browser_name: str) -> None:
    page = windows.open(f"{server.url}/")
    press(page, "Desk")
    log_in(page, server, "Olga")
    begin(page)
    check_in(page)
    declare(page, "Everybody plays everybody")
    play_by_totals(page)
    if browser_name == FIREFOX:
        return  # the rest takes it a minute, and there is no more script in it
    play_by_scoresheet(page)
    correct(page)
    correct_back(page)
    withdraw(page)
    play_the_rest(page)
    declare(page, "The best eight, knock-out")
    look(windows, server)
    print_it(page)


def begin(page: Page) -> None:
    page.get_by_label("Name of the tournament").fill("Club day")
    press(page, "Begin the tournament")
    press(page, "Enter who plays")
    page.get_by_label("Names, one a line").fill("\n".join(_NAMES))
    press(page, "Enter them")
    for name in _NAMES:
        expect(page.get_by_role("link", name=name)).to_be_visible()


def check_in(page: Page) -> None:
    eve = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Eve"))
    press(eve, "in")
    expect(eve.get_by_role("button", name="absent")).to_be_visible()
    expect(page.get_by_text("4 in, 1 absent, 5 in all")).to_be_visible()


def declare(page: Page, what: str) -> None:
    tab(page, "Phases")
    press(page, "Declare")
    press(page, what)
    press(page, "Declare it")
    press(page, "Draw it")
    expect(page.get_by_text("0 of")).to_be_visible()


def play_by_totals(page: Page) -> None:
    tab(page, "The day")
    page.get_by_label("How many tables").fill("2")
    press(page, "Open them for boxes or paper")
    press(page, "Call these 2 matches")
    press(page, "Enter the result")
    enter_result(page, 6, 2)
    tab(page, "Matches")
    expect(page.get_by_text("6 : 2")).to_be_visible()


def play_by_scoresheet(page: Page) -> None:
    tab(page, "The day")
    press(page, "Enter the result")
    press(page, "By scoresheet")
    for at in range(1, 5):
        page.get_by_label(f"Round {at}, side A, zone 20").fill("2")
        page.get_by_label(f"Round {at}, side B, zone 15").fill("1")
    send(page, "Compute")
    send(page, "Enter 8 : 0")
    tab(page, "Matches")
    expect(page.get_by_text("8 : 0")).to_be_visible()


def correct(page: Page) -> None:
    page.get_by_role("listitem").filter(has_text="6 : 2").get_by_role("link").click()
    enter_result(page, 5, 3, "read wrongly")
    tab(page, "Log")
    row = page.get_by_role("row").filter(has_text="read wrongly")
    expect(row).to_contain_text("Olga")


def correct_back(page: Page) -> None:
    tab(page, "The day")
    take_back(page)
    tab(page, "Matches")
    expect(page.get_by_text("6 : 2")).to_be_visible()


def withdraw(page: Page) -> None:
    tab(page, "Players")
    page.get_by_role("link", name="Dee").click()
    page.get_by_text("Withdraw …").click()
    page.get_by_label("Why").first.fill("has to go")
    send(page, "Withdraw")
    tab(page, "Log")
    expect(page.get_by_role("row").filter(has_text="has to go")).to_be_visible()


def play_the_rest(page: Page) -> None:
    page.locator(".bar .bell").click()
    expect(page.get_by_role("region", name="Flags")).to_be_in_viewport()
    call = page.get_by_role("button", name="Call th")
    enter = page.get_by_role("link", name="Enter the result")
    played = page.get_by_role("heading", name="All is played")
    while not played.is_visible():
        if call.count():
            press(page, "Call th")
            expect(enter.first).to_be_visible()
        press(page, "Enter the result")
        enter_result(page, 7, 1)
        tab(page, "The day")
        expect(call.or_(enter).or_(played).first).to_be_visible()
    expect(played).to_be_visible()


def look(windows: Windows, server: Server) -> None:
    phone = windows.open(f"{server.url}/", PHONE)
    tab(phone, "Standings")
    expect(phone.get_by_role("row").filter(has_text="Ann").first).to_be_visible()
    tab(phone, "Bracket")
    expect(phone.get_by_role("region", name="Bracket").get_by_role("link").first).to_be_visible()


def print_it(page: Page) -> None:
    tab(page, "Paper")
    standings = page.get_by_role("listitem").filter(has_text="Standings").get_by_role("link")
    assert page.request.get(urljoin(page.url, standings.get_attribute("href"))).body().startswith(b"%PDF-")
