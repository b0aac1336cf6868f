"""Both ends hear anything: no exception, no growth, in step again at the next 0x00.

corpus/ keeps what is tried in any case, a name and the bytes a line; what is drawn is made of the same and of noise.
"""

import contextlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from shared_rules.link import frame, laptop_half
from tallyboard.errors import TallyboardError
from tallyboard.hub.sync import Collection
from tallyboard.journal.runs import checker
from tallyboard.link import Client
from tallyboard.store import Store
from tallyboard.store.verify import verify
from tests.harness import firmware_link
from tests.harness.campaign import examples
from tests.harness.memory_chips import FramChip
from tests.link.laptop import Disk

READ = 64  # bytes that the board takes in a turn
SMALLEST = len(frame.encode(0x20, 1))
LONGEST = frame.MAX_BODY + 8
EPOCH = 7  # of the board in tests/harness/firmware_link.py, which the corpus speaks of

tried = settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))


def corpus(name: str) -> dict[str, bytes]:
    """What is kept in a file of corpus/."""
    lines = (Path(__file__).parent / "corpus" / f"{name}.txt").read_text().splitlines()
    return {name: bytes.fromhex(data) for name, _, data in (line.rpartition(": ") for line in lines)}


TO_BOARD, TO_LAPTOP = corpus("to_board"), corpus("to_laptop")

byte = st.integers(0, 255)
edits = st.lists(st.tuples(st.integers(0, 2000), st.sampled_from(["flip", "cut", "insert", "end"]), byte), max_size=6)


def frames(kinds: list[int]) -> st.SearchStrategy[bytes]:
    kind = st.one_of(st.sampled_from(kinds), byte)
    return st.builds(frame.encode, kind, byte, st.binary(max_size=40))


def edited(data: bytes, changes: list[tuple[int, str, int]]) -> bytes:
    """The data with some of its bytes changed."""
    made = bytearray(data)
    for place, how, value in changes:
        at = place % (len(made) + 1)
        if how == "insert":
            made[at:at] = bytes([value])
        elif how == "end":
            made[at:at] = b"\x00"
        elif how == "cut":
            del made[at : at + 1 + value % 4]
        elif at < len(made):
            made[at] ^= value
    return bytes(made)


def streams(kept: dict[str, bytes], kinds: list[int]) -> st.SearchStrategy[bytes]:
    piece = st.one_of(st.sampled_from(sorted(kept.values())), frames(kinds), st.binary(max_size=80))
    return st.builds(edited, st.lists(piece, max_size=6).map(b"".join), edits)


REQUESTS = [frame.HELLO, frame.PULL, frame.ACK, frame.STATE, frame.TIME, frame.ASSIGN, frame.SETUP]
REPLIES = [kind | 0x80 for kind in REQUESTS] + [frame.SCORE, frame.NO]
cuts = st.lists(st.integers(1, 300), max_size=8)


# ---- the board


def bounded(link: Any) -> None:
    """What the board's end keeps fits into a few hundred bytes, whatever it hears."""
    assert len(link._requests) <= READ // SMALLEST
    assert len(link._decoder._kept) < LONGEST
    assert len(link._out) <= LONGEST


def hears(port: Any, link: Any, data: bytes, pieces: list[int]) -> None:
    """The board hears this, a piece a turn, and turns until it has nothing more to do."""
    places = [0, *[at for at in sorted(pieces) if at < len(data)], len(data)]
    turn = 0
    for first, end in pairwise(places):
        port.arrived += data[first:end]
        link.step(turn)
        bounded(link)
    while port.in_waiting or link.busy():
        turn += 1
        assert turn < 40 * (len(data) + 20), "it does not come to rest"
        link.step(turn)
        bounded(link)


@tried
@given(streams(TO_BOARD, REQUESTS), cuts, st.integers(1, 256), byte)
@example(b"".join(TO_BOARD.values()), [], 256, 200)
@example(TO_BOARD["a flood of the smallest requests"] * 20, [], 3, 1)
def test_the_board_hears_anything(data: bytes, pieces: list[int], room: int, number: int) -> None:
    chip = FramChip()
    table, port, link = firmware_link.board(room=room, chip=chip)
    events = list(table.match.events[: table.match.length])
    hears(port, link, data, pieces)
    port.sent.clear()
    hears(port, link, b"\x00" + frame.encode(frame.HELLO, number, laptop_half.hello()), [])
    kind, request, body = frame.Decoder().feed(bytes(port.sent))[-1]
    assert (kind, request) == (frame.WELCOME, number)
    assert laptop_half.read_welcome(body)["epoch"] == EPOCH
    assert list(table.match.events[: table.match.length]) == events
    again, _, _ = firmware_link.board(presses=0, chip=chip)
    assert list(again.match.events[: again.match.length]) == events


