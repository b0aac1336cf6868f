"""The journal: records appended to a medium that may lose its power at any byte.

    header slot | header slot | record | record | record | …     a ring of records where the medium can be rewritten

A header says the epoch, the oldest record still kept, what the laptop has acknowledged, and from where a power-on has
to look. It is written to the two slots in turn; the one with the higher generation whose check holds is the header, so
a torn one costs nothing. A record stands at its number modulo the number of places; its check says whether it is there.
On a medium that cannot be rewritten there is one header, written once an epoch, and no ring.
"""

import struct

from shared_rules import games, record
from shared_rules.crc import crc32
from shared_rules.events import AGREE, NEXT, UNDO
from shared_rules.replay import CUT_BACK, STARTED, Replay

_HEADER = "<4sIIIII"  # magic, generation, epoch, oldest, acked, look from
_HEADER_SIZE = 32
_SPARE_AT = 24  # four bytes of ones, see _make_room
_CHECK_AT = 28
_MAGIC = b"TLY1"
_SPARE = b"\xff" * (_CHECK_AT - _SPARE_AT)

RESERVE = 64  # places that only undo, next and agree still take
A_MATCH = 700  # places that a new match wants to find free

# Recovery stops after so many places in a row without a record: a torn write leaves one, a bad patch some more.
_LOOK_AHEAD = 64
CHUNK = 32  # records read at once
_STILL_TAKEN = (UNDO, NEXT, AGREE)
_BEGINS_ANEW = (STARTED, CUT_BACK)  # records from which on a hole before them does not matter
_READ_TIMES = 3  # the headers: a garbled one would pass for a torn one


class FullError(Exception):
    """There is no room, and nothing that may be given up for it."""


