"""The bodies of the link's frames: made by one end, read by the other. Numbers are little-endian."""

import struct

from shared_rules import games, record, record_text
from shared_rules.frame import MAX_BODY, PROTOCOL

RECORDS_A_FRAME = (MAX_BODY - 4) // record.SIZE

_WELCOME = "<BBIIIIII"
_WELCOME_SIZE = struct.calcsize(_WELCOME)


class MessageError(ValueError):
    """A body that does not fit its type."""


def _unpack(form, body):
    if len(body) != struct.calcsize(form):
        raise MessageError("a body of %d bytes where %d belong" % (len(body), struct.calcsize(form)))
    return struct.unpack(form, body)


def hello(protocol=PROTOCOL):
    return bytes((protocol,))


def read_hello(body):
    """The laptop's protocol version."""
    return _unpack("<B", body)[0]


def welcome(fields):
    """The board's answer to HELLO from a dict with the names that `read_welcome` gives."""
    body = struct.pack(
        _WELCOME,
        fields["protocol"],
        fields["format"],
        fields["epoch"],
        fields["oldest"],
        fields["next"],
        fields["acked"],
        fields["time_ms"],
        fields["damaged"],
    )
    return body + _texts([fields["board"], fields["firmware"], fields["table"]], 40)


def _texts(texts, limit):
    """Each as its length and at most `limit` bytes of UTF-8."""
    body = b""
    for text in texts:
        data = record_text.cut(text, limit)
        body += bytes((len(data),)) + data
    return body


def _read_texts(body, at):
    """The texts from this place to the end; raises MessageError."""
    texts = []
    while at < len(body):
        end = at + 1 + body[at]
        if end > len(body):
            raise MessageError("a text that ends too soon")
        try:
            texts.append(str(bytes(body[at + 1 : end]), "utf-8"))
        except UnicodeError:
            raise MessageError("a text that is not UTF-8") from None
        at = end
    return texts


def read_welcome(body):
    """A dict: protocol, format (of records), epoch, oldest, next, acked (sequence numbers), time_ms (since the board's
    power-on), damaged (records the board found broken), board (id, hex digits), firmware (version), table (name)."""
    if len(body) < _WELCOME_SIZE:
        raise MessageError("a WELCOME that ends too soon")
    numbers = struct.unpack(_WELCOME, body[:_WELCOME_SIZE])
    names = ("protocol", "format", "epoch", "oldest", "next", "acked", "time_ms", "damaged")
    fields = {names[i]: numbers[i] for i in range(len(names))}
    texts = _read_texts(body, _WELCOME_SIZE)
    if len(texts) < 3:
        raise MessageError("a WELCOME that ends too soon")
    fields["board"], fields["firmware"], fields["table"] = texts[:3]
    return fields


def pull(epoch, start, count):
    """Ask for `count` records (1 to 2**32 - 1, as many as there are) from number `start` on."""
    return struct.pack("<III", epoch, start, count)


def read_pull(body):
    """(epoch, from, count)."""
    return _unpack("<III", body)


def rec(start, records):
    """`records`: the bytes of up to RECORDS_A_FRAME records, the first numbered `start`."""
    return struct.pack("<I", start) + records


def read_rec(body):
    """(number of the first, bytes of the records)."""
    if len(body) < 4 or (len(body) - 4) % record.SIZE:
        raise MessageError("a REC that holds no whole records")
    return struct.unpack("<I", body[:4])[0], body[4:]


def end(oldest, following):
    """Nothing more to this PULL; the journal holds records from `oldest` up to, not with, `following`."""
    return struct.pack("<II", oldest, following)


def read_end(body):
    """(oldest, next)."""
    return _unpack("<II", body)


def ack(epoch, upto):
    """The laptop's store has committed every record below `upto`."""
    return struct.pack("<II", epoch, upto)


def read_ack(body):
    """(epoch, upto)."""
    return _unpack("<II", body)


def acked(upto):
    return struct.pack("<I", upto)


def read_acked(body):
    """Every record below this number is acknowledged."""
    return _unpack("<I", body)[0]


