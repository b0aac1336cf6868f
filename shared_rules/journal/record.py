"""A journal record: eight bytes, made once at the press and never changed, on the board, on the wire and in the store.

    byte 0      what: below 0x80 an event's kind << 2 | side, else one of the codes below
    byte 1      the event's argument, or what the code says
    byte 2, 3   time since the record before it, see `pack_gap`; in a setting two more bytes of its value
    byte 4..7   CRC-32, little-endian, of epoch, sequence number (four bytes each, little-endian) and bytes 0 to 3

Epoch and number are implied by where the record stands; the check covers them, so that a record of an older epoch or of
an earlier lap of a ring is never taken for a present one. 32 bits, because after a torn write recovery looks at every
slot behind it for records that still hold.
"""

import struct

from shared_rules.journal.crc import crc32

SIZE = 8
# Of these bytes; a boot record carries it. 2 added TEXT, ASSIGN, LIGHT, FAULT, and why a board started; 3 NAMED, TIME;
# 4 RULES, BACK, ACKED, who starts in ASSIGN, and an undo no longer takes back who is first by the GAME.
FORMAT = 4

SETTING = 0x80  # + the option's code; bytes 1 to 3 its value; stands before the GAME or ASSIGN it belongs to
RULES = 0x9F  # among them; byte 1: the edition of the rules, catalogue.OLDER where there is none
TEXT = 0xA0  # + the field; bytes 1 to 3 of its UTF-8, zeros behind its end; stands before what it belongs to
BOOT = 0xC0  # byte 1: FORMAT, 2: why, 3: after which safe mode (see reasons.py); time starts at 0
GAME = 0xC1  # byte 1: the game's number in catalogue.IDS, in its upper two bits who is first; a match starts
CUT = 0xC2  # bytes 1 to 3: how many records before this one no longer stand, for one of them is damaged
CHOICE = 0xC3  # bytes 1 to 3: a check of the game in settings.toml at the GAME it stands before
# Byte 1: the game's number, byte 2: who starts, as side + 1, or 0 where that is open; the laptop wants this match
# played here next. It waits until a GAME with its KEY stands. Byte 1 = NO_GAME: nothing is wanted any more.
ASSIGN = 0xC4
# Byte 1: brightness, 1 to FULL_LIGHT, byte 2: the sound, byte 3: the language. While it is not full, or the menu has
# set one of the others, it stands again before each CHOICE.
LIGHT = 0xC5
FAULT = 0xC6  # bytes 1 to 3: a check of the FAULT text before it; the firmware met an error and went on or restarted
# Bytes 1 to 3: a check of the table's name in settings.toml, over which the laptop's TABLE text before it holds while
# that stays the same; as long as it holds, both stand again before each CHOICE.
NAMED = 0xC7
BACK = 0xC8  # the match before goes on; the one that was on, without an event, never was
ACKED = 0xC9  # bytes 1 to 3: the laptop needs none below this number; where no header can be written again
TIME = 0xE0  # + bits 24 to 28 of the seconds from YEAR_ZERO to this power-on's board time 0; bytes 1 to 3: bits 0 to 23

NO_GAME = 0xFF

# Fields of TEXT.
KEY = 0  # what the laptop calls an assigned match
NAME = 1  # + the side
FAULT_TEXT = 4
TABLE = 5

FULL_LIGHT = 16  # the brightness that holds where no LIGHT says another
# The sound of a LIGHT, and its language. Firmware of before always wrote the first, and reads what it knows.
SOUND_OPEN = 0  # settings.toml says
SOUND_ON = 1
SOUND_OFF = 2
LANGUAGE_OPEN = 0  # settings.toml says
ENGLISH = 1
FRENCH = 2
TEXT_BYTES = 24  # a key or a name has at most
FAULT_BYTES = 45
YEAR_ZERO = 1_767_225_600  # 2026-01-01T00:00:00Z as Unix time; 29 bits of seconds reach to January 2043

_UNIT_SHIFTS = (0, 4, 8, 12)  # 1 ms, 16 ms, 256 ms, 4096 ms
LONGEST_IN_MS = 0x3FFF  # up to here a packed gap is the time itself, as it is of nearly every press


def pack_gap(ms: int) -> int:
    """A time of 0 to 67,104,768 ms (18 h; longer ones count as that) in 16 bits: two bits of unit, 14 of count.

    Rounds down; whoever writes gaps measures the next one from the time that the record says, so errors do not add up.
    """
    for unit in range(4):
        count = ms >> _UNIT_SHIFTS[unit]
        if count < 0x4000:
            return unit << 14 | count
    return 0xFFFF


def unpack_gap(packed: int) -> int:
    """The milliseconds that `pack_gap` wrote."""
    return (packed & 0x3FFF) << _UNIT_SHIFTS[packed >> 14]


class Sealer:
    """Makes and checks the records of one epoch (0 to 2**32 - 1)."""

    def __init__(self, epoch: int) -> None:
        self._begun = crc32(struct.pack("<I", epoch))
        self._covered = bytearray(8)

    def _check(self, seq: int, data: bytes | bytearray, at: int) -> int:
        covered = self._covered
        struct.pack_into("<I", covered, 0, seq)
        for i in range(4):  # not as a slice, which takes memory: a start checks every record of a match
            covered[4 + i] = data[at + i]
        return crc32(covered, self._begun)

    def seal(self, record: bytearray, seq: int) -> None:
        """Write the check of the record number `seq` into bytes 4 to 7 of this bytearray of 8."""
        struct.pack_into("<I", record, 4, self._check(seq, record, 0))

    def holds(self, data: bytes | bytearray, at: int, seq: int) -> bool:
        """Whether the eight bytes of data at `at` are the record number `seq` of this epoch, undamaged."""
        return struct.unpack_from("<I", data, at + 4)[0] == self._check(seq, data, at)


def event_of(data: bytes | bytearray, at: int = 0) -> int:
    """The event (see events.py) of a record whose byte 0 is below 0x80."""
    return data[at] << 8 | data[at + 1]


def gap_of(data: bytes | bytearray, at: int = 0) -> int:
    """The milliseconds since the record before, 0 where bytes 2 and 3 carry something else."""
    what = data[at]
    if what < SETTING or what == GAME or what == BACK:
        return unpack_gap(data[at + 2] | data[at + 3] << 8)
    return 0


def value_of(data: bytes | bytearray, at: int = 0) -> int:
    """The 24 bits of bytes 1 to 3, of a CUT how many records before it no longer stand; see the table above."""
    return data[at + 1] | data[at + 2] << 8 | data[at + 3] << 16


def zero_of(data: bytes | bytearray, at: int = 0) -> int:
    """The Unix time (seconds, UTC) of the board time 0 that a TIME tells."""
    return YEAR_ZERO + ((data[at] - TIME) << 24 | value_of(data, at))
