"""The laptop's half of what board_half.py lays out: makes requests, reads replies. A board never imports this file."""

import struct

from shared_rules.games import catalogue
from shared_rules.journal import record
from shared_rules.link.board_half import (
    FINISHED,
    MATCH,
    REVIEW,
    SCORE_FORM,
    SCORE_SIDE_FORM,
    WAITS,
    WELCOME_FORM,
    MessageError,
    unpack,
)
from shared_rules.link.frame import PROTOCOL
from shared_rules.link.orders import read_texts

if False:  # for mypy alone: see shared_rules/__init__.py
    from typing import Any


def hello(protocol: int = PROTOCOL) -> bytes:
    return bytes((protocol,))


def read_welcome(body: bytes) -> "dict[str, Any]":
    """A dict: protocol, format (of records), epoch, oldest, next, acked (sequence numbers), time_ms (since the board's
    power-on), damaged (records the board found broken), board (id, hex digits), firmware (version), table (name)."""
    size = struct.calcsize(WELCOME_FORM)
    if len(body) < size:
        raise MessageError("a WELCOME that ends too soon")
    numbers = struct.unpack(WELCOME_FORM, body[:size])
    names = ("protocol", "format", "epoch", "oldest", "next", "acked", "time_ms", "damaged")
    fields = {names[i]: numbers[i] for i in range(len(names))}
    texts = read_texts(body, size)
    if len(texts) < 3:
        raise MessageError("a WELCOME that ends too soon")
    fields["board"], fields["firmware"], fields["table"] = texts[:3]
    return fields


def pull(epoch: int, start: int, count: int) -> bytes:
    """Ask for `count` records (1 to 2**32 - 1, as many as there are) from number `start` on."""
    return struct.pack("<III", epoch, start, count)


def read_rec(body: bytes) -> tuple[int, bytes]:
    """(number of the first, bytes of the records)."""
    if len(body) < 4 or (len(body) - 4) % record.SIZE:
        raise MessageError("a REC that holds no whole records")
    return struct.unpack("<I", body[:4])[0], body[4:]


def follow(epoch: int, start: int) -> bytes:
    """Ask for every record from number `start` on as it is made."""
    return struct.pack("<II", epoch, start)


def state(protocol: int = PROTOCOL) -> bytes:
    """Ask for the live score, and from protocol 2 on for the key that waits."""
    return b"" if protocol < 2 else bytes((protocol,))


def read_live(body: bytes) -> "dict[str, Any]":
    """As read_score, and `key`: of the assignment that waits to be played, now or after this match; "" for none."""
    key = read_texts(body[: 1 + body[0]], 0) if body else []
    if not key:
        raise MessageError("a LIVE without a key")
    fields = read_score(body[1 + body[0] :])
    fields["key"] = key[0]
    return fields


def read_end(body: bytes) -> tuple[int, int]:
    """(oldest, next)."""
    return unpack("<II", body)


def ack(epoch: int, upto: int) -> bytes:
    """Each record below `upto` is committed in the laptop's store, or damaged on the board itself."""
    return struct.pack("<II", epoch, upto)


def read_acked(body: bytes) -> int:
    """Every record below this number is acknowledged."""
    return unpack("<I", body)[0]


def read_score(body: bytes) -> "dict[str, Any]":
    """A dict: epoch, next, acked (sequence numbers), waits (an assigned match is to be played next), match: None or a
    dict of game (id), finished, review, first (side number), shootout (its number, 0 in a round), closed (rounds),
    totals and raw (of the round being played) by side number. Never a source of truth."""
    size = struct.calcsize(SCORE_FORM)
    each = struct.calcsize(SCORE_SIDE_FORM)
    if len(body) < size or (len(body) - size) % each:
        raise MessageError("a SCORE of %(size)s bytes", size=len(body))
    epoch, following, acked, flags, number, first, shootout, closed = struct.unpack(SCORE_FORM, body[:size])
    fields = {"epoch": epoch, "next": following, "acked": acked, "waits": bool(flags & WAITS), "match": None}
    if flags & MATCH:
        sides = [struct.unpack(SCORE_SIDE_FORM, body[at : at + each]) for at in range(size, len(body), each)]
        fields["match"] = {
            "game": catalogue.IDS[number] if number < len(catalogue.IDS) else "game %d" % number,
            "finished": bool(flags & FINISHED),
            "review": bool(flags & REVIEW),
            "first": first,
            "shootout": shootout,
            "closed": closed,
            "totals": [total for total, _ in sides],
            "raw": [raw for _, raw in sides],
        }
    return fields


def time(seconds: int) -> bytes:
    """It is this Unix time (whole seconds, UTC)."""
    return struct.pack("<I", seconds)


def read_timed(body: bytes) -> int:
    """The number of the next record."""
    return unpack("<I", body)[0]


def read_no(body: bytes) -> tuple[int, str]:
    """(reason, sentence)."""
    if not body:
        raise MessageError("a NO without a reason")
    return body[0], "".join([chr(c) if 32 <= c < 127 else "?" for c in body[1:]])
