"""Whoever scans a table's card is at that table, and what is pressed there is on the laptop."""

from playwright.sync_api import expect

from tests.browser.browsers import both_browsers
from tests.browser.phones.conftest import Phones
from tests.browser.phones.hall import Hall
from tests.browser.windows import PHONE, Windows


@both_browsers
def test_a_scanned_phone_is_the_table(hall: Hall, phones: Phones) -> None:
    phone = phones().scan(hall.card("Table 4"))
    phone.is_called("Table 4")
    assert "#" not in phone.tab.run("location.href"), "the secret stands in no address any more"
    phone.press("A1", "B2", "UNDO", "B1")
    phone.shows(A="20", B="20")
    hall.has("Table 4", "A 20", "B 15", "undo", "B 20")
    assert hall.presses("Table 5") == []


def test_a_phone_without_javascript_reads_why_nothing_is_there(hall: Hall, windows: Windows) -> None:
    page = windows.open(hall.card("Table 4"), PHONE, java_script_enabled=False)
    words = page.locator("noscript p").first
    expect(words).to_be_visible()
    expect(words).to_contain_text("switch it on in the browser's settings")
    colour = words.evaluate("words => getComputedStyle(words).color")
    assert colour != words.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    expect(page.locator('noscript [lang="fr"]')).to_be_visible()


@both_browsers
def test_the_same_phone_scans_again_and_goes_on(hall: Hall, phones: Phones) -> None:
    phone = phones().scan(hall.card("Table 4"))
    phone.press("A1")
    hall.has("Table 4", "A 20")
    board = hall.seat("Table 4").board
    phone.scan(hall.card("Table 4"))
    phone.shows(A="20")
    phone.press("A2")
    hall.has("Table 4", "A 20", "A 15")
    assert hall.seat("Table 4").board == board


@both_browsers
def test_a_reload_goes_on(hall: Hall, phones: Phones) -> None:
    phone = phones().scan(hall.card("Table 4"))
    phone.press("A1", "B1")
    phone.shows(A="20", B="20")
    phone.reload()
    phone.shows(A="20", B="20")
    phone.press("UNDO")
    hall.has("Table 4", "A 20", "B 20", "undo")


def test_one_phone_keeps_the_boards_of_two_tables(hall: Hall, phones: Phones) -> None:
    phone = phones().scan(hall.card("Table 4"))
    phone.press("A1")
    hall.has("Table 4", "A 20")
    phone.scan(hall.card("Table 5"))
    phone.is_called("Table 5")
    phone.shows(A="0")
    phone.press("B1")
    hall.has("Table 5", "B 20")
    phone.scan(hall.card("Table 4"))
    phone.is_called("Table 4")
    phone.shows(A="20")
    phone.press("UNDO")
    hall.has("Table 4", "A 20", "undo")
    hall.has("Table 5", "B 20")


def test_without_a_card_it_says_what_to_scan(hall: Hall, phones: Phones) -> None:
    phone = phones().scan(f"{hall.url}/phone", ready=False)
    phone.says_sheet("Scan the card of a table")
