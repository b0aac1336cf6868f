"""The TV: everything is seen in turn, calls come at once, the final and the champion stay, and nothing is cut off."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.browsers import both_browsers
from tests.browser.serving import Server
from tests.browser.windows import TV, TV_4K, Windows

_SIZES = [TV, TV_4K, ViewportSize(width=1280, height=720), ViewportSize(width=1024, height=768)]


def open_tv(server: Server, windows: Windows, size: ViewportSize = TV) -> Page:
    """Which turns by itself so seldom that it does not while it is looked at."""
    return windows.open(f"{server.url}/tv?seconds=120", size)


def shown(page: Page) -> str:
    """What kind of screen."""
    return page.locator("[data-scene]:not([hidden])").get_attribute("data-scene") or ""


def turns(page: Page, number: int) -> list[str]:
    found = []
    for _ in range(number):
        found.append(shown(page))
        page.keyboard.press("ArrowRight")
    return found


@pytest.mark.parametrize("size", _SIZES)
def test_nothing_runs_over_an_edge(server: Server, windows: Windows, size: ViewportSize) -> None:
    page = open_tv(server, windows, size)
    for _ in range(4):
        assert page.evaluate(_OVER) == []
        page.keyboard.press("ArrowRight")


# What is on the screen, and beyond it or its card; names are cut within themselves.
_OVER = """() => [...document.querySelectorAll(".screen :is(.tbl, .tbl > *, .grp, .board table, .tree, .top > *)")]
  .filter((one) => one.getClientRects().length)
  .filter((one) => {
    const around = (one.closest(".tbl, .screen") === one ? one.parentElement : one.closest(".tbl, .screen"));
    const [it, room] = [one, around].map((each) => each.getBoundingClientRect());
    return it.right > room.right + 1 || it.bottom > room.bottom + 1;
  })
  .map((one) => one.outerHTML)"""


@both_browsers
def test_tables_the_tree_and_the_calls_come_in_turn(server: Server, windows: Windows) -> None:
    page = open_tv(server, windows)
    expect(page.locator(".screen:visible")).to_have_count(1)
    assert turns(page, 4) == ["hall", "tree", "calls", "hall"]
    page.keyboard.press(" ")
    expect(page.locator(".turn:visible")).to_have_text(re.compile("❚❚"))


@both_browsers
def test_tables_come_round_again_before_many_scenes_are_through(server: Server, windows: Windows) -> None:
    page = open_tv(server, windows)
    page.evaluate(
        """() => {
          const last = document.querySelector("[data-scene=tree]");
          for (const number of [4, 3, 2]) last.after(last.cloneNode(true));
          document.dispatchEvent(new Event("tables-changed"));
        }"""
    )
    seen = turns(page, 8)
    assert [place for place, one in enumerate(seen) if one == "hall"] == [0, 2, 5]
    assert page.locator(".turn:visible").inner_text() == "1 / 8"


@both_browsers
def test_a_new_call_is_on_the_board_at_once_and_the_final_stays_until_the_champion_does(
    windows: Windows, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with Server(tmp_path_factory.mktemp("club")) as serving:
        serving.tournament("new 'Cup' --time-zone UTC", *(f"add {name}" for name in ("Ann", "Bob", "Cid", "Dan")))
        serving.tournament("phase 1 single game crokinole-championship", "draw", "open 1 2", "call 1:W1.1 1")
        page = open_tv(serving, windows)
        expect(page.locator("[data-tables] > :visible")).to_have_count(1)  # what is played on paper has a card too
        serving.tournament("call 1:W1.2 2")
        board = page.locator("[data-scene=calls]")
        expect(board).to_be_visible()
        expect(board.locator(".arrived")).to_have_count(1)
        expect(board.locator(".arrived")).to_contain_text("Bob")
        serving.tournament("result 1 7 4 1", "result 2 7 3 1", "call 1:W2.1 1")
        expect(page.locator(".duel:visible")).to_contain_text("Ann")
        assert turns(page, 2) == ["hall", "hall"]
        serving.tournament("result 1 7 2 1")
        expect(page.locator("[data-scene=champion]")).to_be_visible()
        assert turns(page, 2) == ["champion", "champion"]
        page.close()  # before its server, which it would ask again


def test_a_table_leaves_a_minute_after_its_phase_has_gone_on_and_not_before(server: Server, windows: Windows) -> None:
    page = open_tv(server, windows)
    page.clock.install()
    page.reload()
    count = page.locator("[data-tables] > :not([hidden])").count
    before = count()
    page.evaluate(
        """() => {
          const card = document.querySelector("[data-tables] > *");
          card.className = "tbl won";
          card.dataset.match = "1:1-8";
          document.querySelector("[data-tables]").dataset.past = "1:1-8 1:2-7";
          document.dispatchEvent(new Event("tables-changed"));
        }"""
    )
    page.clock.run_for(50_000)
    assert count() == before
    page.clock.run_for(20_000)
    assert count() == before - 1


def test_nothing_moves_where_less_motion_is_asked_for(server: Server, windows: Windows) -> None:
    turned = """() => {
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      return document.getAnimations().length;
    }"""  # in one go: it moves for a moment
    page = windows.open(f"{server.url}/tv?seconds=120", TV, reduced_motion="no-preference")
    assert page.evaluate(turned)
    page = open_tv(server, windows)
    assert not page.evaluate(turned)


def test_without_a_script_all_screens_stand_one_below_the_other(server: Server, windows: Windows) -> None:
    page = windows.open(f"{server.url}/tv", TV, java_script_enabled=False)
    expect(page.locator(".screen")).to_have_count(3)
    for screen in page.locator(".screen").all():
        expect(screen).to_be_visible()
