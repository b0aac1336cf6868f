"""Boards that say one wrong thing each, for ever if need be: a sync ends, with a sentence or a true report.

What boards say at random is tests/link/test_hostile.py.
"""

import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from itertools import count, repeat
from typing import Any, cast

import pytest

from shared_rules.journal import record
from shared_rules.link import board_half, frame, laptop_half
from tallyboard.errors import TallyboardError
from tallyboard.hub import follower, following
from tallyboard.hub.follower import Follower
from tallyboard.hub.following import Following
from tallyboard.hub.sync import Collection
from tallyboard.link import Client
from tallyboard.link import client as asking
from tallyboard.link.finding import CABLE
from tallyboard.shapes import BoardState
from tallyboard.store import Store
from tests.harness.fake_board import BoardHalf
from tests.harness.paper import Paper, two_matches
from tests.link.desk import DirectDesk

NEXT = (1 << 32) - 1
SECONDS = 120  # of the clock that a sync with 28 records has here
READS = 100_000

Said = Iterator[tuple[float, bytes]]  # (seconds since the one before, bytes)
Wrong = Callable[["Liar", int, int, bytes], Said]


class EndlessError(BaseException):
    """It does not come to an end. No Exception, so that nothing takes it for a failure to be told."""


class Liar:
    """A port with a BoardHalf whose answers `wrong` makes: (this, type, request id, body) to what is said."""

    name = "/dev/ttyFOE"

    def __init__(self, wrong: Wrong, paper: Paper | None = None) -> None:
        self.half = BoardHalf(paper or two_matches())
        self.now = 0.0
        self.reads = 0
        self.asked: list[int] = []
        self.turn = count()
        self._wrong = wrong
        self._said: Said = iter(())
        self._next: tuple[float, bytes] | None = None

    def clock(self) -> float:
        return self.now

    def right(self, kind: int, request: int, body: bytes) -> Said:
        """What the board would say."""
        for reply, content in self.half._answer(kind, body):
            yield 0.0, frame.encode(reply, request, content)

    def read(self) -> bytes:
        self.reads += 1
        if self.now > SECONDS or self.reads > READS:
            raise EndlessError(f"{self.now} s, {self.reads} reads, {len(self.asked)} questions")
        if self._next is None:
            wait, data = next(self._said, (float("inf"), b""))
            self._next = self.now + wait, data
        at, data = self._next
        if at > self.now + 0.05:
            self.now += 0.05
            return b""
        self._next = None
        self.now = max(at, self.now) + len(data) * 1e-6
        return data

    def write(self, data: bytes) -> None:
        for kind, request, body in frame.Decoder().feed(data):
            self.asked.append(kind)
            self._next = None
            self._said = self._wrong(self, kind, request, body)

    def close(self) -> None:
        pass


def on(kind: int, does: Wrong) -> Wrong:
    """Wrong in the answer to this one; `does` gets its true body."""

    def wrong(port: Liar, asked: int, request: int, body: bytes) -> Said:
        return does(port, asked, request, body) if asked == kind else port.right(asked, request, body)

    return wrong


def instead(wait: float, *frames: tuple[int, bytes]) -> Wrong:
    """These frames again and again, so many seconds between two."""

    def wrong(port: Liar, asked: int, request: int, body: bytes) -> Said:
        for _ in count():
            for kind, content in frames:
                yield wait, frame.encode(kind, request, content)

    return wrong


def raw(data: bytes, wait: float = 0.0) -> Wrong:
    return lambda *_: repeat((wait, data))


def welcome(change: Callable[[Liar], dict[str, Any]]) -> Wrong:
    """A WELCOME with other fields."""

    def wrong(port: Liar, asked: int, request: int, body: bytes) -> Said:
        ((_, content),) = port.half._answer(frame.HELLO, b"")
        fields = {**laptop_half.read_welcome(content), **change(port)}
        yield 0.0, frame.encode(frame.WELCOME, request, board_half.welcome(fields))

    return on(frame.HELLO, wrong)


def rises(port: Liar, asked: int, request: int, body: bytes) -> Said:
    """Each END tells of an older oldest."""
    yield 0.0, frame.encode(frame.END, request, board_half.end(next(port.turn) + 1, 1 << 20))


