"""Keeping the stored matches what the records say."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from tallyboard.journal.clock import Clock
from tallyboard.journal.runs import Run, singles
from tallyboard.store.matches import derive, kept
from tallyboard.store.tables.rows import Epoch, epochs, power_on_before, sound_runs
from tallyboard.store.tables.schema import journals, matches
from tallyboard.store.tables.sql import CoreSql


def rederive(connection: Connection, places: Sequence[Epoch] | None = None) -> None:
    """Throw the matches of these epochs away, None: all there are, and compute them anew from the records."""
    if places is None:
        connection.execute(delete(matches))
    for place in epochs(CoreSql(connection)) if places is None else places:
        mine = _of(matches.c, place)
        connection.execute(delete(matches).where(*mine))
        if connection.execute(select(matches.c.id).where(*mine).limit(1)).first():  # a trigger that is not ours
            raise sqlite3.DatabaseError("malformed: rows stay that were deleted")
        _set_sum(connection, place, 0)
        refresh(connection, replace(place, matches_sum=0), 0)


def refresh(
    connection: Connection,
    place: Epoch,
    first_new: int | None,
    known: Sequence[Run] = (),
    dates: bool = False,
    begins: bool = False,
) -> None:
    """Compute the epoch's matches again from the first that records from `first_new` on can touch.

    That is the one before the match they belong to: a hole before the next GAME leaves it without a score. And the one
    before that, where records behind them are stored already: a hole among the settings of a match can hide that the
    one before it was taken back, and then the one before that went on.

    None: no record is new, but the last match may stand differently, for the journal goes on or has ended. `known`: all
    records from `first_new` on, each sound, where they are at hand; else they are read. `dates`: the new ones can date
    matches of their power-on that stand before them. `begins`: a match can begin with them; else none needs a date.
    """
    sql = CoreSql(connection)
    mine = _of(matches.c, place)
    reach = 2 if known or first_new is None else 3
    touched = select(matches.c.first_seq).where(*mine).order_by(matches.c.first_seq.desc()).limit(reach)
    if first_new is not None:
        touched = touched.where(matches.c.first_seq <= first_new)
    starts = connection.execute(touched).scalars().all()
    start = starts[-1] if len(starts) == reach else 0
    if dates and first_new is not None:
        since = power_on_before(sql, place.board, place.epoch, first_new)
        dated = select(func.min(matches.c.first_seq)).where(*mine, matches.c.first_seq >= since)
        start = min(start, connection.execute(dated).scalar() or 0)
    clock = Clock()
    begins = begins or start <= 1
    if start > 1 and begins:  # all that since the power-on: not at every press
        since = power_on_before(sql, place.board, place.epoch, start - 2)
        for run in sound_runs(sql, place.board, place.epoch, since, start - 1):
            for seq, data in singles(run):
                clock.feed(seq, data)
    # One record more, so that the reading knows whether anything is missing directly before the match.
    before = sound_runs(sql, place.board, place.epoch, max(0, start - 1), first_new if known else None)
    records = chain(before, known)
    columns = [matches.c[name] for name in (*kept.COLUMNS, "crc")]
    rows_there = connection.execute(select(*columns).where(*mine, matches.c.first_seq >= start))
    there = {row.id: tuple(row) for row in rows_there}
    stored = {match_id: kept.object_of(row) for match_id, row in there.items()}
    if None in stored.values():  # damaged since the store was opened
        rederive(connection, [place])
        return
    fresh = []
    for found in derive.matches(place.board, place.epoch, records, place.next, place.over, clock):
        if found["first_seq"] < start:
            continue
        told = stored.get(found["match"])
        if told is not None and not begins:
            found["started"] = told["started"]
        if told == found:
            del there[found["match"]]
            continue
        fresh.append(kept.row_of(found))
    # Those of the new ones too: a damaged row may stand under the id of a match as one of another epoch.
    gone = [{"gone": match_id} for match_id in {*there, *(row["id"] for row in fresh)}]
    if gone:
        connection.execute(delete(matches).where(matches.c.id == bindparam("gone")), gone)
        if fresh:
            connection.execute(insert(matches), fresh)
        change = sum(row["crc"] for row in fresh) - sum(row[-1] for row in there.values())
        _set_sum(connection, place, ((place.matches_sum or 0) + change) % kept.SUM)


def _set_sum(connection: Connection, place: Epoch, total: int) -> None:
    connection.execute(update(journals).where(*_of(journals.c, place)).values(matches_sum=total))


def _of(columns: Any, place: Epoch) -> tuple[Any, Any]:
    return columns.board == place.board, columns.epoch == place.epoch
