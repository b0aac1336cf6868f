"""The engine of half the phones of a hall: WebKitGTK, which is not an iPhone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.network import Network
from tests.browser.phones.hall import Hall
from tests.browser.phones.phone import Phone
from tests.browser.webkit import WebKit, missing
from tests.harness.missing import cannot_run


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    if (reason := missing()) is not None:
        cannot_run(reason)
    folder = tmp_path / "webkit"
    folder.mkdir()
    with WebKit(folder) as browser:
        yield Phone(browser)


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
