"""The eight bytes of a record: what they say, and that no other eight bytes pass for them."""

from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.games.events import AGREE, COUNT, NEXT, NOBODY, UNDO, event
from shared_rules.journal import record
from shared_rules.journal.record import SIZE, Sealer, event_of, gap_of, pack_gap, unpack_gap, value_of
from tests.harness.random_matches import LINES, played, standing, walks

u32 = st.integers(0, 0xFFFFFFFF)
words = st.binary(min_size=4, max_size=4)
LONGEST_GAP = 0x3FFF << 12  # 67,104,768 ms


def sealed(data: bytes, epoch: int, seq: int) -> bytearray:
    """The record of these four bytes."""
    made = bytearray(data + bytes(4))
    Sealer(epoch).seal(made, seq)
    return made


def test_a_record_worked_by_hand() -> None:
    """`A 20`, 250 ms after the one before: kind 1, side 0; the check covers epoch and number too."""
    made = sealed(bytes([1 << 2 | 0, 20, 250, 0]), 0x11223344, 5)
    assert made[:4] == b"\x04\x14\xfa\x00"
    covered = b"\x44\x33\x22\x11" + b"\x05\x00\x00\x00" + b"\x04\x14\xfa\x00"
    assert made[4:] == crc32(covered).to_bytes(4, "little")


@given(words, u32, u32, st.integers(0, 9))
def test_a_sealed_record_holds_wherever_it_stands(data: bytes, epoch: int, seq: int, at: int) -> None:
    made = sealed(data, epoch, seq)
    assert len(made) == SIZE
    assert made[:4] == data
    assert Sealer(epoch).holds(bytes(at) + made + b"\xff", at, seq)


@given(words, u32, u32, u32, u32)
def test_it_holds_in_its_own_place_only(data: bytes, epoch: int, seq: int, other_epoch: int, other_seq: int) -> None:
    made = sealed(data, epoch, seq)
    assert Sealer(epoch).holds(made, 0, other_seq) == (other_seq == seq)
    assert Sealer(other_epoch).holds(made, 0, seq) == (other_epoch == epoch)


@given(words, u32, u32)
def test_a_number_one_bit_away_is_another_place(data: bytes, epoch: int, seq: int) -> None:
    """A lap of a ring later, or 2**32 - 1 after 0: all bits of number and epoch are in the check."""
    made = sealed(data, epoch, seq)
    for bit in range(32):
        assert not Sealer(epoch).holds(made, 0, seq ^ 1 << bit)
        assert not Sealer(epoch ^ 1 << bit).holds(made, 0, seq)


