"""The ports of phones: bytes both ways, whoever ends it, and a hall that follows them as it follows boxes."""

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from shared_rules.link import frame
from tallyboard.errors import TallyboardError
from tallyboard.hub import following
from tallyboard.hub.database import LazyStore
from tallyboard.hub.hub import Hub
from tallyboard.link import fed_ports
from tallyboard.link.fed_ports import HallPort, HallPorts
from tallyboard.link.ports import GoneError, whose
from tallyboard.store import Store, open_store, orders
from tests.harness.firmware_board import BOARD, FirmwareBoard
from tests.host.test_follower import LIMIT_S, Told, arrived

NAME = "Table 4 by phone"


class Phone:
    """A phone's end of a socket, and the board on it. `ended`: why the laptop let go of it, None where it did not."""

    def __init__(self, board: FirmwareBoard, ports: HallPorts, table: str = "Table 4", check: str = "") -> None:
        self.board, self.ports = board, ports
        self.ended: str | None = None
        self.has_ended = threading.Event()
        self.is_mute = False
        self.port = HallPort(BOARD, table, check, self._receive, self._end)

    def open(self) -> "Phone":
        self.ports.take(self.port)
        return self

    def press(self, *lines: str) -> None:
        self.board.press(*lines)
        if not self.port.has_ended:
            self.board.let_out(self)  # type: ignore[arg-type]

    def arrive(self, data: bytes) -> None:
        self.port.arrived(data)

    def cut(self) -> None:
        """The socket ends, as a network ends it."""
        self.ports.went(self.port)

    def _receive(self, data: bytes) -> None:
        for answer in self.board.receive(data):
            if not self.is_mute:
                self.port.arrived(answer)

    def _end(self, why: str) -> None:
        self.ended = why
        self.ports.went(self.port)
        self.has_ended.set()


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(following, "ASK_S", 0.01)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(str(tmp_path / "store.db"))) as opened:
        yield opened


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def ports() -> HallPorts:
    return HallPorts()


@pytest.fixture
def hub(store: Store, told: Told, ports: HallPorts) -> Iterator[Hub]:
    made = Hub(LazyStore(None, store), (), told, lister=list, others=[ports])
    made.start()
    with closing(made):
        yield made


@pytest.fixture
def board() -> FirmwareBoard:
    return FirmwareBoard("what it says itself")


@pytest.fixture
def sent() -> list[bytes]:
    return []


@pytest.fixture
def port(sent: list[bytes]) -> HallPort:
    return HallPort(BOARD, "Table 4", "c" * 64, sent.append, lambda why: sent.append(why.encode() or b"ended"))


def test_bytes_go_both_ways_as_they_come(port: HallPort, sent: list[bytes]) -> None:
    assert (port.name, whose(port)) == (NAME, (BOARD, "Table 4", "c" * 64))
    assert port.read() == b""
    for data in (b"a", b"bc", b"d"):
        assert port.arrived(data)
    assert port.read() == b"abcd"
    port.write(b"ef")
    assert sent == [b"ef"]


def test_one_read_takes_no_more_than_of_a_cable(port: HallPort) -> None:
    for _ in range(3):
        port.arrived(b"x" * 3000)
    assert [len(port.read()) for _ in range(3)] == [3000, 3000, 3000]


def test_what_nobody_reads_is_bounded(port: HallPort) -> None:
    taken = sum(port.arrived(b"x" * 4096) for _ in range(1000))
    assert taken == fed_ports.MOST_BYTES // 4096
    assert len(port.read()) == 4096
    assert port.arrived(b"x" * 4096)


def test_who_waits_for_bytes_has_them_at_once(port: HallPort, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fed_ports, "READ_S", LIMIT_S)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(port.read()))
    reader.start()
    port.arrived(b"a")
    reader.join(LIMIT_S / 2)
    assert got == [b"a"]


def test_a_socket_that_has_ended_gives_what_arrived_and_then_says_so(port: HallPort, sent: list[bytes]) -> None:
    port.arrived(b"a")
    port.end()
    assert not port.arrived(b"b")
    assert port.read() == b"a"
    for ask in (port.read, lambda: port.write(b"c")):
        with pytest.raises(GoneError, match=f"{NAME}: the phone is out of reach"):
            ask()
    port.close()
    assert sent == [], "who has gone is not let go of"


def test_it_is_let_go_of_once(port: HallPort, sent: list[bytes]) -> None:
    port.close("board")
    port.close()
    assert sent == [b"board"]


def test_a_phone_is_followed_at_once_under_the_name_of_its_seat(
    hub: Hub, store: Store, ports: HallPorts, board: FirmwareBoard, told: Told
) -> None:
    board.press("A 20")
    phone = Phone(board, ports).open()  # and nobody looks
    met = told.until("connected")
    assert (met["port"], met["board"], met["table"]) == (NAME, BOARD, "Table 4")
    for press in ("B 15", "next"):
        phone.press(press)
        scored = told.until("score", next=len(board.journal))
        assert (scored["behind"], scored["table"]) == (0, "Table 4")
    assert arrived(store, board)
    (has,) = hub.boards()
    assert (has.board, has.port) == (BOARD, NAME)


