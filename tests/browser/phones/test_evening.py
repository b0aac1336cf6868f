"""A club evening with nothing but a laptop, a router and phones: by clicks and by touch, and not smooth.

What is compared in the end are the keys that were pressed: each match has them, in their order, and the desk has what
they give.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tallyboard.shapes import MatchObject
from tests.browser.desk import from_menu, log_in, press, send, tab
from tests.browser.network import Network
from tests.browser.phones.conftest import PagePhone, Phones
from tests.browser.phones.hall import Hall
from tests.browser.windows import Windows

_PLAYERS = ("Ann", "Bob", "Cid", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida", "Jim", "Kim", "Leo")
_TABLES = [f"Table {number}" for number in range(1, 7)]
_WINS = (["A1", "A1", "B2"], ["A 20", "A 20", "B 15"])  # of side A: keys, and as a scoresheet has them
_LOSES = (["B1", "A3", "B4"], ["B 20", "A 10", "B 5"])


@pytest.fixture
def hall(phone_page: object, tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path) as serving:
        yield serving


def test_a_club_evening_by_phones(hall: Hall, windows: Windows, phones: Phones) -> None:
    windows.expect("ERR_|WebSocket connection|Failed to fetch|NetworkError")
    with Network(hall.port) as router:
        desk = windows.open(f"{hall.url}/tables")
        cards = _open_tables(desk, hall)
        _begin_tournament(desk)
        at = {table: phones().scan(f"{router.url}/phone#{cards[table]}") for table in _TABLES}
        played: dict[str, list[list[str]]] = {table: [] for table in _TABLES}

        _call(desk)
        for number, table in enumerate(_TABLES):
            _start(at[table])
            keys, events = _LOSES if number % 2 else _WINS
            at[table].press(*keys)
            played[table].append([*events, "next"])
        # A phone falls into the beer. Nobody hears of it any more, so whoever scans its card may take the table.
        hall.has("Table 2", *_LOSES[1])
        at["Table 2"].page.context.close()
        at["Table 2"] = _takes_over(phones(), f"{router.url}/phone#{cards['Table 2']}")
        at["Table 2"].shows(A="10", B="25")
        # The router dies; everybody plays on, and sees what waits.
        router.cut()
        for table in _TABLES:
            at[table].press("NEXT")
        at["Table 5"].says_line("here")
        router.restore_for_new_lines()
        for table in _TABLES:
            hall.has(table, *played[table][-1])
        tab(desk, "The day")
        expect(desk.get_by_text("draw the next round")).to_be_visible()

        press(desk, "To the draw")
        send(desk, "Draw the next round")
        _call(desk)
        for number, table in enumerate(_TABLES):
            _start(at[table])
            keys, events = _WINS if number % 2 else _LOSES
            # The laptop is killed in the middle, and started again.
            if table == "Table 3":
                hall.kill()
            at[table].press(*keys)
            if table == "Table 4":
                hall.start()
            at[table].press("NEXT")
            played[table].append([*events, "next"])
        for table in _TABLES:
            hall.has(table, *played[table][-1])
        tab(desk, "The day")
        expect(desk.get_by_role("heading", name="All is played")).to_be_visible()

    for table in _TABLES:
        recorded = [_events(hall, match) for match in hall.matches(table)]
        assert [one for one in recorded if one] == played[table], table
    tab(desk, "Matches")
    expect(desk.get_by_text(re.compile("^(2 : 0|0 : 2)$"))).to_have_count(12)


def _open_tables(desk: Page, hall: Hall) -> dict[str, str]:
    """By table the secret that its card holds."""
    press(desk, "Log in")
    log_in(desk, hall, "Olga")
    from_menu(desk, "Tables")
    desk.get_by_label("to table").fill("6")
    press(desk, "Open")
    cards = {}
    for table in _TABLES:
        seat = desk.get_by_role("listitem").filter(has=desk.get_by_role("heading", name=table, exact=True))
        expect(seat.get_by_role("img", name="Code of")).to_be_visible()
        cards[table] = str(seat.get_by_role("link", name="Open it in this browser").get_attribute("href")).split("#")[1]
    return cards


def _begin_tournament(desk: Page) -> None:
    from_menu(desk, "The desk")
    desk.get_by_label("Name of the tournament").fill("Club evening")
    send(desk, "Begin the tournament")
    press(desk, "Enter who plays")
    desk.get_by_label("Names, one a line").fill("\n".join(_PLAYERS))
    send(desk, "Enter them")
    expect(desk.get_by_role("link", name="Leo")).to_be_visible()
    tab(desk, "Phases")
    press(desk, "Declare")
    desk.get_by_label("Format").select_option(label="Rounds drawn from the standings (Swiss)")
    desk.get_by_label("Rounds to draw").fill("2")
    desk.get_by_label("Rounds in a game").fill("1")
    send(desk, "Declare it")
    send(desk, "Draw it")
    tab(desk, "The day")
    press(desk, "Use the 6 tables that are for phones")
    expect(desk.get_by_text("6 tables are open", exact=False).first).to_be_visible()
    from_menu(desk, "The desk")


def _call(desk: Page) -> None:
    tab(desk, "The day")
    send(desk, "Call these 6 matches")


def _start(phone: PagePhone) -> None:
    """The match that the desk has called, as soon as the table knows of it; behind a result it takes a hold."""
    phone.until("document.body.innerText.includes(' against ')")
    phone.hold("NEXT")
    phone.until("!document.body.innerText.includes(' against ')")
    phone.shows(A="0", B="0")


def _takes_over(phone: PagePhone, card: str) -> PagePhone:
    phone.scan(card, ready=False)
    phone.answer("Take it over")
    phone.is_lit()
    return phone


def _events(hall: Hall, match: MatchObject) -> list[str]:
    return [press.event for press in hall.do(lambda store: store.presses(match)) if press.event]
