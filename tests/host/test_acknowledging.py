"""What a board is told that it may forget: nothing that waits for the database, whatever is stored under its number."""

import threading
from typing import Any, cast

import pytest

from tallyboard.hub.following import Following
from tallyboard.link import Client
from tallyboard.store import Store
from tests.harness.firmware_board import BOARD, Cable, FirmwareBoard
from tests.host.test_doing import Turns
from tests.link.desk import DirectDesk

pytestmark = pytest.mark.usefixtures("hasty")


def follow(board: FirmwareBoard, desk: DirectDesk) -> None:
    told: list[Any] = []
    with Cable(board).open_port("/dev/ttyACM1") as port:
        Following(Client(port), desk, told.append, cast(threading.Event, Turns(40))).run(lambda following: None)


def test_another_history_is_kept_by_the_board_until_it_is_stored(store: Store) -> None:
    """Its memory was put back: what the database has of the same numbers is not what the board has."""
    board, desk = FirmwareBoard(), DirectDesk(lambda: store)
    follow(board, desk)
    before, acked = bytes(board.chip.memory), board.acked
    board.press("A 20", "A 20", "A 20", "A 20", "A 20")
    follow(board, desk)
    board.put_back(before, "B 5", "B 5")
    desk.has_turn = lambda: False
    follow(board, desk)
    assert (board.acked, store.alarms()) == (acked, [])
    desk.has_turn = lambda: True
    follow(board, desk)
    assert board.acked > acked
    assert [alarm.board for alarm in store.alarms()] == [BOARD]