@given(words, u32, u32)
def test_no_flipped_bit_holds(data: bytes, epoch: int, seq: int) -> None:
    made = sealed(data, epoch, seq)
    sealer = Sealer(epoch)
    for bit in range(8 * SIZE):
        bad = bytearray(made)
        bad[bit // 8] ^= 1 << bit % 8
        assert not sealer.holds(bad, 0, seq)


@pytest.mark.parametrize("blank", [bytes(8), b"\xff" * 8])
@given(epoch=u32, seq=u32)
def test_an_erased_place_is_no_record(blank: bytes, epoch: int, seq: int) -> None:
    assert not Sealer(epoch).holds(blank, 0, seq)


def test_one_sealer_makes_and_checks_in_turn() -> None:
    sealer = Sealer(0xDEADBEEF)
    made = [bytearray([n, 2 * n, 3 * n, 4 * n, 0, 0, 0, 0]) for n in range(40)]
    for seq, each in enumerate(made):
        sealer.seal(each, seq)
        assert sealer.holds(each, 0, seq)
        assert not sealer.holds(each, 0, seq + 1)
    together = b"".join(made)
    assert all(sealer.holds(together, seq * SIZE, seq) for seq in range(40))


# --- Events ---


@given(st.integers(1, 31), st.integers(0, 3), st.integers(0, 255))
def test_an_event_is_the_first_two_bytes(kind: int, side: int, arg: int) -> None:
    entered = event(kind, side, arg)
    data = bytes([entered >> 8, entered & 255])
    assert data[0] < record.SETTING
    assert event_of(data) == entered
    assert event_of(b"??" + data, 2) == entered


@given(walks())
def test_every_event_of_every_game_fits(walk: tuple[str, list[int]]) -> None:
    for each in [*standing(played(*walk)), event(UNDO)]:
        assert 1 << 10 <= each < record.SETTING << 8
        assert event_of(bytes([each >> 8, each & 255])) == each


def test_the_bytes_of_some_events() -> None:
    """They stand in journals: a change here is a new FORMAT."""
    assert event(COUNT, 1, 50) == 0x0532
    assert event(NEXT) == event(NEXT, NOBODY, 0) == 0x0F00
    assert event(AGREE, 2) == 0x1200
    assert event(UNDO) == 0x3B00
    assert LINES


def test_codes_are_all_different_and_no_events() -> None:
    codes = [record.BOOT, record.GAME, record.CUT, record.CHOICE]
    assert len(set(codes)) == len(codes)
    assert all(code >= record.SETTING + 32 for code in codes)


# --- Times ---


@given(st.integers(0, LONGEST_GAP))
def test_a_gap_rounds_down_within_its_unit(ms: int) -> None:
    packed = pack_gap(ms)
    assert 0 <= packed <= 0xFFFF
    read = unpack_gap(packed)
    assert read <= ms
    assert ms - read < 1 << (0, 4, 8, 12)[packed >> 14]
    assert ms - read <= ms // 1024  # a thousandth at most


@given(st.integers(0, LONGEST_GAP), st.integers(0, LONGEST_GAP))
def test_a_longer_time_never_reads_shorter(one: int, other: int) -> None:
    shorter, longer = sorted([one, other])
    assert unpack_gap(pack_gap(shorter)) <= unpack_gap(pack_gap(longer))


@given(st.integers(0, 0xFFFF))
def test_what_a_gap_says_packs_to_itself(packed: int) -> None:
    said = unpack_gap(packed)
    assert unpack_gap(pack_gap(said)) == said


def test_gaps_at_the_edges() -> None:
    assert [unpack_gap(pack_gap(ms)) for ms in (0, 1, 16383, 16384, 16399, 16400)] == [0, 1, 16383, 16384, 16384, 16400]
    assert unpack_gap(pack_gap(LONGEST_GAP)) == LONGEST_GAP == 67_104_768
    assert unpack_gap(pack_gap(LONGEST_GAP + 4096)) == LONGEST_GAP
    assert unpack_gap(pack_gap(10**12)) == LONGEST_GAP


@given(st.lists(st.integers(0, 3_600_000), max_size=60))
def test_errors_of_gaps_do_not_add_up(gaps: list[int]) -> None:
    """Each gap is measured from the time that the record before it says."""
    now = said = 0
    for gap in gaps:
        now += gap
        said += unpack_gap(pack_gap(now - said))
        assert 0 <= now - said < 4096


def test_only_events_and_games_carry_a_gap() -> None:
    tail = bytes([0x10, 0x27])  # 10,000 ms
    assert gap_of(bytes([event(NEXT) >> 8, 0]) + tail) == 10_000
    assert gap_of(bytes([record.GAME, 1]) + tail) == 10_000
    assert gap_of(b"???" + bytes([record.GAME, 1]) + tail, 3) == 10_000
    for what in (record.SETTING, record.SETTING + 31, record.BOOT, record.CUT, record.CHOICE):
        assert gap_of(bytes([what, 1]) + tail) == 0


def test_the_number_of_a_cut() -> None:
    assert value_of(bytes([record.CUT, 1, 2, 3])) == 0x030201
    assert value_of(bytes([9, record.CUT, 255, 255, 255]), 1) == 0xFFFFFF