def assign(key, line, names):
    """A match to be played at this table: what it is called (not empty), the game line, the sides' names.

    Raises ValueError where it does not fit into a frame: leave options out that have their default.
    """
    body = _texts([key], record.TEXT_BYTES) + _texts([line], 255) + _texts(names, record.TEXT_BYTES)
    if not key or len(body) > MAX_BODY:
        raise ValueError("an assignment needs a key and at most %d bytes in all" % MAX_BODY)
    return body


def read_assign(body):
    """(key, game line, names)."""
    texts = _read_texts(body, 0)
    if len(texts) < 2 or len(texts) > 5 or not texts[0]:
        raise MessageError("an ASSIGN is a key, a game line and up to three names")
    return texts[0], texts[1], texts[2:]


_SCORE = "<IIIBBBBH"
_SCORE_SIDE = "<ih"
MATCH, FINISHED, REVIEW, WAITS = 1, 2, 4, 8  # bits of what a SCORE tells


def score(journal, match, waits):
    """The answer to STATE? from a journal, the match at the table or None, and whether an assigned match waits."""
    numbers = (journal.epoch, journal.next, journal.acked)
    if match is None:
        return struct.pack(_SCORE, *numbers, WAITS * waits, 0, 0, 0, 0)
    flags = MATCH | FINISHED * match.finished | REVIEW * match.review | WAITS * waits
    body = struct.pack(
        _SCORE, *numbers, flags, games.number_of(match.ID), match.seats[match.first], match.shootout, match.closed
    )
    for side in range(match.sides):
        body += struct.pack(_SCORE_SIDE, match.totals[side], match.raw(side))
    return body


def read_score(body):
    """A dict: epoch, next, acked (sequence numbers), waits (an assigned match is to be played next), match: None or a
    dict of game (id), finished, review, first (side number), shootout (its number, 0 in a round), closed (rounds),
    totals and raw (of the round being played) by side number. Never a source of truth."""
    size = struct.calcsize(_SCORE)
    each = struct.calcsize(_SCORE_SIDE)
    if len(body) < size or (len(body) - size) % each:
        raise MessageError("a SCORE of %d bytes" % len(body))
    epoch, following, acked, flags, number, first, shootout, closed = struct.unpack(_SCORE, body[:size])
    fields = {"epoch": epoch, "next": following, "acked": acked, "waits": bool(flags & WAITS), "match": None}
    if flags & MATCH:
        sides = [struct.unpack(_SCORE_SIDE, body[at : at + each]) for at in range(size, len(body), each)]
        fields["match"] = {
            "game": games.IDS[number] if number < len(games.IDS) else "game %d" % number,
            "finished": bool(flags & FINISHED),
            "review": bool(flags & REVIEW),
            "first": first,
            "shootout": shootout,
            "closed": closed,
            "totals": [total for total, _ in sides],
            "raw": [raw for _, raw in sides],
        }
    return fields


def time(seconds):
    """It is this Unix time (whole seconds, UTC)."""
    return struct.pack("<I", seconds)


def read_time(body):
    """The Unix time."""
    return _unpack("<I", body)[0]


def timed(following):
    """The journal goes up to, not with, this number."""
    return struct.pack("<I", following)


def read_timed(body):
    """The number of the next record."""
    return _unpack("<I", body)[0]


def setup(name, light):
    """The table's name ("" for the one in its settings) and its brightness, 1 to 16; None: to stay as it is."""
    return bytes((light or 0,)) + (b"" if name is None else _texts([name], record.TEXT_BYTES))


def read_setup(body):
    """(name or None, brightness or None)."""
    texts = _read_texts(body, 1)
    if not body or body[0] > record.FULL_LIGHT or len(texts) > 1:
        raise MessageError("a SETUP is a brightness up to 16 and at most one name")
    return texts[0] if texts else None, body[0] or None


def no(reason, sentence):
    """A refusal with one of frame.py's reasons and a sentence in ASCII."""
    return bytes((reason,)) + sentence.encode()[: MAX_BODY - 1]


def read_no(body):
    """(reason, sentence)."""
    if not body:
        raise MessageError("a NO without a reason")
    return body[0], "".join([chr(c) if 32 <= c < 127 else "?" for c in body[1:]])
