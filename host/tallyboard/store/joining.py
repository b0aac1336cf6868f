"""What merge.py reads and writes, table by table. What is written is a join of what is there and what comes. Rows are
locked before they are compared, for others may write to the target meanwhile."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from shared_rules.journal.record import SIZE
from tallyboard.journal.runs import Run
from tallyboard.store import ingesting
from tallyboard.store.conflicts import Conflict
from tallyboard.store.hubs import present
from tallyboard.store.ingesting import Heard, JournalRow
from tallyboard.store.tables.rows import SURROGATE, Epoch, Journal, extent_of, rows_of
from tallyboard.store.tables.sql import NEVER, CoreSql, Sql, moment, moment_in, rows_if_there
from tallyboard.store.transactions import Writable

Pair = tuple[int, bytes]  # a record's number and its bytes
Names = dict[
    tuple[str, str, str], tuple[int, str]
]  # by key, side and what the board keeps: when it was given, the name

_APART_MS = 60_000  # what clocks may be apart by themselves
_OF_IT = "board = :board AND epoch = :epoch"


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
    where, values = ("", {}) if board is None else (" WHERE id = :board", {"board": board})
    rows = rows_if_there(sql, "boards", f"SELECT id, table_name, firmware, heard FROM boards{where}", **values)
    return {
        name: BoardSaid(moment_in(heard) or NEVER, _text(table), _text(firmware))
        for name, table, firmware, heard in rows
        if isinstance(name, str) and not SURROGATE.search(name)
    }


def note_board(sql: CoreSql, board: str, said: BoardSaid) -> None:
    """Write down what the board said, unless it has said something later."""
    row = {"id": board, "table_name": said.table, "firmware": said.firmware, "heard": moment(said.heard)}
    sql.insert("boards", [row], "DO NOTHING")
    sql.lock("boards", board)  # whoever writes of a board does it one after the other, see ingesting.py
    if boards_of(sql, board)[board] < said:
        sql.run(
            "UPDATE boards SET table_name = :table_name, firmware = :firmware, heard = :heard WHERE id = :id", **row
        )


def _text(value: Any) -> str:
    return SURROGATE.sub("\ufffd", ingesting.kept_text(value)) if isinstance(value, str) else ""


# ---- names


def names_of(sql: Sql) -> Names:
    """The full names in a database."""
    rows = rows_if_there(sql, "full_names", "SELECT key, side, shown, name, given FROM full_names")
    return {
        (_text(key), _text(side), _text(shown)): (given if type(given) is int else 0, _text(name))
        for key, side, shown, name, given in rows
    }


def take_names(target: Writable, names: Names) -> None:
    """Keep those of these names that were given later than what is there."""
    with target.reading() as reading:
        if not _later(names, names_of(reading)):
            return
    with target.writing() as sql:
        if sql.dialect == "postgresql":
            sql.run("SELECT key FROM full_names FOR UPDATE")
        rows = [
            {"key": key, "side": side, "shown": shown, "name": name, "given": given}
            for (key, side, shown), (given, name) in _later(names, names_of(sql)).items()
        ]
        sql.upsert("full_names", "key, side, shown", rows)


def _later(names: Names, there: Names) -> Names:
    return {key: name for key, name in names.items() if key not in there or there[key] < name}


# ---- journals and their records


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


def take(
    sql: CoreSql, epoch: Epoch, runs: Sequence[Run], beside: set[Pair], following: int
) -> tuple[int, int, tuple[int, ...]]:
    """Write these sound records of an epoch, in order, and what stands beside in conflict, in this transaction. Its
    board is known to have had the records below `following`. How many were new, how many had bytes that were not known
    for their numbers, and the numbers of everything that stands in conflict now and did not."""
    before = _note_journal(sql, epoch)
    board, number = epoch.board, epoch.number
    new, clashing = ingesting.sorted_out(sql, board, number, runs)
    ingesting.insert_runs(sql, board, number, new)
    came = {*clashing, *beside}
    kept: dict[int, bytes] = {}
    smaller: list[Pair] = []
    known: set[Pair] = set()
    if came:
        its = {"board": board, "epoch": number}
        numbers = {seq for seq, _ in came}
        kept = dict(rows_of(sql, board, number, min(numbers), max(numbers) + 1))
        known = {(seq, bytes(data)) for seq, data in sql.rows(f"SELECT seq, data FROM conflicts WHERE {_OF_IT}", **its)}
        smaller = [(seq, data) for seq, data in clashing if data < kept[seq]]
        changed = [{**its, "seq": seq, "data": data} for seq, data in smaller]
        sql.run_each(f"UPDATE records SET data = :data WHERE {_OF_IT} AND seq = :seq", changed)
        ingesting.keep_beside(sql, board, number, sorted({*came, *((seq, kept[seq]) for seq, _ in smaller)}))
        same = "r.board = c.board AND r.epoch = c.epoch AND r.seq = c.seq AND r.data = c.data"
        twice = f"EXISTS (SELECT 1 FROM records AS r WHERE {same})"  # what stands beside the same bytes
        sql.run(f"DELETE FROM conflicts AS c WHERE {_OF_IT} AND {twice}", **its)
    known_oldest, known_next = extent_of(before.oldest_seq, before.next_seq)
    oldest = epoch.oldest if epoch.heard else known_oldest
    heard = Heard(board, "", "", number, oldest, max(following, known_next))
    ingesting.note_extent(sql, heard, before, sorted([*new, *smaller]))
    fresh = {pair for pair in came if pair not in known and kept.get(pair[0]) != pair[1]}
    count = sum(len(data) // SIZE for _, data in new)
    return count, len(fresh.intersection(clashing)), tuple(sorted({seq for seq, _ in fresh}))


def _note_journal(sql: CoreSql, epoch: Epoch) -> JournalRow:
    """The locked row of the journal as it was or is made now, but for when it was heard."""
    sql.lock("boards", epoch.board)
    its: dict[str, Any] = {"board": epoch.board, "epoch": epoch.number}
    extent = {"oldest_seq": epoch.oldest, "next_seq": epoch.oldest}
    made = {**its, "first_heard": epoch.first_heard, "turn": 0, **extent}
    is_new = sql.insert("journals", [made], "DO NOTHING") > 0
    row = ingesting.locked_journal(sql, **its)
    assert row is not None
    first, turn = _earlier(row.first_heard, epoch.first_heard), max(row.turn, epoch.turn)
    if is_new or (first, turn) != (row.first_heard, row.turn):  # another may be the board's newest now
        sql.run(f"UPDATE journals SET first_heard = :first, turn = :turn WHERE {_OF_IT}", first=first, turn=turn, **its)
        ingesting.touch(sql, "board = :board", board=epoch.board)
        _believe_board(sql, replace(epoch, first_heard=first, turn=turn))
    return row


def _believe_board(sql: CoreSql, came: Epoch) -> None:
    """The epoch that the board has said here is its newest, before one that only another database knows: while a hub
    has the board; and where that one was first heard at a moment that has not come yet, so that clocks tell nothing."""
    wanted = (
        "SELECT b.says, j.turn FROM boards AS b JOIN journals AS j ON j.board = b.id AND j.epoch = b.says "
        "WHERE b.id = :board AND b.says <> :came"
    )
    said = next(sql.rows(wanted, board=came.board, came=came.number), None)
    if said is None or said[1] > came.turn:
        return
    says, turn = said
    is_ahead = came.first_heard > sql.now_ms() + _APART_MS
    is_here = any(one.board == came.board for one in present(sql))
    if is_here or (is_ahead and turn == came.turn):
        ingesting.make_newest(sql, came.board, says)