def both_rise(port: Liar, asked: int, request: int, body: bytes) -> Said:
    port.half.oldest = min(port.half.oldest + 1, port.half.end)
    yield from rises(port, asked, request, body)


def nothing(port: Liar, asked: int, request: int, body: bytes) -> Said:
    """An END that agrees with the WELCOME, and no record."""
    yield 0.0, frame.encode(frame.END, request, board_half.end(0, 1 << 20))


def makes_up(port: Liar, asked: int, request: int, body: bytes) -> Said:
    """A million records, and none of them is there."""
    told = welcome(lambda port: {"next": 1 << 20}) if asked == frame.HELLO else on(frame.PULL, nothing)
    return told(port, asked, request, body)


def one_by_one(port: Liar, asked: int, request: int, body: bytes) -> Said:
    """Sound records, one every 0.2 s, and again and again those that came before."""
    first = board_half.read_pull(body)[1]
    for _ in repeat(0):
        yield 0.2, frame.encode(frame.REC, request, board_half.rec(first, port.half.paper.records[first]))


SENTENCES: dict[str, tuple[Wrong, str]] = {
    "strays to a HELLO": (on(frame.HELLO, instead(0.2, (frame.END, bytes(8)))), "not a Tallyboard"),
    "strays to a PULL": (on(frame.PULL, instead(0.2, (frame.TIMED, bytes(4)))), "stopped answering"),
    "strays to an ACK": (on(frame.ACK, instead(0.04, (frame.REC, bytes(12)))), "stopped answering"),
    "a flood of strays": (on(frame.PULL, instead(0.0, (frame.TIMED, bytes(4)))), "sends without end"),
    "records never asked for": (on(frame.PULL, instead(0.2, (frame.REC, board_half.rec(99, bytes(80))))), "stopped"),
    "the last of all numbers": (on(frame.PULL, instead(0.2, (frame.REC, board_half.rec(NEXT, bytes(8))))), "cannot be"),
    "garbage without an end": (raw(b"\x55" * 300), "not a Tallyboard"),
    "garbage later": (on(frame.PULL, raw(b"\x55" * 300)), "sends without end"),
    "ends only": (on(frame.PULL, raw(b"\x00" * 300)), "sends without end"),
    "a byte at a time": (on(frame.PULL, raw(b"\x07", 0.2)), "stopped answering"),
    "an oldest that rises": (on(frame.PULL, rises), "says that it has record"),
    "next in WELCOME": (welcome(lambda port: {"next": NEXT}), "cannot be so: it has a record 4294967294"),
    "next far away": (welcome(lambda port: {"next": 1 << 21}), "cannot be so: its journal goes from 0 up to 2097152"),
    "next alone": (welcome(lambda port: {"next": 1 << 20}), "journal .* changed meanwhile"),
    "a million records that are not there": (makes_up, "says that it has record .* does not send"),
    "next in END": (on(frame.PULL, instead(0.0, (frame.END, board_half.end(0, NEXT)))), "cannot be so"),
    "an end before the oldest": (on(frame.PULL, instead(0.0, (frame.END, board_half.end(20, 9)))), "cannot be so"),
    "oldest above next": (welcome(lambda port: {"oldest": 29}), "cannot be so"),
    "more acknowledged": (welcome(lambda port: {"acked": 29}), "cannot be so"),
    "all damaged": (welcome(lambda port: {"damaged": NEXT}), "cannot be so"),
    "no id": (welcome(lambda port: {"board": ""}), "cannot be so: its id is “”"),
    "an id of spaces": (welcome(lambda port: {"board": "  "}), "cannot be so"),
    "an id that moves the cursor": (welcome(lambda port: {"board": "\x1b[2Jx"}), r"its id is “\\x1b\[2Jx”"),
    "a new epoch each time": (welcome(lambda port: {"epoch": next(port.turn)}), "changed meanwhile"),
    "acknowledged to the end": (on(frame.ACK, instead(0.0, (frame.ACKED, board_half.acked(NEXT)))), "cannot be so"),
}
SENTENCES |= {
    f"NO {reason} to {kind}": (on(kind, instead(0.0, (frame.NO, bytes([reason]) + b"\x1b"))), "refuses")
    for reason in (0, *range(1, 7), 255)
    for kind in (frame.HELLO, frame.PULL, frame.ACK)
}


