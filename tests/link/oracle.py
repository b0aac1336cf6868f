"""What must be so, kept apart from both halves: every record that was written to its last byte, and who has it.

The oracle listens to the memory chip and looks into the laptops' databases from outside. It never asks the journal or
the store what they hold.
"""

import struct
from collections import Counter
from collections.abc import Iterable
from typing import Any, Protocol
from zlib import crc32

from shared_rules.journal import record
from shared_rules.link import board_half, frame
from tests.link.history import History

# What can be broken. Early: acknowledged before it was stored. Stuck: no end, or no progress. Raised: anything else.
LOST, TWICE, ALTERED, EARLY, STUCK, RAISED = "lost", "twice", "altered", "early", "stuck", "raised"

_HEADER = struct.Struct("<4sIIIII")  # magic, generation, epoch, oldest, acked, look from
_HEADERS_END = 64  # on a chip
_MAGIC = b"TLY1"
# Records that say nothing of a match; at the end of an epoch they may go unheard.
_UNOWED = (record.BOOT, record.ACKED)

Rows = dict[int, dict[int, bytes]]  # by epoch and number
NO_EPOCH = -1  # of the records of a board that never was


class BrokenError(AssertionError):
    """A promise is broken; `breach`: see LOST to RAISED."""

    def __init__(self, breach: str, text: str) -> None:
        super().__init__(f"{breach}: {text}")
        self.breach = breach


class Numbers(Protocol):
    """What a journal says of where it is."""

    epoch: int
    next: int


class Holder(Protocol):
    """Who keeps records: a laptop."""

    name: str

    def committed(self) -> Rows:
        """What its database holds, as another program sees it."""


class Epoch:
    """One epoch's records.

    `oldest`: all below were given up. `acked`: all below were acknowledged. `blanked`: somebody emptied the chip.
    """

    def __init__(self) -> None:
        self.records: dict[int, bytes] = {}
        self.oldest = self.acked = 0
        self.blanked = False
        self.ended = False

    def owed(self) -> int:
        """Behind the last record that a laptop has to have."""
        return 1 + max((number for number, data in self.records.items() if data[0] not in _UNOWED), default=-1)

    def gone(self, number: int) -> bool:
        """Whether the board does not have it any more."""
        return self.ended or number < self.oldest


