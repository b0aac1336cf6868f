"""Phones at the hall socket of a hub: let in by the database, told what becomes of them, and never taken for another.

The other end is the firmware's own half of the link. Nothing here waits for a time, only for what has to happen.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, cast

import pytest

from tallyboard.errors import Told as Failure
from tallyboard.hub import following
from tallyboard.hub import seats as hub_seats
from tallyboard.hub.database import LazyStore
from tallyboard.hub.hub import Hub
from tallyboard.hub.seats import Charge, Seats
from tallyboard.link.fed_ports import HallPorts
from tallyboard.store import Store, open_store, seats, tournaments
from tallyboard.store.failures import UnreachableError
from tallyboard.store.seats import Admitted, SeatWish, Void, check_of, number_of
from tallyboard.store.seats.reading import HandedJournal
from tallyboard.store.tournaments import Followed
from tallyboard.store.tournaments.hall import begin_clock, stop_clock
from tallyboard.store.verify import verify
from tallyboard.virtual.box.journal_image import image
from tests.harness.firmware_board import CablePort, FirmwareBoard
from tests.harness.sizes import ON_A_SERVER
from tests.host.test_follower import LIMIT_S, Told

TOKENS = [letter * 43 for letter in "abcdef"]
AWAY = UnreachableError(Failure("The server is away.", "Wait."))


class Laptop:
    """A hub with a hall socket, on the database of a file."""

    def __init__(self, path: str) -> None:
        self.told = Told()
        self.store = open_store(path)
        self.ports = HallPorts()
        self.hub = Hub(LazyStore(None, self.store), (), self.told, lister=list, others=[self.ports])
        self.seats = Seats(self.hub.database, self.ports)
        self.hub.start()

    def has_heard(self, phone: "Phone", **fields: Any) -> None:
        """It tells, or has told, of all that this phone has recorded."""
        told = self.told

        def is_told() -> bool:
            wanted = {"event": "score", "next": phone.next, **fields}
            return any(wanted.items() <= event.items() for event in told.events)

        with told._news:
            assert told._news.wait_for(is_told, LIMIT_S), f"nothing of {phone.next} in {told.events}"

    def has_stored(self, phone: "Phone") -> None:
        self.has_heard(phone, behind=0)

    def close(self) -> None:
        self.hub.close()
        self.store.close()


class Phone:
    """A browser with a socket at a laptop. `told`: the text messages that it was sent."""

    def __init__(self, token: str, board: FirmwareBoard | None = None) -> None:
        self.token = token
        self.board = board
        self.told: list[Mapping[str, Any]] = []
        self.is_cut = False
        self._news = threading.Condition()
        self._is_open = threading.Event()

    def scan(self, laptop: Laptop, secret: str | None, **how: Any) -> Any:
        """What is said to that; where the phone is let in its board is followed."""
        self.laptop = laptop
        given = laptop.seats.admit(SeatWish(secret=secret, token=self.token, empty=self.board is None, **how))
        if isinstance(given, Admitted):
            self.table, self.check = given.table, given.check
            self.board = self.board or _board(given)
            self._is_open.clear()
            self.port = laptop.seats.follow(given, self._receive, self.tell)
            self._is_open.set()
        return given

    def press(self, *lines: str) -> None:
        assert self.board is not None
        self.board.press(*lines)
        self.board.let_out(cast(CablePort, self))

    @property
    def next(self) -> int:
        """The number of the record that its board makes next."""
        assert self.board is not None
        return self.board.journal[-1][0] + 1

    def arrive(self, data: bytes) -> None:
        self.port.arrived(data)

    def cut(self) -> None:
        self.laptop.seats.leave(self.port)

    def tell(self, message: Mapping[str, Any]) -> None:
        with self._news:
            self.told.append(message)
            self._news.notify_all()

    def until(self, **message: Any) -> None:
        """This message has come, or comes."""
        wanted = {key.replace("_", " "): value for key, value in message.items()}
        with self._news:
            assert self._news.wait_for(lambda: wanted in self.told, LIMIT_S), f"no {wanted} in {self.told}"
            self.told.remove(wanted)
        if "void" in wanted:
            self.cut()

    def next_clock(self) -> int:
        """How many ms are left by the clock that has been told, or is."""
        with self._news:
            assert self._news.wait_for(lambda: any(one.get("clock") for one in self.told), LIMIT_S)
            found = next(one for one in self.told if one.get("clock"))
            self.told.remove(found)
        return cast(int, found["clock"])

    def _receive(self, data: bytes) -> None:
        assert self._is_open.wait(LIMIT_S)
        assert self.board is not None
        for answer in self.board.receive(data):
            if not self.is_cut:
                self.port.arrived(answer)


def _board(given: Admitted) -> FirmwareBoard:
    """A board that begins with the journal that it was given."""
    board = FirmwareBoard("its own name", board=given.board)
    if given.journal is not None:
        begin(board, given.journal)
    return board


def begin(board: FirmwareBoard, journal: HandedJournal) -> None:
    board.chip.memory[:] = image(journal.epoch, journal.first, journal.next, journal.records)
    board.switch_on(journal.epoch + 1)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(following, "ASK_S", 0.01)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(params=["sqlite", ON_A_SERVER])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    url: str = request.getfixturevalue("postgres").create()
    return url


@pytest.fixture
def laptops(path: str) -> Iterator[Callable[[], Laptop]]:
    with ExitStack() as stack:
        yield lambda: stack.enter_context(closing(Laptop(path)))


@pytest.fixture
def laptop(laptops: Callable[[], Laptop]) -> Laptop:
    return laptops()


@pytest.fixture
def secret(laptop: Laptop) -> str:
    """That of Table 4."""
    return seats.open_seats(laptop.store, ["4"])[0].secret


def is_stored(store: Store, phone: Phone) -> bool:
    """Whether the store has what the phone's board holds, and nothing else from there on."""
    assert phone.board is not None
    journal = phone.board.journal
    return records(store, phone)[journal[0][0] :] == journal


