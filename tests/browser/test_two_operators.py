"""Two operators at once: neither overwrites the other, and each sees what the other did."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desk import enter_result, log_in, press, send, tab, take_back
from tests.browser.midday import first_call
from tests.browser.serving import Server
from tests.browser.windows import Windows


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with first_call(tmp_path_factory.mktemp("club")) as serving:
        yield serving


def at_the_desk(windows: Windows, server: Server, who: str) -> Page:
    page = windows.open(f"{server.url}/desk")
    log_in(page, server, who)
    return page


def test_the_second_result_of_a_match_is_shown_the_first(server: Server, windows: Windows) -> None:
    windows.expect("409")
    first, second = (at_the_desk(windows, server, who) for who in ("Fay", "Gus"))
    for page in (first, second):
        press(page, "Enter the result")
        expect(page.get_by_role("radio", name="6:2")).to_be_visible()
    enter_result(first, 6, 2)
    expect(second.get_by_text("Somebody has changed something meanwhile.")).to_be_visible()
    enter_result(second, 2, 6)
    expect(second.get_by_role("alert")).to_contain_text("somebody has changed this meanwhile")
    expect(second.get_by_role("alert")).to_contain_text("Fay")
    expect(second.get_by_role("radio", name="2:6")).to_be_checked()
    tab(first, "Matches")
    expect(first.get_by_text("6 : 2")).to_be_visible()
    enter_result(second, 5, 3, "read again")
    tab(first, "Matches")
    expect(first.get_by_text("5 : 3")).to_be_visible()


def test_each_sees_what_the_other_enters_and_who_it_was(server: Server, windows: Windows) -> None:
    watching, working = (at_the_desk(windows, server, who) for who in ("Fay", "Gus"))
    tab(working, "Players")
    working.get_by_label("Names, one a line").fill("Cid")
    press(working, "Enter them")
    undo = watching.get_by_role("region", name="Take back")
    expect(undo).to_contain_text("Cid")
    expect(undo).to_contain_text("Gus")


def test_nobody_takes_back_what_they_have_not_seen(server: Server, windows: Windows) -> None:
    """The button says what it takes back; what another has entered since is not that."""
    windows.expect("409|net::ERR_FAILED")  # the second is of the stream that is kept away
    stale, working = (at_the_desk(windows, server, who) for who in ("Fay", "Gus"))
    stale.context.route("**/stream?*", lambda route: route.abort())
    stale.reload()
    tab(working, "Log")
    working.get_by_label("call, say").fill("Table 1 is waxed")
    send(working, "Write it")
    take_back(stale)
    tab(working, "Log")
    noted = working.get_by_role("row").filter(has_text="Table 1 is waxed")
    expect(noted).to_be_visible()
    expect(noted).not_to_contain_text("taken back")
