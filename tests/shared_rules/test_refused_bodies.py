"""What a body that does not fit its type is refused with; a board's answer carries this sentence to the laptop."""

from collections.abc import Callable

import pytest

from shared_rules.link import board_half, frame, laptop_half, orders
from shared_rules.link.board_half import MessageError

WELCOME = board_half.welcome(
    {
        "protocol": 2,
        "format": 4,
        "epoch": 1,
        "oldest": 0,
        "next": 9,
        "acked": 3,
        "time_ms": 5,
        "damaged": 0,
        "board": "e6",
        "firmware": "0.2",
        "table": "",
    }
)
ASSIGN = "an ASSIGN is a key, a game line and up to three names"
SETUP = "a SETUP is a brightness up to 16 and at most one name"

BODIES = [
    (board_half.read_hello, b"", "a body of 0 bytes where 1 belong"),
    (board_half.read_hello, b"\1\2", "a body of 2 bytes where 1 belong"),
    (board_half.read_pull, bytes(8), "a body of 8 bytes where 12 belong"),
    (board_half.read_ack, bytes(9), "a body of 9 bytes where 8 belong"),
    (board_half.read_follow, bytes(7), "a body of 7 bytes where 8 belong"),
    (board_half.read_time, bytes(5), "a body of 5 bytes where 4 belong"),
    (laptop_half.read_welcome, WELCOME[:25], "a WELCOME that ends too soon"),
    (laptop_half.read_welcome, WELCOME[:-1], "a WELCOME that ends too soon"),
    (laptop_half.read_rec, bytes(3), "a REC that holds no whole records"),
    (laptop_half.read_rec, bytes(4 + 7), "a REC that holds no whole records"),
    (laptop_half.read_live, b"", "a LIVE without a key"),
    (laptop_half.read_live, b"\5key", "a text that ends too soon"),
    (laptop_half.read_score, bytes(17), "a SCORE of 17 bytes"),
    (laptop_half.read_score, bytes(25), "a SCORE of 25 bytes"),
    (laptop_half.read_end, bytes(4), "a body of 4 bytes where 8 belong"),
    (laptop_half.read_acked, bytes(8), "a body of 8 bytes where 4 belong"),
    (laptop_half.read_timed, bytes(3), "a body of 3 bytes where 4 belong"),
    (laptop_half.read_no, b"", "a NO without a reason"),
    (orders.read_assign, b"", ASSIGN),
    (orders.read_assign, b"\0\1k", ASSIGN),
    (orders.read_assign, b"\0\1k\1g\1a\1b\1c\1d", ASSIGN),
    (orders.read_assign, b"\4\1k\1g", "an ASSIGN says which of three sides starts, or 0"),
    (orders.read_assign, b"\0\1k\2g", "a text that ends too soon"),
    (orders.read_assign, b"\0\1\xff\1g", "a text that is not UTF-8"),
    (orders.read_assign_1, b"\0\1g", ASSIGN),
    (orders.read_assign_1, b"\1k", ASSIGN),
    (orders.read_setup, b"", SETUP),
    (orders.read_setup, b"\x11", SETUP),
    (orders.read_setup, b"\1\1a\1b", SETUP),
]


@pytest.mark.parametrize(("read", "body", "says"), BODIES)
def test_a_body_that_does_not_fit(read: Callable[[bytes], object], body: bytes, says: str) -> None:
    with pytest.raises(MessageError) as refused:
        read(body)
    assert str(refused.value) == says


NAMES = ["a" * 24, "b" * 24, "c" * 24]
FITS = frame.MAX_BODY - 2 * 1 - 24 - 3 * 25  # of the game line, after the side that starts is taken off


def test_an_assignment_of_all_the_bytes_that_fit() -> None:
    key, line = "k" * 24, "g" * (FITS - 1)
    body = orders.assign(key, line, NAMES, 2)
    assert len(body) == frame.MAX_BODY
    assert orders.read_assign(body) == (key, line, NAMES, 2)
    makes: list[Callable[[], bytes]] = [
        lambda: orders.assign(key, line + "g", NAMES, 2),
        lambda: orders.assign_1(key, line + "gg", NAMES),
    ]
    for make in makes:
        with pytest.raises(ValueError, match=r"^an assignment has at most 194 bytes in all$"):
            make()
    with pytest.raises(ValueError, match=r"^an assignment needs a key$"):
        orders.assign("", "crokinole-official", [])
    with pytest.raises(ValueError, match=r"^a frame's body has at most 194 bytes$"):
        frame.encode(frame.ASSIGN, 1, body + b"g")


def test_texts_are_cut_to_what_the_board_keeps() -> None:
    assert orders.read_assign(orders.assign("k" * 25, "g", ["é" * 13])) == ("k" * 24, "g", ["é" * 12], None)
    assert orders.read_setup(orders.setup("t" * 25, 16)) == ("t" * 24, 16)
    assert orders.read_setup(orders.setup("", None)) == ("", None)
    assert orders.read_setup(orders.setup(None, 1)) == (None, 1)
    assert orders.read_assign(orders.cancel()) == ("", "", [], None)
    fields = laptop_half.read_welcome(
        board_half.welcome({**laptop_half.read_welcome(WELCOME), "firmware": "é" * 21, "table": "t" * 41})
    )
    assert (fields["firmware"], fields["table"]) == ("é" * 20, "t" * 40)


@pytest.mark.parametrize("sides", range(3))
def test_who_starts_an_assigned_match(sides: int) -> None:
    assert orders.read_assign(orders.assign("k", "g", [], sides))[3] == sides


def test_a_refusal_is_told_in_ascii() -> None:
    assert laptop_half.read_no(board_half.no(frame.RANGE, "below oldest")) == (frame.RANGE, "below oldest")
    assert laptop_half.read_no(b"\4 ~\x1f\x7f\xff") == (4, " ~???")
    assert len(board_half.no(frame.RANGE, "x" * 400)) == frame.MAX_BODY


def test_the_numbers_of_types_and_reasons_stay_what_they_are_on_the_wire() -> None:
    """Boards with an older firmware say and understand these."""
    requests = ("HELLO", "PULL", "ACK", "STATE", "TIME", "ASSIGN_1", "SETUP", "FOLLOW", "ASSIGN")
    replies = ("WELCOME", "REC", "END", "ACKED", "TIMED", "ASSIGNED", "SET", "SCORE", "LIVE")
    reasons = ("UNKNOWN", "MALFORMED", "EPOCH", "RANGE", "MEMORY", "REFUSED")
    for names, first in ((requests, 0x01), (replies, 0x81), (reasons, 1), (("NO",), 0xFF)):
        assert [getattr(frame, name) for name in names] == list(range(first, first + len(names)))
    assert frame.OLDEST_PROTOCOL == 1
    assert (laptop_half.hello(1), laptop_half.state(1), laptop_half.state(2)) == (b"\1", b"", b"\2")