def records(store: Store, phone: Phone) -> list[tuple[int, bytes]]:
    assert phone.board is not None
    return list(store.records(phone.board._board, 7))


def raw(phone: Phone) -> list[int]:
    """What the round has so far, on the phone."""
    assert phone.board is not None
    match: Any = phone.board._table.match
    return [match.raw(side) for side in range(2)]


class Answer:
    """What became of a wish."""

    def __init__(self) -> None:
        self.became: list[str] = []
        self._heard = threading.Event()

    def __call__(self, what: str) -> None:
        self.became.append(what)
        self._heard.set()

    def come(self) -> list[str]:
        assert self._heard.wait(LIMIT_S)
        return self.became


def wanted(by: Phone) -> dict[str, Any]:
    """What a phone is told of another one that wants Table 4."""
    number = number_of(check_of(by.token))
    return {"table": "Table 4", "heard_s": None, "state": "wanted", "number": number}


def handed_over(laptop: Laptop, old: Phone, new: Phone, secret: str, at: Laptop | None = None) -> Admitted:
    """The new phone wants the table, the old one agrees."""
    answer = Answer()
    at = at or laptop
    assert new.scan(at, secret).state == "taken"
    assert new.scan(at, secret, takes_over=True).state == "asked"
    at.seats.wait(new.token, answer)
    old.until(take_over=wanted(new))
    laptop.seats.answer(old.check, True)
    assert answer.come() == ["agreed"]
    given = new.scan(at, secret, takes_over=True)
    assert isinstance(given, Admitted)
    return given


def test_a_phone_is_followed_as_the_board_of_its_table(laptop: Laptop, secret: str) -> None:
    phone = Phone(TOKENS[0])
    given = phone.scan(laptop, secret)
    assert (given.table, given.journal, seats.is_phone(given.board)) == ("Table 4", None, True)
    laptop.told.until("connected", port="Table 4 by phone", board=given.board, table="Table 4")
    phone.press("A 20", "next")
    laptop.has_stored(phone)
    assert is_stored(laptop.store, phone)


