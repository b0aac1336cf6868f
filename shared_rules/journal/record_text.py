"""Texts in records: names, keys, what went wrong. Apart from record.py, for a power-on rarely reads one."""

from shared_rules.journal.record import TEXT

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Sequence


def encode(field: int, text: str, limit: int) -> "list[tuple[int, Sequence[int]]]":
    """The TEXT records that say a text, as (byte 0, bytes 1 to 3); of a long one as much as goes into `limit` bytes."""
    data = cut(text, limit)
    data += bytes(-len(data) % 3)
    return [(TEXT | field, data[at : at + 3]) for at in range(0, len(data), 3)]


def is_text(what: int) -> bool:
    """Whether a record with this byte 0 is a TEXT."""
    return what & 0xE0 == TEXT


def gather(gathered: dict[int, bytes], data: bytes | bytearray, at: int = 0) -> None:
    """Add the TEXT record at byte `at` of data to those before it; `gathered`: a dict, field to bytes."""
    field = data[at] & 0x1F
    gathered[field] = gathered.get(field, b"") + bytes(data[at + 1 : at + 4])


def decode(gathered: dict[int, bytes], field: int) -> str:
    """The text of this field that was gathered, as far as it is UTF-8; "" where there is none. Zeros end it."""
    data = gathered.get(field, b"")
    end = data.find(b"\x00")
    if end >= 0:
        data = data[:end]
    try:
        return str(data, "utf-8")
    except UnicodeError:
        return "".join([chr(c) if c < 128 else "?" for c in data])


def cut(text: str, limit: int) -> bytes:
    """At most `limit` bytes of the text's UTF-8, cut between characters."""
    data = text.encode()
    while len(data) > limit:
        text = text[:-1]
        data = text.encode()
    return data
