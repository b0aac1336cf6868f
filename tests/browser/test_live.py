"""What is pressed at a table is seen on every page of it, whatever happens to the network and to the server between."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.browsers import both_browsers
from tests.browser.network import Network
from tests.browser.serving import Server
from tests.browser.windows import LAPTOP, PHONE, TV, Windows, click_amid
from tests.harness.board_process import Board
from tests.harness.firmware_board import FirmwareBoard

_NAME = "Table 3"
_AT = quote(_NAME)
_PAGES = {"/": PHONE, f"/table/{_AT}": LAPTOP, "/tv": TV, f"/overlay/{_AT}": LAPTOP}
# What Chromium says of a server that is not there; Firefox says nothing.
_AWAY = "net::ERR_"


@pytest.fixture(scope="module")
def board() -> FirmwareBoard:
    return FirmwareBoard(_NAME)


@pytest.fixture(scope="module")
def server(board: FirmwareBoard, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("hall"), [board]) as serving:
        yield serving


def card(page: Page) -> Locator:
    return page.get_by_role("article").filter(has_text=_NAME)


def display(page: Page, side: int) -> Locator:
    """What the box shows of the round of this side."""
    return page.get_by_role("article").locator(".side").nth(side).locator(".glass")


def total(page: Page, side: int) -> Locator:
    return page.get_by_role("article").locator(".side").nth(side).locator(".sc")


def stale(page: Page) -> Locator:
    """That the page is out of date; the overlay has it too, and does not show it to the stream's viewers."""
    return page.get_by_text("No sign of the laptop since")


@both_browsers
def test_a_press_is_seen_on_hall_table_tv_and_overlay_as_the_box_shows_it(windows: Windows, tmp_path: Path) -> None:
    windows.expect(_AWAY)  # at the end
    box = Board(tmp_path, "crokinole-official")
    try:
        with Server(tmp_path, [str(tmp_path / "port")]) as serving:
            hall = windows.open(f"{serving.url}/", PHONE)
            hall.get_by_role("article").get_by_role("link").click()
            hall.wait_for_url("**/table/*")
            address = hall.url.removeprefix(f"{serving.url}/table/")
            tables = [hall, *(windows.open(f"{serving.url}/{which}{address}") for which in ("overlay/", "tv?", "?"))]
            for key in ("A1", "A2", "B3", "UNDO", "NEXT"):
                shown = box.run(f"press {key}", "wait 100")[-1]
                lit = [shown["A"], shown["B"]]
                for page in tables:
                    for side, text in enumerate(lit):
                        if any(one.endswith(".") for one in lit):  # the numbers are of this round
                            expect(display(page, side)).to_have_attribute("aria-label", text.strip("° ."))
                        else:
                            expect(display(page, side)).to_have_count(0)
                            expect(total(page, side)).to_have_text(text.strip("° "))
    finally:
        box.close()


def test_a_page_whose_network_goes_says_so_and_comes_back_by_itself(
    server: Server, windows: Windows, board: FirmwareBoard
) -> None:
    windows.expect(_AWAY)  # at the end
    with Network(server.port) as network:
        pages = {path: windows.open(network.url + path, size) for path, size in _PAGES.items()}
        for page in pages.values():
            expect(card(page)).to_be_visible()
        network.cut()
        board.press("A 20")
        for page in pages.values():
            expect(stale(page)).to_have_count(1)
        network.restore()
        for path, page in pages.items():
            expect(stale(page)).to_have_count(0)
            expect(display(page, 0)).to_have_attribute("aria-label", "20")
            assert page.url == network.url + path
    board.press("undo")


def test_a_page_comes_back_though_all_its_lines_have_died_without_a_word(
    server: Server, windows: Windows, board: FirmwareBoard
) -> None:
    windows.expect(_AWAY)  # at the end
    with Network(server.port) as network:
        page = windows.open(f"{network.url}/")
        expect(card(page)).to_be_visible()
        network.cut()
        expect(stale(page)).to_have_count(1)
        page.wait_for_timeout(3_000)  # it has made a new line meanwhile, and that is dead too
        network.restore_for_new_lines()
        expect(stale(page)).to_have_count(0)


@both_browsers
def test_pages_come_back_when_the_server_was_killed(server: Server, windows: Windows, board: FirmwareBoard) -> None:
    windows.expect(_AWAY)
    pages = {path: windows.open(server.url + path, size) for path, size in _PAGES.items()}
    server.kill()
    for page in pages.values():
        expect(stale(page)).to_have_count(1)
    server.start()
    for page in pages.values():
        expect(stale(page)).to_have_count(0)
    board.press("B 15")
    for path, page in pages.items():
        expect(display(page, 1)).to_have_attribute("aria-label", "15")
        assert page.url == server.url + path
    board.press("undo")


