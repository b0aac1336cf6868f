"""What somebody has typed into a form is not lost while the laptop is away."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import both_browsers
from tests.browser.desk import enter_result, fill_result, log_in, press, tab
from tests.browser.midday import first_call
from tests.browser.serving import Server
from tests.browser.windows import Windows

_UNSENT = "The laptop does not answer. Nothing was sent"


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with first_call(tmp_path_factory.mktemp("club")) as serving:
        yield serving


def at_the_result(page: Page, server: Server) -> None:
    log_in(page, server, "Olga")
    press(page, "Enter the result")
    expect(page.get_by_role("radio", name="6:2")).to_be_visible()


@both_browsers
def test_a_result_is_kept_while_the_server_is_dead_and_entered_when_it_is_back(
    server: Server, windows: Windows
) -> None:
    windows.expect("net::ERR_|Cross-Origin|NetworkError")
    page = windows.open(f"{server.url}/desk")
    at_the_result(page, server)
    address = page.url
    server.kill()
    fill_result(page, 6, 2)
    press(page, "Enter 6:2")
    expect(page.get_by_role("alert")).to_contain_text(_UNSENT)
    press(page, "Enter 6:2")
    expect(page.get_by_role("alert")).to_have_count(1)
    assert page.url == address
    expect(page.get_by_role("radio", name="6:2")).to_be_checked()
    server.start()
    press(page, "Enter 6:2")
    expect(page.get_by_text("6 : 2").first).to_be_visible()


def test_a_form_goes_where_the_stream_alone_is_refused(server: Server, windows: Windows) -> None:
    windows.expect("503")
    page = windows.open(f"{server.url}/desk")
    page.context.route("**/stream?*", lambda route: route.fulfill(status=503))
    at_the_result(page, server)
    enter_result(page, 6, 2)
    tab(page, "Matches")
    expect(page.get_by_text("6 : 2")).to_be_visible()


def test_the_button_that_was_pressed_goes_with_the_form(server: Server, windows: Windows) -> None:
    windows.expect("503")
    page = windows.open(f"{server.url}/")
    page.context.route("**/stream?*", lambda route: route.fulfill(status=503))
    page.reload()
    page.evaluate(
        """() => {
          document.querySelector("main").innerHTML =
            '<form action="/results"><button name="which" value="a">a</button>'
            + '<button name="which" value="b">b</button></form>';
        }"""
    )
    page.get_by_role("button", name="b", exact=True).click()
    page.wait_for_url("**/results?which=b")
