"""Opening two stores, to merge one into the other."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from secrets import randbits

from sqlalchemy import text

from shared_rules.journal.record import SIZE
from tallyboard.errors import CoreError, English, TallyboardError, later
from tallyboard.errors import store as told
from tallyboard.journal.runs import Run, Spans, end_of
from tallyboard.store import conflicts, corrections, joining
from tallyboard.store.conflicts import Alarm
from tallyboard.store.failures import explained
from tallyboard.store.joining import BoardSaid, Pair
from tallyboard.store.opening import Address, address_of, engine_of, find_store, read_store
from tallyboard.store.reader import Reader
from tallyboard.store.sqlite_file import LOST
from tallyboard.store.store import Store, open_store
from tallyboard.store.tables.rows import (
    BLOCK,
    JOINED,
    MOST,
    Epoch,
    Journal,
    blocks_of,
    epochs,
    next_number,
    read_joined,
    read_runs,
)
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.merging import LeftOut, merge_tournaments


def open_both(source: str, target: str) -> tuple[Reader, Store]:
    """The stores at these two addresses, the first for reading only; the second is created where there is none. Raises
    TallyboardError as read_store and open_store do, for a source of an older shape, and where both are the same."""
    with _given_by("--from"):
        found = find_store(source)
        reader = read_store(source)
    if found.revision is not None and not found.is_present:
        why = later("%(name)s is damaged") if found.revision == LOST else later("%(name)s is of an older tallyboard")
        older = later(why, name=found.name)
        reader.close()
        raise CoreError(told.OLDER, what=older)
    try:
        with _given_by("--to"):
            if _are_one(found, address_of(target)):
                raise CoreError(told.INTO_ITSELF, database=found.name)
            return reader, open_store(target)
    except BaseException:
        reader.close()
        raise


def _are_one(one: Address, other: Address) -> bool:
    """Whether both lead to the same database, by whatever way. On a server a lock that is held in one is seen in the
    other then: addresses and names can differ."""
    if one.path is not None and other.path is not None:
        return one.path.exists() and other.path.exists() and one.path.samefile(other.path)
    if one.path is not None or other.path is not None:
        return False
    with explained(one.name):
        first = engine_of(one)
    with explained(other.name):
        second = engine_of(other)
    try:
        if not first.dialect.name == second.dialect.name == "postgresql":
            return False
        take, place = text(f"SELECT pg_try_advisory_xact_lock({randbits(63)})"), text("SELECT current_schema()")
        with explained(one.name), first.connect() as held:
            held.execute(take)
            here = held.execute(place).scalar()
            with explained(other.name), second.connect() as looking:
                return not looking.execute(take).scalar() and looking.execute(place).scalar() == here
    finally:
        first.dispose()
        second.dispose()


@contextmanager
def _given_by(option: str) -> Iterator[None]:
    """What is wrong with an address is said of this option, not of the one that names a store elsewhere."""
    try:
        yield
    except TallyboardError as error:
        raise _GivenByError(error, option) from error


class _GivenByError(TallyboardError):
    """The same of another option."""

    def __init__(self, error: TallyboardError, option: str) -> None:
        super().__init__("", "")
        self._error = error
        self._option = option

    def words(self, language: English) -> tuple[str, str]:
        cause, next_step = (said.replace("--db", self._option) for said in self._error.words(language))
        return cause, next_step


# A record's check covers its number, so the same bytes are the same records.
_DIGESTS = f"""
SELECT board, epoch, seq / {BLOCK} AS block, count(*), sha256({JOINED["postgresql"]})
FROM records JOIN unnest(CAST(:boards AS text[]), CAST(:epochs AS bigint[])) AS wanted(board, epoch)
USING (board, epoch) GROUP BY board, epoch, block
"""

Digest = tuple[int, bytes]  # how many records there are, and the SHA-256 of their bytes in order


def _digests(sql: Sql, journals: Collection[Journal]) -> dict[Journal, dict[int, Digest]]:
    """Of each of these journals the digests of the blocks in which there are records, sound or not. Block b stands for
    the numbers from b * BLOCK on."""
    found: dict[Journal, dict[int, Digest]] = {journal: {} for journal in journals}
    if sql.dialect != "postgresql":
        for journal in journals:
            for start, end in blocks_of(sql, journal):
                count, _, _, data = read_joined(sql, journal, start, end)
                found[journal][start // BLOCK] = count, sha256(data).digest()
        return found
    wanted = {"boards": [board for board, _ in journals], "epochs": [epoch for _, epoch in journals]}
    for board, epoch, block, count, digest in sql.rows(_DIGESTS, **wanted) if journals else ():
        found[board, epoch][block] = count, bytes(digest)
    return found


_PART = 4 * BLOCK  # numbers that are written in one transaction: whoever else writes waits for no more than these

OnProgress = Callable[[int, int], None]  # records done, all there are


@dataclass
class Merged:
    """What a merge did. `journals` and `received`: that were new. `already_had`: records that were there before.

    `damaged`: records of the source that are none, which were left out. `corrections`: that were new, and
    `damaged_corrections` of the source, which were left out. `alarms`: where bytes have come that the target did not
    have, beside those that it has now. `matches`: how many the target has at the end. `events` and `notices`: of
    tournaments that were new, and what was `left_out` of tournaments.
    """

    journals: int = 0
    received: int = 0
    already_had: int = 0
    damaged: int = 0
    corrections: int = 0
    damaged_corrections: int = 0
    alarms: list[Alarm] = field(default_factory=list)
    matches: int = 0
    events: int = 0
    notices: int = 0
    left_out: list[LeftOut] = field(default_factory=list)

    @property
    def conflicts(self) -> int:
        """How many records the alarms name."""
        return sum(len(alarm.numbers) for alarm in self.alarms)


def merge(source: Reader, target: Store, on_progress: OnProgress = lambda done, total: None) -> Merged:
    """Write into the target whatever the source has and it lacks, and compute its matches; the source stays as it is.

    Others may write to both meanwhile. Interrupted at any moment the target is sound, and the next merge goes on.
    Raises TallyboardError about whichever of the two fails.
    """
    with source.reading() as sql:
        known = epochs(sql)
        said = joining.boards_of(sql)
        names = joining.names_of(sql)
        said_of_matches = corrections.all_corrections(sql)
        damaged = len(corrections.damaged(sql))
        told_twice = joining.pairs(conflicts.all_conflicts(sql), is_kept_too=False)
        total = next(sql.rows("SELECT count(*) FROM records"))[0]
    with target.reading() as sql:
        there = joining.pairs(conflicts.all_conflicts(sql), is_kept_too=True)
    joining.take_names(target, names)
    events, notices, left_out = merge_tournaments(source, target)
    taken = corrections.take(target, said_of_matches)
    merged = Merged(0, 0, 0, 0, taken, damaged, events=events, notices=notices, left_out=left_out)
    merging = _Merge(source, target, on_progress, merged, total, told_twice, there)
    known.sort(key=lambda epoch: epoch.board)  # of one board they stay in their order
    by_board = {board: list(its) for board, its in groupby(known, lambda epoch: epoch.board)}
    for board in sorted({*said, *by_board}):
        merging.take_board(board, said.get(board, joining.UNHEARD), by_board.get(board, []))
    target.derive(by_board.keys())  # also what was left by a merge that was interrupted
    with target.reading() as sql:
        merged.matches = next(sql.rows("SELECT count(*) FROM matches"))[0]
    return merged


@dataclass
class _Merge:
    """`told`: the conflicts of the source, `there`: those of the target. `done`: of `total` records."""

    source: Reader
    target: Store
    on_progress: OnProgress
    merged: Merged
    total: int
    told: dict[Journal, set[Pair]]
    there: dict[Journal, set[Pair]]
    done: int = 0

    def take_board(self, board: str, said: BoardSaid, its: list[Epoch]) -> None:
        """Write what the source has of a board, and compute its matches."""
        with self.target.reading() as reading:
            known = {epoch.number: epoch for epoch in epochs(reading, [board])}
            theirs = _digests(reading, [(board, epoch.number) for epoch in its if epoch.number in known])
            before = joining.boards_of(reading, board).get(board)
        if before is None or before < said:
            with self.target.writing() as sql:
                joining.note_board(sql, board, said)
        is_new = [self._journal(epoch, known.get(epoch.number), theirs.get((board, epoch.number), {})) for epoch in its]
        if any(is_new):
            self.target.derive([board])

    def _journal(self, epoch: Epoch, before: Epoch | None, theirs: dict[int, Digest]) -> bool:
        """Whether anything of this journal was new to the target, which has it so, and these blocks of its records."""
        journal = epoch.board, epoch.number
        spans = Spans([(0, MOST + 1)])
        if theirs:  # else it is not worth while to read them twice
            with self.source.reading() as sql:
                ours = _digests(sql, [journal])[journal]
            differing = [block for block in ours if ours[block] != theirs.get(block)]
            spans = Spans((block * BLOCK, (block + 1) * BLOCK) for block in differing)
            same = sum(ours[block][0] for block in ours.keys() - differing)
            self.merged.already_had += same
            self._progress(same)
        beside = self.told.get(journal, set())
        is_known = before is not None and joining.is_within(epoch, before)
        is_known = is_known and beside <= self.there.get(journal, set())
        self.merged.journals += before is None
        following = epoch.next
        for runs, rows in self._parts(journal, spans):
            is_known = False
            end = end_of(runs[-1]) if runs else 0
            following = max(following, end)
            self._take(epoch, runs, rows, set(), end)
        if not is_known:
            self._take(epoch, [], 0, beside, following)
        return not is_known

    def _parts(self, journal: Journal, spans: Spans) -> Iterator[tuple[list[Run], int]]:
        """The source's sound records with these numbers, some blocks at a time, each time with how many rows that were,
        sound or not."""
        for start, end in spans:
            while start < end:
                with self.source.reading() as sql:
                    first = next_number(sql, journal, start)
                    if first is None or first >= end:
                        break
                    start = min(first + _PART, end)
                    part = read_runs(sql, journal, first, start)
                yield part

    def _take(self, epoch: Epoch, runs: list[Run], rows: int, beside: set[Pair], following: int) -> None:
        """Write these records of the journal in a transaction, and what stands beside in conflict; the journal is known
        to have had the records below `following`."""
        with self.target.writing() as sql:
            new, clashing, clashes = joining.take(sql, epoch, runs, beside, following)
        count = sum(len(data) // SIZE for _, data in runs)
        self.merged.received += new
        self.merged.already_had += count - new - clashing
        self.merged.damaged += rows - count
        if clashes:  # one alarm an epoch
            alarms = self.merged.alarms
            if alarms and (alarms[-1].board, alarms[-1].epoch) == (epoch.board, epoch.number):
                clashes = tuple(sorted({*alarms.pop().numbers, *clashes}))
            alarms.append(Alarm(epoch.board, epoch.number, clashes))
        self._progress(rows)

    def _progress(self, count: int) -> None:
        self.done += count
        self.on_progress(self.done, self.total)
