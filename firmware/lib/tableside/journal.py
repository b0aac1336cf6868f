"""The journal: records appended to a medium that may lose its power at any byte.

    header slot | header slot | record | record | record | …     a ring of records where the medium can be rewritten

A header says the epoch, the oldest record still kept, what the laptop has acknowledged, and from where a power-on has
to look. It is written to the two slots in turn; the one with the higher generation whose check holds is the header, so
a torn one costs nothing. A record stands at its number modulo the number of places; its check says whether it is there.
On a medium that cannot be rewritten there is one header, written once an epoch, and no ring.
"""

import struct

from shared_rules.games import catalogue
from shared_rules.games.events import AGREE, NEXT, UNDO
from shared_rules.journal import record
from shared_rules.journal.crc import crc32

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable, Sequence
    from typing import Any

    from shared_rules.games.match import Match
    from shared_rules.journal.replay import Assignment
    from tableside.fram import Fram
    from tableside.nvm import Nvm
    from tableside.reclaim import Reclaimer

_HEADER = "<4sIIIII"  # magic, generation, epoch, oldest, acked, look from
_HEADER_SIZE = 32
_SPARE_AT = 24  # four bytes of ones, see _begin_anew
_CHECK_AT = 28
_MAGIC = b"TLY1"
_SPARE = b"\xff" * (_CHECK_AT - _SPARE_AT)

RESERVE = 64  # places that only undo, next and agree still take
_A_MATCH = 700  # places that a new match wants to find free, if need be
_EVENTS = 240  # of a match; with room for fewer than two it is time to ask for a laptop
_UNOWED = (record.BOOT, record.ACKED)  # records that may go without a laptop having them

_STILL_TAKEN = (UNDO, NEXT, AGREE)


class FullError(Exception):
    """There is no room, and nothing that may be given up for it."""


