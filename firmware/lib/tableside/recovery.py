"""Reading what a journal holds, at power-on or when its medium answers again."""

from shared_rules.journal import record
from shared_rules.journal.replay import CUT_BACK, STARTED, WENT_BACK, Replay

if False:  # for mypy alone: see shared_rules/__init__.py
    from typing import Protocol

    class Found(Protocol):
        """What is asked of the Journal, and set in it."""

        places: int
        rewritable: bool
        oldest: int
        look_from: int
        next: int
        acked: int
        damaged: int
        hole: int | None
        sealer: record.Sealer

        def read_header(self) -> bool: ...
        def format(self) -> None: ...
        def free(self) -> int: ...
        def read(self, first: int, count: int) -> bytes | bytearray: ...
        def count(self, what: int) -> None: ...


_CHUNK = 32  # records read at once
# It stops after so many places in a row without a record: a torn write leaves one, a bad patch some more.
_LOOK_AHEAD = 64
_READ_TIMES = 3  # the headers: a garbled one would pass for a torn one


def recover(journal: "Found") -> Replay:
    """Set the journal's numbers, `damaged` and `hole` as the medium has them; the Replay of its records."""
    if not any([journal.read_header() for _ in range(_READ_TIMES)]):
        journal.format()
    replay = Replay()
    _scan(journal, replay)
    journal.acked = max(journal.acked, replay.acked)
    _lost_until(journal, journal.acked)  # what the laptop has is never numbered again
    if not journal.rewritable:  # only an erase would make a place writable again
        while journal.free() and bytes(journal.read(journal.next, 1)) != b"\xff" * record.SIZE:
            _lost_until(journal, journal.next + 1, True)
    return replay


def _scan(journal: "Found", replay: Replay) -> None:
    """Feed the replay every record from `look_from` on."""
    at = journal.next = journal.look_from
    end = journal.oldest + journal.places
    while at < end and at - journal.next < _LOOK_AHEAD:
        count = min(_CHUNK, end - at)
        _take(journal, replay, at, count)
        at += count


def _take(journal: "Found", replay: Replay, first: int, count: int) -> None:
    """Feed it those of them that stand in these places; loops over all of a long match, so little is called in it."""
    holds = journal.sealer.holds
    once = journal.read(first, count)
    again = None
    number = first - 1
    for at in range(0, count * record.SIZE, record.SIZE):
        number += 1
        data = once
        if not holds(data, at, number):  # read once more: a bus may garble what a chip holds whole
            data = again = again or journal.read(first, count)
            if not holds(data, at, number):
                continue
        if number != journal.next:
            _lost_until(journal, number, not journal.rewritable and data[at] == record.BOOT)
        journal.next = number + 1
        journal.count(data[at])
        did = replay.feed(number, data, at)
        if did:  # not an EVENT
            _look_for_holes(journal, replay, did)


def _look_for_holes(journal: "Found", replay: Replay, did: int) -> None:
    """The record that did this may have left a hole behind, or gone back to one."""
    if did == STARTED or did == CUT_BACK:
        journal.hole = None
        journal.damaged = 0
    elif did == WENT_BACK and replay.match is not None and replay.broken:
        journal.hole = replay.missing  # in the match that goes on
        journal.damaged = 1


def _lost_until(journal: "Found", number: int, torn: bool = False) -> None:
    """The places from `next` up to this number hold no record.

    `torn`: a write was cut off there, just before a power-on; what it was to say was not shown, so nothing is lost.
    """
    if number > journal.next:
        journal.damaged += 0 if torn else number - journal.next
        if journal.hole is None:
            journal.hole = journal.next
        journal.next = number