def test_who_was_let_in_goes_on_while_the_database_is_away(
    laptop: Laptop, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(TOKENS[0])
    first = phone.scan(laptop, secret)
    monkeypatch.setattr(seats, "admit", lambda *_, **__: (_ for _ in ()).throw(AWAY))
    assert phone.scan(laptop, secret) == phone.scan(laptop, None) == first._replace(is_new=False)
    assert laptop.seats.admit(SeatWish(secret=secret, token=TOKENS[1], has=[TOKENS[0]])).check == first.check  # type: ignore[union-attr]
    for how in (
        {"token": TOKENS[1]},
        {"token": TOKENS[0], "secret": "another"},
        {"token": TOKENS[0], "empty": True},
        {"token": TOKENS[1], "has": [TOKENS[0]], "empty": {TOKENS[0]}},
        {"token": TOKENS[1], "old": TOKENS[0]},
    ):
        assert laptop.seats.admit(SeatWish(**{"secret": secret, **how})) == Void("away")  # type: ignore[arg-type]


def test_what_the_desk_does_with_a_seat_is_told_at_once(laptop: Laptop, secret: str, path: str) -> None:
    phone = Phone(TOKENS[0])
    phone.scan(laptop, secret)
    with closing(open_store(path)) as desk:
        for locked in (True, False):
            seats.lock(desk, "4", locked)
            phone.until(lock=locked)
        seats.free(desk, "4")
        phone.until(void="freed")
        assert phone.scan(laptop, None) == Void("freed")
        new = Phone(TOKENS[1])
        assert new.scan(laptop, secret).board == phone.board._board  # type: ignore[union-attr]
        seats.close_seats(desk, ["4"])
        new.until(void="closed")
    assert laptop.told.events[-1]["event"] != "alarm"


def test_a_phone_is_told_what_is_left_of_the_round_at_its_table(laptop: Laptop, secret: str, path: str) -> None:
    phone = Phone(TOKENS[0])
    phone.scan(laptop, secret)
    with closing(open_store(path)) as desk:
        evening = Followed(tournaments.create(desk, "Evening", "tournament singles", "UTC"))
        lines = ["add Ann", "add Bob", "open 4", "phase 1 round-robin game crokinole-official", "draw 1"]
        tournaments.append(desk, evening, lambda _: lines, "Olga")
        with desk.writing() as sql:
            begin_clock(sql, evening, 20, "Olga")
        assert 19 * 60_000 < phone.next_clock() <= 20 * 60_000
        phone.cut()
        phone.scan(laptop, None)
        assert 19 * 60_000 < phone.next_clock() <= 20 * 60_000, "it is told anew, for it may have forgotten"
        with desk.writing() as sql:
            stop_clock(sql, evening.about.id, "Olga")
        phone.until(clock=None)
        phone.cut()
        phone.scan(laptop, None)
        assert not phone.told, "without a clock nothing is said of one"


def test_a_match_goes_on_on_another_phone_and_the_old_one_is_shown_out(laptop: Laptop, secret: str) -> None:
    old, new = Phone(TOKENS[0]), Phone(TOKENS[1])
    old.scan(laptop, secret)
    old.press("A 20", "B 15")
    laptop.has_stored(old)
    before = records(laptop.store, old)
    given = handed_over(laptop, old, new, secret)
    assert given.took_over
    assert given.journal is not None and given.journal.next == len(before)
    old.until(void="taken")
    new.press("A 5")
    laptop.has_stored(new)
    assert raw(new) == [25, 15]
    assert is_stored(laptop.store, new)
    assert records(laptop.store, new)[: len(before)] == before
    assert verify(laptop.store).sound
    assert "alarm" not in laptop.told.kinds()


def test_what_the_old_phone_said_before_and_the_database_had_not_is_never_stored(
    laptop: Laptop, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hub has heard it, and writes it when the database takes it: then it is another phone's board."""
    old, new = Phone(TOKENS[0]), Phone(TOKENS[1])
    old.scan(laptop, secret)
    old.press("A 20")
    laptop.has_stored(old)
    before = records(laptop.store, old)

    def away(*_: Any, **__: Any) -> Any:
        raise AWAY

    with monkeypatch.context() as patched:
        patched.setattr(laptop.store, "ingest", away)
        old.press("B 15", "B 10", "B 5")
        laptop.has_heard(old)
        seats.free(laptop.store, "4")
        given = new.scan(laptop, secret)
        assert given.journal.next == len(before)
        new.press("A 15", "A 10")
    laptop.has_stored(new)
    old.until(void="freed")
    assert is_stored(laptop.store, new)
    assert raw(new) == [45, 0]
    assert verify(laptop.store).sound
    assert "alarm" not in laptop.told.kinds()
    assert laptop.hub.database._writer.behind == 0


def test_a_void_token_ends_the_socket_where_nobody_had_told_of_it(
    laptop: Laptop, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The records say it, before the hub has looked."""
    phone = Phone(TOKENS[0])
    phone.scan(laptop, secret)
    laptop.told.until("score")
    monkeypatch.setattr(Seats, "look", lambda *_: True)
    seats.free(laptop.store, "4")
    phone.press("A 20")
    phone.until(void="freed")
    lost = laptop.told.until("disconnected")["cause"]
    assert lost.startswith("Table 4 by phone: what is played there is not taken")


def test_a_phone_at_another_laptop_takes_over_and_the_old_one_hears_of_it_here(
    laptops: Callable[[], Laptop], laptop: Laptop, secret: str
) -> None:
    other = laptops()
    old, new = Phone(TOKENS[0]), Phone(TOKENS[1])
    old.scan(laptop, secret)
    old.press("A 20")
    laptop.has_stored(old)
    handed_over(laptop, old, new, secret, at=other)
    old.until(void="taken")
    new.press("B 20")
    other.has_stored(new)
    assert is_stored(other.store, new)
    assert verify(other.store).sound


def test_a_socket_moves_to_another_laptop_as_a_cable_does(
    laptops: Callable[[], Laptop], laptop: Laptop, secret: str
) -> None:
    other = laptops()
    phone = Phone(TOKENS[0])
    phone.scan(laptop, secret)
    phone.press("A 20")
    laptop.has_stored(phone)
    phone.cut()
    phone.press("B 15")
    phone.scan(other, None)
    phone.press("B 5")
    other.has_stored(phone)
    assert is_stored(other.store, phone)


def test_a_wish_is_refused_or_given_up_and_both_hear_of_it(
    laptop: Laptop, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_seats, "NOTE_S", 0.0)
    phone, other = Phone(TOKENS[0]), Phone(TOKENS[1])
    phone.scan(laptop, secret)
    answer = Answer()
    assert other.scan(laptop, secret, takes_over=True).state == "asked"
    leave = laptop.seats.wait(other.token, answer)
    phone.until(take_over=wanted(other))
    leave()
    phone.until(take_over={**wanted(other), "state": "gone"})
    assert other.scan(laptop, secret, takes_over=True).state == "asked"
    laptop.seats.wait(other.token, answer)
    phone.until(take_over=wanted(other))
    laptop.seats.answer(phone.check, False)
    assert answer.come() == ["refused"]
    phone.press("A 20")
    laptop.has_stored(phone)


def test_one_asks_and_the_next_waits_for_its_turn(laptop: Laptop, secret: str) -> None:
    """A photograph of the card does not take the place of a friend's question."""
    phone, friend, stranger, third = (Phone(token) for token in TOKENS[:4])
    phone.scan(laptop, secret)

    def asks(who: Phone) -> str:
        given = who.scan(laptop, secret, takes_over=True)
        return "let in" if isinstance(given, Admitted) else str(given.state)

    assert [asks(one) for one in (friend, stranger, third, friend)] == ["asked", "waits", "waits", "asked"]
    phone.until(take_over=wanted(friend))
    answers = {one: Answer() for one in (friend, stranger, third)}
    leaving = {one: laptop.seats.wait(one.token, answer) for one, answer in answers.items()}
    leaving[friend]()
    phone.until(take_over={**wanted(friend), "state": "gone"})
    assert [asks(one) for one in (friend, third, stranger)] == ["waits", "waits", "asked"]  # in turn
    phone.until(take_over=wanted(stranger))
    leaving[third]()
    laptop.seats.answer(phone.check, False)
    assert answers[stranger].come() == ["refused"]
    assert answers[third].became == answers[friend].became == []
    with laptop.store.writing() as sql:
        sql.run("UPDATE seat_asks SET asked = asked - 12000")
    assert [asks(one) for one in (third, friend)] == ["waits", "asked"]
    phone.until(take_over=wanted(friend))
    leaving[friend] = laptop.seats.wait(friend.token, answers[friend])
    laptop.seats.answer(phone.check, True)
    assert answers[friend].come() == ["agreed"]
    assert asks(friend) == "let in"


def test_who_went_without_a_word_is_in_line_no_more(laptop: Laptop, secret: str) -> None:
    now = [100.0]
    gate = Seats(laptop.hub.database, HallPorts(), lambda: now[0])

    def asks(letter: str) -> str:
        given = gate.admit(SeatWish(secret=secret, token=letter * 43, takes_over=True))
        return "let in" if isinstance(given, Admitted) else getattr(given, "state", "")

    assert [asks(letter) for letter in "abcd"] == ["let in", "asked", "waits", "waits"]
    seats.withdraw(laptop.store, check_of("b" * 43))
    now[0] += 15.0
    assert asks("d") == "waits"
    now[0] += 15.0
    assert asks("d") == "asked"


def test_nothing_is_written_down_of_answers_that_nobody_has_asked_for(
    laptop: Laptop, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    answer = seats.answer

    def counted(store: Store, table: str, *given: Any, **more: Any) -> bool:
        written.append(table)
        return answer(store, table, *given, **more)

    monkeypatch.setattr(seats, "answer", counted)
    phone, other = Phone(TOKENS[0]), Phone(TOKENS[1])
    phone.scan(laptop, secret)
    for _ in range(3):
        laptop.seats.answer(phone.check, True)
    assert written == []
    assert other.scan(laptop, secret, takes_over=True).state == "asked"
    phone.until(take_over=wanted(other))
    for _ in range(3):
        laptop.seats.answer(phone.check, False)
    assert written == ["Table 4"]


def test_when_a_phone_was_heard_and_its_battery_are_written_down(
    laptop: Laptop, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_seats, "NOTE_S", 0.0)
    phone = Phone(TOKENS[0])
    given = phone.scan(laptop, secret)
    laptop.told.until("score")
    laptop.seats.battery(phone.check, Charge(37, True))
    laptop.seats.battery("nobody's", Charge(1, True))
    laptop.seats.note(laptop.store)
    with laptop.store.reading() as sql:
        noted = seats.phones(sql)[given.board]
    assert (noted.percent, noted.charging) == (37, True)
    assert noted.heard is not None and noted.heard >= noted.since


def test_when_a_phone_was_heard_last_is_written_down_when_it_goes(laptop: Laptop, secret: str) -> None:
    """Ten seconds from then on another one may have its table unasked."""
    phone = Phone(TOKENS[0])
    phone.scan(laptop, secret)
    laptop.has_stored(phone)
    phone.port.heard_at = 1000.0
    laptop.seats._clock = lambda: 1007.0
    with laptop.store.reading() as sql:
        now = sql.now_ms()
    phone.cut()
    laptop.hub.database.do(lambda store: None).result(LIMIT_S)
    with laptop.store.reading() as sql:
        (noted,) = seats.phones(sql).values()
    assert noted.heard is not None
    assert now - 7000 <= noted.heard <= now - 6000


def test_a_phone_is_not_silent_because_the_database_was_away(laptop: Laptop, secret: str) -> None:
    """Its own hub could not say that it is there. Who has asked waits until all hubs had the time to say whom they
    hear."""
    now = [100.0]
    gate = Seats(laptop.hub.database, HallPorts(), lambda: now[0])
    assert isinstance(gate.admit(SeatWish(secret=secret, token=TOKENS[0])), Admitted)
    with laptop.store.writing() as sql:
        sql.run("UPDATE phones SET heard = heard - 60000")

    def asks(token: str) -> str:
        given = gate.admit(SeatWish(secret=secret, token=token, takes_over=True))
        return "let in" if isinstance(given, Admitted) else getattr(given, "state", "")

    gate.note(laptop.store)
    now[0] += 12.0  # the database is back, and this hub has not yet said what it has
    assert asks(TOKENS[1]) == "asked"
    gate.note(laptop.store)
    for _ in range(3):
        now[0] += 3.0
        gate.note(laptop.store)
        assert asks(TOKENS[1]) == "asked"
    now[0] += 3.0
    gate.note(laptop.store)
    assert asks(TOKENS[1]) == "let in"