@pytest.mark.parametrize("name", TO_BOARD)
def test_the_board_hears_what_is_kept(name: str) -> None:
    test_the_board_hears_anything.hypothesis.inner_test(TO_BOARD[name], [], 256, 77)  # type: ignore[attr-defined]


def test_a_flood_that_nobody_reads_the_answers_of_makes_nothing_grow() -> None:
    _, port, link = firmware_link.board(room=0)
    for turn in range(500):
        port.arrived += TO_BOARD["a flood of the smallest requests"]
        link.step(turn)
        bounded(link)


# ---- the laptop


class Answering:
    """A port on which each write is answered by the next of `answers`: (bytes, whether its frames get the number of the
    request). `before`: what has arrived already. Time passes with each read that brings nothing.
    """

    name = "/dev/ttyFUZZ"

    def __init__(self, answers: list[tuple[bytes, bool]], before: bytes = b"", most: int = 512) -> None:
        self.now = 0.0
        self.client: Any = None
        self._answers = list(answers)
        self._arrived = bytearray(before)
        self._most = most

    def read(self) -> bytes:
        assert self.now < 2000, "it does not come to an end"
        assert len(self.client._waiting) <= self._most // SMALLEST
        assert len(self.client._decoder._kept) < LONGEST
        data = bytes(self._arrived[: self._most])
        del self._arrived[: self._most]
        self.now += 0.001 if data else 0.05
        return data

    def write(self, data: bytes) -> None:
        if self._answers:
            answer, fits = self._answers.pop(0)
            received = frame.decode(data[:-1])
            self._arrived += numbered(answer, received[1]) if fits and received else answer

    def close(self) -> None:
        """Nothing is held."""


def numbered(data: bytes, request: int) -> bytes:
    """The same frames with this request id."""
    made = b""
    for coded in data.split(b"\x00"):
        received = frame.decode(coded)
        made += frame.encode(received[0], request, received[2]) if received else coded + b"\x00"
    return made


def client(port: Answering) -> Client:
    made = Client(port, clock=lambda: port.now)
    port.client = made
    return made


def asks(disk: Disk, port: Answering) -> None:
    """A whole conversation, and more; whatever is heard in it, the store is sound."""
    laptop = disk.laptop("laptop 1", Store)
    asked = client(port)
    collection = Collection(asked, laptop.store.true, lambda: 1_800_000_000.0)
    with contextlib.suppress(TallyboardError):
        collection.run()
        collection.catch_up(asked.state())
    for question in (
        asked.state,
        lambda: asked.assign("x", "washers-ritzenthaler", ["Ann"]),
        lambda: asked.setup("Table", 3),
        collection.run,
    ):
        with contextlib.suppress(TallyboardError):
            question()
    assert verify(laptop.store.true).sound
    for epoch, rows in laptop.committed().items():
        assert all(checker(epoch)(seq, data) for seq, data in rows.items())
    laptop.close()


answers = st.lists(st.tuples(streams(TO_LAPTOP, REPLIES), st.booleans() | st.just(True)), max_size=25)


@tried
@given(answers, st.binary(max_size=300), st.integers(1, 512))
def test_the_laptop_hears_anything(disk: Disk, answers: list[tuple[bytes, bool]], before: bytes, most: int) -> None:
    asks(disk, Answering(answers, before, most))


@pytest.mark.parametrize("name", TO_LAPTOP)
def test_the_laptop_hears_what_is_kept(disk: Disk, name: str) -> None:
    """As the only answer, and in the place of each answer of a conversation."""
    asks(disk, Answering([(TO_LAPTOP[name], True)] * 60))
    good = [(TO_LAPTOP["a collection"], True)]
    for place in range(6):
        asks(disk, Answering([*good * place, (TO_LAPTOP[name], True), *good * 60]))


@tried
@given(st.binary(max_size=600), st.binary(max_size=600))
def test_the_laptop_is_in_step_again_at_the_next_end(before: bytes, between: bytes) -> None:
    if frame.Decoder().feed(before + b"\x00" + between + b"\x00"):
        return  # noise that is a frame with its CRC
    answer = TO_LAPTOP["a collection"]
    port = Answering([(between + b"\x00" + answer, True)] * 10, before)
    assert client(port).hello()["epoch"] == EPOCH
    assert port.now < 1, "at the first attempt"