def test_a_socket_that_comes_again_goes_on_and_nobody_hears_of_it(
    hub: Hub, store: Store, ports: HallPorts, board: FirmwareBoard, told: Told
) -> None:
    phone = Phone(board, ports).open()
    told.until("connected")
    for _ in range(20):
        phone.cut()
        phone.press("A 20", "undo")
        hub.step()
        phone = Phone(board, ports).open()
        hub.step()
        scored = told.until("score", next=len(board.journal))
        assert scored["behind"] == 0
        assert len(hub.boards()) == 1
    assert arrived(store, board)
    assert set(told.kinds()) == {"connected", "score"}
    assert told.kinds().count("connected") == 1
    received = sum(event["received"] for event in told.events if event["event"] in ("connected", "score"))
    assert received == len(board.journal)


def test_a_new_socket_of_the_same_board_takes_the_place_of_the_old_one(
    hub: Hub, ports: HallPorts, board: FirmwareBoard, told: Told
) -> None:
    """A network that is gone ends no socket."""
    old = Phone(board, ports).open()
    told.until("connected")
    old.is_mute = True
    new = Phone(board, ports).open()
    new.press("A 20")
    told.until("score", next=len(board.journal))
    assert old.has_ended.wait(LIMIT_S)
    assert (old.ended, new.ended) == ("", None)
    ports.went(old.port)  # which says nothing of the new one
    new.press("A 20")
    told.until("score", next=len(board.journal))


def test_a_phone_that_stays_away_is_told_of_once_and_is_met_again(
    hub: Hub, ports: HallPorts, board: FirmwareBoard, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(board, ports).open()
    told.until("score")
    phone.cut()
    monkeypatch.setattr(fed_ports, "STAYS_S", 0.0)
    hub.step()
    lost = told.until("unplugged")
    assert (lost["port"], lost["board"], lost["table"], lost["behind"]) == (NAME, BOARD, "Table 4", 0)
    assert hub.boards() == []
    board.press("A 20")
    Phone(board, ports).open()
    hub.step()
    told.until("connected")
    told.until("score", next=len(board.journal))
    assert "disconnected" not in told.kinds()


def test_a_phone_that_says_another_id_is_shown_out_and_nothing_is_stored(
    hub: Hub, store: Store, ports: HallPorts, told: Told
) -> None:
    box = FirmwareBoard(board="0badcafe")
    box.press("A 20")
    phone = Phone(box, ports).open()
    said = told.until("disconnected")["cause"]
    assert said == f"{NAME}: the phone says that it is board 0badcafe, which it is not."
    assert phone.has_ended.wait(LIMIT_S)
    assert phone.ended == "board"
    assert list(store.records("0badcafe", 7)) == []
    assert hub.boards() == []


def test_a_phone_that_says_another_id_later_is_shown_out(
    hub: Hub, store: Store, ports: HallPorts, board: FirmwareBoard, told: Told
) -> None:
    other = FirmwareBoard(board="0badcafe")
    other.chip.memory[:] = bytes(len(other.chip.memory))
    other.switch_on(8)
    phone = Phone(board, ports).open()
    told.until("score")
    phone.board = other
    told.until("disconnected")
    assert phone.has_ended.wait(LIMIT_S)
    assert phone.ended == "board"
    assert list(store.records("0badcafe", 8)) == []


def test_of_two_hellos_each_is_believed_for_itself(
    hub: Hub, store: Store, ports: HallPorts, board: FirmwareBoard, told: Told
) -> None:
    """The first is the right one, and what comes behind it would be stored under another id."""
    other = FirmwareBoard(board="0badcafe")
    phone = Phone(board, ports)

    def change(kind: int) -> None:
        if kind == frame.TIME:
            phone.board = other

    board.on_request = change
    phone.open()
    told.until("disconnected")
    assert phone.has_ended.wait(LIMIT_S)
    assert phone.ended == "board"
    assert frame.PULL not in other.requests


def test_a_name_that_is_ordered_is_refused_for_the_seat_gives_it(
    hub: Hub, store: Store, ports: HallPorts, board: FirmwareBoard, told: Told
) -> None:
    Phone(board, ports).open()
    told.until("score")
    orders.give(store, BOARD, None, [("name", {"name": "Table 9"})], "somebody")
    ended = told.ever("order", state="refused")
    assert ended["said"].startswith(f"{NAME} is called by the seat that its phone has.")
    orders.give(store, BOARD, None, [("light", {"light": 3})], "somebody")
    told.ever("order", state="done")


def test_when_the_hub_ends_every_socket_is_let_go_of(
    store: Store, ports: HallPorts, board: FirmwareBoard, told: Told
) -> None:
    hub = Hub(LazyStore(None, store), (), told, lister=list, others=[ports])
    hub.start()
    phone = Phone(board, ports).open()
    told.until("score")
    hub.close()
    assert phone.has_ended.wait(LIMIT_S)
    assert phone.ended == ""


def test_a_source_is_asked_by_names(ports: HallPorts) -> None:
    now = [0.0]
    ports = HallPorts(clock=lambda: now[0])
    gone: list[str] = []
    one, two = (HallPort(name, name, "", lambda data: None, gone.append) for name in ("b1", "b2"))
    ports.take(one)
    ports.take(two)
    assert [port.path for port in ports.look().ports] == ["b1 by phone", "b2 by phone"]
    ports.went(one)
    with pytest.raises(TallyboardError, match="out of reach"), ports.opener("b1 by phone"):
        pass
    now[0] = fed_ports.STAYS_S - 0.1
    assert len(ports.look().ports) == 2
    now[0] += 0.2
    assert [port.path for port in ports.look().ports] == ["b2 by phone"]
    assert ports.ports() == [two]
    ports.close()
    assert (gone, ports.ports()) == ([""], [])
