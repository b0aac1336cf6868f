"""Computes the stored matches anew when new records can change them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, bindparam, delete, func, insert, select, update

from tallyboard.journal.clock import Clock
from tallyboard.journal.runs import Run, singles
from tallyboard.store.matches import derive, kept
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.tables.rows import Epoch, epochs, power_on_before, sound_runs
from tallyboard.store.tables.schema import journals, matches
from tallyboard.store.tables.sql import CoreSql, UnsoundError


@dataclass(frozen=True)
class NewRecords:
    """Records that were stored just now: what they can touch.

    `first`: their lowest number. `all_behind`: all stored records from `first` on, each sound, where these are the new
    ones and at hand; else they are read. `can_date`: they can date matches of their power-on that stand before them.
    `can_begin`: a match can begin with them; else none needs a date.
    """

    first: int
    all_behind: Sequence[Run] = ()
    can_date: bool = False
    can_begin: bool = False


def rederive(connection: Connection, wanted: Sequence[Epoch] | None = None) -> None:
    """Throw the matches of these epochs away, None: all there are, and compute them anew from the records."""
    if wanted is None:
        connection.execute(delete(matches))
    for epoch in epochs(CoreSql(connection)) if wanted is None else wanted:
        mine = _of(matches, epoch)
        connection.execute(delete(matches).where(*mine))
        if connection.execute(select(matches.c.id).where(*mine).limit(1)).first():  # a trigger that is not ours
            raise UnsoundError("rows stay that were deleted")
        _set_sum(connection, epoch, 0)
        refresh(connection, replace(epoch, matches_sum=0), NewRecords(first=0))


def refresh(connection: Connection, epoch: Epoch, new: NewRecords | None = None) -> None:
    """Compute the epoch's matches again from the first that the new records can touch.

    None: no record is new, but the last match may stand differently, for the journal goes on or has ended.
    """
    start = _first_touched(connection, epoch, new)
    rows = _rows_from(connection, epoch, start)
    there = {match_id: kept.object_of(row) for match_id, row in rows.items()}
    if None in there.values():  # damaged since the store was opened
        rederive(connection, [epoch])
        return
    is_dated = start <= 1 or (new is not None and new.can_begin)
    clock = _clock_before(connection, epoch, start) if is_dated else Clock()
    records = _records_from(connection, epoch, start, new)
    derived = derive.matches(epoch.board, epoch.number, records, epoch.next, epoch.over, clock)
    made = [match for match in derived if match["first_seq"] >= start]
    for match in made:
        before = there.get(match["match"])
        if before is not None and not is_dated:
            match["started"] = before["started"]
    same = {match["match"] for match in made if match == there.get(match["match"])}
    old = {match_id: row for match_id, row in rows.items() if match_id not in same}
    _replace_rows(connection, epoch, old, [match for match in made if match["match"] not in same])


def _first_touched(connection: Connection, epoch: Epoch, new: NewRecords | None) -> int:
    """The first number of the first match that these records can touch, 0 for all of the epoch.

    That is the one before the match they belong to: a hole before the next GAME leaves it without a score. And the one
    before that, where records behind them are stored already: a hole among the settings of a match can hide that the
    one before it was taken back, and then the one before that went on.
    """
    reach = 2 if new is None or new.all_behind else 3
    mine = _of(matches, epoch)
    touched = select(matches.c.first_seq).where(*mine).order_by(matches.c.first_seq.desc()).limit(reach)
    if new is not None:
        touched = touched.where(matches.c.first_seq <= new.first)
    starts = connection.execute(touched).scalars().all()
    start = starts[-1] if len(starts) == reach else 0
    if new is None or not new.can_date:
        return start
    since = power_on_before(CoreSql(connection), epoch.board, epoch.number, new.first)
    dated = select(func.min(matches.c.first_seq)).where(*mine, matches.c.first_seq >= since)
    return min(start, connection.execute(dated).scalar() or 0)


def _rows_from(connection: Connection, epoch: Epoch, start: int) -> dict[str, kept.Values]:
    """The rows of the epoch's matches from this number on, by id."""
    columns = [matches.c[name] for name in (*kept.COLUMNS, "crc")]
    rows = connection.execute(select(*columns).where(*_of(matches, epoch), matches.c.first_seq >= start))
    return {row.id: tuple(row) for row in rows}


def _clock_before(connection: Connection, epoch: Epoch, start: int) -> Clock:
    """A clock that was fed all records since the power-on before this number: not at every press."""
    clock = Clock()
    if start > 1:
        sql = CoreSql(connection)
        since = power_on_before(sql, epoch.board, epoch.number, start - 2)
        for run in sound_runs(sql, epoch.board, epoch.number, since, start - 1):
            for seq, data in singles(run):
                clock.feed(seq, data)
    return clock


def _records_from(connection: Connection, epoch: Epoch, start: int, new: NewRecords | None) -> Iterable[Run]:
    """The sound records from the one before this number on: by it the reading knows whether any is missing there."""
    known = () if new is None else new.all_behind
    end = new.first if new is not None and known else None
    return chain(sound_runs(CoreSql(connection), epoch.board, epoch.number, max(0, start - 1), end), known)


def _replace_rows(connection: Connection, epoch: Epoch, old: dict[str, kept.Values], new: Iterable[KeptMatch]) -> None:
    """Put the rows of these new matches where the old ones are."""
    fresh = [kept.row_of(match) for match in new]
    # Those of the new ones too: a damaged row may stand under the id of a match as one of another epoch.
    gone = [{"gone": match_id} for match_id in {*old, *(row["id"] for row in fresh)}]
    if not gone:
        return
    connection.execute(delete(matches).where(matches.c.id == bindparam("gone")), gone)
    if fresh:
        connection.execute(insert(matches), fresh)
    change = sum(row["crc"] for row in fresh) - sum(row[-1] for row in old.values())
    _set_sum(connection, epoch, ((epoch.matches_sum or 0) + change) % kept.SUM)


def _set_sum(connection: Connection, epoch: Epoch, total: int) -> None:
    connection.execute(update(journals).where(*_of(journals, epoch)).values(matches_sum=total))


def _of(table: Table, epoch: Epoch) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    return table.c.board == epoch.board, table.c.epoch == epoch.number
