"""The TV: everything is seen in turn, and nothing is cut off."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.midday import midday
from tests.browser.serving import Server
from tests.browser.windows import TV, Windows

_SIZES = [TV, ViewportSize(width=1280, height=720), ViewportSize(width=1080, height=1920)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with midday(tmp_path_factory.mktemp("club")) as serving:
        yield serving


def open_tv(server: Server, windows: Windows, size: ViewportSize = TV) -> Page:
    """Which turns by itself so seldom that it does not while it is looked at."""
    return windows.open(f"{server.url}/tv?seconds=120", size)


def shown(page: Page) -> str:
    """`boxes`, or the title of the sheet."""
    title = page.locator("[data-sheet]:not([hidden]) h2")
    return title.inner_text() if title.count() else "boxes"


def turns(page: Page, number: int) -> list[str]:
    found = []
    for _ in range(number):
        found.append(shown(page))
        page.keyboard.press("ArrowRight")
    return found


@pytest.mark.parametrize("size", _SIZES)
def test_nothing_runs_over_an_edge(server: Server, windows: Windows, size: ViewportSize) -> None:
    page = open_tv(server, windows, size)
    for _ in range(3):
        assert page.evaluate(_OVER) == []
        page.keyboard.press("ArrowRight")


# Tables of sheets, and what is in cards, beyond what is around them; names are cut within themselves.
_OVER = """() => [...document.querySelectorAll("[data-sheet]:not([hidden]) table, .card:not([hidden]) .inside > *")]
  .filter((one) => {
    const [it, around] = [one, one.parentElement].map((each) => each.getBoundingClientRect());
    return it.right > around.right + 1 || it.bottom > around.bottom + 1;
  })
  .map((one) => one.outerHTML)"""


def test_tables_on_paper_stand_on_sheets_alone(server: Server, windows: Windows) -> None:
    page = open_tv(server, windows)
    assert page.locator("[data-paper]").count() == 2
    assert turns(page, 4) == ["boxes", "Who plays where: Spring Open", "Bracket: Spring Open", "boxes"]
    for _ in range(3):
        expect(page.locator("[data-paper]").and_(page.locator(":visible"))).to_have_count(0)
        page.keyboard.press("ArrowRight")


def test_boxes_come_round_again_before_many_sheets_are_through(server: Server, windows: Windows) -> None:
    page = open_tv(server, windows)
    page.evaluate(
        """() => {
          const last = [...document.querySelectorAll("[data-sheet]")].at(-1);
          for (const number of [4, 3, 2]) {
            const another = last.cloneNode(true);
            another.querySelector("h2").textContent = `Sheet ${number}`;
            last.after(another);
          }
          document.dispatchEvent(new Event("tables-changed"));
        }"""
    )
    seen = turns(page, 8)
    assert [place for place, one in enumerate(seen) if one == "boxes"] == [0, 2, 5]
    assert {"Sheet 2", "Sheet 3", "Sheet 4"} < set(seen)
    assert page.locator(".turn").inner_text() == "1 / 8"
