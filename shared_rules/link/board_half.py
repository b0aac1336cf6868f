"""The bodies of the link's frames, numbers little-endian: their layouts, and the board's half, which reads requests and
makes replies. The laptop's half is laptop_half.py."""

import struct

from shared_rules import SaidError
from shared_rules.games import catalogue
from shared_rules.journal import record
from shared_rules.link.frame import MAX_BODY

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Iterable
    from typing import Any

    from shared_rules.games.match import Match

RECORDS_A_FRAME = (MAX_BODY - 4) // record.SIZE

WELCOME_FORM = "<BBIIIIII"  # then the texts
SCORE_FORM = "<IIIBBBBH"
SCORE_SIDE_FORM = "<ih"  # once for each side
MATCH, FINISHED, REVIEW, WAITS = 1, 2, 4, 8  # bits of what a SCORE tells


class MessageError(SaidError):
    """A body that does not fit its type."""


def unpack(form: str, body: bytes) -> "tuple[Any, ...]":
    if len(body) != struct.calcsize(form):
        raise MessageError("a body of %(size)s bytes where %(due)s belong", size=len(body), due=struct.calcsize(form))
    return struct.unpack(form, body)


def read_hello(body: bytes) -> int:
    """The laptop's protocol version."""
    return unpack("<B", body)[0]


def welcome(fields: "dict[str, Any]") -> bytes:
    """The board's answer to HELLO from a dict with the names that `read_welcome` gives."""
    body = struct.pack(
        WELCOME_FORM,
        fields["protocol"],
        fields["format"],
        fields["epoch"],
        fields["oldest"],
        fields["next"],
        fields["acked"],
        fields["time_ms"],
        fields["damaged"],
    )
    return body + texts_of([fields["board"], fields["firmware"], fields["table"]], 40)


def texts_of(texts: "Iterable[str]", limit: int) -> bytes:
    """Each as its length and at most `limit` bytes of UTF-8."""
    from shared_rules.journal import record_text  # here, because a power-on does without

    body = b""
    for text in texts:
        data = record_text.cut(text, limit)
        body += bytes((len(data),)) + data
    return body


def read_pull(body: bytes) -> tuple[int, int, int]:
    """(epoch, from, count)."""
    return unpack("<III", body)


def rec(start: int, records: bytes) -> bytes:
    """`records`: the bytes of up to RECORDS_A_FRAME records, the first numbered `start`."""
    return struct.pack("<I", start) + records


def end(oldest: int, following: int) -> bytes:
    """Nothing more to this PULL; the journal holds records from `oldest` up to, not with, `following`."""
    return struct.pack("<II", oldest, following)


def read_ack(body: bytes) -> tuple[int, int]:
    """(epoch, upto)."""
    return unpack("<II", body)


def acked(upto: int) -> bytes:
    return struct.pack("<I", upto)


def score(epoch: int, following: int, acked: int, match: "Match | None", waits: bool) -> bytes:
    """The answer to STATE?: the journal goes up to, not with, the number `following`; the match at the table, or None;
    whether an assigned match waits."""
    flags = WAITS * waits
    game = first = shootout = closed = 0
    sides = b""
    if match is not None:
        flags |= MATCH | FINISHED * match.finished | REVIEW * match.review
        game = catalogue.number_of(match.ID)
        first, shootout, closed = match.seats[match.first], match.shootout, match.closed
        for side in range(match.sides):
            sides += struct.pack(SCORE_SIDE_FORM, match.totals[side], match.raw(side))
    numbers = (epoch, following, acked, flags, game, first, shootout, closed)
    return struct.pack(SCORE_FORM, *numbers) + sides


def live(state: bytes, key: str) -> bytes:
    """The key of the assignment that waits to be played, now or later ("" for none), and behind it a `score`."""
    return (texts_of([key], record.TEXT_BYTES) if key else b"\x00") + state


def read_follow(body: bytes) -> tuple[int, int]:
    """(epoch, from)."""
    return unpack("<II", body)


def read_time(body: bytes) -> int:
    """The Unix time."""
    return unpack("<I", body)[0]


def timed(following: int) -> bytes:
    """The journal goes up to, not with, this number."""
    return struct.pack("<I", following)


def no(reason: int, sentence: str) -> bytes:
    """A refusal with one of frame.py's reasons and a sentence in ASCII."""
    return bytes((reason,)) + sentence.encode()[: MAX_BODY - 1]