@pytest.mark.parametrize("name", SENTENCES)
def test_what_is_wrong_is_a_sentence(store: Store, name: str) -> None:
    wrong, words = SENTENCES[name]
    port = Liar(wrong)
    with pytest.raises(TallyboardError, match=words) as failed:
        Collection(Client(port, clock=port.clock), store).run()
    assert str(failed.value).isprintable()
    assert failed.value.next_step
    assert port.half.acked in (0, 28), "acknowledged is what is stored, and no more"


def damaged_twice(port: Liar, asked: int, request: int, body: bytes) -> Said:
    """Records of an epoch before, under the present request id, to the first questions for many."""
    if next(port.turn) < 3:
        body = board_half.rec(4, b"".join(two_matches(epoch=6).records[4:9]))
        yield 0.0, frame.encode(frame.REC, request, body)
        yield 0.0, frame.encode(frame.END, request, board_half.end(0, 28))
    else:
        yield from port.right(asked, request, body)


def both(port: Liar, asked: int, request: int, body: bytes) -> Said:
    """Every answer is preceded by one of an epoch before, and each frame comes twice."""
    old = Liar(lambda *_: iter(()), two_matches(epoch=6))
    stale = board_half.read_pull(body)
    for one in (*old.right(asked, request, laptop_half.pull(6, *stale[1:])), *port.right(asked, request, body)):
        decoded = frame.decode(one[1][:-1])
        assert decoded is not None
        if decoded[0] == frame.REC:
            yield from (one, one)
    yield from list(port.right(asked, request, body))[-1:]


def beside(port: Liar, asked: int, request: int, body: bytes) -> Said:
    """Among the answers are records that nobody asked for."""
    yield 0.0, frame.encode(frame.REC, request, board_half.rec(1 << 20, bytes(184)))
    yield 0.0, frame.encode(frame.REC, request, board_half.rec((1 << 28) - 1, bytes(8)))
    yield from port.right(asked, request, body)


REPORTS = {
    "the same record again and again": on(frame.PULL, one_by_one),
    "stale records for the first questions": on(frame.PULL, damaged_twice),
    "stale records each time": on(frame.PULL, both),
    "records beside": on(frame.PULL, beside),
    "a next that grows": welcome(lambda port: {"time_ms": next(port.turn)}),
    "an oldest that rises with every answer": on(frame.PULL, both_rise),
}


@pytest.mark.parametrize("name", REPORTS)
def test_what_is_right_all_the_same_is_a_true_report(store: Store, name: str) -> None:
    port = Liar(REPORTS[name])
    report = Collection(Client(port, clock=port.clock), store).run()
    held = [data for _, data in store.records("e661640843", 7)]
    assert (report.received, report.damaged, report.acked) == (len(held), 0, port.half.acked)
    assert held == port.half.paper.records[: len(held)]
    assert len(held) == 28 or port.half.oldest == 28
    assert port.now < 30


def test_a_record_that_came_damaged_among_others_is_given_up_only_when_it_came_so_alone(store: Store) -> None:
    """The board does not answer for it alone: then it is not known to be damaged there, and not acknowledged."""

    def wrong(port: Liar, asked: int, request: int, body: bytes) -> Said:
        said = list(port.right(asked, request, body))
        return iter(said if board_half.read_pull(body)[2] > 1 else said[-1:])

    port = Liar(on(frame.PULL, wrong))
    port.half.spoil[9] = bytes(8)
    report = Collection(Client(port, clock=port.clock), store).run()
    assert (report.received, report.damaged, report.acked, port.half.acked) == (27, 1, 9, 9)


def test_a_damaged_record_on_a_noisy_line_is_not_given_up_and_stops_nothing(store: Store) -> None:
    """A better answer may have been lost in the noise."""

    def wrong(port: Liar, asked: int, request: int, body: bytes) -> Said:
        for one in port.right(asked, request, body):
            yield 0.0, b"\x05noise\x00"
            yield one

    port = Liar(wrong)
    port.half.spoil[9] = bytes(8)
    report = Collection(Client(port, clock=port.clock), store).run()
    assert (report.received, report.damaged, report.acked) == (27, 1, 9)
    assert port.now < 1


