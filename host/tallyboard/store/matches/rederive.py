"""Computes the stored matches anew when new records can change them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, bindparam, case, delete, func, insert, select, update

from shared_rules.journal.record import GAME, SIZE, TIME
from tallyboard.journal.runs import Run
from tallyboard.store.matches import kept
from tallyboard.store.matches.clock_before import clock_before
from tallyboard.store.matches.renewed import Renewed, renewed
from tallyboard.store.tables.rows import Epoch, epochs, power_on_before, sound_runs
from tallyboard.store.tables.schema import journals, matches
from tallyboard.store.tables.sql import CoreSql, UnsoundError


def rederive(connection: Connection, wanted: Sequence[Epoch] | None = None) -> None:
    """Throw the matches of these epochs away, None: all there are, and compute them anew from the records."""
    if wanted is None:
        connection.execute(delete(matches))
    for epoch in epochs(CoreSql(connection)) if wanted is None else wanted:
        mine = _of(matches, epoch)
        connection.execute(delete(matches).where(*mine))
        if connection.execute(select(matches.c.id).where(*mine).limit(1)).first():  # a trigger that is not ours
            raise UnsoundError("rows stay that were deleted")
        refresh(connection, replace(epoch, matches_sum=0, underived_from=0))


def refresh(connection: Connection, epoch: Epoch) -> None:
    """Compute the epoch's matches again from the first that its records from `underived_from` on can touch."""
    since = epoch.underived_from or 0
    new = list(sound_runs(CoreSql(connection), epoch.board, epoch.number, since))
    kinds = b"".join(data[::SIZE] for _, data in new)  # byte 0 of each
    can_date = bool(kinds) and max(kinds) >= TIME
    start = _first_touched(connection, epoch, since, can_date) if since else 0
    is_dated = start <= 1 or can_date or GAME in kinds  # else no match that begins here needs a date
    clock = clock_before(CoreSql(connection), epoch.board, epoch.number, start) if is_dated else None
    records = chain(_records_between(connection, epoch, start, since), new)
    renewal = renewed(epoch, start, _rows_from(connection, epoch, start), records, clock)
    if renewal is None:
        rederive(connection, [epoch])
    else:
        _write(connection, epoch, renewal)


def _first_touched(connection: Connection, epoch: Epoch, since: int, can_date: bool) -> int:
    """The first number of the first match that records from number `since` on, behind all others, can touch, 0 for all
    of the epoch.

    That is the one before the match they belong to: a hole before the next GAME leaves it without a score. `can_date`:
    they can date matches of their power-on that stand before them.
    """
    mine = _of(matches, epoch)
    touched = select(matches.c.first_seq).where(*mine, matches.c.first_seq <= since)
    starts = connection.execute(touched.order_by(matches.c.first_seq.desc()).limit(2)).scalars().all()
    start = starts[-1] if len(starts) == 2 else 0
    if not can_date:
        return start
    power_on = power_on_before(CoreSql(connection), epoch.board, epoch.number, since)
    dated = connection.execute(select(func.min(matches.c.first_seq)).where(*mine, matches.c.first_seq >= power_on))
    first = dated.scalar()
    return start if first is None else min(start, first)


def _rows_from(connection: Connection, epoch: Epoch, start: int) -> dict[str, kept.Values]:
    """The rows of the epoch's matches from this number on, by id."""
    columns = [matches.c[name] for name in (*kept.COLUMNS, "crc")]
    rows = connection.execute(select(*columns).where(*_of(matches, epoch), matches.c.first_seq >= start))
    return {row.id: tuple(row) for row in rows}


def _records_between(connection: Connection, epoch: Epoch, start: int, end: int) -> Iterable[Run]:
    """The sound records from the one before `start` on, by which the reading knows whether any is missing there, up to,
    not with, `end`."""
    return sound_runs(CoreSql(connection), epoch.board, epoch.number, max(0, start - 1), end) if end else ()


def _write(connection: Connection, epoch: Epoch, renewal: Renewed) -> None:
    """Put the new rows where the old ones are; the matches are those of the records then."""
    # Those of the new ones too: a damaged row may stand under the id of a match as one of another epoch.
    gone = [{"gone": match_id} for match_id in {*renewal.gone, *(row["id"] for row in renewal.made)}]
    if gone:
        connection.execute(delete(matches).where(matches.c.id == bindparam("gone")), gone)
    if renewal.made:
        connection.execute(insert(matches), renewal.made)
    # What came while these were computed waits on.
    since = case((journals.c.changes == epoch.changes, None), else_=journals.c.underived_from)
    values = {"matches_sum": renewal.matches_sum, "underived_from": since}
    connection.execute(update(journals).where(*_of(journals, epoch)).values(values))


def _of(table: Table, epoch: Epoch) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    return table.c.board == epoch.board, table.c.epoch == epoch.number
