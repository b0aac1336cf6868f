"""Writing what one board said and recorded, beside whatever is there already: late, twice, or after another laptop."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from shared_rules.journal.record import SIZE
from tallyboard.journal.runs import Run, joined, parts, singles, sound
from tallyboard.store.tables.rows import credible, epochs, extent_of, is_key, is_number, is_record, rows_of, sound_runs
from tallyboard.store.tables.sql import CoreSql, moment
from tallyboard.store.tokens import is_let_in

PART = 512  # records that a statement takes apart
NUMBERS = "numbers_to_take_apart"  # of SQLite, a table of each connection with the numbers below PART: see store.py
_NUMBERS = {"sqlite": NUMBERS, "postgresql": f"generate_series(0, {PART - 1}) AS numbers(n)"}
_PLACE = {"sqlite": "rowid", "postgresql": "CAST(ctid AS text)"}  # of a row, whatever a disk has put into its key
_OF_IT = "board = :board AND epoch = :epoch"


@dataclass(frozen=True)
class Heard:
    """What a board said of itself: its id, table name and firmware, and its journal's epoch and extent; `check`: of the
    token by which a phone was let in, see tokens.py."""

    board: str
    table: str
    firmware: str
    epoch: int
    oldest: int
    next: int
    check: str = ""


@dataclass(frozen=True)
class Stored:
    """What became of records: how many were new, which numbers were there already with other bytes, and whether the
    matches were renewed with them. `is_void`: nothing was stored and never will be, for the phone that they are of is
    not let in, or no more."""

    new: int
    conflicts: tuple[int, ...]
    are_renewed: bool = False
    is_void: bool = False


def insert_runs(sql: CoreSql, board: str, epoch: int, runs: Iterable[Run]) -> None:
    """Store these records, none of whose numbers is there yet. The database itself takes the runs apart: to hand over
    each record as a row of its own costs three times as much."""
    statement = (
        "INSERT INTO records (board, epoch, seq, data) "
        f"SELECT :board, :epoch, CAST(:first AS BIGINT) + n, substr(:run, n * {SIZE} + 1, {SIZE}) "
        f"FROM {_NUMBERS[sql.dialect]} WHERE n < :count"
    )
    its = {"board": board, "epoch": epoch}
    some = (part for run in runs for part in parts(run, PART))
    sql.run_each(statement, [{**its, "first": first, "count": len(data) // SIZE, "run": data} for first, data in some])


def remove_damaged(sql: CoreSql) -> None:
    """Take out the records whose check does not hold: nothing can be computed from them, and a board that still has
    them is only asked for what is not there."""
    there = next(sql.rows("SELECT count(*) FROM records"))[0]
    runs = (run for epoch in epochs(sql) for run in sound_runs(sql, epoch.board, epoch.number))
    if sum(len(data) // SIZE for _, data in runs) == there:
        return
    place = _PLACE[sql.dialect]
    rows = sql.rows(f"SELECT {place}, board, epoch, seq, data FROM records")
    gone = [{"place": at} for at, board, *record in rows if not (is_key(board, record[0]) and is_record(*record))]
    sql.run_each(f"DELETE FROM records WHERE {place} = :place", gone)


def _remove(sql: CoreSql, board: str, epoch: int, numbers: Iterable[int]) -> None:
    gone = [{"board": board, "epoch": epoch, "seq": seq} for seq in numbers]
    sql.run_each(f"DELETE FROM records WHERE {_OF_IT} AND seq = :seq", gone)


def sorted_out(sql: CoreSql, board: str, epoch: int, runs: Sequence[Run]) -> tuple[Sequence[Run], list[Run]]:
    """(records that are new, records in conflict with what is there). `runs`: sound ones, in order. A stored record
    whose check does not hold is none: it is taken out, and the board's takes its place."""
    if not runs:
        return (), []
    last = runs[-1][0] + len(runs[-1][1]) // SIZE
    there = dict(rows_of(sql, board, epoch, runs[0][0], last))
    if not there:
        return runs, []
    good = {seq for run in sound(epoch, there.items()) for seq, _ in singles(run)}
    ones = [one for run in runs for one in singles(run)]
    _remove(sql, board, epoch, [seq for seq, _ in ones if seq in there and seq not in good])
    new = joined((seq, data) for seq, data in ones if seq not in good)
    return list(new), [(seq, data) for seq, data in ones if seq in good and there[seq] != data]


