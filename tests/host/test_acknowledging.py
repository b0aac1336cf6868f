"""What a board is told that it may forget: nothing that waits for the database, whatever is stored under its number."""

import threading
import time
from collections.abc import Callable
from typing import Any, cast

import pytest

from shared_rules.link import frame
from tallyboard.hub.following import ACK_AT_ONCE, Following
from tallyboard.link import Client
from tallyboard.store import Store
from tests.harness.firmware_board import BOARD, Cable, CablePort, FirmwareBoard
from tests.host.test_doing import Turns
from tests.link.desk import DirectDesk

pytestmark = pytest.mark.usefixtures("hasty")


PRESSES = ("A 20", "undo") * 6  # no more than the board tells in one frame


def follow(
    board: FirmwareBoard,
    desk: DirectDesk,
    turns: int = 40,
    port: CablePort | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    told: list[Any] = []
    client = Client(port or CablePort("/dev/ttyACM1", Cable(board)), clock=clock)
    Following(client, desk, told.append, cast(threading.Event, Turns(turns))).run(lambda following: None)


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


class Played(CablePort):
    """The laptop's end of a cable to a board at which PRESSES are made each time that the hub waits for one."""

    def __init__(self, name: str, cable: Cable) -> None:
        super().__init__(name, cable)
        self._waited = cable.plugged_in().requests.count(frame.FOLLOW)

    def read(self) -> bytes:
        board = self._cable.plugged_in()
        if (waited := board.requests.count(frame.FOLLOW)) > self._waited:
            self._waited = waited
            board.press(*PRESSES)
        board.let_out(self)
        return super().read()


def test_a_board_that_is_never_quiet_is_acknowledged_in_the_middle_of_play(store: Store) -> None:
    """Without that its memory would run full while it is played fast."""
    board, desk = FirmwareBoard(), DirectDesk(lambda: store)
    follow(board, desk)
    held: list[int] = []

    def note(kind: int) -> None:
        if kind == frame.ACK:
            held.append(len(board.journal) - board.acked)

    board.on_request = note
    cable = Cable(board)  # which is the clock too: a busy machine is no quiet board
    follow(board, desk, turns=60, port=Played("/dev/ttyACM1", cable), clock=lambda: cable.reads / 10_000)
    assert held
    assert ACK_AT_ONCE <= held[0] < ACK_AT_ONCE + 2 * len(PRESSES)
