"""What this browser keeps, and what it does not: killed, full, forbidden, in two tabs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.browsers import both_browsers, missing, persistent
from tests.browser.phones.conftest import PagePhone, Phones
from tests.browser.phones.hall import Hall
from tests.browser.phones.phone import Phone
from tests.browser.play.killed import Killed
from tests.browser.play.test_storage import FORBIDDEN, FULL
from tests.browser.windows import PHONE, Windows
from tests.harness.missing import cannot_run


class KilledPhone(Killed):
    """A phone whose browser is killed; see Killed."""

    def open(self, address: str) -> PagePhone:
        """In a browser with this profile."""
        self._context = persistent(self._playwright, self._browser, self._folder, self._profile)
        return PagePhone(self._context.new_page()).scan(address)


@pytest.fixture
def killed(_playwright: Playwright, browser_name: str, tmp_path: Path) -> Iterator[KilledPhone]:
    if (reason := missing(browser_name)) is not None:
        cannot_run(reason)
    folder = tmp_path / "phone"
    folder.mkdir()
    with KilledPhone(_playwright, browser_name, folder) as browser:
        yield browser


@both_browsers
def test_a_browser_that_is_killed_goes_on(hall: Hall, killed: KilledPhone) -> None:
    phone = killed.open(hall.card("Table 4"))
    phone.press("A1", "B2", "A2")
    phone.shows(A="35", B="15")
    killed.kill()
    phone = killed.open(f"{hall.url}/phone")
    phone.shows(A="35", B="15")
    phone.press("UNDO")
    hall.has("Table 4", "A 20", "B 15", "A 15", "undo")


@both_browsers
def test_two_tabs_never_play_with_one_table(hall: Hall, phones: Phones) -> None:
    first = phones().scan(hall.card("Table 4"))
    first.press("A1")
    second = first.again().scan(f"{hall.url}/phone")
    second.shows(A="20")
    first.says_sheet("Another tab has this table")
    second.press("B1")
    second.shows(A="20", B="20")
    first.page.bring_to_front()
    first.answer("Take it back")
    first.is_lit()
    first.shows(A="20", B="20")
    second.says_sheet("Another tab has this table")
    first.press("UNDO")
    hall.has("Table 4", "A 20", "B 20", "undo")


def keeps_nothing_and_plays(hall: Hall, phone: Phone) -> None:
    """It has just scanned the card of Table 4."""
    phone.says_sheet("This browser keeps nothing")
    phone.answer("Play all the same")
    phone.is_lit()
    phone.says_line("This browser keeps nothing")
    phone.press("A1")
    hall.has("Table 4", "A 20")


@pytest.mark.parametrize("how", FORBIDDEN)
def test_where_storage_is_forbidden_it_is_said_before_the_first_press(hall: Hall, windows: Windows, how: str) -> None:
    go = windows.person(PHONE)
    blank = go("about:blank")
    blank.context.add_init_script(FORBIDDEN[how])
    phone = PagePhone(blank)
    keeps_nothing_and_plays(hall, phone.scan(hall.card("Table 4"), ready=False))


def test_where_storage_is_full_it_is_said_and_played(hall: Hall, windows: Windows) -> None:
    blank = windows.person(PHONE)("about:blank")
    blank.context.add_init_script(FULL)
    phone = PagePhone(blank).scan(hall.card("Table 4"))
    phone.press("A1")
    phone.tab.run("window.isFull = true")
    phone.press("A2")
    phone.shows(A="35")
    phone.says_line("QuotaExceededError")
    phone.tab.run("window.isFull = false")
    phone.press("A3")
    phone.says_line("")
    phone.reload()
    phone.shows(A="45")
    hall.has("Table 4", "A 20", "A 15", "A 10")
