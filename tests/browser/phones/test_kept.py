"""What this browser keeps, and what it does not: killed, full, forbidden, in two tabs."""

import pytest

from tests.browser.browsers import both_browsers
from tests.browser.phones.conftest import PagePhone, Phones
from tests.browser.phones.hall import Hall
from tests.browser.play.test_storage import FORBIDDEN, FULL
from tests.browser.windows import PHONE, Windows


@both_browsers
def test_two_tabs_never_play_with_one_table(hall: Hall, phones: Phones) -> None:
    first = phones().scan(hall.card("Table 4"))
    first.press("A1")
    second = first.again().scan(f"{hall.url}/phone")
    second.shows(A="20")
    first.says_sheet("Another tab has this table")
    second.press("B1")
    first.page.bring_to_front()
    first.answer("Take it back")
    first.is_lit()
    first.shows(A="20", B="20")
    second.says_sheet("Another tab has this table")
    first.press("UNDO")
    hall.has("Table 4", "A 20", "B 20", "undo")


@pytest.mark.parametrize("how", FORBIDDEN)
def test_where_storage_is_forbidden_it_is_said_before_the_first_press(hall: Hall, windows: Windows, how: str) -> None:
    go = windows.person(PHONE)
    blank = go("about:blank")
    blank.context.add_init_script(FORBIDDEN[how])
    phone = PagePhone(blank)
    phone.scan(hall.card("Table 4"), ready=False)
    phone.says_sheet("This browser keeps nothing")
    phone.answer("Play all the same")
    phone.is_lit()
    phone.says_line("This browser keeps nothing")
    phone.press("A1")
    hall.has("Table 4", "A 20")


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
