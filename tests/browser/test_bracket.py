"""A bracket as it is played: with the scores of tables, and on a phone a round at a time."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import both_browsers
from tests.browser.serving import Server
from tests.browser.windows import LAPTOP, PHONE, TV, Windows
from tests.harness.firmware_board import FirmwareBoard
from tests.harness.waiting import eventually

_GAME = "crokinole-championship rounds=4"


@pytest.fixture(scope="module")
def board() -> FirmwareBoard:
    return FirmwareBoard("Table 3", _GAME)


@pytest.fixture(scope="module")
def server(board: FirmwareBoard, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("cup"), [board]) as serving:
        serving.tournament("new Cup --seed 6", *(f"add P{number}" for number in range(1, 65)))
        results = [f"result 1:W1.{at} {first} 6 {65 - first} 2" for at, first in enumerate(_firsts(32), 1)]
        serving.tournament(f"phase 1 single third=yes game {_GAME}", "draw", *results, "open 3", "call")
        yield serving


def _firsts(matches: int) -> list[int]:
    """The better seeds of the first round, from the top."""
    seeds = [1]
    while len(seeds) < matches:
        seeds = [one for seed in seeds for one in (seed, 2 * len(seeds) + 1 - seed)]
    return seeds


def left_of(page: Page, selector: str) -> float:
    """Where it is, from the left edge of the window, in pixels."""
    return float(page.locator(selector).evaluate("one => one.getBoundingClientRect().left"))


@both_browsers
def test_a_box_of_the_tree_has_the_score_of_its_table(
    server: Server, windows: Windows, board: FirmwareBoard, browser_name: str
) -> None:
    page = windows.open(f"{server.url}/t/now/bracket", LAPTOP)
    scores = page.locator("[data-mirror='1:W2.1']")
    if browser_name == "chromium":
        expect(scores).to_have_count(2)
        eventually(board.begin_waiting)
        expect(scores).to_have_text(["0", "0"])
        board.press("A 20", "next")
    expect(scores).to_have_text(["2", "0"])
    expect(page.locator(".box .lead")).to_have_count(1)
    server.tournament("note 'Coffee is ready'")  # the page is put in place anew, the score stays
    expect(scores).to_have_text(["2", "0"])


def test_a_tree_on_the_tv_has_the_score_of_its_table_after_a_turn_and_a_change_too(
    server: Server, windows: Windows, board: FirmwareBoard
) -> None:
    eventually(lambda: board.begin_waiting() or any(board.totals))
    page = windows.open(f"{server.url}/tv?seconds=120", TV)
    scores = page.locator("[data-mirror='1:W2.1']:visible")
    for note in ("Tea is ready", "Cake is ready"):
        for _ in range(12):  # screens, of which one has it
            if scores.count():
                break
            page.keyboard.press("ArrowRight")
        one, other = board.totals
        expect(scores).to_have_text([str(one), str(other)])
        board.press("A 20", "next")
        expect(scores).to_have_text([str(one + 2), str(other)])
        expect(page.locator(".box.called .tag:visible")).to_contain_text("Table 3")
        page.keyboard.press("ArrowRight")
        expect(scores).to_have_count(0)
        before = page.locator("body").get_attribute("data-version") or ""
        server.tournament(f"note '{note}'")  # all screens are put in place anew
        expect(page.locator("body")).not_to_have_attribute("data-version", before)


@both_browsers
def test_on_a_phone_the_round_that_is_played_is_before_one_and_no_page_is_longer_than_the_screen(
    server: Server, windows: Windows
) -> None:
    page = windows.open(f"{server.url}/", PHONE)
    page.goto(f"{server.url}/t/now")
    page.get_by_role("link", name="Bracket").first.click()
    expect(page.locator("#live")).to_be_in_viewport()
    expect(page.locator("#live")).to_contain_text("Round of 32")
    assert 0 <= left_of(page, "#live") < PHONE["width"] / 10
    columns = page.locator(".turns")
    assert columns.evaluate("one => one.getBoundingClientRect().bottom") <= PHONE["height"]
    page.get_by_role("navigation", name="Rounds of the bracket").get_by_role("link", name="QF").click()
    expect(page.locator("#r-W4")).to_be_in_viewport(ratio=0.5)
    page.locator("#r-W4").evaluate("one => { one.scrollTop = one.scrollHeight }")
    assert page.evaluate("scrollY") == 0


def test_a_bracket_is_not_wider_than_its_page_and_begins_where_the_menu_does(server: Server, windows: Windows) -> None:
    page = windows.open(f"{server.url}/t/now/bracket", {"width": 1920, "height": 1080})
    assert page.evaluate("document.documentElement.scrollWidth") == 1920
    assert abs(left_of(page, ".bar .home") - left_of(page, ".turns")) <= 1
