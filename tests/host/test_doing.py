"""An order is done once, wherever the hub that does it is stopped; what a board refuses is said."""

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

import pytest

from shared_rules.journal.record import ASSIGN
from shared_rules.link import frame, laptop_half
from tallyboard.errors import TallyboardError
from tallyboard.hub import sync
from tallyboard.hub.following import Following
from tallyboard.link import Client
from tallyboard.link.client import told as told_as_ever
from tallyboard.store import Store, orders
from tallyboard.store.orders import Kind, Order
from tests.harness.firmware_board import BOARD, Cable, FirmwareBoard
from tests.link.desk import DirectDesk

FINAL: dict[str, Any] = {"key": "final", "line": "crokinole-official", "names": ["Ann", "Bob"], "first": None}


pytestmark = pytest.mark.usefixtures("hasty")


class Turns:
    """An Event that is set after so many looks at it."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0

    def wait(self, seconds: float) -> bool:
        return self.is_set()


@pytest.fixture
def board() -> FirmwareBoard:
    return FirmwareBoard()


@pytest.fixture
def desk(store: Store) -> DirectDesk:
    return DirectDesk(lambda: store)


@pytest.fixture
def told() -> list[Mapping[str, Any]]:
    return []


Follow = Callable[..., None]


@pytest.fixture
def follow(board: FirmwareBoard, desk: DirectDesk, told: list[Mapping[str, Any]]) -> Iterator[Follow]:
    """One conversation of a hub with the board, for some turns."""

    def run(turns: int = 40) -> None:
        desk.look()
        with Cable(board).open_port("/dev/ttyACM1") as port:
            stopping = cast(threading.Event, Turns(turns))
            Following(Client(port), desk, told.append, stopping).run(lambda following: None)

    yield run


def give(store: Store, kind: Kind = "match", what: dict[str, Any] = FINAL, board: str = BOARD) -> int:
    return orders.give(store, board, None, [(kind, what)], "me")[0]


def order(store: Store, number: int) -> Order:
    with store.reading() as sql:
        found = orders.one(sql, number)
    assert found is not None
    return found


def assignments(board: FirmwareBoard) -> int:
    return sum(data[0] == ASSIGN for _, data in board.journal)


def test_an_order_is_done_and_written_down_with_its_records_stored(
    store: Store, board: FirmwareBoard, follow: Follow
) -> None:
    given = give(store)
    follow()
    done = order(store, given)
    assert (done.state, done.said) == ("done", "NEXT starts the match final")
    assert done.begun is not None
    assert assignments(board) == 1
    assert list(store.records(BOARD, 7)) == board.journal
    follow()
    assert assignments(board) == 1


def test_a_name_is_told_and_what_the_board_says_then_is_stored(
    store: Store, board: FirmwareBoard, follow: Follow, told: list[Mapping[str, Any]]
) -> None:
    numbers = [give(store, "name", {"name": "Table 9"}), give(store, "light", {"light": 3})]
    follow(60)
    assert [order(store, number).state for number in numbers] == ["done", "done"]
    assert told[-1]["table"] == "Table 9"
    with store.reading() as sql:
        assert next(sql.rows("SELECT table_name FROM boards"))[0] == "Table 9"


class KilledError(BaseException):
    """The hub is killed here."""


def kill(*_: object, **__: object) -> None:
    raise KilledError


def tells_and(does: Callable[..., None]) -> Callable[..., str]:
    """The board is told, and then this happens."""

    def telling(*what: Any) -> str:
        said = told_as_ever(*what)
        does()
        return said

    return telling


def test_a_hub_that_is_killed_before_it_tells_the_board_leaves_the_order_to_the_next(
    store: Store, board: FirmwareBoard, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = give(store)
    with monkeypatch.context() as patch:
        patch.setattr(Client, "assign", kill)
        with pytest.raises(KilledError):
            follow()
    assert (order(store, given).state, assignments(board)) == ("waiting", 0)
    assert order(store, given).begun is not None
    follow()
    assert (order(store, given).state, assignments(board)) == ("done", 1)


def test_a_hub_that_is_killed_after_it_told_the_board_does_not_do_it_again(
    store: Store, board: FirmwareBoard, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = give(store)
    with monkeypatch.context() as patch:
        patch.setattr(sync, "told", tells_and(kill))
        with pytest.raises(KilledError):
            follow()
    assert (order(store, given).state, assignments(board)) == ("waiting", 1)
    follow()
    assert (order(store, given).state, assignments(board)) == ("done", 1)
    assert order(store, given).said == "it was done before"


def test_a_hub_that_is_killed_between_store_and_end_does_not_do_it_again(
    store: Store, board: FirmwareBoard, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = give(store)
    with monkeypatch.context() as patch:
        patch.setattr(orders, "end", kill)
        with pytest.raises(KilledError):
            follow()
    assert list(store.records(BOARD, 7)) == board.journal
    assert (order(store, given).state, assignments(board)) == ("waiting", 1)
    follow()
    assert (order(store, given).state, assignments(board)) == ("done", 1)


def test_who_has_not_seen_yet_that_an_order_was_begun_does_not_begin_it_again(
    store: Store, board: FirmwareBoard, follow: Follow, desk: DirectDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cable was pulled after the order, and the hub meets the board again before it has looked at the database."""
    given = give(store)
    desk.look()
    with monkeypatch.context() as patch:
        patch.setattr(sync, "told", tells_and(kill))
        with pytest.raises(KilledError):
            follow()
    with monkeypatch.context() as patch:
        patch.setattr(desk, "look", lambda: None)
        follow()
    assert assignments(board) == 1
    follow()
    assert (order(store, given).state, assignments(board)) == ("done", 1)


