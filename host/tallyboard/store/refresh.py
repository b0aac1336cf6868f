"""Keeping the stored matches what the records say."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from tallyboard.dates import Clock
from tallyboard.runs import Run, singles
from tallyboard.store import derive
from tallyboard.store.models import journals, matches
from tallyboard.store.rows import power_on_before, rows_of


@dataclass(frozen=True)
class Epoch:
    """What is known of an epoch besides its records.

    The board had records up to, not with, the number `next`. `over`: it has begun a newer epoch since.
    """

    board: str
    epoch: int
    next: int
    over: bool


def epochs(connection: Connection) -> list[Epoch]:
    """All that were heard of, of each board in their order."""
    rows = connection.execute(
        select(journals.c.board, journals.c.epoch, journals.c.next_seq).order_by(journals.c.id)
    ).all()
    newest = {row.board: row.epoch for row in rows}
    return [Epoch(*row, over=row.epoch != newest[row.board]) for row in rows]


def rederive(connection: Connection) -> None:
    """Throw all matches away and compute them anew from the records."""
    connection.execute(delete(matches))
    for place in epochs(connection):
        refresh(connection, place, 0)


def refresh(
    connection: Connection,
    place: Epoch,
    first_new: int | None,
    known: Sequence[Run] = (),
    dates: bool = False,
    begins: bool = False,
) -> None:
    """Compute the epoch's matches again from the first that records from `first_new` on can touch.

    That is the one before the match they belong to: a hole before the next GAME leaves it without a score.

    None: no record is new, but the last match may stand differently, for the journal goes on or has ended. `known`: all
    records from `first_new` on, each sound, where they are at hand; else they are read. `dates`: the new ones can date
    matches of their power-on that stand before them. `begins`: a match can begin with them; else none needs a date.
    """
    mine = (matches.c.board == place.board, matches.c.epoch == place.epoch)
    touched = select(matches.c.first_seq).where(*mine).order_by(matches.c.first_seq.desc()).limit(2)
    if first_new is not None:
        touched = touched.where(matches.c.first_seq <= first_new)
    starts = connection.execute(touched).scalars().all()
    start = starts[1] if len(starts) == 2 else 0
    if dates and first_new is not None:
        since = power_on_before(connection, place.board, place.epoch, first_new)
        dated = select(func.min(matches.c.first_seq)).where(*mine, matches.c.first_seq >= since)
        start = min(start, connection.execute(dated).scalar() or 0)
    clock = Clock()
    begins = begins or start <= 1
    if start > 1 and begins:  # all that since the power-on: not at every press
        since = power_on_before(connection, place.board, place.epoch, start - 2)
        for run in derive.sound(place.epoch, rows_of(connection, place.board, place.epoch, since, start - 1)):
            for seq, data in singles(run):
                clock.feed(seq, data)
    # One record more, so that the reading knows whether anything is missing directly before the match.
    rows = rows_of(connection, place.board, place.epoch, start - 1, first_new if known else None)
    records = chain(derive.sound(place.epoch, rows), known)
    stored = select(matches.c.id, matches.c.result).where(*mine, matches.c.first_seq >= start)
    there = {row.id: row.result for row in connection.execute(stored)}
    fresh = []
    for found in derive.matches(place.board, place.epoch, records, place.next, place.over, clock):
        if found["first_seq"] < start:
            continue
        told = there.get(found["match"])
        if told is not None and not begins:
            found["started"] = told["started"]
        if told == found:
            del there[found["match"]]
            continue
        columns = ("board", "epoch", "first_seq", "last_seq", "status")
        fresh.append({"id": found["match"], "result": found} | {name: found[name] for name in columns})
    if there:
        connection.execute(delete(matches).where(matches.c.id == bindparam("gone")), [{"gone": id} for id in there])
    if fresh:
        connection.execute(insert(matches), fresh)
