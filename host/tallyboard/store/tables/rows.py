"""Reads the tables row by row; a value that a disk has made impossible is skipped."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from shared_rules.journal.record import BOOT, SIZE
from tallyboard.journal.runs import Run, checker, sound
from tallyboard.store.tables.sql import Sql, among, rows_if_there

MOST = 2**32 - 1  # an epoch, a record's number: four bytes on the board

SURROGATE = re.compile("[\ud800-\udfff]")  # stands for a byte that is no UTF-8: no database takes it
_OF_AN_EPOCH = "board = :board AND epoch = :epoch"


@dataclass(frozen=True)
class Epoch:
    """What is known of an epoch besides its records.

    `number`: what the board calls it. It had records from `oldest` up to, not with, the number `next`. `over`: it has
    begun a newer epoch since.
    `matches_sum`: see matches/kept.py; None where it is not known. `first_heard`, `underived_from`, `changes`, `turn`:
    see schema.py. `heard`: whether the journal has a row, as every one has that nothing has damaged.
    """

    board: str
    number: int
    next: int
    over: bool = False
    oldest: int = 0
    matches_sum: int | None = None
    heard: bool = True
    first_heard: int = 0
    underived_from: int | None = None
    changes: int = 0
    turn: int = 0


def rows_of(sql: Sql, board: str, epoch: int, start: int, end: int | None = None) -> Iterator[tuple[int, bytes]]:
    """(number, bytes) of the stored records of an epoch from number `start` up to, not with, `end`, in order; sound or
    not."""
    below = "" if end is None else " AND seq < :end"
    statement = f"SELECT seq, data FROM records WHERE {_OF_AN_EPOCH} AND seq >= :start{below} ORDER BY seq"
    values = {"board": board, "epoch": epoch, "start": start} | ({} if end is None else {"end": end})
    last = start - 1
    for seq, data in sql.rows(statement, **values):
        if type(seq) is int and last < seq <= MOST:
            last = seq
            yield seq, bytes(data) if isinstance(data, bytes | memoryview) else b""  # of another type: no record


def sound_runs(sql: Sql, board: str, epoch: int, start: int = 0, end: int | None = None) -> Iterator[Run]:
    """Runs of those of them whose own check holds."""
    return sound(epoch, rows_of(sql, board, epoch, start, end))


def power_on_before(sql: Sql, board: str, epoch: int, seq: int) -> int:
    """The number of the last BOOT up to this number, 0 where there is none."""
    return _power_on(sql, "seq <= :seq", "DESC", board, epoch, seq) or 0


def power_on_from(sql: Sql, board: str, epoch: int, seq: int) -> int | None:
    """The number of the first BOOT from this number on."""
    return _power_on(sql, "seq >= :seq", "ASC", board, epoch, seq)


def _power_on(sql: Sql, where: str, order: str, board: str, epoch: int, seq: int) -> int | None:
    is_boot = "data >= :boot AND data < :behind"
    statement = f"SELECT seq FROM records WHERE {_OF_AN_EPOCH} AND {where} AND {is_boot} ORDER BY seq {order} LIMIT 1"
    boot, behind = bytes((BOOT,)), bytes((BOOT + 1,))
    found = next(sql.rows(statement, board=board, epoch=epoch, seq=seq, boot=boot, behind=behind), None)
    return found[0] if found and type(found[0]) is int else None


def table_names(sql: Sql, only: str | None = None) -> dict[str, str]:
    """The name of every board's table, "" where it has none; `only`: of this board alone."""
    where, values = ("", {}) if only is None else (" WHERE id = :only", {"only": only})
    rows = rows_if_there(sql, "boards", f"SELECT id, table_name FROM boards{where}", **values)
    return {board: name if isinstance(name, str) else "" for board, name in rows if isinstance(board, str)}


def epochs(sql: Sql, boards: Collection[str] | None = None) -> list[Epoch]:
    """All that were heard of, of each board in their order; before them those of which there are records only.
    `boards`: those of these alone, one at least, of which there are rows."""
    found: dict[tuple[str, int], Epoch] = {}
    if sql.has("journals"):
        for one in _heard(sql, boards):
            found[one.board, one.number] = one
    for name, epoch in _recorded(sql) if boards is None else ():
        # Without a sound record it is another's, whose epoch a disk has changed.
        if (name, epoch) not in found and next(sound_runs(sql, name, epoch), None) is not None:
            found = {(name, epoch): Epoch(name, epoch, 0, heard=False), **found}
    newest = dict(found.keys())
    return [replace(one, over=newest[one.board] != one.number) for one in found.values()]


def _heard(sql: Sql, boards: Collection[str] | None) -> Iterator[Epoch]:
    total = "matches_sum" if sql.has("matches") else "NULL"
    # In the shape before, id was the order.
    since = "first_heard, underived_from, changes" if sql.has("orders") else "0, NULL, 0"
    order = f"{in_turn(sql)}, id" if sql.has("orders") else "id"
    turn = "turn" if sql.has("journals", "turn") else "0"
    of_them, values = ("", {}) if boards is None else among(boards)
    only = f"WHERE board {of_them}" if of_them else ""
    asked = f"board, epoch, oldest_seq, next_seq, {total}, {since}, {turn}"
    statement = f"SELECT {asked} FROM journals {only} ORDER BY {order}"
    for name, epoch, oldest, following, summed, first, underived, changes, its_turn in sql.rows(statement, **values):
        if is_key(name, epoch):
            low, high = extent_of(oldest, following)
            moment, place, waiting = credible(first, its_turn, underived)
            yield Epoch(name, epoch, high, False, low, summed, True, moment, waiting, changes, place)


