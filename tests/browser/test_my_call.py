"""A phone in the hall that is told whose it is shows their call, with and without scripts, and leads to their page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.browsers import both_browsers
from tests.browser.desk import press
from tests.browser.midday import first_call
from tests.browser.serving import Server
from tests.browser.windows import PHONE, Windows


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with first_call(tmp_path) as serving:
        yield serving


@both_browsers
@pytest.mark.parametrize("scripts", [True, False])
def test_my_call_is_in_the_hall_and_changes_there(server: Server, windows: Windows, scripts: bool) -> None:
    page = windows.open(server.url, PHONE, java_script_enabled=scripts, locale="en-GB")
    expect(page.locator(".me")).to_have_count(0)
    page.get_by_label("Find a player").fill("an")
    press(page, "Find")
    press(page, "This is me")
    expect(page.locator(".me.called")).to_contain_text("You play Bob at Table 1")
    for line, state in (("free 1", "next"), ("call", "called")):
        server.tournament(line)
        if not scripts:
            page.reload()
        expect(page.locator(f".me.{state}")).to_be_visible()
    press(page, "Standings")
    expect(page.locator(".pin")).to_be_in_viewport()
    expect(page.locator(".pin")).to_contain_text("Table 1 now")
    if scripts:
        expect(page.locator("main a.you")).to_have_text("Ann")
    press(page, "My match")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann")
    press(page, "Not me")
    expect(page.get_by_role("button", name="This is me")).to_be_visible()


def test_what_is_typed_into_the_search_stays_when_a_call_comes(server: Server, windows: Windows) -> None:
    page = windows.open(server.url, PHONE)
    page.get_by_label("Find a player").fill("bob")
    press(page, "Find")
    press(page, "This is me")
    expect(page.locator(".me")).to_be_visible()
    page.get_by_label("Find a player").fill("zo")
    server.tournament("free 1")
    expect(page.locator(".me.next")).to_be_visible()
    assert violations(page) == []
    expect(page.get_by_label("Find a player")).to_have_value("zo")
    mine = windows.open(f"{server.url}/t/now/player/1", PHONE)
    for one in (page, mine):
        expect(one.locator(".bar .where small")).to_contain_text("0 of 1")
    server.tournament("result Ann 8 Bob 0")
    for one in (page, mine):
        expect(one.locator(".bar .where small")).not_to_contain_text("0 of 1")


def test_a_code_that_is_scanned_opens_my_page_on_a_phone_that_knows_me_then(server: Server, windows: Windows) -> None:
    go = windows.person(PHONE)
    page = go(f"{server.url}/t/now/player/2")
    page.get_by_text("This page on another phone").click()
    expect(page.get_by_alt_text("Code that opens this page")).to_be_visible()
    page.goto(f"{server.url}/me/now/2")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bob")
    expect(go(server.url).locator(".me.called")).to_contain_text("You play Ann")
