"""What a board has recorded and no laptop has taken yet: how much, and all of it as people read it.

A page asks, for a phone that stands in for a board; see turns.py for what is imported where.
"""

if False:  # for mypy alone: see shared_rules/__init__.py
    from typing import Any

    from tableside.journal import Journal

_AT_ONCE = 32  # records that are read together


def _begin(journal: "Journal", epoch: int, acked: int) -> int:
    """The first that no laptop has: of this epoch somebody knows that all below `acked` are taken."""
    known = acked if epoch == journal.epoch else 0
    begin: int = min(journal.next, max(journal.acked, journal.oldest, known))
    return begin


def waits(journal: "Journal", epoch: int, acked: int) -> "dict[str, int]":
    """How many `presses` wait, from the number `acked` of this `epoch` on."""
    from shared_rules.journal import record

    begin = _begin(journal, epoch, acked)
    presses = 0
    for first in range(begin, journal.next, _AT_ONCE):
        data = bytes(journal.read(first, min(_AT_ONCE, journal.next - first)))
        presses += sum([data[at] < record.SETTING for at in range(0, len(data), record.SIZE)])
    return {"epoch": journal.epoch, "acked": begin, "presses": presses}


def unsent(journal: "Journal", epoch: int, acked: int) -> "dict[str, Any]":
    """The records from `first` to before `next` in hex digits, and a line for each press among them: as a scoresheet
    has it, with a line `game …` where a match begins, and with the one that was on before."""
    from shared_rules.games import catalogue
    from shared_rules.games.scoresheet import to_text
    from shared_rules.journal import record
    from shared_rules.journal.replay import STARTED, WENT_BACK, Replay

    begin = _begin(journal, epoch, acked)
    replay = Replay()
    lines = []
    records = []
    told = None
    for first in range(min(begin, max(journal.look_from, journal.oldest)), journal.next):
        data = bytes(journal.read(first, 1))
        if not journal.sealer.holds(data, 0, first):
            continue
        did = replay.feed(first, data)
        if first < begin:
            continue
        records.append(data.hex())
        match = replay.match
        is_press = data[0] < record.SETTING
        if match is not None and match is not told and (is_press or did in (STARTED, WENT_BACK)):
            lines.append("game " + catalogue.to_line(match))
            told = match
        if is_press:
            try:
                lines.append(to_text(record.event_of(data), match))
            except ValueError:  # of a newer firmware
                lines.append("event %d" % record.event_of(data))
    return {"epoch": journal.epoch, "first": begin, "next": journal.next, "records": "".join(records), "lines": lines}
