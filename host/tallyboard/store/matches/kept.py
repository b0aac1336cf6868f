"""The matches as they are kept, each row with a check and each journal with a sum of these checks.

A row whose check does not hold, and a journal whose rows do not give its sum (one was lost, or is there twice), are
what a disk has damaged. Whoever reads computes such a journal's matches from the records instead; whoever opens the
store to write puts them back.
"""

import json
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple
from zlib import crc32

from shared_rules.games import catalogue
from shared_rules.journal.record import GAME
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.matches.replayed import matches_of
from tallyboard.store.tables.rows import MOST, Epoch, epoch_of, sound_runs
from tallyboard.store.tables.sql import Sql

COLUMNS = ("id", "board", "epoch", "first_seq", "last_seq", "status", "result")
ROW = (*COLUMNS, "crc")  # a whole row, in the order of Values
OF_THE_OBJECT = COLUMNS[1:-1]  # which stand in the match object under the same names
_STATUS = COLUMNS.index("status")
_RULES = f"{catalogue.EDITION}/{len(catalogue.IDS)}"
SUM = 2**32  # sums are taken modulo this
# For PostgreSQL: `:rows`, as `row_of` makes them, in JSON; and what an INSERT of them does where the id is there.
ROWS_OF_JSON = """json_to_recordset(CAST(:rows AS json)) AS row(
    id text, board text, epoch bigint, first_seq bigint, last_seq bigint, status text, result text, crc bigint
)"""
ON_CONFLICT = f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = EXCLUDED.{name}' for name in ROW[1:])}"
SELECT = f"SELECT {', '.join(ROW)} FROM matches"
_ROWS = f"{SELECT} WHERE board = :board AND epoch = :epoch"

Values = tuple[Any, ...]  # of COLUMNS, then the check; of any type where a disk has changed them


def row_of(match: KeptMatch) -> dict[str, Any]:
    """The row that keeps this match, by column."""
    told: dict[str, Any] = {**match}
    row = {"id": match["match"], **{name: told[name] for name in OF_THE_OBJECT}, "result": json.dumps(match)}
    return {**row, "crc": check(*(row[name] for name in COLUMNS))}


def check(*values: Any) -> int:
    """The check of a row with these values of its COLUMNS.

    By other rules it is another one, so that an update that knows more games has the matches computed anew.
    """
    return crc32("\n".join(map(str, (_RULES, *values))).encode("utf-8", "surrogateescape"))


def object_of(row: Values) -> KeptMatch | None:
    """The match of the row, None where a disk has damaged it."""
    if row[-1] != check(*row[:-1]):
        return None
    found: KeptMatch = json.loads(row[-2])
    return found


