"""What a board may say of itself: the last number that is believed, and the first that is not."""

from typing import Any

import pytest

from shared_rules.games import catalogue
from shared_rules.journal.record import FORMAT
from shared_rules.link import board_half
from tallyboard.link import conversation
from tallyboard.link.conversation import ImplausibleError
from tallyboard.text.language import language

PLACES = 1_048_576  # records in 8 MB
NUMBERS = 268_435_456  # a record a second for eight years
SAID: dict[str, int | str] = {
    "protocol": 2,
    "format": FORMAT,
    "epoch": 1,
    "oldest": 0,
    "next": 0,
    "acked": 0,
    "time_ms": 0,
    "damaged": 0,
}
SAID |= {"board": "e6", "firmware": "0.2", "table": ""}


def welcome(**said: Any) -> bytes:
    body: bytes = board_half.welcome({**SAID, **said})
    return body


def end(oldest: int, following: int) -> bytes:
    body: bytes = board_half.end(oldest, following)
    return body


def score(following: int = 9, acked: int = 0, sides: int = 2, first: int = 0) -> bytes:
    """A SCORE of a match of so many sides, of which that one is first."""
    match = catalogue.new("crokinole-official")
    body = bytearray(board_half.score(1, following, acked, match, False))
    body[14] = first
    return bytes(body[:18]) + bytes(6 * sides)


def live(body: bytes) -> Any:
    return conversation.read_live(board_half.live(body, "final"), 0)


WELCOMES = [
    ({"next": PLACES}, {"next": PLACES + 1}, f"its journal goes from 0 up to {PLACES + 1}"),
    ({"oldest": 7, "next": 7}, {"oldest": 8, "next": 7}, "its journal goes from 8 up to 7"),
    ({"oldest": NUMBERS, "next": NUMBERS}, {"oldest": NUMBERS, "next": NUMBERS + 1}, f"it has a record {NUMBERS}"),
    ({"next": 7, "acked": 7}, {"next": 7, "acked": 8}, "of 7 records 8 are acknowledged"),
    ({"damaged": PLACES}, {"damaged": PLACES + 1}, f"{PLACES + 1} records are damaged"),
    ({"board": "e"}, {"board": ""}, "its id is “”"),
    ({"board": "e 6"}, {"board": " "}, "its id is “ ”"),
    ({"board": "é"}, {"board": "e\n"}, r"its id is “e\n”"),
]


@pytest.mark.parametrize(("believed", "untrue", "says"), WELCOMES)
def test_what_a_welcome_may_say(believed: dict[str, Any], untrue: dict[str, Any], says: str) -> None:
    fields = conversation.read_welcome(welcome(**believed))
    assert fields.items() >= believed.items()
    with pytest.raises(ImplausibleError) as refused:
        conversation.read_welcome(welcome(**untrue))
    assert language("en")(refused.value.what) == says


def test_a_welcome_of_a_newer_format_is_told_as_it_is() -> None:
    assert conversation.read_welcome(welcome(format=FORMAT + 1, next=NUMBERS * 2))["next"] == NUMBERS * 2
    with pytest.raises(ImplausibleError):
        conversation.read_welcome(welcome(format=FORMAT, next=NUMBERS * 2))


def test_the_names_of_a_board_move_no_cursor() -> None:
    fields = conversation.read_welcome(welcome(table="T\x1b[2J", firmware="0\r1"))
    assert (fields["table"], fields["firmware"]) == (r"T\x1b[2J", r"0\r1")
    assert live(score())["key"] == "final"
    assert conversation.read_live(board_half.live(score(), "k\n"), 0)["key"] == r"k\n"
    long = conversation.read_welcome(welcome(table="\x1b" * 40))["table"]
    assert long == r"\x1b" * 16, "64 characters are kept"


@pytest.mark.parametrize(
    ("read", "believed", "untrue", "says"),
    [
        (conversation.read_end, end(3, 3), end(4, 3), "its journal goes from 4 up to 3"),
        (conversation.read_end, end(5, 5 + PLACES), end(5, 6 + PLACES), f"its journal goes from 5 up to {6 + PLACES}"),
        (conversation.read_end, end(NUMBERS, NUMBERS), end(NUMBERS, NUMBERS + 1), f"it has a record {NUMBERS}"),
        (
            conversation.read_rec,
            board_half.rec(NUMBERS - 2, bytes(16)),
            board_half.rec(NUMBERS - 2, bytes(24)),
            f"it has a record {NUMBERS}",
        ),
        (
            conversation.read_acked,
            board_half.acked(NUMBERS),
            board_half.acked(NUMBERS + 1),
            f"it has a record {NUMBERS}",
        ),
        (live, score(PLACES), score(PLACES + 1), f"its journal goes from 0 up to {PLACES + 1}"),
        (live, score(9, 9), score(9, 10), "of 9 records 10 are acknowledged"),
        (live, score(sides=8), score(sides=9), "of 9 sides number 0 is first"),
        (live, score(sides=1), score(sides=0), "of 0 sides number 0 is first"),
        (live, score(sides=3, first=2), score(sides=3, first=3), "of 3 sides number 3 is first"),
    ],
)
def test_what_an_answer_may_say(read: Any, believed: bytes, untrue: bytes, says: str) -> None:
    read(believed)
    with pytest.raises(ImplausibleError) as refused:
        read(untrue)
    assert language("en")(refused.value.what) == says


def test_a_score_after_a_journal_was_begun_anew() -> None:
    state = conversation.read_score(score(3), 100)
    assert (state["next"], state["key"]) == (3, None)
    assert conversation.read_score(score(100 + PLACES), 100)["next"] == 100 + PLACES
    with pytest.raises(ImplausibleError):
        conversation.read_score(score(101 + PLACES), 100)


def test_what_is_read_is_what_was_said() -> None:
    assert conversation.read_end(end(3, 8)) == (3, 8)
    assert conversation.read_rec(board_half.rec(5, b"12345678")) == (5, b"12345678")
    assert conversation.read_acked(board_half.acked(6)) == 6