@both_browsers
def test_a_click_counts_though_news_comes_between_its_two_halves(
    server: Server, windows: Windows, board: FirmwareBoard
) -> None:
    page = windows.open(f"{server.url}/", LAPTOP)

    def amid() -> None:
        board.press("A 20")
        page.wait_for_timeout(1_000)
        board.press("undo")

    counted = partial(expect(page).to_have_url, f"{server.url}/table/{_AT}")
    click_amid(card(page).get_by_role("link").first, amid, counted)


@both_browsers
def test_a_click_counts_though_the_laptop_answers_again_between_its_two_halves(
    server: Server, windows: Windows
) -> None:
    windows.expect(_AWAY)
    with Network(server.port) as network:
        page = windows.open(f"{network.url}/", LAPTOP)
        network.cut()
        expect(stale(page)).to_have_count(1)

        def amid() -> None:
            network.restore()
            page.wait_for_timeout(1_000)

        counted = partial(expect(page).to_have_url, f"{network.url}/tournaments")
        click_amid(page.get_by_role("link", name="Tournaments"), amid, counted)


def test_a_hidden_page_lets_go_of_its_stream(server: Server, windows: Windows, board: FirmwareBoard) -> None:
    page = windows.open(f"{server.url}/")
    expect(card(page)).to_be_visible()
    with page.expect_event("requestfailed", lambda request: "/stream" in request.url):
        hide(page, True)
    board.press("A 10")
    with page.expect_request("**/stream?*"):
        hide(page, False)
    expect(display(page, 0)).to_have_attribute("aria-label", "10")
    board.press("undo")


def test_the_time_since_when_nothing_is_heard_has_24_hours_and_covers_no_content(
    server: Server, windows: Windows
) -> None:
    windows.expect(_AWAY)  # at the end
    with Network(server.port) as network:
        page = windows.open(f"{network.url}/tv", TV, locale="en-US", timezone_id="America/Toronto")
        expect(card(page)).to_be_visible()
        before = page.evaluate(_CARD)
        network.cut()
        expect(stale(page)).to_have_text(re.compile(r"since \d\d:\d\d:\d\d:"))
        assert page.evaluate(_CARD) == before
        size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
        assert stale(page).evaluate(size) >= page.locator(".notes").evaluate(size)


def test_a_total_is_seen_wherever_a_page_mirrors_it(server: Server, windows: Windows, board: FirmwareBoard) -> None:
    page = windows.open(f"{server.url}/")
    page.evaluate(_MIRRORS)
    mine, other = page.locator("#mine"), page.locator("#other")
    board.press("B 20")
    board.press("next")
    expect(mine).to_have_text("20")
    expect(page.locator(".lead #mine")).to_have_count(1)
    board.press("undo")
    expect(mine).to_have_text("0")
    expect(page.locator(".lead #mine")).to_have_count(0)
    expect(other).to_have_text("of another match")
    board.press("undo")


@pytest.mark.parametrize("size", [PHONE, LAPTOP, TV])
def test_the_sides_of_a_table_are_level_whatever_their_names(
    server: Server, windows: Windows, size: ViewportSize
) -> None:
    page = windows.open(f"{server.url}/table/{_AT}", size)
    for names in (["Ann", "Bob"], ["W" * 60, "Bob"], ["Ann", "g " * 30]):
        page.evaluate(_NAMED, names)
        places = page.evaluate(_PLACES)
        (_, _, score), (_, _, other_score) = places
        assert score["height"] == pytest.approx(other_score["height"], abs=1)
        for name, facts, _ in places:
            assert name["bottom"] <= facts["top"] + 0.2 * facts["height"]
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]


# In one step: what a test finds first and measures then can have been drawn anew between.
_CARD = """() => document.querySelector("[data-tables] > *").getBoundingClientRect().toJSON()"""
_MIRRORS = """() => document.querySelector("main").insertAdjacentHTML("beforeend",
  `<p><b id=mine data-mirror="table:Table 3" data-side=1></b></p>
   <p><b id=other data-mirror="table:Table 3" data-side=1 data-match="1:1-2">of another match</b></p>`)"""
_NAMED = """(names) => document.querySelectorAll(".side .name").forEach((one, at) => {
  one.textContent = names[at];
  one.classList.toggle("xl", names[at].length > 44);
})"""
_PLACES = """() => [...document.querySelectorAll(".side")].map((side) =>
  [".name", ".facts", ".sc"].map((one) => side.querySelector(one).getBoundingClientRect().toJSON()))"""


def hide(page: Page, hidden: bool) -> None:
    """As the browser does it when its window is covered, or another tab is chosen."""
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )
