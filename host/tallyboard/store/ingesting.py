"""Writing what one board said and recorded, beside whatever is there already: late, twice, or after another laptop."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from shared_rules.journal.record import SIZE
from tallyboard.journal.runs import Run
from tallyboard.store.heard import Heard, Stored
from tallyboard.store.tables.clock import now_ms
from tallyboard.store.tables.rows import extent_of
from tallyboard.store.tables.schema import boards, conflicts, journals, records
from tallyboard.store.tables.sql import without_clash
from tallyboard.store.writing import insert_runs, sorted_out


def ingest(connection: Connection, heard: Heard, runs: Sequence[Run], others: Sequence[Run] = ()) -> Stored:
    """Store these sound records, in order, in the transaction of the connection; `others` are records with other bytes
    for the numbers of some of them."""
    _note_board(connection, heard)
    before = _note_journal(connection, heard)
    new, clashing = sorted_out(connection, heard.board, heard.epoch, list(runs)) if runs else ([], [])
    clashing = sorted({*clashing, *others})
    keep_beside(connection, heard, clashing)
    insert_runs(connection, heard.board, heard.epoch, new)
    note_extent(connection, heard, before, new)
    return Stored(sum(len(data) // SIZE for _, data in new), tuple(sorted({seq for seq, _ in clashing})))


def _note_board(connection: Connection, heard: Heard) -> None:
    """Write down what the board said; nobody else writes of this board until the transaction ends."""
    said = {"table_name": kept_text(heard.table), "firmware": kept_text(heard.firmware), "heard": datetime.now(UTC)}
    if not connection.execute(update(boards).where(boards.c.id == heard.board).values(said)).rowcount:
        connection.execute(without_clash(connection, boards).values(id=heard.board, **said))


def kept_text(text: str) -> str:
    """The text as every database keeps it: PostgreSQL has no NUL in one."""
    return text.replace("\0", "\ufffd")


def _note_journal(connection: Connection, heard: Heard) -> Row[Any]:
    """The row of the journal as it was, or as it is made now."""
    now = connection.execute(select(now_ms())).scalar_one()
    row = _row(connection, heard)
    if row is None:
        last = select(func.max(journals.c.first_heard)).where(journals.c.board == heard.board)
        since = max(now, (connection.execute(last).scalar() or 0) + 1)
        extent = {"oldest_seq": heard.oldest, "next_seq": heard.oldest}
        made = {"board": heard.board, "epoch": heard.epoch, "first_heard": since, **extent}
        made |= {"matches_sum": 0, "underived_from": 0}
        connection.execute(without_clash(connection, journals).values(made))
        _end_former(connection, heard)
        row = _row(connection, heard)
        assert row is not None  # it was made just now
    elif not row.first_heard:  # put back after damage, and spoken of now
        connection.execute(update(journals).where(*_its(heard)).values(first_heard=now))
        touch(connection, *_its(heard))
        _end_former(connection, heard)
        row = _row(connection, heard)
        assert row is not None
    return row


def _row(connection: Connection, heard: Heard) -> Row[Any] | None:
    return connection.execute(select(journals).where(*_its(heard)).with_for_update()).first()


def _end_former(connection: Connection, heard: Heard) -> None:
    """The board's last epoch but this one is over now, and what was being played in it with it."""
    others = select(journals.c.id).where(journals.c.board == heard.board, journals.c.epoch != heard.epoch)
    last = others.order_by(journals.c.first_heard.desc(), journals.c.epoch.desc()).limit(1)
    touch(connection, journals.c.id == last.scalar_subquery())


def touch(connection: Connection, *which: Any) -> None:
    """Have the last matches of these journals computed anew, for they may stand differently now.

    Whoever computes the matches of one just now is waited for: they do not know of it yet.
    """
    since = func.coalesce(journals.c.underived_from, journals.c.next_seq)
    touched = {"underived_from": since, "changes": journals.c.changes + 1}
    connection.execute(update(journals).where(*which).values(touched))


def note_extent(connection: Connection, heard: Heard, before: Row[Any], new: Sequence[Run]) -> None:
    """What the board is known to have had only grows, but for what a disk has put there: the board's smaller word holds
    where no record was ever stored behind it. Where something came, the matches wait to be computed."""
    oldest, following = extent_of(before.oldest_seq, before.next_seq)
    is_damaged = (oldest, following) != (before.oldest_seq, before.next_seq)
    said = {"oldest_seq": min(heard.oldest, oldest), "next_seq": max(heard.next, following)}
    if heard.next < following and not _has_from(connection, heard):
        said["next_seq"] = heard.next
    if is_damaged:
        said = {"oldest_seq": heard.oldest, "next_seq": heard.next}
    if new or said != {"oldest_seq": before.oldest_seq, "next_seq": before.next_seq}:
        since = following if not new or new[0][0] >= following else 0
        waiting = before.underived_from
        said["underived_from"] = since if waiting is None else min(since, waiting)
        connection.execute(update(journals).where(*_its(heard)).values(**said, changes=journals.c.changes + 1))


def _has_from(connection: Connection, heard: Heard) -> bool:
    """Whether a record is stored behind what the board says that it has."""
    mine = records.c.board == heard.board, records.c.epoch == heard.epoch, records.c.seq >= heard.next
    return connection.execute(select(records.c.seq).where(*mine).limit(1)).first() is not None


def _its(heard: Heard) -> tuple[Any, Any]:
    return journals.c.board == heard.board, journals.c.epoch == heard.epoch


def keep_beside(connection: Connection, heard: Heard, clashing: Iterable[Run]) -> None:
    """Write down these records as conflicts, as far as they are not."""
    said = {"board": heard.board, "epoch": heard.epoch, "heard": datetime.now(UTC)}
    rows = [{**said, "seq": seq, "data": data} for seq, data in clashing]
    if rows:
        connection.execute(without_clash(connection, conflicts), rows)