def test_records_that_come_too_slowly_are_kept_and_the_rest_is_for_the_next_sync(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "_LONGEST_S", 12.0)  # a few records less than all
    port = Liar(on(frame.PULL, one_by_one))
    with pytest.raises(TallyboardError, match=r"have not all come in 12.0 s.*next sync"):
        Collection(Client(port, clock=port.clock), store).run()
    assert 12 <= port.now < 13
    kept = len(store.held("e661640843", 7))
    assert 20 < kept < 28
    assert Collection(Client(port, clock=port.clock), store).run().already_had == kept
    assert len(store.held("e661640843", 7)) == port.half.acked == 28


def test_a_follower_tells_that_it_was_lied_to_and_comes_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follower, "CABLE", replace(CABLE, back_off_s=(0.001, 0.002)))
    told: list[Mapping[str, Any]] = []
    port = Liar(SENTENCES["next in WELCOME"][0])

    def tell(event: Mapping[str, Any]) -> None:
        told.append(event)
        if len(told) == 3:
            one.stop()

    desk = DirectDesk(lambda: store)
    one = Follower(port.name, desk, tell, opener=lambda path: nullcontext(port), clock=port.clock)
    one.start()
    one.join(60)
    assert not one.is_alive()
    assert [event["event"] for event in told] == ["disconnected"] * 3
    assert [event["again_in_s"] for event in told] == [0.001, 0.002, 0.002]
    assert "cannot be so" in told[0]["cause"]


def test_names_are_told_without_what_moves_a_cursor(store: Store) -> None:
    port = Liar(welcome(lambda port: {"table": "\x1b]0;x\x07", "firmware": "\x00"}))
    report = Collection(Client(port, clock=port.clock), store).run()
    assert (report.table, report.firmware, report.received) == (r"\x1b]0;x\x07", r"\x00", 28)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"next": NEXT}, "it has a record"),
        ({"next": 1 << 21}, "its journal goes from 0 up to 2097152"),
        ({"acked": 99}, "of 28 records 99 are acknowledged"),
        ({"first": 3}, "of 2 sides number 3 is first"),
        ({"sides": 0}, "of 0 sides"),
    ],
)
def test_a_state_that_cannot_be_is_a_sentence(change: dict[str, int], words: str) -> None:

    said = {"epoch": 7, "next": 28, "acked": 0, "flags": 1, "game": 0, "first": 0, "shootout": 0, "closed": 0}
    said |= {name: value for name, value in change.items() if name != "sides"}
    body = struct.pack(board_half.SCORE_FORM, *said.values())
    body += struct.pack(board_half.SCORE_SIDE_FORM, 20, 5) * change.get("sides", 2)
    for protocol, answer in ((1, (frame.SCORE, body)), (2, (frame.LIVE, board_half.live(body, "k")))):
        port = Liar(on(frame.STATE, instead(0.0, answer)))
        client = Client(port, clock=port.clock)
        client.protocol = protocol
        with pytest.raises(TallyboardError, match=words):
            client.state()


