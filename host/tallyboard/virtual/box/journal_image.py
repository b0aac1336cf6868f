"""A board's memory written by somebody who has its records: another board goes on where that one left off.

    header slot | header slot | record | record | …        as firmware/lib/tableside/journal.py lays it out

A power-on finds the match that is on as the records leave it, with its undo; all of them are acknowledged, and the next
one gets the number behind them. Here beside the modelled parts, because every rig writes it the same way.
"""

import struct

from shared_rules.journal import record
from shared_rules.journal.crc import crc32

FRAM_BYTES = 32_768

# The header: magic, generation, epoch, oldest, acked, look from; four bytes of ones, a check.
_HEADER = "<4sIIIII4s"
_MAGIC = b"TLY1"
_GENERATION = 1  # the other slot has none
_SLOT_BYTES = 32
_BASE = 2 * _SLOT_BYTES
_FREE = 1024  # places that stay free: no match that goes on has to wait for room

# Kinds that stand before the GAME that they belong to, or are kept with it.
_BESIDE = (record.CHOICE, record.ASSIGN, record.LIGHT, record.NAMED)


def image(epoch: int, first: int, end: int, records: bytes, size: int = FRAM_BYTES) -> bytes:
    """A whole FRAM of `size` bytes with the records of this epoch from number `first` to before `end`.

    `records`: eight bytes each; one that nobody has is eight zeros. Without any (`first == end`) no match is on, and
    numbers go on at `end`. Of more than there is room for, the oldest are left out. Raises ValueError where `records`
    has not so many.
    """
    if len(records) != (end - first) * record.SIZE:
        raise ValueError("%d bytes are not the records %d to %d" % (len(records), first, end))
    places = (size - _BASE) // record.SIZE
    oldest = max(first, end - (places - _FREE))
    kept = memoryview(records)[(oldest - first) * record.SIZE :]
    look_from = oldest + _beginning(kept)
    memory = bytearray(size)
    header = struct.pack(_HEADER, _MAGIC, _GENERATION, epoch, oldest, end, look_from, b"\xff" * 4)
    at = _GENERATION % 2 * _SLOT_BYTES
    memory[at : at + _SLOT_BYTES] = header + struct.pack("<I", crc32(header))
    place = oldest % places
    until_wrap = min(end - oldest, places - place) * record.SIZE
    at = _BASE + place * record.SIZE
    memory[at : at + until_wrap] = kept[:until_wrap]
    memory[_BASE : _BASE + len(kept) - until_wrap] = kept[until_wrap:]
    return bytes(memory)


def _beginning(records: memoryview) -> int:
    """From which of these records on a power-on finds the match that is on; behind all of them where there is none."""
    given_up = 0  # matches that a BACK further on took back
    games = 0
    for number in range(len(records) // record.SIZE - 1, -1, -1):
        what = records[number * record.SIZE]
        if games and not (record.SETTING <= what < record.BOOT or what in _BESIDE):
            return number + 1
        if what == record.BACK:
            given_up += 1
        elif what == record.GAME and given_up:
            given_up -= 1
        elif what == record.GAME:
            games = 1
    return 0
