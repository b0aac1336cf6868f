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
        for _ in range(4):
            phone.press("A1", "A1", "A2", "B1", "NEXT")
        played = ["A 20", "A 20", "A 15", "B 20", "next"] * 4
        hall.has("Table 4", *played[: len(hall.presses("Table 4"))])
        network.cut()
        phone.press("B1", "UNDO", "A4")
        phone.says_line("3 presses wait here")
        network.restore_for_new_lines()
        phone.says_line("")
        hall.has("Table 4", *played, "B 20", "undo", "A 5")
        phone.reload()
        phone.shows(A="5")
        phone.press("A4")
        hall.has("Table 4", *played, "B 20", "undo", "A 5", "A 5")