@pytest.mark.parametrize("kind", [frame.REC, frame.TIMED])
def test_who_follows_is_heard_in_between_whatever_comes(
    store: Store, kind: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same record for ever, or frames that are no records."""
    monkeypatch.setattr(following, "ASK_S", 0.05)
    again = board_half.rec(27, two_matches().records[27]) if kind == frame.REC else bytes(4)
    state = struct.pack(board_half.SCORE_FORM, 7, 28, 28, 1, 0, 0, 0, 0)
    state += struct.pack(board_half.SCORE_SIDE_FORM, 20, 5) * 2
    states = on(frame.STATE, instead(0.0, (frame.LIVE, board_half.live(state, ""))))
    wrong = instead(0.0, (kind, again))
    port = Liar(lambda port, asked, *what: (wrong if asked == frame.FOLLOW else states)(port, asked, *what))
    client = Client(port, clock=port.clock)
    stopping = cast(threading.Event, _AfterSoManyQuestions(port, frame.STATE, 5))
    told: list[Mapping[str, Any]] = []
    Following(client, DirectDesk(lambda: store), told.append, stopping, port.clock).run(lambda following: None)
    assert [event["event"] for event in told] == ["connected", "score"]
    assert len(store.held("e661640843", 7)) == 28


def _followed(store: Store, wrong: Wrong, states: int, paper: Paper | None = None) -> tuple[Liar, list[Any]]:
    """A board that answers as `wrong` does, followed for so many questions for its state; and what is told."""
    port = Liar(lambda port, asked, *what: (states_of if asked == frame.STATE else wrong)(port, asked, *what), paper)
    end = port.half.end
    state = struct.pack(board_half.SCORE_FORM, 7, end, 0, 1, 0, 0, 0, 0)
    state += struct.pack(board_half.SCORE_SIDE_FORM, 20, 5) * 2
    states_of = instead(0.0, (frame.LIVE, board_half.live(state, "")))
    told: list[Any] = []
    stopping = cast(threading.Event, _AfterSoManyQuestions(port, frame.STATE, states))
    client = Client(port, clock=port.clock)
    Following(client, DirectDesk(lambda: store), told.append, stopping, port.clock).run(lambda following: None)
    return port, told


def test_a_record_that_is_told_again_with_other_bytes_is_an_alarm(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "ASK_S", 0.05)
    other = bytearray(two_matches().records[27])
    other[1] ^= 1
    record.Sealer(7).seal(other, 27)
    again = on(frame.FOLLOW, instead(0.0, (frame.REC, board_half.rec(27, bytes(other)))))
    _, told = _followed(store, again, 6)
    assert [event["event"] for event in told if event["event"] != "score"] == ["connected", "alarm"]
    assert next(event["numbers"] for event in told if event["event"] == "alarm") == [27]
    assert list(store.records("e661640843", 7))[27] == (27, two_matches().records[27]), "never overwritten"


def test_a_board_whose_records_are_all_damaged_is_told_and_asked_a_few_at_a_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "ASK_S", 0.05)
    paper = Paper().boot().start("crokinole-official target=9999")
    paper.press(*["A 20"] * (300 - len(paper.records)))

    def damaged(port: Liar, asked: int, request: int, body: bytes) -> Said:
        port.half.spoil = {number: bytes(8) for number in range(300)}
        yield from () if asked == frame.FOLLOW else port.right(asked, request, body)

    port, told = _followed(store, damaged, 4, paper)
    assert [(event["event"], event.get("records")) for event in told if event["event"] != "score"] == [
        ("connected", None),
        ("damaged", 300),
    ]
    turns = 4  # the first meeting, and what was quiet since
    assert port.asked.count(frame.PULL) <= 2 + turns * 2 * 16
    assert port.asked.count(frame.ACK) > 0, "what the board has damaged need not be kept"


class _AfterSoManyQuestions:
    """An Event that is set when a port was asked so often for one thing."""

    def __init__(self, port: Liar, kind: int, times: int) -> None:
        self.port, self.kind, self.times = port, kind, times

    def is_set(self) -> bool:
        return self.port.asked.count(self.kind) >= self.times

    def wait(self, seconds: float) -> bool:
        self.port.now += seconds
        return self.is_set()


def test_a_board_of_another_journal_in_every_state_is_left(store: Store) -> None:
    port = Liar(on(0, lambda *_: iter(())))
    collection = Collection(Client(port, clock=port.clock), store)
    collection.run()
    other = cast(BoardState, {"epoch": 99, "next": 28, "acked": 28})
    for _ in range(2):
        collection.catch_up(other)
    with pytest.raises(TallyboardError, match="another journal each time"):
        collection.catch_up(other)
    assert port.asked.count(frame.HELLO) == 2 * 2 + 3


def _traffic(records: int, every: int) -> int:
    """Frames that cross the port when every so many-th of these records is damaged on the board."""
    from tallyboard.store import open_store

    paper = Paper().boot().start("crokinole-official target=9999")
    paper.press(*["A 20"] * (records - len(paper.records)))
    frames = 0

    def counted(port: Liar, asked: int, request: int, body: bytes) -> Said:
        nonlocal frames
        frames += 1
        for one in port.right(asked, request, body):
            frames += 1
            yield one

    port = Liar(counted, paper)
    port.half.spoil = {number: bytes(8) for number in range(0, records, every)}
    store = open_store("sqlite://")
    report = Collection(Client(port, clock=port.clock), store).run()
    store.close()
    damaged = len(port.half.spoil)
    assert (report.damaged, report.received, report.acked) == (damaged, records - damaged, records)
    return frames


def test_damaged_records_cost_a_few_frames_each() -> None:
    assert _traffic(600, 2) < 600 * 3.5
    assert _traffic(1200, 2) < 2.2 * _traffic(600, 2)
    assert _traffic(1200, 600) < 150
