"""Reading what a journal holds, at power-on or when its medium answers again."""

from shared_rules.journal import record
from shared_rules.journal.replay import CUT_BACK, STARTED, WENT_BACK, Replay
from tableside.journal import CHUNK

# It stops after so many places in a row without a record: a torn write leaves one, a bad patch some more.
_LOOK_AHEAD = 64
_BEGINS_ANEW = (STARTED, CUT_BACK)  # records from which on a hole before them does not matter
_READ_TIMES = 3  # the headers: a garbled one would pass for a torn one


def recover(journal):
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


def _scan(journal, replay):
    holds = journal.sealer.holds
    at = journal.next = journal.look_from
    end = journal.oldest + journal.places
    while at < end and at - journal.next < _LOOK_AHEAD:
        count = min(CHUNK, end - at)
        data = journal.read(at, count)
        again = None
        for place in range(0, count * record.SIZE, record.SIZE):
            found = data
            sound = holds(found, place, at)
            if not sound:  # read once more: a bus may garble what a chip holds whole
                found = again = again or journal.read(at - place // record.SIZE, count)
                sound = holds(found, place, at)
            if sound:
                if at != journal.next:
                    _lost_until(journal, at, not journal.rewritable and found[place] == record.BOOT)
                journal.next = at + 1
                journal.count(found[place])
                did = replay.feed(at, found, place)
                if did in _BEGINS_ANEW:
                    journal.hole = None
                    journal.damaged = 0  # that is behind us
                elif did == WENT_BACK and replay.match is not None and replay.broken:
                    journal.hole = replay.missing  # in the match that goes on
                    journal.damaged = 1
            at += 1


def _lost_until(journal, number, torn=False):
    """The places from `next` up to this number hold no record.

    `torn`: a write was cut off there, just before a power-on; what it was to say was not shown, so nothing is lost.
    """
    if number > journal.next:
        journal.damaged += 0 if torn else number - journal.next
        if journal.hole is None:
            journal.hole = journal.next
        journal.next = number
