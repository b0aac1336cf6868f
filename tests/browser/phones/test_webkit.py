"""The engine of half the phones of a hall: WebKitGTK, which is not an iPhone.

A browser that is killed, or a profile that is opened again, is not tried here: what a driver opens keeps nothing beyond
its end, as in a private window.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.browser.network import Network
from tests.browser.phones.hall import Hall
from tests.browser.phones.phone import Phone
from tests.browser.phones.test_kept import keeps_nothing_and_plays
from tests.browser.phones.test_moving import twelve_arrive_elsewhere
from tests.browser.webkit import WebKit, missing
from tests.harness.missing import cannot_run


@pytest.fixture
def phones(tmp_path: Path) -> Iterator[Callable[..., Phone]]:
    """Somebody with a phone of their own, each time: phones(*settings)."""
    if (reason := missing()) is not None:
        cannot_run(reason)
    with ExitStack() as stack:

        def another(*settings: str) -> Phone:
            folder = tmp_path / f"webkit{len(list(tmp_path.glob('webkit*')))}"
            folder.mkdir()
            return Phone(stack.enter_context(WebKit(folder, *settings)))

        yield another


@pytest.fixture
def phone(phones: Callable[..., Phone]) -> Phone:
    return phones()


def test_a_match_is_scanned_played_cut_and_reloaded(hall: Hall, phone: Phone) -> None:
    with Network(hall.port) as network:
        phone.scan(hall.card("Table 4", network.url))
        phone.is_called("Table 4")
        for _ in range(2):
            phone.press("A1", "A1", "A2", "B1", "NEXT")
        played = ["A 20", "A 20", "A 15", "B 20", "next"] * 2
        hall.has("Table 4", *played)
        phone.has_told()
        network.cut()
        phone.press("A1", "A1", "A2", "B1")
        phone.says_line("4 presses wait here")
        network.restore_for_new_lines()
        phone.says_line("")
        phone.reload()
        phone.shows(A="55", B="20")
        phone.press("NEXT", "UNDO", "NEXT")
        played += ["A 20", "A 20", "A 15", "B 20", "next", "undo", "next"]
        hall.has("Table 4", *played)
        (match,) = hall.matches("Table 4")
        assert match["status"] == "finished", "at 105 of 100"


def test_another_phone_takes_over_and_the_same_match_goes_on(hall: Hall, phones: Callable[..., Phone]) -> None:
    old, new = phones(), phones()
    old.scan(hall.card("Table 4"))
    old.press("A1", "B2")
    hall.has("Table 4", "A 20", "B 15")
    board = hall.seat("Table 4").board
    new.scan(hall.card("Table 4"), ready=False)
    new.says_sheet("Table 4 has a phone already")
    new.answer("Take it over")
    old.answer("Yes, it takes over")
    new.is_lit()
    new.shows(A="20", B="15")
    old.says_sheet("Table 4 has another phone now")
    old.is_dark()
    new.press("UNDO", "B1")
    new.shows(A="20", B="20")
    hall.has("Table 4", "A 20", "B 15", "undo", "B 20")
    assert hall.seat("Table 4").board == board


def test_twelve_presses_that_wait_arrive_at_the_other_address(hall: Hall, phone: Phone) -> None:
    with Network(hall.port) as network:
        phone.scan(hall.card("Table 4", network.url))
        twelve_arrive_elsewhere(hall, phone, network)


def test_where_storage_is_refused_it_is_said_before_the_first_press(hall: Hall, phones: Callable[..., Phone]) -> None:
    phone = phones("--enable-html5-database=false").scan(hall.card("Table 4"), ready=False)
    assert phone.tab.run("typeof indexedDB") == "undefined"
    keeps_nothing_and_plays(hall, phone)
