"""The line to the laptop is cut, or the laptop dies: the phone plays on, and all that was pressed arrives once."""

import random

from tests.browser.browsers import CHROMIUM, both_browsers
from tests.browser.network import Network
from tests.browser.phones.conftest import Phones
from tests.browser.phones.hall import Hall
from tests.browser.windows import Windows

LOST = r"WebSocket|Failed to load resource|can.t establish a connection|was interrupted|ERR_|NetworkError|NS_ERROR"


@both_browsers
def test_what_is_pressed_while_the_line_is_cut_arrives(hall: Hall, phones: Phones, windows: Windows) -> None:
    windows.expect(LOST)
    with Network(hall.port) as network:
        phone = phones().scan(hall.card("Table 4", network.url))
        phone.press("A1")
        hall.has("Table 4", "A 20")
        phone.has_told()
        network.cut()
        phone.press("B1", "A2", "UNDO")
        phone.shows(A="20", B="20")
        phone.says_line("3 presses wait here")
        network.restore_for_new_lines()
        hall.has("Table 4", "A 20", "B 20", "A 15", "undo")
        phone.says_line("")


@both_browsers
def test_a_laptop_that_is_killed_comes_back(hall: Hall, phones: Phones, windows: Windows) -> None:
    windows.expect(LOST)
    phone = phones().scan(hall.card("Table 4"))
    phone.press("A1")
    hall.has("Table 4", "A 20")
    phone.has_told()
    hall.kill()
    phone.press("B1")
    phone.says_line("One press waits here")
    hall.start()
    hall.has("Table 4", "A 20", "B 20")
    phone.says_line("")


def test_the_line_is_cut_again_and_again_in_the_middle_of_presses(
    hall: Hall, phones: Phones, windows: Windows, browser_name: str
) -> None:
    """At moments that are drawn, while presses are on their way: each arrives once, in order."""
    windows.expect(LOST)
    chance = random.Random(browser_name == CHROMIUM)
    with Network(hall.port) as network:
        phone = phones().scan(hall.card("Table 4", network.url))
        expected = []
        for _ in range(8):
            for key, press in (("A4", "A 5"), ("B4", "B 5"), ("UNDO", "undo")):
                if chance.random() < 0.5:
                    network.cut()
                phone.press(key, held_ms=35)
                if chance.random() < 0.7:
                    network.restore_for_new_lines()
                expected.append(press)
        network.restore_for_new_lines()
        hall.has("Table 4", *expected)


@both_browsers
def test_it_plays_before_the_laptop_answers(hall: Hall, phones: Phones, windows: Windows) -> None:
    """An address that is opened again while the laptop is away: the browser keeps the page, and the page the score."""
    windows.expect(LOST)
    first = phones().scan(hall.card("Table 4"))
    first.press("A1")
    hall.has("Table 4", "A 20")
    first.has_told()
    hall.kill()
    again = first.again().scan(f"{hall.url}/phone")
    again.shows(A="20")
    first.says_sheet("Another tab has this table")
    again.press("B2")
    again.says_line("wait")
    hall.start()
    hall.has("Table 4", "A 20", "B 15")


@both_browsers
def test_the_card_is_scanned_again_while_the_laptop_is_away(hall: Hall, phones: Phones, windows: Windows) -> None:
    windows.expect(LOST)
    card = hall.card("Table 4")
    phone = phones().scan(card)
    phone.press("A1")
    hall.has("Table 4", "A 20")
    phone.has_told()
    hall.kill()
    again = phone.again().scan(card)
    again.shows(A="20")
    again.press("A1")
    hall.start()
    hall.has("Table 4", "A 20", "A 20")


def test_a_locked_table_takes_no_press_and_says_so(hall: Hall, phones: Phones) -> None:
    from tallyboard.store.seats import lock

    phone = phones().scan(hall.card("Table 4"))
    phone.press("A1")
    phone.shows(A="20")
    hall.do(lock, "Table 4", True)
    phone.says("locked these keys")
    phone.press("A1")
    hall.do(lock, "Table 4", False)
    phone.says("")
    phone.press("A2")
    phone.shows(A="35")
    hall.has("Table 4", "A 20", "A 15")
