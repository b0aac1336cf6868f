"""What merge.py reads and writes, table by table. What is written is a join of what is there and what comes.

Rows are locked before they are compared, for others may write to the target meanwhile.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, select, update

from shared_rules.journal.record import SIZE
from tallyboard.journal.runs import Run
from tallyboard.store.conflicts import Conflict
from tallyboard.store.hubs import present
from tallyboard.store.ingesting import (
    Heard,
    insert_runs,
    keep_beside,
    kept_text,
    make_newest,
    note_extent,
    sorted_out,
    touch,
)
from tallyboard.store.store import NEVER, Store
from tallyboard.store.tables.rows import Epoch, Journal
from tallyboard.store.tables.schema import boards, conflicts, journals, records
from tallyboard.store.tables.sql import CoreSql, Sql
from tallyboard.store.tables.statements import now_ms, without_clash

Pair = tuple[int, bytes]  # a record's number and its bytes
Name = tuple[int, str]  # when it was given, and the name

_NO_TEXT = re.compile("[\ud800-\udfff]")  # what a damaged text has in place of bytes that are no UTF-8
_SOME = 500  # numbers that a statement asks for
_APART_MS = 60_000  # what clocks may be apart by themselves


# ---- boards


@dataclass(frozen=True, order=True)
class BoardSaid:
    """What a board said of itself, and when; the later one is the greater."""

    heard: datetime
    table: str
    firmware: str


UNHEARD = BoardSaid(NEVER, "", "")  # of a board that has records and no row of its own


def boards_of(sql: Sql, board: str | None = None) -> dict[str, BoardSaid]:
    """What the boards said, None: all there are."""
    if not sql.has("boards"):
        return {}
    wanted = "SELECT id, table_name, firmware, heard FROM boards"
    rows = sql.rows(wanted) if board is None else sql.rows(f"{wanted} WHERE id = :board", board=board)
    return {
        name: BoardSaid(_moment(heard), _text(table), _text(firmware))
        for name, table, firmware, heard in rows
        if isinstance(name, str) and not _NO_TEXT.search(name)
    }


def note_board(connection: Connection, board: str, said: BoardSaid) -> None:
    """Write down what the board said, unless it has said something later."""
    row = {"table_name": said.table, "firmware": said.firmware, "heard": said.heard}
    connection.execute(without_clash(connection, boards).values(id=board, **row))
    _lock_board(connection, board)
    if boards_of(CoreSql(connection), board)[board] < said:
        connection.execute(update(boards).where(boards.c.id == board).values(row))


def _lock_board(connection: Connection, board: str) -> None:
    """Whoever writes of a board does it one after the other, see ingesting.py."""
    connection.execute(select(boards.c.id).where(boards.c.id == board).with_for_update())


def _moment(value: Any) -> datetime:
    """The moment in a column that SQLite keeps as text; NEVER where a disk has damaged it."""
    try:
        found = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return NEVER
    return found.replace(tzinfo=UTC)


def _text(value: Any) -> str:
    """The text as every database takes it."""
    return _NO_TEXT.sub("\ufffd", kept_text(value)) if isinstance(value, str) else ""


# ---- names


def names_of(sql: Sql) -> dict[tuple[str, str, str], Name]:
    """The full names by key, side and what the board keeps of them."""
    if not sql.has("full_names"):
        return {}
    rows = sql.rows("SELECT key, side, shown, name, given FROM full_names")
    return {
        (_text(key), _text(side), _text(shown)): (given if type(given) is int else 0, _text(name))
        for key, side, shown, name, given in rows
    }


def take_names(target: Store, names: dict[tuple[str, str, str], Name]) -> None:
    """Keep those of these names that were given later than what is there."""
    with target.reading() as sql:
        if not _later(names, names_of(sql)):
            return
    with target.writing() as connection:
        sql = CoreSql(connection)
        if sql.dialect == "postgresql":
            sql.run("SELECT key FROM full_names FOR UPDATE")
        rows = [
            {"key": key, "side": side, "shown": shown, "name": name, "given": given}
            for (key, side, shown), (given, name) in _later(names, names_of(sql)).items()
        ]
        sql.upsert("full_names", "key, side, shown", rows)


def _later(
    names: dict[tuple[str, str, str], Name], there: dict[tuple[str, str, str], Name]
) -> dict[tuple[str, str, str], Name]:
    return {key: name for key, name in names.items() if key not in there or there[key] < name}


# ---- journals and their records


@dataclass(frozen=True)
class JoinedRecords:
    """What became of records: how many were new, how many had bytes that were not known for their numbers, and the
    numbers of everything that stands in conflict now and did not."""

    new: int
    clashing: int
    conflicts: tuple[int, ...]


def pairs(found: Iterable[Conflict], is_kept_too: bool) -> dict[Journal, set[Pair]]:
    """What stands in conflict, by journal: the bytes that stand beside, `is_kept_too`: and those that are kept."""
    made: dict[Journal, set[Pair]] = {}
    for one in found:
        its = made.setdefault((one.board, one.epoch), set())
        its.add((one.seq, one.other))
        if is_kept_too:
            its.add((one.seq, one.kept))
    return made


def is_within(epoch: Epoch, there: Epoch) -> bool:
    """Whether what is `there` says all that the epoch says of when it was heard and of its extent."""
    is_wide = (not epoch.heard or there.oldest <= epoch.oldest) and epoch.turn <= there.turn
    return is_wide and epoch.next <= there.next and _earlier(epoch.first_heard, there.first_heard) == there.first_heard


def _earlier(one: int, other: int) -> int:
    """The earlier of two moments at which an epoch was first heard, of which 0 is not known."""
    return min(one or other, other or one)


def take(connection: Connection, epoch: Epoch, runs: Sequence[Run], beside: set[Pair], following: int) -> JoinedRecords:
    """Write these sound records of an epoch, in order, and what stands beside in conflict, in the transaction of the
    connection. Its board is known to have had the records below `following`."""
    before = _note_journal(connection, epoch)
    board, number = epoch.board, epoch.number
    new, clashing = sorted_out(connection, board, number, list(runs)) if runs else ([], [])
    insert_runs(connection, board, number, new)
    came = {*clashing, *beside}
    kept = _kept(connection, epoch, sorted({seq for seq, _ in came}))
    known = _beside(connection, epoch) if came else set()
    smaller = [(seq, data) for seq, data in clashing if data < kept[seq]]
    oldest = epoch.oldest if epoch.heard else before.oldest_seq
    heard = Heard(board, "", "", number, oldest, max(following, before.next_seq))
    if came:
        _keep(connection, epoch, smaller)
        keep_beside(connection, heard, sorted({*came, *((seq, kept[seq]) for seq, _ in smaller)}))
        _drop_kept(connection, epoch)
    note_extent(connection, heard, before, sorted([*new, *smaller]))
    fresh = {pair for pair in came if pair not in known and kept.get(pair[0]) != pair[1]}
    numbers = tuple(sorted({seq for seq, _ in fresh}))
    return JoinedRecords(sum(len(data) // SIZE for _, data in new), len(fresh.intersection(clashing)), numbers)


def _note_journal(connection: Connection, epoch: Epoch) -> Row[Any]:
    """The locked row of the journal as it was or is made now, but for when it was heard."""
    _lock_board(connection, epoch.board)
    its = journals.c.board == epoch.board, journals.c.epoch == epoch.number
    extent = {"oldest_seq": epoch.oldest, "next_seq": epoch.oldest}
    made = {"board": epoch.board, "epoch": epoch.number, "first_heard": epoch.first_heard, "turn": 0, **extent}
    is_new = connection.execute(without_clash(connection, journals).values(made)).rowcount > 0
    row = connection.execute(select(journals).where(*its).with_for_update()).one()
    first, turn = _earlier(row.first_heard, epoch.first_heard), max(row.turn, epoch.turn)
    if is_new or (first, turn) != (row.first_heard, row.turn):  # another may be the board's newest now
        connection.execute(update(journals).where(*its).values(first_heard=first, turn=turn))
        touch(connection, journals.c.board == epoch.board)
        _believe_board(connection, replace(epoch, first_heard=first, turn=turn))
    return row


def _believe_board(connection: Connection, came: Epoch) -> None:
    """The epoch that the board has said here is its newest, before one that only another database knows: while a hub
    has the board; and where that one was first heard at a moment that has not come yet, so that clocks tell nothing."""
    says = connection.execute(select(boards.c.says).where(boards.c.id == came.board)).scalar()
    its = journals.c.board == came.board, journals.c.epoch == says
    turn = connection.execute(select(journals.c.turn).where(*its)).scalar()
    if says is None or says == came.number or turn is None or turn > came.turn:
        return
    is_ahead = came.first_heard > connection.execute(select(now_ms())).scalar_one() + _APART_MS
    is_here = any(one.board == came.board for one in present(CoreSql(connection)))
    if is_here or (is_ahead and turn == came.turn):
        make_newest(connection, came.board, says)


def _kept(connection: Connection, epoch: Epoch, numbers: Sequence[int]) -> dict[int, bytes]:
    """The stored bytes of these records."""
    found: dict[int, bytes] = {}
    its = records.c.board == epoch.board, records.c.epoch == epoch.number
    for at in range(0, len(numbers), _SOME):
        some = select(records.c.seq, records.c.data).where(*its, records.c.seq.in_(numbers[at : at + _SOME]))
        found.update((seq, bytes(data)) for seq, data in connection.execute(some))
    return found


def _beside(connection: Connection, epoch: Epoch) -> set[Pair]:
    """What stands beside the epoch's records."""
    its = conflicts.c.board == epoch.board, conflicts.c.epoch == epoch.number
    rows = connection.execute(select(conflicts.c.seq, conflicts.c.data).where(*its))
    return {(seq, bytes(data)) for seq, data in rows}


def _keep(connection: Connection, epoch: Epoch, ones: Collection[Pair]) -> None:
    """Keep these bytes instead of those that are stored."""
    mine = records.c.board == epoch.board, records.c.epoch == epoch.number, records.c.seq == bindparam("number")
    if ones:
        changed = update(records).where(*mine).values(data=bindparam("bytes"))
        connection.execute(changed, [{"number": seq, "bytes": data} for seq, data in ones])


def _drop_kept(connection: Connection, epoch: Epoch) -> None:
    """Take out what stands beside the same bytes."""
    its = conflicts.c.board == epoch.board, conflicts.c.epoch == epoch.number
    same = select(records.c.seq).where(
        records.c.board == conflicts.c.board,
        records.c.epoch == conflicts.c.epoch,
        records.c.seq == conflicts.c.seq,
        records.c.data == conflicts.c.data,
    )
    connection.execute(delete(conflicts).where(*its, same.exists()))
