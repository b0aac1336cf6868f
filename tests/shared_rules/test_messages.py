"""The bodies of frames: what one end packs the other reads, and what does not fit is an error and never a guess."""

import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.games import catalogue
from shared_rules.games.events import AGREE, COUNT, NEXT, PENALTY, event
from shared_rules.journal import record
from shared_rules.link import board_half, frame, laptop_half, orders
from shared_rules.link.board_half import RECORDS_A_FRAME, MessageError

u8 = st.integers(0, 0xFF)
u32 = st.integers(0, 0xFFFFFFFF)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
welcomes = st.fixed_dictionaries(
    {
        **dict.fromkeys(("protocol", "format"), u8),
        **dict.fromkeys(("epoch", "oldest", "next", "acked", "time_ms", "damaged"), u32),
        **dict.fromkeys(("board", "firmware", "table"), texts),
    }
)


def cut_to_40_bytes(text: str) -> str:
    return text.encode()[:40].decode(errors="ignore")


@given(u8)
def test_hello(protocol: int) -> None:
    assert board_half.read_hello(laptop_half.hello(protocol)) == protocol


def test_hello_says_the_protocol_of_this_version() -> None:
    assert board_half.read_hello(laptop_half.hello()) == frame.PROTOCOL


@given(welcomes)
def test_welcome(fields: dict[str, Any]) -> None:
    body = board_half.welcome(fields)
    assert len(body) <= frame.MAX_BODY
    expected = dict(fields)
    for name in ("board", "firmware", "table"):
        expected[name] = cut_to_40_bytes(fields[name])
    assert laptop_half.read_welcome(body) == expected
    assert laptop_half.read_welcome(bytearray(body)) == expected  # type: ignore[arg-type]  # does as well


@pytest.mark.parametrize("size", [38, 39, 40, 41, 42])
@pytest.mark.parametrize("letter", ["x", "é", "—", "🎯"])
def test_a_text_of_a_welcome_has_at_most_40_bytes(size: int, letter: str) -> None:
    """Cut between characters."""
    numbers = dict.fromkeys(("protocol", "format", "epoch", "oldest", "next", "acked", "time_ms", "damaged"), 0)
    name = letter + "y" * (size - len(letter.encode()) * 2) + letter
    assert len(name.encode()) == size
    body = board_half.welcome({**numbers, "board": name, "firmware": "", "table": name})
    read = laptop_half.read_welcome(body)
    assert read["board"] == read["table"] == cut_to_40_bytes(name)


@given(welcomes, st.data())
def test_a_welcome_cut_short(fields: dict[str, Any], data: st.DataObject) -> None:
    body = board_half.welcome(fields)
    with pytest.raises(MessageError, match="too soon"):
        laptop_half.read_welcome(body[: data.draw(st.integers(0, len(body) - 1))])


def test_a_welcome_whose_text_is_no_utf_8() -> None:
    fields = dict.fromkeys(("protocol", "format", "epoch", "oldest", "next", "acked", "time_ms", "damaged"), 1)
    body = board_half.welcome({**fields, "board": "aa", "firmware": "0.1.0", "table": "Table 3"})
    with pytest.raises(MessageError, match="UTF-8"):
        laptop_half.read_welcome(body.replace(b"aa", b"\xff\xfe"))


@given(st.binary(max_size=frame.MAX_BODY))
def test_a_welcome_of_anything_is_read_or_an_error(body: bytes) -> None:
    try:
        fields = laptop_half.read_welcome(body)
    except MessageError:
        return
    assert set(fields) == {
        *("protocol", "format", "epoch", "oldest", "next", "acked", "time_ms", "damaged"),
        *("board", "firmware", "table"),
    }


# What is packed from numbers alone: (packer, reader, how many numbers).
PLAIN: dict[str, tuple[Callable[..., bytes], Callable[[bytes], object], int]] = {
    "pull": (laptop_half.pull, board_half.read_pull, 3),
    "end": (board_half.end, laptop_half.read_end, 2),
    "ack": (laptop_half.ack, board_half.read_ack, 2),
    "acked": (board_half.acked, laptop_half.read_acked, 1),
    "time": (laptop_half.time, board_half.read_time, 1),
    "timed": (board_half.timed, laptop_half.read_timed, 1),
}


