"""The matches as they are kept, each row with a check and each journal with a sum of these checks.

A row whose check does not hold, and a journal whose rows do not give its sum (one was lost, or is there twice), are
what a disk has damaged. Whoever reads computes such a journal's matches from the records instead; whoever opens the
store to write puts them back.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any
from zlib import crc32

from shared_rules.games import catalogue
from tallyboard.store.matches import derive
from tallyboard.store.tables.rows import Epoch, sound_runs
from tallyboard.store.tables.sql import Sql

COLUMNS = ("id", "board", "epoch", "first_seq", "last_seq", "status", "result")
OF_THE_OBJECT = COLUMNS[1:-1]  # which stand in the match object under the same names
_STATUS = COLUMNS.index("status")
_RULES = f"{catalogue.EDITION}/{len(catalogue.IDS)}"
SUM = 2**32  # sums are taken modulo this
SELECT = f"SELECT {', '.join(COLUMNS)}, crc FROM matches"
_ROWS = f"{SELECT} WHERE board = :board AND epoch = :epoch"

Row = dict[str, Any]


def row_of(match: dict[str, Any]) -> Row:
    """The row that keeps this match object."""
    row = {"id": match["match"], **{name: match[name] for name in OF_THE_OBJECT}, "result": json.dumps(match)}
    return {**row, "crc": check(*(row[name] for name in COLUMNS))}


def check(*values: Any) -> int:
    """The check of a row with these values of its COLUMNS.

    By other rules it is another one, so that an update that knows more games has the matches computed anew.
    """
    return crc32("\n".join(map(str, (_RULES, *values))).encode("utf-8", "surrogateescape"))


def object_of(row: tuple[Any, ...]) -> dict[str, Any] | None:
    """The match object of the row (COLUMNS, then its check), None where a disk has damaged it."""
    if row[-1] != check(*row[:-1]):
        return None
    found: dict[str, Any] = json.loads(row[-2])
    return found


def readable(row: tuple[Any, ...]) -> dict[str, Any] | None:
    """The match object of the row, whether its check holds or not, None where it is none at all."""
    try:
        found = json.loads(row[-2])
    except (TypeError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def doubted(sql: Sql, places: Iterable[Epoch]) -> set[Epoch]:
    """Those of these epochs whose kept matches are not what was kept."""
    return {place for place in places if not sql.has("matches") or _sum(sql, place) != place.matches_sum}


def _sum(sql: Sql, place: Epoch) -> int | None:
    """What the rows of an epoch add up to.

    None where one of them is damaged; and where the last match does not stand as it does in an epoch that is over, or
    is not: then the journals are what was damaged.
    """
    total, status = 0, ""
    for row in sql.rows(f"{_ROWS} ORDER BY first_seq", board=place.board, epoch=place.epoch):
        if row[-1] != check(*row[:-1]):
            return None
        total += row[-1]
        status = row[_STATUS]
    return None if status == ("playing" if place.over else "abandoned") else total % SUM


def told(sql: Sql, place: Epoch, is_doubted: bool, prefix: str = "") -> Iterator[dict[str, Any]]:
    """The match objects of an epoch in order, those whose id begins so: as they are kept, or where that is doubted as
    the records give them."""
    if is_doubted:
        return (match for match in computed(sql, place) if match["match"].startswith(prefix))
    wanted = f"{_ROWS} AND id LIKE :prefix ORDER BY first_seq"
    rows = sql.rows(wanted, board=place.board, epoch=place.epoch, prefix=prefix + "%")
    return (match for match in map(object_of, rows) if match is not None)


def starts(sql: Sql, place: Epoch) -> list[int]:
    """The first record numbers of the matches of an epoch that is not doubted."""
    wanted = "SELECT first_seq FROM matches WHERE board = :board AND epoch = :epoch ORDER BY first_seq"
    return [row[0] for row in sql.rows(wanted, board=place.board, epoch=place.epoch)]


def computed(sql: Sql, place: Epoch) -> Iterator[dict[str, Any]]:
    """The match objects of an epoch as its records give them, in order."""
    sound = sound_runs(sql, place.board, place.epoch)
    return derive.matches(place.board, place.epoch, sound, place.next, place.over)


def last(sql: Sql, board: str, epoch: int) -> dict[str, Any] | None:
    """The last match of an epoch, None where there is none and where its row is damaged."""
    row = next(sql.rows(f"{_ROWS} ORDER BY first_seq DESC LIMIT 1", board=board, epoch=epoch), None)
    return None if row is None else object_of(row)