def test_an_order_that_is_taken_back_meanwhile_is_not_done(
    store: Store, board: FirmwareBoard, follow: Follow, desk: DirectDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = give(store)
    desk.look()
    orders.void(store, BOARD, None, ["match"])
    monkeypatch.setattr(desk, "look", lambda: None)
    follow()
    assert (order(store, given).state, assignments(board)) == ("void", 0)


def test_of_two_of_a_kind_only_the_newer_one_is_done(store: Store, board: FirmwareBoard, follow: Follow) -> None:
    older, newer = give(store), give(store, what={**FINAL, "key": "semifinal"})
    follow()
    assert [order(store, one).state for one in (older, newer)] == ["void", "done"]
    assert assignments(board) == 1


def killed_when(
    where: str, follow: Follow, monkeypatch: pytest.MonkeyPatch, wanted: tuple[Kind, dict[str, Any]], store: Store
) -> int:
    """An order that a hub had begun when it was killed, `before` or `after` the board was told, and its id."""
    given = give(store, *wanted)
    with monkeypatch.context() as patch:
        patch.setattr(sync, "told", tells_and(kill) if where == "after" else kill)
        with pytest.raises(KilledError):
            follow()
    return given


OLDER_AND_NEWER: list[tuple[Kind, dict[str, Any], dict[str, Any]]] = [
    ("match", FINAL, {**FINAL, "key": "semifinal"}),
    ("name", {"name": "Table 9"}, {"name": "Table 8"}),
    ("light", {"light": 3}, {"light": 4}),
]


@pytest.mark.parametrize(("kind", "older", "newer"), OLDER_AND_NEWER)
@pytest.mark.parametrize(("killed", "became"), [("before", "void"), ("after", "done")])
def test_what_became_of_an_order_that_a_newer_one_replaced_is_seen_in_the_records(
    store: Store,
    board: FirmwareBoard,
    follow: Follow,
    monkeypatch: pytest.MonkeyPatch,
    kind: Kind,
    older: dict[str, Any],
    newer: dict[str, Any],
    killed: str,
    became: str,
) -> None:
    first = killed_when(killed, follow, monkeypatch, (kind, older), store)
    second = give(store, kind, newer)
    assert order(store, first).state == "replaced", "nobody knows yet"
    follow(60)
    assert [order(store, one).state for one in (first, second)] == [became, "done"]
    assert order(store, first).said == {"void": "a newer one was given", "done": "it was done before"}[became]
    if kind == "match":
        assert assignments(board) == (1 if became == "void" else 2)


def test_an_order_that_is_replaced_while_its_record_is_on_the_way_was_done(
    store: Store, board: FirmwareBoard, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = give(store)
    newer: list[int] = []
    with monkeypatch.context() as patch:
        semifinal = {**FINAL, "key": "semifinal"}
        patch.setattr(sync, "told", tells_and(lambda: newer.append(give(store, what=semifinal))))
        follow()
    follow()
    assert [order(store, one).state for one in (given, newer[0])] == ["done", "done"]


def test_an_order_that_is_taken_back_after_it_was_begun_may_have_been_done(
    store: Store, board: FirmwareBoard, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    for killed, became in (("before", "void"), ("after", "done")):
        given = killed_when(killed, follow, monkeypatch, ("match", {**FINAL, "key": killed}), store)
        assert orders.take_back(store, given, "taken back by Ann")
        assert not orders.take_back(store, given, "taken back by Bob")
        assert order(store, given).state == "replaced"
        follow()
        assert order(store, given).state == became
    assert assignments(board) == 1


def test_where_the_records_are_gone_that_would_say_it_nobody_knows(
    store: Store, board: FirmwareBoard, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = killed_when("after", follow, monkeypatch, ("match", FINAL), store)
    newer = give(store, what={**FINAL, "key": "semifinal"})
    board.chip.memory[:] = bytes(len(board.chip.memory))
    board.switch_on(8)
    follow()
    assert [order(store, one).state for one in (given, newer)] == ["unknown", "done"]
    assert order(store, given).said.startswith("a newer one was given; whether this one was done before is lost")


def test_a_cancel_says_what_waited(store: Store, board: FirmwareBoard, follow: Follow) -> None:
    give(store)
    follow()
    given = give(store, what={**FINAL, "key": None})
    follow()
    assert order(store, given).said == "the match final waits no longer"


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({**FINAL, "line": "croquet"}, "refuses"),
    ],
)
def test_what_cannot_be_done_is_said_and_not_tried_again(
    store: Store, board: FirmwareBoard, follow: Follow, what: dict[str, Any], said: str
) -> None:
    given = give(store, what=what)
    follow()
    assert order(store, given).state == "refused"
    assert said in order(store, given).said
    asked = len(board.requests)
    follow()
    assert frame.ASSIGN not in board.requests[asked:]


def test_a_firmware_that_is_too_old_is_told_to_be_updated(store: Store, board: FirmwareBoard, follow: Follow) -> None:
    board.unknown = {frame.ASSIGN}
    given = give(store)
    follow()
    refused = order(store, given)
    assert refused.state == "refused"
    assert "tallyboard deploy" in refused.said


def test_a_board_of_the_older_protocol_does_not_start_a_match_twice(
    board: FirmwareBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laptop_half, "hello", lambda: b"\x01")
    with Cable(board).open_port("/dev/ttyACM1") as port:
        client = Client(port)
        client.hello()
        assert client.protocol == 1
        assert told_as_ever(client, "match", FINAL) == "NEXT starts the match %(key)s"
        assert board.begin_waiting()
        board.press("A 20")
        assert told_as_ever(client, "match", FINAL) == "the match %(key)s was started before"


def test_nothing_is_begun_while_what_the_board_recorded_is_not_stored(
    store: Store, board: FirmwareBoard, follow: Follow, desk: DirectDesk
) -> None:
    given = give(store)
    desk.look()
    desk.has_turn = lambda: False
    follow()
    assert (order(store, given).begun, assignments(board)) == (None, 0)
    desk.has_turn = lambda: True
    follow()
    assert (order(store, given).state, assignments(board)) == ("done", 1)


def test_no_score_waits_for_an_order_that_cannot_be_begun(
    store: Store, board: FirmwareBoard, follow: Follow, desk: DirectDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow()
    given = give(store)
    asked: list[object] = []
    with monkeypatch.context() as patch:
        patch.setattr(DirectDesk, "is_away", True)
        patch.setattr(orders, "begin", lambda *what: asked.append(what))
        follow()
    assert asked == []
    follow()
    assert order(store, given).state == "done"


def test_an_order_is_not_written_down_as_done_by_another_board_on_the_port(
    store: Store, board: FirmwareBoard, desk: DirectDesk, told: list[Mapping[str, Any]]
) -> None:
    """The board was told, and before its record was fetched another one is on the port."""
    other = FirmwareBoard("Table 4", board="0badcafe")
    other.chip.memory[:] = bytes(len(other.chip.memory))
    other.switch_on(8)
    given = give(store)
    desk.look()
    cable = Cable(board)

    def exchange(kind: int) -> None:
        if kind == frame.STATE and assignments(board):
            cable.board = other

    board.on_request = exchange
    with cable.open_port("/dev/ttyACM1") as port:
        stopping = cast(threading.Event, Turns(60))
        Following(Client(port), desk, told.append, stopping).run(lambda following: None)
    assert told[-1]["board"] == "0badcafe"
    assert order(store, given).state == "waiting"
    board.on_request = lambda kind: None
    desk.look()
    with Cable(board).open_port("/dev/ttyACM1") as port:
        Following(Client(port), desk, told.append, cast(threading.Event, Turns(40))).run(lambda following: None)
    assert (order(store, given).state, order(store, given).board, assignments(board)) == ("done", BOARD, 1)


def test_where_nobody_can_see_whether_it_was_done_it_is_not_done_again(
    store: Store, board: FirmwareBoard, follow: Follow, desk: DirectDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = give(store)
    with monkeypatch.context() as patch:
        patch.setattr(sync, "told", tells_and(kill))
        with pytest.raises(KilledError):
            follow()

    def away(*_: object) -> bool:
        raise TallyboardError("The database is away.", "Wait.")

    with monkeypatch.context() as patch:
        patch.setattr(orders, "_was_done", away)
        follow()
    assert (order(store, given).state, assignments(board)) == ("waiting", 1)
    follow()
    assert (order(store, given).state, assignments(board)) == ("done", 1)


def test_a_board_that_goes_away_as_it_is_told_is_asked_when_it_is_back(
    store: Store, board: FirmwareBoard, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = give(store)

    def gone(*_: object) -> None:
        raise TallyboardError("The device went away.", "Plug it in again.")

    with monkeypatch.context() as patch:
        patch.setattr(sync, "told", tells_and(gone))
        with pytest.raises(TallyboardError):
            follow()
    assert order(store, given).state == "waiting"
    follow()
    assert (order(store, given).state, assignments(board)) == ("done", 1)