class Journal:
    """The records of one medium, numbered from 0 in each epoch. All methods raise OSError when it does not answer.

    `medium`: see media.py. `new_epoch()` gives 32 random bits. After `open`: `epoch`, `oldest`, `next`, `acked`,
    `damaged` (records lost from the match that is on, since its last CUT), `replay` (the match as it stands), `sealer`
    (of this epoch).
    """

    def __init__(self, medium, new_epoch):
        self._medium = medium
        self._new_epoch = new_epoch
        self._headers = 2 if medium.rewritable else 1
        self._base = self._headers * _HEADER_SIZE
        self.places = (medium.size - self._base) // record.SIZE
        self._record = bytearray(record.SIZE)

    # ---- power-on

    def open(self, why=(0, 0)):
        """Find what the journal holds and note the power-on; an unknown medium becomes an empty journal.

        `why` the board started: places in the tables of shared_rules/reasons.py.
        """
        self._time_ms = 0  # board time of the last record, as the records say it
        self.damaged = 0
        self._hole = None  # the first place without a record in the match that is on, since its last CUT
        self.replay = Replay()
        if not any([self._read_header() for _ in range(_READ_TIMES)]):
            self._format()
        self._scan()
        if self.free() > RESERVE:
            self._append(record.BOOT, record.FORMAT, why[0], why[1])
            self.replay.feed(self.next - 1, self._record)
        if self._hole is not None and self.replay.match is not None and self.free():
            fallen = self.next - self._hole
            self._append_value(record.CUT, fallen)
            self.replay.feed(self.next - 1, self._record)

    def _read_header(self):
        self._generation = 0
        for slot in range(self._headers):
            data = self._medium.read(slot * _HEADER_SIZE, _HEADER_SIZE)
            check = struct.unpack("<I", data[_CHECK_AT:])[0]
            magic, generation, epoch, oldest, acked, look_from = struct.unpack(_HEADER, data[:_SPARE_AT])
            if magic == _MAGIC and check == crc32(data[:_CHECK_AT]) and generation > self._generation:
                self._generation = generation
                self._set_epoch(epoch)
                self.oldest, self.acked, self._look_from = oldest, acked, look_from
        return self._generation > 0

    def _set_epoch(self, epoch):
        self.epoch = epoch
        self.sealer = record.Sealer(epoch)

    def _header(self, generation):
        data = struct.pack(_HEADER, _MAGIC, generation, self.epoch, self.oldest, self.acked, self._look_from)
        data += _SPARE
        return data + struct.pack("<I", crc32(data))

    def _write_header(self):
        if self._medium.rewritable:
            generation = self._generation + 1
            self._medium.write(generation % 2 * _HEADER_SIZE, self._header(generation))
            self._generation = generation  # only now: after a write that failed, the other slot is still the good one

    def _format(self):
        self._set_epoch(self._new_epoch())
        self.oldest = self.acked = self._look_from = self.next = 0
        if self._medium.rewritable:
            self._write_header()
        else:
            self._medium.format(self._header(1))

    def _scan(self):
        at = self.next = self._look_from
        end = self.oldest + self.places
        while at < end and at - self.next < _LOOK_AHEAD:
            count = min(CHUNK, end - at)
            data = self.read(at, count)
            again = None
            for place in range(0, count * record.SIZE, record.SIZE):
                found = data
                holds = self.sealer.holds(found, place, at)
                if not holds:  # read once more: a bus may garble what a chip holds whole
                    found = again = again or self.read(at - place // record.SIZE, count)
                    holds = self.sealer.holds(found, place, at)
                if holds:
                    if at != self.next:
                        self._lost_until(at, not self._medium.rewritable and found[place] == record.BOOT)
                    self.next = at + 1
                    if self.replay.feed(at, found, place) in _BEGINS_ANEW:
                        self._hole = None
                        self.damaged = 0  # that is behind us
                at += 1
        self._lost_until(self.acked)  # what the laptop has is never numbered again
        while not self._medium.rewritable and self.free() and bytes(self.read(self.next, 1)) != b"\xff" * record.SIZE:
            self._lost_until(self.next + 1, True)  # only an erase would make it writable again

    def _lost_until(self, number, torn=False):
        """The places from `next` up to this number hold no record.

        `torn`: a write was cut off there, just before a power-on; what it was to say was not shown, so nothing is lost.
        """
        if number > self.next:
            self.damaged += 0 if torn else number - self.next
            if self._hole is None:
                self._hole = self.next
            self.next = number

    # ---- room

    def free(self):
        """Places left."""
        return self.places - (self.next - self.oldest)

    def full(self):
        """Whether only the reserve is left."""
        return self.free() <= RESERVE

    def takes(self, event):
        """Whether there is room for this event."""
        return self.free() > (0 if event >> 10 in _STILL_TAKEN else RESERVE)

    def _make_room(self):
        """Give up whole matches, oldest first, acknowledged ones only, until a new match has room.

        Returns below which record is to be given up. The match that is shown stays until the new one stands: its
        records are what a power-on has to find.
        """
        wanted = min(A_MATCH, self.places * 15 // 16)
        if self.free() >= wanted:
            return self.oldest
        if not self._medium.rewritable:
            if self.acked >= self.next:
                # First the header stops to hold, which takes no erase: else one that is cut off could leave the header
                # with a part of its records, and an old score would be shown and its numbers be used again.
                if bytes(self._medium.read(_SPARE_AT, len(_SPARE))) == _SPARE:
                    self._medium.write(_SPARE_AT, bytes(len(_SPARE)))
                self._format()
                self._time_ms = 0
                self._append(record.BOOT, record.FORMAT, 0, 0)  # board time is counted from one
            return self.oldest
        from tableside import starting

        oldest = starting.first_match_from(self, self.next + wanted - self.places)
        self._give_up(min(oldest, self._look_from))
        return oldest

    def _give_up(self, oldest):
        if oldest > self.oldest:
            self.oldest = oldest
            self._write_header()

    # ---- writing

    def _append(self, b0, b1, b2, b3):
        data = self._record
        data[0] = b0
        data[1] = b1
        data[2] = b2
        data[3] = b3
        self.sealer.seal(data, self.next)
        self._medium.write(self._address(self.next), data)
        self.next += 1

    def _append_timed(self, b0, b1, at_ms):
        gap = record.pack_gap(max(0, at_ms - self._time_ms))
        self._append(b0, b1, gap & 255, gap >> 8)
        self._time_ms += record.unpack_gap(gap)

    def enter(self, event, at_ms):
        """Append an event that was entered at this board time (ms since power-on)."""
        self._append_timed(event >> 8, event & 255, at_ms)

    def start(self, match, choice, first, at_ms, kept=(), key="", names=()):
        """Append the start of this match, `first` (side number) to shoot first; `choice`: see record.CHOICE.

        `kept`: records (byte 0, bytes 1 to 3) that a power-on has to find again, from here on. `key`, `names`: what the
        laptop called the match and its sides. A cut of power before the last of these records leaves no match. Raises
        FullError.
        """
        from tableside import starting  # here, because a power-on in a match does without

        oldest = self._make_room()
        group = starting.described(match.ID, match.options, key, names)
        if self.places - (self.next - oldest) <= RESERVE + len(kept) + len(group) + 2:
            raise FullError()
        if self.free() <= len(kept) + len(group) + 2:
            # Not even in the reserve: then the old match goes first, and is not found any more.
            self._look_from = self.next
            self._give_up(oldest)
        look_from = self.next
        self._append_all(kept)
        self._append_value(record.CHOICE, choice)
        self._append_all(group)
        self._append_timed(record.GAME, games.number_of(match.ID) | first << 6, at_ms)
        self.oldest = max(self.oldest, oldest)
        self._look_from = look_from
        self._write_header()

    def assign(self, game_id, in_force, key, names):
        """Append that the laptop wants this match played next. Raises FullError."""
        from tableside import starting

        group = starting.described(game_id, in_force, key, names)
        if self.free() <= RESERVE + len(group) + 1:
            raise FullError()
        self._append_all(group)
        self._append(record.ASSIGN, games.number_of(game_id), 0, 0)

    def keep(self, group):
        """Append these records (byte 0, bytes 1 to 3) where there is room for all; whether there was."""
        if self.free() <= RESERVE + len(group):
            return False
        self._append_all(group)
        return True

    def time(self, zero):
        """Append that board time 0 was so many seconds after YEAR_ZERO, as `keep`."""
        return self.keep([(record.TIME | zero >> 24, (zero & 255, zero >> 8 & 255, zero >> 16 & 255))])

    def fault(self, text, check):
        """Append what went wrong in the firmware, where there is plenty of room; `check`: 24 bits of it."""
        from shared_rules import record_text

        pieces = record_text.pieces(text, record.FAULT_BYTES)
        if self.free() > 2 * RESERVE + len(pieces):
            self._append_all([(record.TEXT | record.FAULT_TEXT, piece) for piece in pieces])
            self._append_value(record.FAULT, check)

    def _append_all(self, group):
        for what, value in group:
            self._append(what, value[0], value[1], value[2])

    def _append_value(self, what, value):
        self._append(what, value & 255, value >> 8 & 255, value >> 16 & 255)

    # ---- the link's side

    def _address(self, number):
        return self._base + number % self.places * record.SIZE

    def read(self, number, count):
        """The bytes of `count` places from this number on, as they are."""
        until_wrap = self.places - number % self.places
        if count <= until_wrap:
            return self._medium.read(self._address(number), count * record.SIZE)
        return bytes(self.read(number, until_wrap)) + bytes(self.read(number + until_wrap, count - until_wrap))

    def ack(self, upto):
        """The laptop holds everything below this number (at most `next`); that only frees space."""
        if upto > self.acked:
            self.acked = upto
            self._write_header()
