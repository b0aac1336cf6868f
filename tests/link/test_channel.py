"""The tools of the campaign do what they say: else it would find nothing because nothing happened."""

import random
from collections import Counter

import pytest

from shared_rules.journal import record
from shared_rules.link import frame, laptop_half
from tallyboard.errors import TallyboardError
from tallyboard.store import Heard, Store
from tests.link.cable import Cable, LaptopPort, UsbPort
from tests.link.channel import _FAULTS, BYTE, FRAME, KINDS, PACKET, PERFECT, Line, Noise, Past
from tests.link.laptop import Disk, KilledError
from tests.link.moments import AFTER_COMMIT, BEFORE_COMMIT
from tests.link.oracle import ALTERED, EARLY, LOST, TWICE, BrokenError, Oracle
from tests.link.table import BOARD

SENT = [frame.encode(frame.REC, n % 256, bytes([n % 7]) * (n % 195)) for n in range(4000)]


def line(noise: Noise, faults: Counter[str] | None = None, seed: int = 1) -> Line:
    return Line(noise, Past(), Past(), False, random.Random(seed), Counter() if faults is None else faults)


def carried(over: Line, sent: list[bytes]) -> list[tuple[int, bytes]]:
    """(when, what) arrives of frames that are put onto the line 10 ms after one another."""
    arrived = []
    for now in range(0, 10 * len(sent) + 10_000, 10):
        if now // 10 < len(sent):
            over.put(sent[now // 10], now)
        data = over.take(now)
        if data:
            arrived.append((now, data))
    return arrived


def test_a_perfect_line_carries_everything() -> None:
    assert b"".join(data for _, data in carried(line(PERFECT), SENT)) == b"".join(SENT)


@pytest.mark.parametrize("grain", [FRAME, PACKET, BYTE])
@pytest.mark.parametrize("rate", [0.05, 0.2, 0.4])
def test_the_rate_is_the_share_of_frames_that_are_hit(rate: float, grain: str) -> None:
    faults: Counter[str] = Counter()
    carried(line(Noise(rate, grain), faults), SENT)
    assert faults["frames hit"] / len(SENT) == pytest.approx(rate, abs=0.03)
    assert all(faults[kind] > 0 for kind in (*KINDS, "burst"))


def test_what_each_fault_does() -> None:
    def becomes(kind: str) -> list[tuple[int, bytes]]:
        over = line(Noise(1.0), seed=len(seen))
        over._past.keep(b"earlier\x00")
        return _FAULTS[kind](over, sent)

    sent = frame.encode(frame.ACK, 9, laptop_half.ack(7, 300))
    seen: list[bytes] = []
    for _ in range(100):
        assert becomes("drop") == []
        ((_, flipped),) = becomes("flip")
        assert 0 < sum((one ^ other).bit_count() for one, other in zip(flipped, sent, strict=True)) <= 8
        ((_, less),) = becomes("truncate")
        assert len(less) < len(sent)
        assert sent.startswith(less) or sent.endswith(less)
        assert becomes("duplicate") == [(0, sent + sent)]
        ((_, more),) = becomes("junk")
        assert len(more) > len(sent)
        (at_once, first), (late, rest) = becomes("stall")
        assert (at_once, first + rest) == (0, sent)
        assert 0 < late <= 3000
        ((_, again),) = becomes("replay")
        assert sent in again
        assert len(again) > len(sent)
        seen += [flipped, less, more, first, again]
    assert len(set(seen)) > 200


def test_what_hangs_holds_up_what_follows() -> None:
    arrived = carried(line(Noise(0.3, FRAME, "stall")), SENT[:50])
    assert len(arrived) < 25


def test_old_answers_come_again_with_the_number_of_the_present_request() -> None:
    requests, replies = Past(), Past()
    replies.keep(frame.encode(frame.END, 3, laptop_half.pull(1, 2, 3)[:8]))
    for past in (requests, replies):
        past.next_conversation()
    asked = frame.encode(frame.PULL, 200, laptop_half.pull(1, 2, 3))
    (again,) = frame.Decoder().feed(replies.answer(random.Random(1), asked, True))
    assert again[:2] == (frame.END, 200)
    (again,) = frame.Decoder().feed(replies.answer(random.Random(1), asked, False))
    assert again[:2] == (frame.END, 3)
    assert replies.answer(random.Random(1), frame.encode(frame.ACK, 1, b""), True) == b""


def cable(usb: UsbPort, lives: int | None = None) -> Cable:
    return Cable(usb, PERFECT, (Past(), Past()), False, lives, True, random.Random(1), Counter())


def test_a_full_fifo_takes_a_part_and_one_without_a_reader_keeps_the_last() -> None:
    usb = UsbPort(random.Random(1))
    end = cable(usb)
    took = 0
    while (count := usb.write(bytes(200))) > 0:
        took += count
    assert took == 256
    end.close()
    assert usb.write(bytes(range(200)) * 2) == 400
    assert usb.write(b"last") == 4
    again = cable(usb)
    for now in range(0, 1000, 10):
        again.move(now, True)
    assert len(again.arrived) == 256
    assert again.arrived.endswith(b"last")


def test_a_cable_is_unplugged_at_any_byte() -> None:
    for lives in range(1, 40):
        usb = UsbPort(random.Random(1))
        over = cable(usb, lives)
        port = LaptopPort(over, random.Random(1), lambda: 0, lambda ms, ready: None, lambda what, data: None)
        port.write(bytes(range(1, 21)) + b"\x00")
        usb.write(bytes(range(1, 30)) + b"\x00")
        for now in range(0, 100, 10):
            over.move(now, True)
        got = bytes(over.arrived)
        assert usb.in_waiting + len(got) == lives
        with pytest.raises(TallyboardError):
            while True:
                port.read()


class Disc:
    """A laptop that has what it is given."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows: dict[int, dict[int, bytes]] = {}

    def committed(self) -> dict[int, dict[int, bytes]]:
        return {epoch: dict(rows) for epoch, rows in self.rows.items()}


class Place:
    epoch = 7
    next = 0


def header(epoch: int, oldest: int) -> bytes:
    return b"TLY1" + b"".join(n.to_bytes(4, "little") for n in (1, epoch, oldest, 0, 0)) + bytes(8)


def written(oracle: Oracle, count: int, epoch: int = 7) -> list[bytes]:
    place, sealer, made = Place(), record.Sealer(epoch), []
    place.epoch = epoch
    for number in range(count):
        data = bytearray((4, 20, number, 0, 0, 0, 0, 0))
        sealer.seal(data, number)
        place.next = number
        oracle.wrote(place, bytes(data))
        made.append(bytes(data))
    return made


@pytest.fixture
def judged() -> tuple[Oracle, Disc, Disc, list[bytes]]:
    """An oracle that has seen ten records, which the first laptop has."""
    one, other = Disc("one"), Disc("other")
    oracle = Oracle((one, other), Counter())
    oracle.wrote(Place(), header(7, 0))
    made = written(oracle, 10)
    one.rows = {7: dict(enumerate(made))}
    return oracle, one, other, made


def breach(does: object, *arguments: object) -> str:
    with pytest.raises(BrokenError) as broken:
        does(*arguments)  # type: ignore[operator]
    return broken.value.breach


def test_the_oracle_sees_what_is_not_so(judged: tuple[Oracle, Disc, Disc, list[bytes]]) -> None:
    oracle, one, other, made = judged
    assert breach(written, oracle, 1) == TWICE
    assert breach(oracle.wrote, Place(), made[0][:4] + bytes(4)) == ALTERED
    assert breach(oracle.acknowledged, 7, 4) == EARLY
    ack = frame.encode(frame.ACK, 1, laptop_half.ack(7, 10))
    oracle.sends(one, ack)
    oracle.acknowledged(7, 10)
    assert breach(oracle.sends, other, ack) == EARLY
    assert breach(oracle.synced, other, oracle.logged()) == LOST
    assert breach(oracle.at_the_end) == LOST
    other.rows = {7: {3: made[4]}}
    assert breach(oracle.look, other) == ALTERED
    other.rows = {8: {3: made[3]}}
    assert breach(oracle.look, other) == ALTERED
    other.rows = {7: {n: data for n, data in enumerate(made) if n != 5}}
    assert breach(oracle.synced, other, oracle.logged()) == LOST
    del one.rows[7][2]
    assert breach(oracle.look, one) == LOST


def test_what_is_given_up_must_be_on_a_laptop(judged: tuple[Oracle, Disc, Disc, list[bytes]]) -> None:
    oracle, one, other, made = judged
    assert breach(oracle.wrote, Place(), header(7, 5)) == LOST, "nobody has acknowledged it"
    oracle.sends(one, frame.encode(frame.ACK, 1, laptop_half.ack(7, 6)))
    oracle.acknowledged(7, 6)
    oracle.wrote(Place(), header(7, 5))
    other.rows = {7: dict(list(enumerate(made))[5:])}
    oracle.at_the_end()
    assert oracle.missing(other) == 5
    assert oracle.missing(one) == 0
    written_on = Place()
    written_on.next = 10
    data = bytearray((4, 20, 0, 0, 0, 0, 0, 0))
    record.Sealer(7).seal(data, 10)
    oracle.wrote(written_on, bytes(data))
    oracle.epochs[7].acked = 11
    assert breach(oracle.wrote, Place(), header(7, 11)) == LOST


HEARD = Heard(BOARD, "Table", "0.1.0", 7, 0, 10)


@pytest.mark.parametrize(("moment", "kept"), [(BEFORE_COMMIT, 0), (AFTER_COMMIT, 1)])
def test_a_killed_program_leaves_what_it_had_committed(disk: Disk, moment: str, kept: int) -> None:
    laptop = disk.laptop("laptop 1", Store)
    data = bytearray(8)
    record.Sealer(7).seal(data, 3)
    laptop.dies_at(moment, 1)
    with pytest.raises(KilledError):
        laptop.store.add(HEARD, [(3, bytes(data))])
    with pytest.raises(KilledError):
        laptop.store.add(HEARD, [])
    laptop.ends()
    assert len(laptop.store.held(BOARD, 7)) == kept
    assert laptop.committed() == ({7: {3: bytes(data)}} if kept else {})
    assert laptop.store.add(HEARD, [(3, bytes(data))]).new == 1 - kept
    laptop.close()
