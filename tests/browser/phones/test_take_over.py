"""Two phones at one seat: who has it, who gets it, and what the other one is told."""

import pytest

from tallyboard.store.seats import answer, close_seats, free, open_seats
from tests.browser.browsers import both_browsers
from tests.browser.phones.conftest import Phones
from tests.browser.phones.hall import Hall
from tests.browser.windows import Windows

LOST = r"WebSocket|Failed to load resource|can.t establish a connection|was interrupted|ERR_|NetworkError|NS_ERROR"


@both_browsers
def test_a_phone_that_is_there_agrees_and_the_same_match_goes_on(hall: Hall, phones: Phones) -> None:
    old = phones().scan(hall.card("Table 4"))
    old.press("A1", "B2")
    hall.has("Table 4", "A 20", "B 15")
    board = hall.seat("Table 4").board
    new = phones().scan(hall.card("Table 4"), ready=False)
    new.says_sheet("Table 4 has a phone already")
    new.answer("Take it over")
    new.says_sheet("This is phone ")
    number = str(new.tab.run("document.querySelector('dialog[open]').textContent.match(/[0-9][0-9]/)[0]"))
    old.says_sheet(f"Phone {number} wants Table 4")
    assert old.tab.run("document.activeElement.textContent") == "No", "whoever presses Enter gives nothing away"
    old.answer("Yes, it takes over")
    new.is_lit()
    new.shows(A="20", B="15")
    old.says_sheet("Table 4 has another phone now")
    old.is_dark()
    old.answer("Scan a card")
    old.says_sheet("Scan the card of a table")
    old.answer("Back")
    old.says_sheet("Table 4 has another phone now")
    new.press("UNDO", "B1")
    new.shows(A="20", B="20")
    hall.has("Table 4", "A 20", "B 15", "undo", "B 20")
    assert hall.seat("Table 4").board == board


def test_a_phone_that_is_there_says_no_and_stays(hall: Hall, phones: Phones) -> None:
    old = phones().scan(hall.card("Table 4"))
    old.press("A1")
    new = phones().scan(hall.card("Table 4"), ready=False)
    new.answer("Take it over")
    old.answer("No")
    new.says_sheet("Table 4: the answer is no")
    old.says_sheet("")
    old.press("B1")
    hall.has("Table 4", "A 20", "B 20")
    new.answer("Close")
    new.says_sheet("Scan the card of a table")


def test_the_desk_agrees_for_a_phone_that_does_not_answer(hall: Hall, phones: Phones) -> None:
    old = phones().scan(hall.card("Table 4"))
    old.press("A1")
    hall.has("Table 4", "A 20")
    new = phones().scan(hall.card("Table 4"), ready=False)
    new.answer("Take it over")
    new.says_sheet("Say yes to it on the phone of Table 4, or at the desk")
    old.says_sheet("wants Table 4")
    hall.do(answer, "Table 4", "Olga", True)
    new.is_lit()
    new.shows(A="20")
    old.says_sheet("has another phone now")


@both_browsers
def test_who_gives_up_asking_leaves_the_table_as_it_is(hall: Hall, phones: Phones) -> None:
    old = phones().scan(hall.card("Table 4"))
    old.press("A1")
    new = phones().scan(hall.card("Table 4"), ready=False)
    new.answer("Take it over")
    old.says_sheet("wants Table 4")
    new.answer("Give up")
    new.says_sheet("Scan the card")
    old.says_sheet("")
    old.press("B1")
    hall.has("Table 4", "A 20", "B 20")


def test_what_never_arrived_is_shown_and_saved(hall: Hall, phones: Phones, windows: Windows) -> None:
    """The phone falls silent with presses that no laptop has; another one goes on without them."""
    from tests.browser.network import Network

    windows.expect(LOST)
    with Network(hall.port) as network:
        old = phones().scan(hall.card("Table 4", network.url))
        old.press("A1")
        hall.has("Table 4", "A 20")
        old.has_told()
        network.cut()
        old.press("A2", "B1")
        old.says_line("2 presses wait here")
        new = phones().scan(hall.card("Table 4"), ready=False)
        new.answer("Take it over")
        new.is_lit()
        new.shows(A="20", B="0")
        new.press("B4")
        network.restore_for_new_lines()
        old.says_sheet("2 presses never arrived")
        with old.page.expect_download() as saved:
            old.answer("Save as a file")
        text = saved.value.path().read_text(encoding="utf-8")
        assert text.startswith("# Table 4: ")
        lines = [line for line in text.splitlines() if line and not line.startswith(("#", "game "))]
        assert lines == ["A 15", "B 20"]
        hall.has("Table 4", "A 20", "B 5")
    old.page.goto(f"{hall.url}/phone")  # another address: it knows nothing there
    old.says_sheet("Scan the card of a table")


@pytest.mark.parametrize(
    ("done", "said"), [(free, "taken the keys of Table 4"), (close_seats, "Table 4 is closed to phones")]
)
def test_the_desk_takes_the_table(hall: Hall, phones: Phones, done: object, said: str) -> None:
    phone = phones().scan(hall.card("Table 4"))
    phone.press("A1")
    hall.has("Table 4", "A 20")
    hall.do(done, *(["Table 4"] if done is free else [["Table 4"]]))
    phone.says_sheet(said)
    phone.is_dark()
    if done is close_seats:
        return  # whoever opens it again begins a new match there
    phone.scan(hall.card("Table 4"))
    phone.shows(A="20")
    phone.press("A2")
    hall.has("Table 4", "A 20", "A 15")


def test_a_card_of_before_is_told_so(hall: Hall, phones: Phones) -> None:
    card = hall.card("Table 4")
    phone = phones().scan(card)
    phone.press("A1")
    hall.do(open_seats, ["Table 4"], True)
    phone.press("A2")  # who is in stays in
    hall.has("Table 4", "A 20", "A 15")
    phone.scan(card)
    phone.says_line("not valid any more")
    phone.press("A3")
    hall.has("Table 4", "A 20", "A 15", "A 10")
    phones().scan(card, ready=False).says_sheet("not valid any more")