def readable(row: Values) -> dict[str, Any] | None:
    """What the row has as its match, whether its check holds or not, None where it is none at all."""
    try:
        found = json.loads(row[-2])
    except (TypeError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def is_doubted(sql: Sql, epoch: Epoch) -> bool:
    """Whether the kept matches of this epoch are not what was kept, or not of all their records yet."""
    return epoch.underived_from is not None or is_damaged(sql, epoch)


def rows_of(sql: Sql, epoch: Epoch) -> Iterator[Values]:
    """The rows of an epoch's matches, sound or not, in order."""
    return sql.rows(f"{_ROWS} ORDER BY first_seq", board=epoch.board, epoch=epoch.number)


def is_damaged(sql: Sql, epoch: Epoch) -> bool:
    """Whether the kept matches of this epoch are not what was kept."""
    return not sql.has("matches") or _sum(sql, epoch) != epoch.matches_sum


def _sum(sql: Sql, epoch: Epoch) -> int | None:
    """What the rows of an epoch add up to.

    None where one of them is damaged; and where the last match does not stand as it does in an epoch that is over, or
    is not: then the journals are what was damaged.
    """
    total, status = 0, ""
    for row in rows_of(sql, epoch):
        if row[-1] != check(*row[:-1]):
            return None
        total += row[-1]
        status = row[_STATUS]
    return None if status == ("playing" if epoch.over else "abandoned") else total % SUM


def told(sql: Sql, epoch: Epoch, prefix: str = "") -> Iterator[KeptMatch]:
    """The matches of an epoch in order, those whose id begins so: as they are kept, or where that is doubted as
    the records give them."""
    if is_doubted(sql, epoch):
        return (match for match in computed(sql, epoch) if match["match"].startswith(prefix))
    wanted = f"{_ROWS} AND id LIKE :prefix ORDER BY first_seq"
    rows = sql.rows(wanted, board=epoch.board, epoch=epoch.number, prefix=prefix + "%")
    return (match for match in map(object_of, rows) if match is not None)


def starts(sql: Sql, epoch: Epoch) -> list[int]:
    """The first record numbers of the matches of an epoch, in order."""
    if is_doubted(sql, epoch):
        return [match["first_seq"] for match in computed(sql, epoch)]
    wanted = "SELECT first_seq FROM matches WHERE board = :board AND epoch = :epoch ORDER BY first_seq"
    return [row[0] for row in sql.rows(wanted, board=epoch.board, epoch=epoch.number)]


class Alone(NamedTuple):
    """A match that was found by itself. `behind`: the first record number of the next one, None for the last."""

    match: KeptMatch
    behind: int | None


def alone(sql: Sql, prefix: str) -> Alone | None:
    """The only match whose id begins so, without a look at all the others of its journal.

    None where there is none, or several; and where what is kept of it, or of the next one, may not be what was kept.
    """
    if not sql.has("matches"):
        return None
    # 'g' is behind all digits of an id: so the index is used, in every collation.
    wanted = f"{SELECT} WHERE id >= :prefix AND id < :behind AND id LIKE :like LIMIT 2"
    rows = list(sql.rows(wanted, prefix=prefix, behind=prefix + "g", like=prefix + "%"))
    match = object_of(rows[0]) if len(rows) == 1 else None
    if match is None:
        return None
    epoch = epoch_of(sql, match["board"], match["epoch"])
    if not epoch.heard or epoch.underived_from is not None:
        return None
    behind = _start_behind(sql, match)
    if behind is None and match["status"] == ("playing" if epoch.over else "abandoned"):
        return None
    return None if _starts_between(sql, match, behind) else Alone(match, behind)


def _start_behind(sql: Sql, match: KeptMatch) -> int | None:
    """The first record number of the next match that is kept of the same journal."""
    wanted = (
        "SELECT first_seq FROM matches WHERE board = :board AND epoch = :epoch AND first_seq > :first "
        "ORDER BY first_seq LIMIT 1"
    )
    row = next(sql.rows(wanted, board=match["board"], epoch=match["epoch"], first=match["first_seq"]), None)
    return row[0] if row else None


def _starts_between(sql: Sql, match: KeptMatch, end: int | None) -> bool:
    """Whether a record behind the match, before number `end`, starts another one: then that is not kept any more."""
    wanted = (
        "SELECT seq FROM records WHERE board = :board AND epoch = :epoch AND seq > :last AND seq < :end "
        "AND data >= :game AND data < :behind LIMIT 1"
    )
    values = {"board": match["board"], "epoch": match["epoch"], "last": match["last_seq"]}
    game, behind = bytes((GAME,)), bytes((GAME + 1,))
    return any(sql.rows(wanted, **values, end=MOST if end is None else end, game=game, behind=behind))


def computed(sql: Sql, epoch: Epoch) -> Iterator[KeptMatch]:
    """The matches of an epoch as its records give them, in order."""
    sound = sound_runs(sql, epoch.board, epoch.number)
    return matches_of(epoch.board, epoch.number, sound, epoch.next, epoch.over)


def last_ones(sql: Sql, journals: Collection[tuple[str, int]]) -> Iterator[KeptMatch]:
    """The last match of each of these journals (board, epoch), one at least, as far as it is kept and sound."""
    numbered = list(enumerate(journals))
    values = {f"board{n}": board for n, (board, _) in numbered} | {f"epoch{n}": epoch for n, (_, epoch) in numbered}
    listed = ", ".join(f"(CAST(:board{n} AS TEXT), CAST(:epoch{n} AS BIGINT))" for n, _ in numbered)
    columns = ", ".join(f"m.{name}" for name in ROW)
    newest = "SELECT MAX(first_seq) FROM matches WHERE board = w.board AND epoch = w.epoch"
    rows = sql.rows(
        f"WITH w(board, epoch) AS (VALUES {listed}) SELECT {columns} FROM w "
        f"JOIN matches m ON m.board = w.board AND m.epoch = w.epoch AND m.first_seq = ({newest})",
        **values,
    )
    return (match for match in map(object_of, rows) if match is not None)