def ingest(sql: CoreSql, heard: Heard, runs: Sequence[Run], others: Sequence[Run] = ()) -> Stored:
    """Store these sound records, in order, in this transaction; `others` are records with other bytes for the numbers
    of some of them."""
    if not is_let_in(sql, heard.board, heard.check):
        return Stored(0, (), is_void=True)
    _note_board(sql, heard)
    before = _note_journal(sql, heard)
    new, clashing = sorted_out(sql, heard.board, heard.epoch, runs)
    clashing = sorted({*clashing, *others})
    keep_beside(sql, heard.board, heard.epoch, clashing)
    insert_runs(sql, heard.board, heard.epoch, new)
    note_extent(sql, heard, before, new)
    return Stored(sum(len(data) // SIZE for _, data in new), tuple(sorted({seq for seq, _ in clashing})))


def _note_board(sql: CoreSql, heard: Heard) -> None:
    """Write down what the board said; nobody else writes of this board until the transaction ends."""
    said = {"table_name": kept_text(heard.table), "firmware": kept_text(heard.firmware), "says": heard.epoch}
    row = {"id": heard.board, **said, "heard": moment(datetime.now(UTC))}
    changed = "table_name = :table_name, firmware = :firmware, says = :says, heard = :heard"
    if not sql.run(f"UPDATE boards SET {changed} WHERE id = :id", **row):
        sql.insert("boards", [row], "DO NOTHING")


def kept_text(text: str) -> str:
    """The text as every database keeps it: PostgreSQL has no NUL in one."""
    return text.replace("\0", "\ufffd")


class JournalRow(NamedTuple):
    """What is kept of a journal besides its matches, see schema.py."""

    oldest_seq: int
    next_seq: int
    first_heard: int
    turn: int
    underived_from: int | None


def locked_journal(sql: CoreSql, board: str, epoch: int) -> JournalRow | None:
    """The row of the journal, which nobody else changes until the transaction ends; its extent as it stands there."""
    lock = " FOR UPDATE" if sql.dialect == "postgresql" else ""
    wanted = f"SELECT {', '.join(JournalRow._fields)} FROM journals WHERE {_OF_IT}{lock}"
    row = next(sql.rows(wanted, board=board, epoch=epoch), None)
    if row is None:
        return None
    oldest, following, *others = row
    return JournalRow(oldest, following, *credible(*others))


def _note_journal(sql: CoreSql, heard: Heard) -> JournalRow:
    """The row of the journal as it was, or as it is made now; it is the board's newest."""
    its: dict[str, Any] = {"board": heard.board, "epoch": heard.epoch}
    row = locked_journal(sql, **its)
    if row is not None and row.first_heard and row.turn > _greatest_turn(sql, heard.board, heard.epoch):
        return row
    now = sql.now_ms()
    if row is None:
        extent = {"oldest_seq": heard.oldest, "next_seq": heard.oldest}
        made = {**its, "first_heard": now, **extent, "matches_sum": 0, "underived_from": 0}
        sql.insert("journals", [made], "DO NOTHING")
    elif not row.first_heard:  # put back after damage, and spoken of now
        sql.run(f"UPDATE journals SET first_heard = :now WHERE {_OF_IT}", now=now, **its)
    make_newest(sql, heard.board, heard.epoch)
    made_so = locked_journal(sql, **its)
    assert made_so is not None
    return made_so


def make_newest(sql: CoreSql, board: str, epoch: int) -> None:
    """The board says that it is in this epoch: the one that was its newest is over, and what was played in it."""
    its = {"board": board, "epoch": epoch}
    turn = _greatest_turn(sql, board, epoch) + 1
    sql.run(f"UPDATE journals SET turn = :turn WHERE {_OF_IT}", turn=turn, **its)
    former = (
        "SELECT id FROM journals WHERE board = :board AND epoch <> :epoch "
        "ORDER BY turn DESC, first_heard DESC, epoch DESC LIMIT 1"
    )
    touch(sql, f"board = :board AND (epoch = :epoch OR id = ({former}))", **its)


def _greatest_turn(sql: CoreSql, board: str, but: int) -> int:
    """That of the board's epochs but this one, -1 where there are no others."""
    turns = sql.rows("SELECT turn FROM journals WHERE board = :board AND epoch <> :but", board=board, but=but)
    return max((turn for (turn,) in turns if is_number(turn)), default=-1)


def touch(sql: CoreSql, which: str, **values: Any) -> None:
    """Have the last matches of these journals computed anew, for they may stand differently now. Whoever computes the
    matches of one just now is waited for: they do not know of it yet."""
    since = "underived_from = COALESCE(underived_from, next_seq)"
    sql.run(f"UPDATE journals SET {since}, changes = changes + 1 WHERE {which}", **values)


def note_extent(sql: CoreSql, heard: Heard, before: JournalRow, new: Sequence[Run]) -> None:
    """What the board is known to have had only grows, but for what cannot be so, which a disk has put there. Where
    something came, the matches wait to be computed."""
    oldest, following = extent_of(before.oldest_seq, before.next_seq)
    known = {"oldest_seq": before.oldest_seq, "next_seq": before.next_seq}
    said = {"oldest_seq": heard.oldest, "next_seq": heard.next}
    if (oldest, following) == (before.oldest_seq, before.next_seq):
        said = {"oldest_seq": min(heard.oldest, oldest), "next_seq": max(heard.next, following)}
    if new or said != known:
        since = following if not new or new[0][0] >= following else 0
        waiting = before.underived_from
        said["underived_from"] = since if waiting is None else min(since, waiting)
        changed = ", ".join(f"{name} = :{name}" for name in said)
        its = {"board": heard.board, "epoch": heard.epoch}
        sql.run(f"UPDATE journals SET {changed}, changes = changes + 1 WHERE {_OF_IT}", **said, **its)


def keep_beside(sql: CoreSql, board: str, epoch: int, clashing: Iterable[Run]) -> None:
    said = {"board": board, "epoch": epoch, "heard": moment(datetime.now(UTC))}
    sql.insert("conflicts", [{**said, "seq": seq, "data": data} for seq, data in clashing], "DO NOTHING")
