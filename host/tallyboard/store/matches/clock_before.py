"""The clock of a journal's matches that are computed from some number on."""

from tallyboard.journal.runs import Clock, singles
from tallyboard.store.tables.rows import power_on_before, sound_runs
from tallyboard.store.tables.sql import Sql


def clock_before(sql: Sql, board: str, epoch: int, start: int) -> Clock:
    """A clock that was fed all records since the power-on before this number, but for the last one: that one belongs to
    what is read from `start` on, which sees by it whether any is missing."""
    clock = Clock()
    if start > 1:
        since = power_on_before(sql, board, epoch, start - 2)
        for run in sound_runs(sql, board, epoch, since, start - 1):
            for seq, data in singles(run):
                clock.feed(seq, data)
    return clock