def in_turn(sql: Sql, of: str = "") -> str:
    """SQL: the columns by which a board's journals stand in their order, the newest last; `of`: what stands before."""
    turn = f"{of}turn, " if sql.has("journals", "turn") else ""
    return f"{turn}{of}first_heard, {of}epoch"


def epoch_of(sql: Sql, board: str, number: int) -> Epoch:
    """What is known of this epoch; one that was never heard of has no records."""
    for of_boards in ([board], None):  # of all, which takes long, there are also those of which there are records only
        known = epochs(sql, of_boards)
        found = next((one for one in known if (one.board, one.number) == (board, number)), None)
        if found is not None:
            return found
    return Epoch(board, number, 0)


def _recorded(sql: Sql) -> Iterator[tuple[str, int]]:
    """The boards and epochs of which there are records: by steps through the index, for there may be very many."""
    first = "SELECT board, epoch FROM records {} ORDER BY board, epoch LIMIT 1"
    # Two steps, for SQLite does not look a pair up in an index by more than its first value.
    steps = [first.format(where) for where in ("WHERE board = :board AND epoch > :epoch", "WHERE board > :board")]
    row = next(sql.rows(first.format("")), None)
    while row is not None:
        if not is_key(*row):  # then there is no stepping over it: all are looked at
            every = sql.rows("SELECT DISTINCT board, epoch FROM records")
            yield from (one for one in every if is_key(*one))
            return
        yield row[0], row[1]
        board, epoch = row
        row = next(sql.rows(steps[0], board=board, epoch=epoch), None) or next(sql.rows(steps[1], board=board), None)


def is_number(value: Any) -> bool:
    """Whether this can be an epoch or the number of a record."""
    return type(value) is int and 0 <= value <= MOST


def is_record(epoch: Any, seq: Any, data: Any) -> bool:
    """Whether these values, of whatever type a disk has left them, are a record and its key, undamaged."""
    if not (is_number(epoch) and is_number(seq) and isinstance(data, bytes | memoryview)):
        return False
    return len(data) == SIZE and checker(epoch)(seq, bytes(data))


def is_key(board: Any, epoch: Any) -> bool:
    """Whether these can be a board and an epoch of it."""
    return isinstance(board, str) and is_number(epoch) and SURROGATE.search(board) is None


def extent_of(oldest: Any, following: Any) -> tuple[int, int]:
    """What the board held, (0, 0) where that cannot be so."""
    if type(oldest) is int and type(following) is int and 0 <= oldest <= following <= MOST:
        return oldest, following
    return 0, 0


def credible(first_heard: Any, turn: Any, underived_from: Any) -> tuple[int, int, int | None]:
    """These of a journal's row. What cannot be is 0: then it is the oldest, and all its matches are computed anew."""
    first_heard = first_heard if type(first_heard) is int else 0
    since = underived_from if underived_from is None or is_number(underived_from) else 0
    return first_heard, turn if is_number(turn) else 0, since


BLOCK = 4096  # numbers of records that are read at once

Journal = tuple[str, int]  # board and epoch

_PLACE = "board = :board AND epoch = :epoch AND seq >= :start AND seq < :end"

# Its rows come by the key, in order: SQLite joins them as it finds them. It joins texts only.
JOINED = {
    "sqlite": "group_concat(hex(data), '')",
    "postgresql": "string_agg(data, CAST('' AS bytea) ORDER BY seq)",
}


def blocks_of(sql: Sql, journal: Journal) -> Iterator[tuple[int, int]]:
    """The numbers (first, end) of each block of the journal in which there are records, sound or not."""
    number = next_number(sql, journal, 0)
    while number is not None:
        start = number // BLOCK * BLOCK
        yield start, start + BLOCK
        number = next_number(sql, journal, start + BLOCK)


def next_number(sql: Sql, journal: Journal, start: int) -> int | None:
    """The first number from `start` on of which there is a row."""
    wanted = "SELECT min(seq) FROM records WHERE board = :board AND epoch = :epoch AND seq >= :start"
    found = next(sql.rows(wanted, board=journal[0], epoch=journal[1], start=start))[0]
    return found if type(found) is int else None


def read_runs(sql: Sql, journal: Journal, start: int, end: int) -> tuple[list[Run], int]:
    """(runs of the journal's sound records from number `start` up to, not with, `end`, how many rows there are, sound
    or not)."""
    count, first, last, data = read_joined(sql, journal, start, end)
    is_whole = count and last - first + 1 == count == len(data) / SIZE and last <= MOST
    if is_whole and checker(journal[1])(first, data):
        return [(first, data)], count
    rows = list(rows_of(sql, *journal, start, end))
    return list(sound(journal[1], rows)), len(rows)


def read_joined(sql: Sql, journal: Journal, start: int, end: int) -> tuple[int, int, int, bytes]:
    """Of the rows with these numbers: how many, the first and the last number, and what stands in all of them."""
    statement = f"SELECT count(*), min(seq), max(seq), {JOINED[sql.dialect]} FROM records WHERE {_PLACE}"
    values = {"board": journal[0], "epoch": journal[1], "start": start, "end": end}
    count, first, last, data = next(sql.rows(statement, **values))
    joined = data or b""
    return count, first, last, bytes.fromhex(joined) if isinstance(joined, str) else bytes(joined)
