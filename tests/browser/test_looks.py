"""Every page can be read: in both browsers and languages at every size without a line that is cut or anything wider
than the screen, and in both themes by axe's rules and by contrast within drawings. These are of what a page is made of,
which no language and no browser changes. `python -m tests.browser.gallery DIR` takes pictures of them all.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, StorageState, ViewportSize

from tallyboard.pages.app import ROUTES
from tests.browser.accessibility import cut, faint, violations
from tests.browser.browsers import CHROMIUM, both_browsers
from tests.browser.desk import log_in
from tests.browser.midday import NAMES, pages
from tests.browser.serving import Server
from tests.browser.windows import LAPTOP, PHONE, TV, TV_4K, Windows

_NO_PAGES = {
    *("static", "desk_archive", "stream", "desk_pdf", "desk_script", "tables_cards", "desk_games_style"),
    *(
        "phone",
        "phone_part",
        "phone_here",
        "desk_badges",
        "desk_placements",
        "desk_season_pdf",
        "player_code",
        "me",
        "me_part",
        "me_scanned",
    ),
}
_FORMS = {route.name for route in ROUTES if "POST" in (route.methods or ())}  # who opens one is led to its page
_SMALL_PHONE = ViewportSize(width=360, height=640)
_SIZES = (_SMALL_PHONE, PHONE, LAPTOP, TV, TV_4K)
_FROM = {"tv": LAPTOP["width"], "overlay": LAPTOP["width"]}  # nobody hangs a phone on the wall
_EVERY_PAGE = sorted({route.name for route in ROUTES} - _FORMS - _NO_PAGES)


@pytest.fixture(scope="module")
def session(server: Server, launched: Callable[[str], Browser]) -> Iterator[StorageState]:
    """Of an operator who has logged in."""
    windows = Windows(launched(CHROMIUM))
    page = windows.open(f"{server.url}/login")
    log_in(page, server, "Ann")
    yield page.context.storage_state()
    windows.close()


@pytest.mark.parametrize("name", _EVERY_PAGE)
def test_every_page_can_be_told_and_stands_out(
    server: Server, session: StorageState, windows: Windows, name: str
) -> None:
    page = windows.open(server.url + pages(server)[name], LAPTOP, storage_state=session, locale="en-GB")
    assert violations(page) == []
    assert faint(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []
    assert faint(page) == []


@both_browsers
@pytest.mark.parametrize("name", _EVERY_PAGE)
def test_no_line_of_a_page_is_cut(server: Server, session: StorageState, windows: Windows, name: str) -> None:
    # What is longer in French is so in every browser; of letters and boxes each browser has its own idea.
    for language in ("en-GB", "fr-FR") if windows.is_chromium else ("en-GB",):
        page = windows.open(server.url + pages(server)[name], LAPTOP, storage_state=session, locale=language)
        assert page.locator("html").get_attribute("lang") == language[:2]
        assert name == "login" or page.locator("input[name=passcode]").count() == 0
        assert all(name not in page.content() for name in NAMES if "<" in name)
        for size in _SIZES if windows.is_chromium else (PHONE, LAPTOP):
            if size["width"] >= _FROM.get(name, 0):
                page.set_viewport_size(size)
                assert cut(page) == [], size
