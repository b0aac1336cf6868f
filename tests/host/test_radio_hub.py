"""A hub and a box that has a cable and a radio: one board, wherever it is heard."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from shared_rules.games.events import COUNT, event
from tableside.link import Link
from tableside.screen import Screen
from tallyboard.errors import link as errors
from tallyboard.hub import following
from tallyboard.hub.database import LazyStore
from tallyboard.hub.hub import Hub
from tallyboard.link.finding import CABLE, Candidate, FoundPorts, Sure
from tallyboard.link.ports import GoneError
from tallyboard.link.radio import Radio, RadioPorts
from tallyboard.store import Store, open_store, radio
from tests.harness.firmware_link import Port as CdcPort
from tests.host.test_follower import LIMIT_S, Told
from tests.radio.hall import ANOTHER_KEY, BOARD, KEY, TURN_MS, Hall

BY_RADIO = f"radio {BOARD}"
BY_CABLE = "its cable"


class Box(Hall):
    """A board in a thread, whose time goes ten times as fast; and its cable, as a source of ports."""

    pace = CABLE
    name = BY_CABLE

    def __init__(self) -> None:
        super().__init__()
        self.ports = self.laptop(key=None)
        self.is_plugged = False
        self._cdc = CdcPort()
        self._usb = Link(self._cdc, self.table, lambda: {"board": BOARD, "firmware": "0.2.0"}, Screen(self.table, []))
        self._turns = threading.Lock()
        self._is_on = True
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    def _live(self) -> None:
        while self._is_on:
            with self._turns:
                self._usb.step(self.board_ms)
                self.cabled_at = self._usb.asked_at
                self.run(TURN_MS)
            time.sleep(TURN_MS / 10_000)

    def press(self, count: int) -> None:
        for _ in range(count):
            with self._turns:
                assert self.table.enter(event(COUNT, 0, 5), self.board_ms) is None

    def close(self) -> None:
        self._is_on = False
        self._thread.join()

    # ---- the cable

    def look(self) -> FoundPorts:
        return FoundPorts((Candidate(BY_CABLE, Sure.GIVEN),) if self.is_plugged else (), ())

    def on_news(self, call: Callable[[str], None]) -> None:
        """Whoever looks finds it."""

    @contextmanager
    def opener(self, path: str) -> Iterator["Cable"]:
        yield Cable(self)


class Cable:
    name = BY_CABLE

    def __init__(self, box: Box) -> None:
        self._box = box

    def read(self) -> bytes:
        time.sleep(0.002)
        if not self._box.is_plugged:
            raise GoneError(errors.WENT_AWAY, port=self.name)
        with self._box._turns:
            data = bytes(self._box._cdc.sent)
            self._box._cdc.sent.clear()
        return data

    def write(self, data: bytes) -> None:
        with self._box._turns:
            self._box._cdc.arrived += data

    def close(self) -> None:
        """Nothing holds it."""


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(following, "ASK_S", 0.05)
    monkeypatch.setattr(following, "_HEARD_S", 0.5)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(str(tmp_path / "store.db"))) as opened:
        yield opened


@pytest.fixture
def box() -> Iterator[Box]:
    with closing(Box()) as made:
        yield made


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def hub(store: Store, told: Told, box: Box) -> Iterator[Hub]:
    made = Hub(LazyStore(None, store), (), told, lister=list, others=[box], radio=box.ports)
    made.start()
    with closing(made):
        yield made


def until(hub: Hub, is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + LIMIT_S
    while not is_so():
        assert time.monotonic() < end
        hub.step()
        time.sleep(0.01)


def port_of(hub: Hub) -> str | None:
    return next((has.port for has in hub.boards()), None)


def is_stored(store: Store, box: Box) -> bool:
    journal = box.table.journal
    with store.reading() as sql:
        kept = dict(sql.rows("SELECT seq, data FROM records WHERE board = :board", board=BOARD))
    return kept == {seq: bytes(journal.read(seq, 1)) for seq in range(journal.oldest, journal.next)}


def test_a_box_that_is_paired_is_followed_by_radio(hub: Hub, store: Store, box: Box, told: Told) -> None:
    box.press(3)
    radio.pair(store, BOARD, KEY, "somebody")
    until(hub, lambda: port_of(hub) == BY_RADIO)
    box.press(3)
    until(hub, lambda: is_stored(store, box))
    met = told.until("connected")
    assert (met["port"], met["table"]) == (BY_RADIO, "Table 3")
    radio.unpair(store, BOARD)
    until(hub, lambda: not hub.boards())


def test_a_cable_goes_first_and_nothing_is_lost_on_the_way(hub: Hub, store: Store, box: Box, told: Told) -> None:
    radio.pair(store, BOARD, KEY, "somebody")
    until(hub, lambda: port_of(hub) == BY_RADIO)
    for _ in range(3):
        box.is_plugged = True
        box.press(2)
        until(hub, lambda: port_of(hub) == BY_CABLE and is_stored(store, box))
        box.is_plugged = False
        box.press(2)
        until(hub, lambda: port_of(hub) == BY_RADIO and is_stored(store, box))
    assert "alarm" not in told.kinds()
    assert not [one for one in told.events if "which is on" in str(one.get("cause"))]


def test_a_board_whose_key_does_not_fit_is_written_down(hub: Hub, store: Store, box: Box) -> None:
    radio.pair(store, BOARD, ANOTHER_KEY, "somebody")

    def noted() -> set[str]:
        with store.reading() as sql:
            return {one.what for one in radio.notes(sql)}

    until(hub, lambda: "key" in noted())
    assert box.link.air() == 1 and not hub.boards()


def test_a_port_of_the_radio_ends_with_its_laptop(box: Box) -> None:
    ports: RadioPorts = box.ports
    ports.know({BOARD: KEY})
    end = time.monotonic() + LIMIT_S
    while not ports.ports() and time.monotonic() < end:
        time.sleep(0.01)
    (port,) = ports.ports()
    ports.close()
    assert port.has_ended and not ports.ports()


def test_the_radio_ends_on_a_machine_whose_loopback_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    air = Radio(0)
    monkeypatch.setattr(socket.socket, "sendto", lambda *said: None)  # what it would be woken by
    closing_it = threading.Thread(target=air.close, daemon=True)
    closing_it.start()
    closing_it.join(LIMIT_S)
    assert not closing_it.is_alive()
