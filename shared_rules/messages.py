"""The bodies of the link's frames: made by one end, read by the other. Numbers are little-endian."""

import struct

from shared_rules import record, record_text
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


def no(reason, sentence):
    """A refusal with one of frame.py's reasons and a sentence in ASCII."""
    return bytes((reason,)) + sentence.encode()[: MAX_BODY - 1]


def read_no(body):
    """(reason, sentence)."""
    if not body:
        raise MessageError("a NO without a reason")
    return body[0], "".join([chr(c) if 32 <= c < 127 else "?" for c in body[1:]])
