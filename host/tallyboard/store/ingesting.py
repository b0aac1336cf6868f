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
from tallyboard.store.tables.schema import boards, conflicts, journals
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
    said["says"] = heard.epoch
    if not connection.execute(update(boards).where(boards.c.id == heard.board).values(said)).rowcount:
        connection.execute(without_clash(connection, boards).values(id=heard.board, **said))


def kept_text(text: str) -> str:
    """The text as every database keeps it: PostgreSQL has no NUL in one."""
    return text.replace("\0", "\ufffd")


def _note_journal(connection: Connection, heard: Heard) -> Row[Any]:
    """The row of the journal as it was, or as it is made now; it is the board's newest."""
    its = _its(heard)
    row = connection.execute(select(journals).where(*its).with_for_update()).first()
    if row is not None and row.first_heard and row.turn > _greatest_turn(connection, heard.board, heard.epoch):
        return row
    now = connection.execute(select(now_ms())).scalar_one()
    if row is None:
        extent = {"oldest_seq": heard.oldest, "next_seq": heard.oldest}
        made = {"board": heard.board, "epoch": heard.epoch, "first_heard": now, **extent}
        made |= {"matches_sum": 0, "underived_from": 0}
        connection.execute(without_clash(connection, journals).values(made))
    elif not row.first_heard:  # put back after damage, and spoken of now
        connection.execute(update(journals).where(*its).values(first_heard=now))
    make_newest(connection, heard.board, heard.epoch)
    return connection.execute(select(journals).where(*its).with_for_update()).one()


def make_newest(connection: Connection, board: str, epoch: int) -> None:
    """The board says that it is in this epoch: the one that was its newest is over, and what was played in it."""
    turn = _greatest_turn(connection, board, epoch) + 1
    mine = journals.c.board == board
    connection.execute(update(journals).where(mine, journals.c.epoch == epoch).values(turn=turn))
    former = select(journals.c.id).where(mine, journals.c.epoch != epoch).limit(1)
    former = former.order_by(journals.c.turn.desc(), journals.c.first_heard.desc(), journals.c.epoch.desc())
    touch(connection, mine, (journals.c.epoch == epoch) | (journals.c.id == former.scalar_subquery()))


def _greatest_turn(connection: Connection, board: str, but: int) -> int:
    """That of the board's epochs but this one, -1 where there are no others."""
    others = select(func.max(journals.c.turn)).where(journals.c.board == board, journals.c.epoch != but)
    found = connection.execute(others).scalar()
    return -1 if found is None else int(found)


def touch(connection: Connection, *which: Any) -> None:
    """Have the last matches of these journals computed anew, for they may stand differently now.

    Whoever computes the matches of one just now is waited for: they do not know of it yet.
    """
    since = func.coalesce(journals.c.underived_from, journals.c.next_seq)
    touched = {"underived_from": since, "changes": journals.c.changes + 1}
    connection.execute(update(journals).where(*which).values(touched))


def note_extent(connection: Connection, heard: Heard, before: Row[Any], new: Sequence[Run]) -> None:
    """What the board is known to have had only grows, but for what cannot be so, which a disk has put there. Where
    something came, the matches wait to be computed."""
    oldest, following = extent_of(before.oldest_seq, before.next_seq)
    is_damaged = (oldest, following) != (before.oldest_seq, before.next_seq)
    said = {"oldest_seq": min(heard.oldest, oldest), "next_seq": max(heard.next, following)}
    if is_damaged:
        said = {"oldest_seq": heard.oldest, "next_seq": heard.next}
    if new or said != {"oldest_seq": before.oldest_seq, "next_seq": before.next_seq}:
        since = following if not new or new[0][0] >= following else 0
        waiting = before.underived_from
        said["underived_from"] = since if waiting is None else min(since, waiting)
        connection.execute(update(journals).where(*_its(heard)).values(**said, changes=journals.c.changes + 1))


def _its(heard: Heard) -> tuple[Any, Any]:
    return journals.c.board == heard.board, journals.c.epoch == heard.epoch


def keep_beside(connection: Connection, heard: Heard, clashing: Iterable[Run]) -> None:
    """Write down these records as conflicts, as far as they are not."""
    said = {"board": heard.board, "epoch": heard.epoch, "heard": datetime.now(UTC)}
    rows = [{**said, "seq": seq, "data": data} for seq, data in clashing]
    if rows:
        connection.execute(without_clash(connection, conflicts), rows)