class Journal:
    """The records of one medium, numbered from 0 in each epoch. All methods raise OSError when it does not answer.

    `medium`: see fram.py, nvm.py. `new_epoch()` gives 32 random bits. After `open`: `epoch`, `oldest`, `next`, `acked`,
    `look_from` (where a power-on begins to read: what a match needs stands behind it), `damaged` (records lost from the
    match that is on, since its last CUT), `hole` (the first place without a record in it, None for none), `replay` (the
    match as it stands), `sealer` (of this epoch).
    """

    def __init__(self, medium: "Fram | Nvm", new_epoch: "Callable[[], int]") -> None:
        self._medium: "Any" = medium  # only one that cannot be rewritten has a format()
        self.rewritable = medium.rewritable
        self._new_epoch = new_epoch
        self._headers = 2 if medium.rewritable else 1
        self._base = self._headers * _HEADER_SIZE
        self.places = (medium.size - self._base) // record.SIZE
        self._record = bytearray(record.SIZE)
        self._reclaimer: "Reclaimer | None" = None  # see reclaim.py
        self._wanted = 2 * RESERVE  # places that are to be free

    # ---- power-on

    def open(self, why: tuple[int, int] = (0, 0)) -> None:
        """Find what the journal holds and note the power-on; an unknown medium becomes an empty journal.

        `why` the board started: indices in the tables of shared_rules/journal/reasons.py.
        """
        from tableside.recovery import recover  # a board that has started does without its code

        self._time_ms = 0  # board time of the last record, as the records say it
        self.damaged = 0
        self.hole: int | None = None
        self._owed = 0  # behind the last record that a laptop has to have
        self._entered = 0  # behind the last event
        self._noted = 0  # up to where an acknowledgement is written down
        replay = self.replay = recover(self)
        self._noted = replay.acked
        if self.free() > RESERVE:
            self._append(record.BOOT, record.FORMAT, why[0], why[1])
            replay.feed(self.next - 1, self._record)
        if self.hole is not None and self.free():
            self._append_value(record.CUT, self.next - self.hole)
            replay.feed(self.next - 1, self._record)

    def read_header(self) -> bool:
        """Take what the headers say; whether there is one."""
        self._generation = 0
        for slot in range(self._headers):
            data = self._medium.read(slot * _HEADER_SIZE, _HEADER_SIZE)
            check = struct.unpack("<I", data[_CHECK_AT:])[0]
            magic, generation, epoch, oldest, acked, look_from = struct.unpack(_HEADER, data[:_SPARE_AT])
            if magic == _MAGIC and check == crc32(data[:_CHECK_AT]) and generation > self._generation:
                self._generation = generation
                self._set_epoch(epoch)
                self.oldest, self.acked, self.look_from = oldest, acked, look_from
        return self._generation > 0

    def _set_epoch(self, epoch: int) -> None:
        self.epoch = epoch
        self.sealer = record.Sealer(epoch)

    def _header(self, generation: int) -> bytes:
        data = struct.pack(_HEADER, _MAGIC, generation, self.epoch, self.oldest, self.acked, self.look_from)
        data += _SPARE
        return data + struct.pack("<I", crc32(data))

    def _write_header(self) -> None:
        if self.rewritable:
            generation = self._generation + 1
            self._medium.write(generation % 2 * _HEADER_SIZE, self._header(generation))
            self._generation = generation  # only now: after a write that failed, the other slot is still the good one

    def headers(self) -> int:
        """How many headers were written, one more now where a start may have had no room for its record."""
        if self.full():
            self._write_header()
        return self._generation

    def format(self) -> None:
        """Begin an empty journal, with an epoch of its own."""
        self._set_epoch(self._new_epoch())
        self.oldest = self.acked = self.look_from = self.next = self._owed = self._entered = self._noted = 0
        if self.rewritable:
            self._write_header()
        else:
            self._medium.format(self._header(1))

    # ---- room

    def free(self) -> int:
        """Places left."""
        return self.places - (self.next - self.oldest)

    def full(self) -> bool:
        """Whether only the reserve is left."""
        return self.free() <= RESERVE

    def takes(self, event: int) -> bool:
        """Whether there is room for this event."""
        return self.free() > (0 if event >> 10 in _STILL_TAKEN else RESERVE)

    def low(self) -> bool:
        """Whether fewer than two matches have room, were all given up that may be."""
        if not self.rewritable:
            return (self.places if self._all_acked() else self.free()) < 2 * _EVENTS
        return self.places - (self.next - max(self.acked, self.oldest)) < 2 * _EVENTS

    def _all_acked(self) -> bool:
        return self.acked >= self._owed

    def make_room(self) -> bool:
        """Give up a little of what a laptop has, where room is short; True when a match was given up.

        One bounded step, to be called once a loop turn.
        """
        if self.free() >= self._wanted:
            return False
        done = self._reclaim()
        if done is None:
            self._wanted = 2 * RESERVE
        return bool(done)

    def _reclaim(self) -> bool | None:
        """See Reclaimer.step."""
        if not self.rewritable:
            return None
        if self._reclaimer is None:
            from tableside.reclaim import Reclaimer

            self._reclaimer = Reclaimer(self)
        return self._reclaimer.step()

    def _room_for(self, places: int) -> bool:
        """Have more than so many places free, at once; whether that could be done."""
        while self.free() <= places and self._reclaim() is not None:
            pass
        return self.free() > places

    def _begin_anew(self) -> None:
        """Erase what a laptop has, where that is the only way to room, and a match wants it."""
        if self.rewritable or self.free() >= self.places * 15 // 16 or not self._all_acked():
            return
        # First the header stops to hold, which takes no erase: else one that is cut off could leave the header with a
        # part of its records, and an old score would be shown and its numbers be used again.
        if bytes(self._medium.read(_SPARE_AT, len(_SPARE))) == _SPARE:
            self._medium.write(_SPARE_AT, bytes(len(_SPARE)))
        self.format()
        self._time_ms = 0
        self._append(record.BOOT, record.FORMAT, 0, 0)  # board time is counted from one

    def give_up(self, oldest: int) -> None:
        """Everything before this record goes."""
        if oldest > self.oldest:
            self.oldest = oldest
            self._write_header()

    # ---- writing

    def _append(self, b0: int, b1: int, b2: int, b3: int) -> None:
        data = self._record
        data[0] = b0
        data[1] = b1
        data[2] = b2
        data[3] = b3
        self.sealer.seal(data, self.next)
        self._medium.write(self._address(self.next), data)
        self.next += 1
        self.count(b0)

    def count(self, what: int) -> None:
        """The last record is of this kind."""
        if what < record.SETTING:
            self._entered = self._owed = self.next
        elif what not in _UNOWED:
            self._owed = self.next

    def last(self) -> bytes:
        """The eight bytes of the record that was appended last."""
        return bytes(self._record)

    def _append_timed(self, b0: int, b1: int, at_ms: int) -> None:
        gap = record.pack_gap(max(0, at_ms - self._time_ms))
        self._append(b0, b1, gap & 255, gap >> 8)
        self._time_ms += record.unpack_gap(gap)

    def enter(self, event: int, at_ms: int) -> None:
        """Append an event that was entered at this board time (ms since power-on)."""
        self._append_timed(event >> 8, event & 255, at_ms)

    def start(
        self,
        match: "Match",
        choice: int,
        first: int,
        at_ms: int,
        kept: "Sequence[tuple[int, Sequence[int]]]" = (),
        key: str = "",
        names: "Sequence[str]" = (),
    ) -> None:
        """Append the start of this match, `first` (side number) to shoot first; `choice`: see record.CHOICE.

        `kept`: records (byte 0, bytes 1 to 3) that a power-on has to find again, from here on. `key`, `names`: what the
        laptop called the match and its sides. A cut of power before the last of these records leaves no match. Raises
        FullError.
        """
        from tableside import match_start  # here, because a power-on in a match does without

        self._begin_anew()
        group = match_start.described(match.ID, match.options, key, names)
        needed = len(kept) + len(group) + 2
        anew = False  # the match that is shown goes as well, once the new one stands
        if not self._room_for(RESERVE + needed):
            if self.acked < self.next or not self.rewritable:
                raise FullError()
            anew = True
            if self.free() <= needed:  # not even in the reserve: then it goes first, and is not found any more
                self.look_from = self.next
                self.give_up(self.next)
        look_from = self.next
        self._append_all(kept)
        self._append_value(record.CHOICE, choice)
        self._append_all(group)
        self._append_timed(record.GAME, catalogue.number_of(match.ID) | first << 6, at_ms)
        if anew:
            self.oldest = look_from
        self.look_from = look_from
        self._write_header()
        self._wanted = _A_MATCH

    def go_back(self, since: int, at_ms: int) -> None:
        """Append that the match before goes on; a power-on finds it from the record number `since` on."""
        if since != self.look_from:
            self.look_from = since  # first: from there on the match that is on is found as well
            self._write_header()
        self._append_timed(record.BACK, 0, at_ms)

    def assign(self, wanted: "Assignment | None") -> int:
        """Append that the laptop wants this Assignment played next, or None; its number. Raises FullError."""
        from tableside import match_start

        group = match_start.assigned(wanted)
        if not self._room_for(RESERVE + len(group)):
            raise FullError()
        self._append_all(group)
        return self.next - 1

    def keep(self, group: "Sequence[tuple[int, Sequence[int]]]") -> bool:
        """Append these records (byte 0, bytes 1 to 3) where there is room for all; whether there was."""
        if self.free() <= RESERVE + len(group):
            return False
        self._append_all(group)
        return True

    def time(self, zero: int) -> bool:
        """Append that board time 0 was so many seconds after YEAR_ZERO, as `keep`."""
        return self.keep([(record.TIME | zero >> 24, (zero & 255, zero >> 8 & 255, zero >> 16 & 255))])

    def fault(self, text: str, check: int) -> None:
        """Append what went wrong in the firmware, where there is plenty of room; `check`: 24 bits of it."""
        from shared_rules.journal import record_text

        group = record_text.encode(record.FAULT_TEXT, text, record.FAULT_BYTES)
        if self.free() > 2 * RESERVE + len(group):
            self._append_all(group)
            self._append_value(record.FAULT, check)

    def _append_all(self, group: "Sequence[tuple[int, Sequence[int]]]") -> None:
        for what, value in group:
            self._append(what, value[0], value[1], value[2])

    def _append_value(self, what: int, value: int) -> None:
        self._append(what, value & 255, value >> 8 & 255, value >> 16 & 255)

    # ---- the link's side

    def _address(self, number: int) -> int:
        return self._base + number % self.places * record.SIZE

    def read(self, number: int, count: int) -> bytes | bytearray:
        """The bytes of `count` places from this number on, as they are."""
        until_wrap = self.places - number % self.places
        if count <= until_wrap:
            return self._medium.read(self._address(number), count * record.SIZE)
        return bytes(self.read(number, until_wrap)) + bytes(self.read(number + until_wrap, count - until_wrap))

    def ack(self, upto: int, result: bool = False) -> None:
        """The laptop needs nothing below this number (at most `next`); that only frees space. `result`: the match that
        is on has one. Where no header can be written again, that is when it is written down, once."""
        if upto > self.acked:
            self.acked = upto
            self._write_header()
        if not self.rewritable and result and self._noted < self._entered <= upto and self.free():
            self._append_value(record.ACKED, upto)
            self._noted = upto
