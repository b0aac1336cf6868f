"""The end of a journal, as far as it takes to go on with it in memory: what is stored of it, and its last matches."""

from dataclasses import dataclass

from shared_rules.journal.record import ASSIGN, SIZE
from tallyboard.journal.runs import Clock, Run
from tallyboard.journal.spans import Spans
from tallyboard.store.conflicts import conflicts_of
from tallyboard.store.matches.clock_before import clock_before
from tallyboard.store.matches.renewed import Standing, read_standing
from tallyboard.store.tables.rows import sound_runs
from tallyboard.store.tables.sql import Sql

ASSIGNED = 64  # records that an ASSIGN and what belongs to it have at most


@dataclass(frozen=True)
class End:
    """`start`: the first number of the last match but one, 0 where there are fewer. `runs`: the records from the one
    before it on, and those of the last ASSIGN. `clock`: fed with what stands before them. `standing`: how the matches
    from `start` on are kept, None where that is not known."""

    start: int
    runs: tuple[Run, ...]
    clock: Clock
    standing: Standing | None


@dataclass(frozen=True)
class Tail(End):
    """`held`: the numbers of the sound records that are stored. `conflicts`: numbers of records that came with other
    bytes too."""

    held: Spans
    conflicts: tuple[int, ...]


def read_tail(sql: Sql, board: str, epoch: int) -> Tail:
    """The tail of this journal, of one that is not stored an empty one."""
    held = Spans()
    for first, data in sound_runs(sql, board, epoch):
        held.add(first, first + len(data) // SIZE)
    end = read_end(sql, board, epoch)
    numbers = tuple(sorted({one.seq for one in conflicts_of(sql, board, epoch)}))
    return Tail(end.start, end.runs, end.clock, end.standing, held, numbers)


def read_end(sql: Sql, board: str, epoch: int) -> End:
    """The end of this journal, of one that is not stored an empty one."""
    its = {"board": board, "epoch": epoch}
    of_it = "WHERE board = :board AND epoch = :epoch"
    starts = list(sql.rows(f"SELECT first_seq FROM matches {of_it} ORDER BY first_seq DESC LIMIT 2", **its))
    start = starts[1][0] if len(starts) == 2 else 0
    last = f"SELECT MAX(seq) FROM records {of_it} AND data >= :assign AND data < :behind"
    assign = next(sql.rows(last, **its, assign=bytes((ASSIGN,)), behind=bytes((ASSIGN + 1,))))[0]
    runs = list(sound_runs(sql, board, epoch, max(0, start - 1)))
    if assign is not None and assign < start:
        runs = [*sound_runs(sql, board, epoch, max(0, assign - ASSIGNED), assign + 1), *runs]
    clock = clock_before(sql, board, epoch, start)
    return End(start, tuple(runs), clock, read_standing(sql, board, epoch, start))