@pytest.mark.parametrize("name", PLAIN)
@given(st.lists(u32, min_size=3, max_size=3))
def test_numbers(name: str, values: list[int]) -> None:
    pack, read, count = PLAIN[name]
    body = pack(*values[:count])
    assert read(body) == (tuple(values[:count]) if count > 1 else values[0])
    for size in range(len(body)):
        with pytest.raises(MessageError):
            read(body[:size])
    with pytest.raises(MessageError):
        read(body + b"\x00")


@pytest.mark.parametrize("body", [b"", b"\x01\x02"])
def test_a_hello_of_another_length(body: bytes) -> None:
    with pytest.raises(MessageError):
        board_half.read_hello(body)


@given(u32, st.integers(0, RECORDS_A_FRAME), st.data())
def test_rec(start: int, count: int, data: st.DataObject) -> None:
    records = data.draw(st.binary(min_size=count * record.SIZE, max_size=count * record.SIZE))
    body = board_half.rec(start, records)
    assert len(body) <= frame.MAX_BODY
    assert laptop_half.read_rec(body) == (start, records)


def test_a_rec_without_whole_records() -> None:
    body = board_half.rec(7, bytes(2 * record.SIZE))
    for size in range(len(body)):
        if size in (4, 4 + record.SIZE):
            assert laptop_half.read_rec(body[:size])[0] == 7
        else:
            with pytest.raises(MessageError, match="whole records"):
                laptop_half.read_rec(body[:size])


def test_a_frame_is_filled_with_records() -> None:
    assert len(board_half.rec(0, bytes(RECORDS_A_FRAME * record.SIZE))) <= frame.MAX_BODY
    assert len(board_half.rec(0, bytes((RECORDS_A_FRAME + 1) * record.SIZE))) > frame.MAX_BODY


@pytest.mark.parametrize("line", [*catalogue.IDS, "crokinole-traditional scoring=simple sides=3", "two-on-one"])
@given(st.tuples(u32, u32, u32), st.booleans())
def test_score(line: str, numbers: tuple[int, int, int], waits: bool) -> None:
    match = catalogue.new("crokinole-traditional format=two-on-one" if line == "two-on-one" else line)
    body = board_half.score(*numbers, match, waits)
    assert len(body) <= frame.MAX_BODY
    fields = laptop_half.read_score(body)
    assert [fields[name] for name in ("epoch", "next", "acked", "waits")] == [*numbers, waits]
    assert (fields["match"]["game"], fields["match"]["totals"]) == (match.ID, [0] * match.sides)
    assert laptop_half.read_score(board_half.score(*numbers, None, waits))["match"] is None
    with pytest.raises(MessageError):
        laptop_half.read_score(body[:-1])


def test_score_of_a_match_being_played() -> None:
    match = catalogue.new("pichenotte-southwest games=1")
    for each in (event(PENALTY, 0, 20), event(COUNT, 1, 50), event(COUNT, 1, 20), event(NEXT)):
        match.play(each)
    found = laptop_half.read_score(board_half.score(1, 2, 3, match, False))["match"]
    assert (found["raw"], found["totals"], found["review"], found["closed"]) == ([0, 70], [0, 0], True, 0)
    for side in (0, 1):
        match.play(event(AGREE, side))
    found = laptop_half.read_score(board_half.score(1, 2, 3, match, False))["match"]
    assert (found["totals"], found["finished"], found["closed"]) == ([-20, 70], True, 1)


@given(st.binary(max_size=frame.MAX_BODY))
def test_a_score_or_a_setup_of_anything_is_read_or_an_error(body: bytes) -> None:
    for read in (laptop_half.read_score, orders.read_setup):
        with contextlib.suppress(MessageError):
            read(body)


@given(st.none() | texts, st.none() | st.integers(1, record.FULL_LIGHT))
def test_setup(name: str | None, light: int | None) -> None:
    read = orders.read_setup(orders.setup(name, light))
    kept = None if name is None else name.encode()[: record.TEXT_BYTES].decode(errors="ignore")
    assert read == (kept, light)


@given(u8, st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=300))
def test_no(reason: int, sentence: str) -> None:
    body = board_half.no(reason, sentence)
    assert len(body) <= frame.MAX_BODY
    assert laptop_half.read_no(body) == (reason, sentence[: frame.MAX_BODY - 1])


def test_a_no_with_nothing_or_with_more_than_ascii() -> None:
    with pytest.raises(MessageError):
        laptop_half.read_no(b"")
    assert laptop_half.read_no(b"\x02") == (2, "")
    assert laptop_half.read_no(b"\x02a\x1b\xff~") == (2, "a??~")
