"""The laptop has another address: the table moves there, and all that waits arrives. Here one laptop has two ports."""

from tests.browser.browsers import both_browsers
from tests.browser.network import Network
from tests.browser.phones.conftest import Phones
from tests.browser.phones.hall import Hall
from tests.browser.phones.phone import Phone
from tests.browser.windows import Windows

LOST = r"WebSocket|Failed to load resource|can.t establish a connection|was interrupted|ERR_|NetworkError|NS_ERROR"
TWELVE = ("A1", "B1", "A2", "B2", "A3", "B3", "A4", "B4", "UNDO", "UNDO", "A1", "B1")
AS_PRESSED = ("A 20", "B 20", "A 15", "B 15", "A 10", "B 10", "A 5", "B 5", "undo", "undo", "A 20", "B 20")


def twelve_arrive_elsewhere(hall: Hall, phone: Phone, network: Network) -> None:
    """Table 4 is a phone that was scanned through this network."""
    board = hall.seat("Table 4").board
    phone.has_told()
    network.cut()
    phone.press(*TWELVE)
    phone.says_line("12 presses wait here")
    phone.answer("Another address?")
    phone.type(hall.url.removeprefix("http://"))
    phone.answer("Go there")
    phone.until(f"location.href === '{hall.url}/phone'")
    phone.is_lit()
    hall.has("Table 4", *AS_PRESSED)
    phone.press("A4")
    hall.has("Table 4", *AS_PRESSED, "A 5")
    assert hall.seat("Table 4").board == board


@both_browsers
def test_twelve_presses_that_wait_arrive_at_the_other_address(hall: Hall, phones: Phones, windows: Windows) -> None:
    windows.expect(LOST)
    with Network(hall.port) as network:
        phone = phones().scan(hall.card("Table 4", network.url))
        twelve_arrive_elsewhere(hall, phone, network)
        network.restore_for_new_lines()

        left = phone.again().scan(f"{network.url}/phone", ready=False)
        left.says_sheet("Table 4 went to another address")
        left.answer("Nobody is there: go on here")
        left.says_sheet("Table 4 went on at another address")
        phone.press("B4")
        hall.has("Table 4", *AS_PRESSED, "A 5", "B 5")


@both_browsers
def test_who_went_where_nobody_is_goes_on_here(hall: Hall, phones: Phones, windows: Windows) -> None:
    windows.expect(LOST)
    phone = phones().scan(hall.card("Table 4"))
    phone.press("A1")
    phone.has_told()
    hall.kill()
    phone.press("B1")
    phone.answer("Another address?")
    phone.type("127.0.0.1:9")
    phone.answer("Go there")
    again = phone.again().scan(f"{hall.url}/phone", ready=False)  # the browser's own copy
    again.says_sheet("went to another address")
    again.answer("Nobody is there: go on here")
    again.is_lit()
    again.shows(A="20", B="20")
    hall.start()
    hall.has("Table 4", "A 20", "B 20")


def test_a_link_that_was_used_changes_nothing_any_more(hall: Hall, phones: Phones, windows: Windows) -> None:
    """It stands in the browser's history, and somebody may open it again."""
    windows.expect(LOST)
    with Network(hall.port) as network:
        phone = phones().scan(hall.card("Table 4", network.url))
        went = []
        phone.page.on("request", lambda asked: went.append(asked.url))
        phone.page.on("framenavigated", lambda frame: went.append(frame.url))
        phone.has_told()
        network.cut()
        phone.press("A1")
        phone.answer("Another address?")
        phone.type(hall.url)
        phone.answer("Go there")
        phone.until(f"location.href === '{hall.url}/phone'")
        phone.is_lit()
        link = next(address for address in went if "#move=" in address)
        phone.press("A2")
        hall.has("Table 4", "A 20", "A 15")
        phone.scan(link)
        phone.shows(A="35")
        phone.press("A3")
        hall.has("Table 4", "A 20", "A 15", "A 10")


def test_what_is_no_address_is_told(hall: Hall, phones: Phones, windows: Windows) -> None:
    windows.expect(LOST)
    phone = phones().scan(hall.card("Table 4"))
    phone.has_told()
    hall.kill()
    phone.answer("Another address?")
    phone.type("http://")
    phone.answer("Go there")
    phone.says_sheet("That is no address.")
    phone.type(hall.url)
    phone.answer("Go there")
    phone.says_sheet("That is the address of this page.")
