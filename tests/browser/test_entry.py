"""A result by one tap: buttons, the pad, what the button of the form says, the shootout of a level match."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import both_browsers
from tests.browser.desk import log_in, send
from tests.browser.serving import Server
from tests.browser.windows import PHONE, Windows


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("club")) as serving:
        serving.tournament("new 'Cup' --time-zone UTC", "add Ann", "add Bob", "add Cid", "add Dee")
        serving.tournament("phase 1 single game crokinole-championship", "draw")
        yield serving


def at_the_result(windows: Windows, server: Server, match: str, scripts: bool = True) -> Page:
    page = windows.open(f"{server.url}/desk/now", PHONE, java_script_enabled=scripts)
    log_in(page, server, "Olga")
    page.goto(f"{server.url}/desk/now/result/{match}")
    return page


def tap(page: Page, keys: str) -> None:
    for key in keys.split():
        page.get_by_role("button", name={"next": "Next field", "clear": "Clear"}.get(key, key), exact=True).click()


@both_browsers
def test_a_result_is_entered_with_taps_alone(server: Server, windows: Windows) -> None:
    page = at_the_result(windows, server, "1:W1.1")
    button = page.locator(".send").get_by_role("button")
    expect(button).to_have_text("Enter the result")
    page.get_by_role("radio", name="5:3").check()
    expect(button).to_have_text("Enter 5:3")
    tap(page, "1 2 clear 7 next 4")
    expect(button).to_have_text("Enter 5:3 · twenties 7:4")
    send(page, "Enter 5:3")
    expect(page.get_by_text("Ann : Dee (W1.1) 5 : 3: Ann wins.")).to_be_visible()


@both_browsers
def test_a_level_match_opens_its_shootout(server: Server, windows: Windows) -> None:
    page = at_the_result(windows, server, "1:W1.2")
    shootout = page.locator("[name=shootout-a]")
    page.get_by_role("radio", name="6:2").check()
    expect(shootout).to_be_hidden()
    page.get_by_role("radio", name="4:4").check()
    expect(shootout).to_be_visible()
    tap(page, "3 next 3 next 5 next 2")
    send(page, "Enter 4:4 · twenties 3:3 · shootout 5:2")
    expect(page.get_by_text("Bob : Cid (W1.2) 4 : 4, 5 : 2: Bob wins.")).to_be_visible()


def test_what_is_wrong_is_told_until_something_else_stands_there(server: Server, windows: Windows) -> None:
    windows.expect("422")
    page = at_the_result(windows, server, "1:W1.1")
    refused = page.get_by_role("alert").filter(has_text="Nothing was entered yet.")
    tap(page, "9 9")
    send(page, "Enter the result")
    choose, doubt = page.get_by_text("Choose the result."), page.locator(".send .notice")
    expect(choose).to_be_visible()
    page.get_by_role("radio", name="5:3").check()
    expect(choose).to_have_count(0)
    expect(refused).to_have_count(0)
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    send(page, "Enter 5:3 · twenties 99:0")
    page.get_by_role("checkbox", name="It is right as it stands").check()
    expect(doubt).to_be_visible()
    expect(refused).to_be_visible()
    tap(page, "clear 3")
    expect(doubt).to_have_count(0)
    expect(refused).to_have_count(0)


def test_a_shootout_that_is_left_again_is_not_sent(server: Server, windows: Windows) -> None:
    page = at_the_result(windows, server, "1:W1.1")
    page.get_by_role("radio", name="4:4").check()
    page.locator("[name=shootout-a]").fill("3")
    page.get_by_role("radio", name="8:0").check()
    send(page, "Enter 8:0")
    expect(page.get_by_text("8 : 0: Ann wins.")).to_be_visible()


def test_without_scripts_there_is_no_pad_and_the_button_says_it_plainly(server: Server, windows: Windows) -> None:
    page = at_the_result(windows, server, "1:W1.1", scripts=False)
    expect(page.locator(".pad")).to_be_hidden()
    page.get_by_role("radio", name="4:4").check()
    page.locator("[name=shootout-b]").fill("2")
    send(page, "Enter the result")
    expect(page.get_by_text("4 : 4, 0 : 2: Dee wins.")).to_be_visible()
