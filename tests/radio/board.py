"""The board of the campaign: a table whose chip can lose its power at any byte, on a cable and in the air."""

import random
from collections import Counter
from typing import Any

from tableside.journal import Journal
from tableside.radio import CALLING, HEARD, JOINING, PARKED, RadioLink, Settings
from tableside.restarting import Restarting
from tableside.screen import Screen
from tableside.table import Table
from tests.link.oracle import Oracle
from tests.link.parts import TRUE
from tests.link.table import BOARD, TableEnd, WeakFram
from tests.radio.air import Address, Air, Poll, Pool, Wifi
from tests.radio.judge import Judge

_PAUSE_MS = 2_000  # as code.py has it for a Pico W


class Watched(RadioLink):
    """The true one, whose every word is told to a judge."""

    _judge: Judge
    _asked_by_cable: Any

    def _begin(self, now_ms: int) -> None:
        super()._begin(now_ms)
        self._judge.board_begins(self._boards)

    def _answer(self, received: tuple[int, int, bytes], now_ms: int) -> None:
        self._judge.board_speaks((self._boards, self._laptops), self._asked_by_cable())
        self._judge.board_takes(received)
        super()._answer(received, now_ms)

    def _say(self, frame: tuple[int, int, bytes] | None) -> None:
        self._judge.board_speaks((self._boards, self._laptops), self._asked_by_cable())
        if frame is not None:
            self._judge.to_laptops.said(frame)
        super()._say(frame)

    def pause_left(self, now_ms: int) -> int:
        """How many ms it may be until it has joined, on a network that is there."""
        rest = self._rest_ms
        if self.state == PARKED:
            return max(0, self._due_at - now_ms)
        return max(0, self._until - now_ms) + max(1_000, 2 * rest) if self.state == JOINING else 0

    def rests(self, journal: Journal | None) -> bool:
        """Whether nothing is to be done before its next call."""
        if self.state not in (CALLING, HEARD):
            return True
        behind = self._stream is not None and (journal is None or self._stream[2] != journal.next)
        return not (self.busy() or behind or self._socket.waiting)


class RadioTable(TableEnd):
    """`address`: where its datagrams come from just now. `key`: of its settings, from the next power-on on."""

    def __init__(
        self, air: Air, judge: Judge, oracle: Oracle, draw: random.Random, tally: Counter[str], places: int, hub: str
    ) -> None:
        super().__init__(WeakFram(64 + 8 * places, draw.choice((0, 0xFF))), TRUE, oracle, draw, tally)
        self.address: Address = ("10.0.0.7", 40_000)
        self.key = bytes(32)
        self._air = air
        self._judge = judge
        self._hub = hub
        self._randomness = draw.random() < 0.5
        self.taken: set[str] = set()  # keys of matches that it was told to play

    def switch_on(self) -> None:
        self._pressed_at = 0
        self.wifi, self.poll = Wifi(self._air, self.address), Poll()
        self.pool = Pool(self._air, self.wifi)
        self.radio = Restarting(self._make, _failed)
        super().switch_on()

    def _listen_to_wishes(self, table: Table) -> None:
        super()._listen_to_wishes(table)
        takes = table.assign

        def assign(line: str, key: str, *others: Any) -> str | None:
            refusal = takes(line, key, *others)
            if refusal is None:
                self.taken.add(key)
            return refusal

        table.assign = assign  # type: ignore[method-assign, assignment]

    def _make(self) -> RadioLink:
        settings = Settings("the hall", "its password", self.key.hex(), self._hub)
        link = Watched(
            lambda: (self.wifi, self.pool, self.poll),
            settings,
            self._draw.randbytes if self._randomness else bytes,
            lambda: self._pressed_at,
            lambda: self.link.asked_at,
            _PAUSE_MS,
            self.table,
            lambda: {"board": BOARD, "firmware": "0.1.0"},
            Screen(self.table, []),
        )
        link._judge = self._judge
        link._asked_by_cable = lambda: None if self.link.asked_at is None else self.now - self.link.asked_at
        return link

    def step(self) -> None:
        super().step()
        self.wifi.address = self.address
        self.radio.step(self.now)

    def rests(self) -> bool:
        part, cable = self.radio.part, self.port.cable
        cabled = cable is not None and not cable.gone
        if self.table.journal is None or self.link.busy() or (cabled and not self.port.quiet()):
            return False
        return part is None or part.rests(self.table.journal)

    def press(self) -> None:
        self._pressed_at = self.now
        super().press()

    def arrive(self, data: bytes, sender: Address) -> None:
        """A datagram is there."""
        if self.on and self.wifi.connected and self.pool.socket_of is not None:
            self.pool.socket_of.arrive(data, sender)


def _failed(error: Exception) -> None:
    """Nothing that comes by air makes the board's half raise anything."""
    raise error
