"""Following a port: what is pressed arrives, once, is acknowledged when the board is quiet, and no failure is the last.

The other end is the firmware's own half of the link. Nothing here waits for a time, only for what has to happen.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from shared_rules.link import frame
from tallyboard.errors import TallyboardError
from tallyboard.errors import Told as Failure
from tallyboard.hub import database as hub_database
from tallyboard.hub import follower, following, sync
from tallyboard.hub.follower import Follower
from tallyboard.hub.hub import Hub
from tallyboard.link import Client, SerialPort
from tallyboard.link.finding import CABLE
from tallyboard.store import Store, open_store
from tallyboard.store import store as store_module
from tallyboard.store.failures import UnreachableError, known_error
from tallyboard.store.verify import verify
from tests.harness.fake_board import PtyBoard
from tests.harness.firmware_board import BOARD, Cable, FirmwareBoard
from tests.harness.hubs import hub_of

LIMIT_S = 60  # until something that does not happen counts as a failure; nothing takes so long
BACK_OFF_S = (0.001, 0.002, 0.003, 0.004)


class Told:
    """What a follower tells, kept in order."""

    def __init__(self) -> None:
        self.events: list[Mapping[str, Any]] = []
        self._seen = 0
        self._news = threading.Condition()

    def __call__(self, event: Mapping[str, Any]) -> None:
        with self._news:
            self.events.append(event)
            self._news.notify_all()

    def until(self, kind: str, **fields: Any) -> Mapping[str, Any]:
        """The next event of this kind with these fields, waited for; those before it are passed over."""
        with self._news:
            while True:
                if self._seen == len(self.events) and not self._news.wait(LIMIT_S):
                    raise AssertionError(f"no {kind} {fields} after {self.events}")
                event = self.events[self._seen]
                self._seen += 1
                if event["event"] == kind and all(event[name] == value for name, value in fields.items()):
                    return event

    def ever(self, kind: str, **fields: Any) -> Mapping[str, Any]:
        """An event of this kind with these fields, whenever it comes or came: threads tell in any order."""

        def found() -> Mapping[str, Any] | None:
            these = (event for event in self.events if event["event"] == kind)
            return next((event for event in these if all(event[name] == fields[name] for name in fields)), None)

        with self._news:
            assert self._news.wait_for(found, LIMIT_S), f"no {kind} {fields} in {self.events}"
            event = found()
            assert event is not None
            return event

    def kinds(self) -> list[str]:
        return [event["event"] for event in self.events]


def wait(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Have followers wait so long for the database."""
    monkeypatch.setattr(following, "PATIENCE_S", seconds)
    for module in (following, sync):
        monkeypatch.setattr(module, "STORED_S", seconds)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(follower, "CABLE", replace(CABLE, back_off_s=BACK_OFF_S))
    monkeypatch.setattr(following, "ASK_S", 0.01)
    wait(monkeypatch, LIMIT_S)  # for a database that is there, however slow the machine is
    monkeypatch.setattr(hub_database, "PATIENCE_S", LIMIT_S)
    monkeypatch.setattr(
        store_module, "BUSY_S", 1
    )  # long enough for the hub's own two threads to make way for each other
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in a file, for it is used by several threads."""
    with closing(open_store(str(tmp_path / "store.db"))) as opened:
        yield opened


@pytest.fixture
def board() -> FirmwareBoard:
    return FirmwareBoard()


@pytest.fixture
def told() -> Told:
    return Told()


Start = Callable[[Cable], Follower]


@pytest.fixture
def hub(store: Store, told: Told) -> Iterator[Hub]:
    """The database's side of a hub."""
    with hub_of(store, told) as made:
        yield made


@pytest.fixture
def start(hub: Hub, told: Told) -> Iterator[Start]:
    """Starts followers and ends them."""
    started: list[Follower] = []

    def begin(cable: Cable) -> Follower:
        started.append(Follower("/dev/ttyACM1", hub.database, told, hub.ports, cable.open_port))
        started[-1].start()
        return started[-1]

    yield begin
    for one in started:
        one.stop()
        one.join(LIMIT_S)
        assert not one.is_alive()


def arrived(store: Store, board: FirmwareBoard, epoch: int = 7) -> bool:
    """Whether the store has what the board holds, and nothing in it contradicts."""
    return list(store.records(BOARD, epoch)) == board.journal and verify(store).sound


