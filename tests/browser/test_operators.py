"""Who may change something: the passcode, the session, and nobody from another site."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import both_browsers
from tests.browser.desk import log_in, tab
from tests.browser.elsewhere import site
from tests.browser.serving import Server
from tests.browser.windows import Windows


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("club")) as serving:
        serving.tournament("new 'Spring Open' --time-zone UTC", "add Ann")
        yield serving


def names_entered(windows: Windows, server: Server) -> list[str]:
    page = windows.open(f"{server.url}/t/now/players")
    return page.get_by_role("table").get_by_role("link").all_inner_texts()


@both_browsers
def test_the_desk_opens_with_the_passcode_and_with_nothing_else(server: Server, windows: Windows) -> None:
    windows.expect("403")
    page = windows.open(f"{server.url}/desk")
    page.get_by_label("Your name").fill("Eve")
    page.get_by_label("Passcode").fill("AAA-AAA-AAA-AAA")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_contain_text("That is not the passcode.")
    page.get_by_label("Passcode").fill(server.passcode.lower().replace("-", " "))
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The day")


def test_a_session_lasts_over_a_killed_server_and_ends_with_logging_out(server: Server, windows: Windows) -> None:
    windows.expect("net::ERR_|403|401")
    go = windows.person()
    page = go(f"{server.url}/desk")
    log_in(page, server, "Ann")
    server.kill()
    server.start()
    tab(page, "Players")
    page.get_by_label("Names, one a line").fill("Bob")
    other = go(f"{server.url}/login")
    other.get_by_role("button", name="Log out").click()
    expect(other.get_by_role("button", name="Log out")).to_have_count(0)
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_text("Nothing was changed: you are not logged in")).to_be_visible()
    assert names_entered(windows, server) == ["Ann"]


def test_a_form_on_another_site_changes_nothing_even_in_an_operators_browser(server: Server, windows: Windows) -> None:
    windows.expect("403")
    go = windows.person()
    page = go(f"{server.url}/desk")
    log_in(page, server, "Ann")
    tab(page, "Players")
    action = page.locator("form").filter(has=page.get_by_label("Names, one a line")).get_attribute("action")
    form = (
        f"<form method=post action='{server.url}{action}'><input name=names value=Mallory><button>Win</button></form>"
    )
    with site(form) as elsewhere:
        attack = go(elsewhere)
        attack.get_by_role("button").click()
        expect(attack.get_by_text("Nothing was changed")).to_be_visible()
    assert names_entered(windows, server) == ["Ann"]


def test_the_overlay_may_stand_in_a_page_of_others_and_nothing_else_may(server: Server, windows: Windows) -> None:
    windows.expect("frame-ancestors")
    frames = f"<iframe src='{server.url}/overlay/3'></iframe><iframe src='{server.url}/table/3'></iframe>"
    with site(f"<link rel=icon href='data:,'>{frames}") as elsewhere:
        page = windows.open(elsewhere)
        overlay, table = (page.frame_locator("iframe").nth(at) for at in (0, 1))
        expect(overlay.get_by_role("main")).to_be_attached()
        assert background(page) == "rgba(0, 0, 0, 0)"
        assert table.get_by_role("main").count() == 0


def background(page: Page) -> str:
    """Of the page in the first frame."""
    found: str = page.frames[1].evaluate("getComputedStyle(document.body).backgroundColor")
    return found