class Oracle:
    """Listens and judges; every method raises BrokenError where a promise is broken.

    `epochs`: all there were. `epoch`: the present one. `entered`: the last record that was written. `history`: what the
    records of the present epoch say.
    """

    def __init__(self, holders: tuple[Holder, ...], tally: Counter[str]) -> None:
        self.epochs: dict[int, Epoch] = {}
        self.epoch = NO_EPOCH
        self.entered: tuple[int, int] | None = None
        self.history = History()
        self._is_torn = False
        self._holders = holders
        self._tally = tally
        self._seen: dict[str, Rows] = {holder.name: {} for holder in holders}
        self._acks: dict[tuple[int, int], set[str]] = {}

    # ---- the chip

    def wrote(self, journal: Numbers, data: bytes) -> None:
        """A write was done to its last byte."""
        if data[:4] == _MAGIC:
            self._header(data)
        elif len(data) == record.SIZE:
            self._record(journal.epoch, journal.next, data)

    def _record(self, epoch: int, number: int, data: bytes) -> None:
        if crc32(struct.pack("<II", epoch, number) + data[:4]) != int.from_bytes(data[4:], "little"):
            raise BrokenError(ALTERED, f"record {number} of {epoch:08x} is written with a check that does not hold")
        if epoch != self.epoch:
            raise BrokenError(LOST, f"record {number} is of epoch {epoch:08x}, but {self.epoch:08x} is the header's")
        records = self.epochs[epoch].records
        if number in records:
            raise BrokenError(TWICE, f"the number {number} of {epoch:08x} is used again")
        records[number] = data
        self.history.tell(number, data)
        self._tally["backs"] += data[0] == record.BACK
        self.entered = (epoch, number)
        self._tally["records"] += 1

    def _header(self, data: bytes) -> None:
        _, _, epoch, oldest, _, _ = _HEADER.unpack(data[: _HEADER.size])
        if epoch in self.epochs:
            if epoch != self.epoch:
                raise BrokenError(TWICE, f"the epoch {epoch:08x} comes again")
            if oldest > self.epochs[epoch].oldest:
                self._give_up(self.epochs[epoch], oldest)
                self._tally["reclaims"] += 1
            return
        if self.epoch in self.epochs:
            old = self.epochs[self.epoch]
            if not old.blanked:
                self._give_up(old, max(old.records, default=0) + 1)
                self._tally["formats"] += 1
            old.ended = True
        is_known = self.epoch in self.epochs and not self.epochs[self.epoch].blanked and not self._is_torn
        kept = self.history.waits if is_known else ""
        self.history = History(kept)  # a journal that begins anew still knows what is wanted
        self.epochs[epoch] = Epoch()
        self.epoch = epoch
        self._tally["epochs"] += 1

    def _give_up(self, old: Epoch, below: int) -> None:
        epoch = next(name for name, kept in self.epochs.items() if kept is old)
        held = [holder.committed().get(epoch, {}) for holder in self._holders]
        for number in range(old.owed()):
            if number not in old.records:
                continue
            if old.oldest <= number < below and not any(number in rows for rows in held):
                raise BrokenError(LOST, f"the board gave up record {number} of {epoch:08x}, which no laptop has")
            if old.acked <= number < below:
                raise BrokenError(LOST, f"the board gave up record {number} of {epoch:08x} without an ACK")
        old.oldest = below

    def blanked(self) -> None:
        """Somebody empties the chip: what no laptop has is gone, and nobody's fault."""
        if self.epoch in self.epochs:
            self.epochs[self.epoch].blanked = True
            self._tally["blanked"] += 1

    def nvm_torn(self, at: int) -> None:
        """The power fails in a write to an nvm at `at`: one that is just beginning anew forgets what waits."""
        self._is_torn = at < _HEADERS_END
        known = self.epochs.get(self.epoch)
        if known is not None and not any(data[0] in (record.GAME, record.ASSIGN) for data in known.records.values()):
            self.history.waits = ""

    def shown(self, event: int) -> None:
        """The player was told that this event counts."""
        epoch, number = self.entered or (NO_EPOCH, -1)
        data = self.epochs[epoch].records.get(number, b"") if epoch in self.epochs else b""
        if data[:2] != bytes((event >> 8, event & 255)) or epoch != self.epoch:
            raise BrokenError(LOST, f"the event {event:04x} is shown, and the last record is {number}, {data.hex(' ')}")
        self._tally["presses"] += 1

    def at_the_table(self, match: Any, waits: str) -> None:
        """The table shows this match, None for none, and the assignment of this key waits there."""
        history = self.history
        self._is_torn = False
        if waits != history.waits:
            raise BrokenError(LOST, f"the assignment {waits!r} waits at the table, and {history.waits!r} should")
        if match is None or not history.matches:
            if match is not None or history.matches:
                raise BrokenError(LOST, f"{len(history.matches)} matches were written, and the table shows {match}")
            return
        due = history.matches[-1].match()
        shown = (match.ID, match.totals, match.closed, match.length, match.first)
        if shown != (due.ID, due.totals, due.closed, due.length, due.first):
            raise BrokenError(ALTERED, f"the table shows {shown}, and not the match at {history.matches[-1].first}")

    def wanted(self, key: str, played: str) -> None:
        """The board has taken it that this match is wanted, "" for none; `played`: the key of the one that is on."""
        if self.history.waits != key and not (key and key == played):
            raise BrokenError(LOST, f"the board said yes to {key!r}, and {self.history.waits!r} waits")

    # ---- the laptops

    def sends(self, holder: Holder, data: bytes) -> None:
        """The laptop is about to write these bytes to its port."""
        received = frame.decode(data[:-1])
        if received is not None and received[0] == frame.ACK:
            epoch, upto = board_half.read_ack(received[2])
            self._acks.setdefault((epoch, upto), set()).add(holder.name)
            self._covers(holder, epoch, upto)
            self._tally["acks"] += 1

    def acknowledged(self, epoch: int, upto: int) -> None:
        """The board takes it that everything below `upto` is stored."""
        senders = [holder for holder in self._holders if holder.name in self._acks.get((epoch, upto), ())]
        if not senders:
            raise BrokenError(EARLY, f"the board heard an ACK of {upto} in {epoch:08x} that nobody sent")
        for holder in senders:
            self._covers(holder, epoch, upto)
        self.epochs[epoch].acked = max(self.epochs[epoch].acked, upto)

    def _covers(self, holder: Holder, epoch: int, upto: int) -> None:
        rows = self.look(holder).get(epoch, {})
        known = self.epochs.get(epoch)
        if known is None:
            raise BrokenError(ALTERED, f"{holder.name} acknowledges in {epoch:08x}, an epoch that never was")
        if known.blanked:
            return  # an answer to what the chip held before
        for number in known.records:
            if known.oldest <= number < upto and number not in rows:
                raise BrokenError(EARLY, f"{holder.name} acknowledges {upto} and has not committed {number}")

    def look(self, holder: Holder) -> Rows:
        """What the laptop has: all of it true, and nothing gone that was there before."""
        rows = holder.committed()
        seen = self._seen[holder.name]
        if rows is seen:
            return rows
        for epoch, had in seen.items():
            if not had.items() <= rows.get(epoch, {}).items():
                raise BrokenError(LOST, f"{holder.name} does not have any more what it had of {epoch:08x}")
        if NO_EPOCH in rows:
            raise BrokenError(ALTERED, f"{holder.name} has records of a board that never was")
        for epoch, some in rows.items():
            records = self.epochs[epoch].records if epoch in self.epochs else {}
            if not some.items() <= records.items():
                wrong = [number for number, data in some.items() if records.get(number) != data]
                raise BrokenError(ALTERED, f"{holder.name} has {wrong[:5]} of {epoch:08x} as the board never wrote it")
        self._seen[holder.name] = rows
        return rows

    def logged(self) -> tuple[int, list[int]]:
        """The present epoch and the numbers of its records that the board holds."""
        known = self.epochs[self.epoch]
        return self.epoch, [number for number in known.records if number >= known.oldest]

    def synced(self, holder: Holder, due: tuple[int, list[int]]) -> None:
        """A sync has succeeded; `due` is what was logged when it began."""
        epoch, numbers = due
        rows = self.look(holder).get(epoch, {})
        for number in numbers:
            if number not in rows and not self.epochs[epoch].gone(number):
                raise BrokenError(LOST, f"{holder.name} has synced and has no record {number} of {epoch:08x}")

    def at_the_end(self) -> None:
        """Both laptops have synced on a perfect channel: who has what, and why not more."""
        rows = [self.look(holder) for holder in self._holders]
        for epoch, known in self.epochs.items():
            held = [some.get(epoch, {}) for some in rows]
            for number in known.records:
                has = [number in some for some in held]
                if number >= known.owed() and known.records[number][0] == record.ACKED:
                    continue
                if known.ended and number >= known.owed():
                    continue
                if not known.gone(number) and not all(has):
                    raise BrokenError(LOST, f"record {number} of {epoch:08x} is on the board and not on every laptop")
                if not known.blanked and not any(has):
                    raise BrokenError(LOST, f"no laptop has record {number} of {epoch:08x}")
                self._tally["on blanked chips"] += not any(has)
            for some in held:
                self._tally["gaps"] += _spans(number for number in sorted(known.records) if number not in some)

    def missing(self, holder: Holder) -> int:
        """How many numbers below the oldest that the board holds this laptop never had."""
        rows = self.look(holder).get(self.epoch, {})
        return sum(number not in rows for number in range(self.epochs[self.epoch].oldest))


def _spans(numbers: Iterable[int]) -> int:
    """How many runs of consecutive numbers these are."""
    found, before = 0, -2
    for number in numbers:
        found += number != before + 1
        before = number
    return found