def test_presses_arrive_as_they_are_made(store: Store, board: FirmwareBoard, told: Told, start: Start) -> None:
    board.press("A 20", "next")
    held = len(board.journal)
    start(Cable(board))
    met = told.until("connected")
    assert (met["port"], met["board"], met["table"], met["firmware"]) == ("/dev/ttyACM1", BOARD, "Table 3", "0.2.0")
    assert met["received"] == held + 1, "with the record of the time"
    assert (met["epoch"], met["missing"]) == (7, 0)
    for press in ("A 20", "B 15", "A 5", "next", "B 20"):
        board.press(press)
        scored = told.until("score", next=len(board.journal))
        assert (scored["behind"], scored["received"], scored["waits"]) == (0, 1, False)
        assert scored["live"]["totals"] == list(scored["match"]["totals"].values()) == board.totals
    assert arrived(store, board)


def test_what_has_not_changed_is_not_told_again(board: FirmwareBoard, told: Told, start: Start) -> None:
    start(Cable(board))
    told.until("score")
    board.press("A 20")
    told.until("score")
    quiet = threading.Event()

    def count(kind: int) -> None:
        """Until the press is acknowledged and the state was asked for ten times since."""
        if frame.ACK in board.requests and board.requests[::-1].index(frame.ACK) > 10:
            quiet.set()

    board.on_request = count
    assert quiet.wait(LIMIT_S)
    assert told.kinds() == ["connected", "score", "score"]


def test_it_is_acknowledged_when_the_board_is_quiet(
    store: Store, board: FirmwareBoard, told: Told, start: Start
) -> None:
    presses = iter(["A 20", "B 5"] * 6)
    quiet = threading.Event()

    def play(kind: int) -> None:
        """A press before every answer to STATE, as long as there are any."""
        if kind == frame.STATE:
            for press in presses:
                board.press(press)
                return
        elif kind == frame.ACK and board.acked < len(board.journal):
            quiet.set()

    start(Cable(board))
    told.until("score")
    board.requests.clear()
    board.on_request = play
    assert quiet.wait(LIMIT_S)
    during = board.requests[: board.requests.index(frame.ACK)]
    assert during.count(frame.STATE) >= 12, "each press was there before the next one"
    told.until("score", next=len(board.journal))
    assert arrived(store, board)


def test_a_new_epoch_meanwhile_is_collected_from_its_beginning(
    store: Store, board: FirmwareBoard, told: Told, start: Start
) -> None:
    board.press("A 20")
    start(Cable(board))
    told.until("score", epoch=7)
    board.chip.memory[:] = bytes(len(board.chip.memory))
    board.switch_on(8)
    told.until("score", epoch=8)
    board.press("B 15", "next")
    last = told.until("score", next=len(board.journal))
    assert (last["epoch"], last["live"]["totals"], last["match"]["totals"]) == (8, [0, 15], {"A": 0, "B": 15})
    assert "disconnected" not in told.kinds()
    assert arrived(store, board, epoch=8)
    assert [match["status"] for match in store.matches()] == ["abandoned", "playing"]


def test_another_board_on_the_same_port_is_told_as_itself(board: FirmwareBoard, told: Told, start: Start) -> None:
    other = FirmwareBoard("Table 4", board="0badcafe")
    other.chip.memory[:] = bytes(len(other.chip.memory))
    other.switch_on(8)
    other.press("B 15")
    board.press("A 20")
    cable = Cable(board)
    start(cable)
    assert told.until("score", epoch=7)["board"] == BOARD
    cable.board = other
    scored = told.until("score", epoch=8)
    assert (scored["board"], scored["table"], scored["match"]["board"]) == ("0badcafe", "Table 4", "0badcafe")


def test_a_board_that_is_on_another_port_already_is_told_of_and_told_nothing(
    board: FirmwareBoard, told: Told, start: Start, hub: Hub
) -> None:
    """The folder of a virtual board was copied: two of one id."""
    copy, cable = FirmwareBoard(), Cable(board)
    start(cable)
    told.until("score")
    second = Follower("/dev/ttyACM2", hub.database, told, hub.ports, Cable(copy).open_port)
    second.start()
    lost = told.until("disconnected", port="/dev/ttyACM2")
    said = f"The board on /dev/ttyACM2 says that it is board {BOARD}, which is on /dev/ttyACM1 already."
    assert (lost["cause"], lost["board"]) == (said, None)
    assert set(copy.requests) == {frame.HELLO}, "neither the time nor an order"
    cable.board = None
    told.until("connected", port="/dev/ttyACM2")
    second.stop()
    second.join(LIMIT_S)


def test_a_board_that_ends_at_once_each_time_is_told_once(
    board: FirmwareBoard, told: Told, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty = replace(CABLE, back_off_s=BACK_OFF_S, pauses_s=(0.001, 0.002), settled_s=0.01)
    monkeypatch.setattr(follower, "CABLE", hasty)
    ends = 12

    def end(kind: int) -> None:
        nonlocal ends
        if kind == frame.FOLLOW and ends:
            ends -= 1
            raise TallyboardError("The device went away.", "Plug it in again.")

    board.on_request = end
    start(Cable(board))
    for _ in range(3):
        told.until("connected")
        assert told.until("disconnected")["cause"] == "The device went away."
    lost = told.until("disconnected")
    assert lost["cause"].startswith("The board on /dev/ttyACM1 has come and gone 4 times in a minute; the last time: ")
    told.until("connected")
    assert (ends, told.kinds().count("disconnected")) == (0, 4)


def test_a_port_is_restless_for_a_minute() -> None:
    place = following.KnownPorts().at("/dev/ttyACM1")
    assert [place.met(float(second)) for second in range(5)] == [0.0, 0.0, 0.0, 2.0, 2.0]
    assert [place.pause_s(now) for now in (5.0, 61.5, 120.0)] == [2.0, 0.0, 0.0]


def test_memory_that_was_put_back_raises_the_alarm(
    store: Store, board: FirmwareBoard, told: Told, start: Start
) -> None:
    start(Cable(board))
    told.until("score")
    before, older = bytes(board.chip.memory), len(board.journal)
    board.press("A 20", "A 20", "A 20")
    told.until("score", next=older + 3)
    first_history = board.journal
    board.put_back(before, "B 5")
    assert told.until("alarm") == {
        "event": "alarm",
        "port": "/dev/ttyACM1",
        "board": BOARD,
        "table": "Table 3",
        "hub": "",
        "epoch": 7,
        "numbers": [older, older + 1, older + 2],  # the power-on, B 5, the time
    }
    told.until("score", next=older + 3)
    assert list(store.records(BOARD, 7)) == first_history, "never overwritten"


class Locked:
    """Another program that writes to the database of a store and does not come to an end."""

    def __init__(self, store: Store) -> None:
        self._connection = sqlite3.connect(store.database, isolation_level=None)
        self._connection.execute("BEGIN IMMEDIATE")

    def end(self) -> None:
        self._connection.close()


class Full:
    """A disk without room: the store says what it says then."""

    def __init__(self, store: Store) -> None:
        self._store = store

        def fail(*_: object) -> None:
            raise known_error(store.database, "SQLITE_FULL")

        store.ingest = fail  # type: ignore[method-assign,assignment]

    def end(self) -> None:
        del self._store.ingest


@pytest.mark.parametrize(
    ("trouble", "cause", "next_step"),
    [(Locked, "Another program is writing to", "Try again"), (Full, "There is no room left for", "Free some space")],
)
def test_a_database_that_fails_loses_nothing_and_no_board(
    store: Store,
    board: FirmwareBoard,
    told: Told,
    start: Start,
    trouble: Any,
    cause: str,
    next_step: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start(Cable(board))
    told.until("score")
    for module in (following, sync):
        monkeypatch.setattr(module, "STORED_S", 0.01)
    failing = trouble(store)
    held = board.acked
    board.press("A 20", "B 15")
    live = told.ever("score", behind=2)
    assert live["live"]["raw"] == [20, 15], "the score is shown from memory"
    assert live["match"]["current"]["raw"] == {"A": 20, "B": 15}
    away = told.ever("database", reachable=False)
    assert away["cause"].startswith(cause)
    assert away["next_step"].startswith(next_step)
    board.press("A 5")
    told.ever("score", behind=3)
    assert board.acked <= held, "what is not stored is not acknowledged"
    failing.end()
    told.ever("database", reachable=True)
    assert told.ever("score", behind=0, next=len(board.journal))
    assert "disconnected" not in told.kinds()
    assert arrived(store, board)


def test_a_hub_that_starts_without_its_database_counts_what_was_never_acknowledged(
    store: Store, board: FirmwareBoard, told: Told, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a laptop has acknowledged is in a database, though nobody can look which records that are."""
    board.press("A 20", "B 15")
    with Cable(board).open_port("/dev/ttyACM1") as port:
        client = Client(port)
        fields = client.hello()
        client.ack(fields["epoch"], fields["next"])

    def away(*_: object) -> None:
        raise UnreachableError(Failure("The server is away.", "Wait."))

    monkeypatch.setattr(store, "tail", away)
    monkeypatch.setattr(store, "ingest", away)
    wait(monkeypatch, 0.01)
    start(Cable(board))
    before = told.ever("score")["behind"]
    assert before < 3, "the word on the time, and what the board made of the acknowledgement"
    board.press("A 5")
    assert told.ever("score", behind=before + 1)
    waiting = told.ever("database", reachable=False, waiting=before + 1)["waiting"]
    monkeypatch.undo()
    told.ever("database", reachable=True)
    assert waiting < len(board.journal)
    assert arrived(store, board)


def test_the_pause_between_attempts_grows_and_is_short_again_after_success(
    board: FirmwareBoard, told: Told, start: Start
) -> None:
    cable = Cable()
    start(cable)
    for _ in range(2):
        pauses = [told.until("disconnected")["again_in_s"] for _ in range(6)]
        assert pauses == [*BACK_OFF_S, BACK_OFF_S[-1], BACK_OFF_S[-1]]
        cable.board = board
        told.until("connected")
        told.until("score")
        cable.board = None


def test_a_cable_that_is_pulled_costs_nothing(store: Store, board: FirmwareBoard, told: Told, start: Start) -> None:
    cable = Cable(board)
    start(cable)
    told.until("score")
    cable.board = None
    lost = told.until("disconnected")
    assert (lost["board"], lost["table"], lost["cause"]) == (BOARD, "Table 3", "The device went away.")
    assert lost["silent_s"] >= 0
    board.press("A 20", "B 15", "next")
    cable.board = board
    assert told.until("connected")["received"] == 3
    assert told.until("score")["live"]["totals"] == [5, 0]
    assert arrived(store, board)


def test_where_no_board_was_heard_none_is_named(told: Told, start: Start) -> None:
    start(Cable())
    lost = told.until("disconnected")
    assert (lost["board"], lost["table"], lost["silent_s"]) == (None, "", None)


def test_a_silent_board_is_not_waited_for_in_the_end(board: FirmwareBoard, told: Told, start: Start) -> None:
    cable = Cable(board)
    one = start(cable)
    told.until("score")
    cable.is_mute = True
    asked = len(board.requests)
    unanswered = threading.Event()
    board.on_request = lambda kind: unanswered.set() if len(board.requests) > asked + 1 else None
    assert unanswered.wait(LIMIT_S)
    one.stop()
    reads = cable.reads
    one.join(LIMIT_S)
    assert not one.is_alive()
    assert cable.reads <= reads + 1
    assert told.kinds() == ["connected", "score"]


def test_a_port_that_is_gone_is_told_last_and_as_nothing_else(
    board: FirmwareBoard, told: Told, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    cable = Cable(board)
    one = start(cable)
    told.until("score")

    def gone() -> FirmwareBoard:
        one.stop(unplugged=True)
        raise TallyboardError("The device went away.", "Plug it in again.")

    monkeypatch.setattr(cable, "plugged_in", gone)
    last = told.until("unplugged")
    assert (last["board"], last["behind"]) == (BOARD, 0)
    one.join(LIMIT_S)
    assert told.kinds() == ["connected", "score", "unplugged"]


def test_a_firmware_without_a_live_score_is_collected_and_told_to_be_updated(
    store: Store, board: FirmwareBoard, told: Told, start: Start
) -> None:
    board.unknown = {frame.STATE}
    board.press("A 20")
    start(Cable(board))
    lost = told.until("disconnected")
    assert (lost["board"], lost["again_in_s"]) == (BOARD, BACK_OFF_S[0])
    assert "refuses: it does not know what was asked" in lost["cause"]
    assert lost["next_step"] == "Update the board: `tallyboard deploy`."
    told.until("disconnected", again_in_s=BACK_OFF_S[-1])
    assert arrived(store, board)
    assert "connected" not in told.kinds()


def test_a_port_in_use_is_taken_as_soon_as_it_is_free(store: Store, board: FirmwareBoard, told: Told, hub: Hub) -> None:
    with PtyBoard(board) as served:
        other = SerialPort(served.path)
        one = Follower(served.path, hub.database, told)
        one.start()
        lost = told.until("disconnected")
        assert lost["cause"].startswith(f"The port {served.path} is in use by")
        other.close()
        told.until("connected", port=served.path, board=BOARD)
        board.press("A 20")
        told.until("score", next=len(board.journal))
        one.stop()
        one.join(LIMIT_S)
    assert arrived(store, board)


def test_what_nobody_foresaw_is_logged_once_and_tried_again(
    store: Store, board: FirmwareBoard, told: Told, start: Start, tmp_path: Path
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("of all things")

    store.ingest = fail  # type: ignore[method-assign,assignment]
    start(Cable(board))
    away = told.ever("database", reachable=False)
    assert away["cause"] == "Something unexpected went wrong (ZeroDivisionError)."
    told.ever("score")
    del store.ingest
    told.ever("database", reachable=True)
    told.ever("score", behind=0)
    assert (tmp_path / "state/tallyboard/errors.log").read_text().count("ZeroDivisionError: of all things") == 1
