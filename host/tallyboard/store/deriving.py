"""The shortest way from new records to their matches in PostgreSQL: of all boards at once, in four statements.

On a long line the statements are what matches wait for. So nothing is locked before it is written: what was read tells
`changes` of its journal, and it is written only where that is still the same. Nor is the disk waited for: with what a
crash takes goes the word that it was computed. What this cannot do is left to rederive.py: records with which a match
begins, or which date some, and those that did not simply follow.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ARRAY, BigInteger, Connection, Engine, Text, bindparam, text

from shared_rules.journal.record import GAME, SIZE, TIME
from tallyboard.journal.check import sound
from tallyboard.journal.clock import Clock
from tallyboard.journal.runs import Run
from tallyboard.store.exclusive import DERIVING
from tallyboard.store.matches import derive, kept
from tallyboard.store.tables.rows import Epoch, epochs
from tallyboard.store.tables.sql import CoreSql
from tallyboard.store.wake import CHANNEL

Journal = tuple[str, int]  # board, epoch

_TRIES = 5  # while records come between what is read and what is written

_LAST_TWO = """
    SELECT m.* FROM unnest(:boards, :epochs) AS wanted(board, epoch), LATERAL (
        SELECT {} FROM matches WHERE board = wanted.board AND epoch = wanted.epoch ORDER BY first_seq DESC LIMIT 2
    ) AS m
"""
_RECORDS = """
    SELECT r.board, r.epoch, r.seq, r.data
    FROM unnest(:boards, :epochs, :starts) AS wanted(board, epoch, first_seq)
    JOIN records AS r ON r.board = wanted.board AND r.epoch = wanted.epoch AND r.seq >= wanted.first_seq
    ORDER BY r.board, r.epoch, r.seq
"""
# The rows are locked in the order in which appending.py locks them. A journal whose matches somebody else computes one
# by one is left to them: they have read what they are going to write.
_WRITE = f"""
    WITH made AS (
        SELECT * FROM unnest(:boards, :epochs, :changes, :before, :after) AS m(board, epoch, changes, before, after)
    ), locked AS (
        SELECT j.id, made.after FROM journals AS j JOIN made USING (board, epoch)
        WHERE j.changes = made.changes AND j.matches_sum = made.before
        ORDER BY board, epoch FOR NO KEY UPDATE OF j
    ), free AS (
        SELECT * FROM locked WHERE pg_try_advisory_xact_lock({DERIVING}, id)
    ), done AS (
        UPDATE journals AS j SET matches_sum = free.after, underived_from = NULL FROM free WHERE j.id = free.id
        RETURNING j.board, j.epoch
    ), gone AS (
        DELETE FROM matches AS m USING done
        WHERE m.board = done.board AND m.epoch = done.epoch AND m.id = ANY(:gone)
    ), written AS (
        INSERT INTO matches ({", ".join((*kept.COLUMNS, "crc"))})
        SELECT {", ".join(f"row.{name}" for name in (*kept.COLUMNS, "crc"))}
        FROM json_to_recordset(CAST(:rows AS json)) AS row(
            id text, board text, epoch bigint, first_seq bigint, last_seq bigint, status text, result text, crc bigint
        ) JOIN done ON done.board = row.board AND done.epoch = row.epoch
        ON CONFLICT (id) DO UPDATE SET
            last_seq = EXCLUDED.last_seq, status = EXCLUDED.status, result = EXCLUDED.result, crc = EXCLUDED.crc
    )
    SELECT done.board, done.epoch, pg_notify('{CHANNEL}', ''), set_config('synchronous_commit', 'off', true) FROM done
"""
_ARRAYS = {"boards": Text, "gone": Text, "epochs": BigInteger, "starts": BigInteger}
_ARRAYS |= {"changes": BigInteger, "before": BigInteger, "after": BigInteger}


@dataclass
class _Work:
    """A journal whose matches are computed. `start`: the first number of the first match that can change."""

    epoch: Epoch
    rows: list[kept.Values] = field(default_factory=list)
    start: int = 0
    held: list[Run] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    made: list[dict[str, Any]] = field(default_factory=list)
    after: int = 0


class Deriving:
    """Computes matches of many journals at once, where that is possible."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._is_possible = engine.dialect.name == "postgresql"

    def derive(self, boards: Collection[str]) -> bool:
        """Compute the matches of these boards whose records have only grown; whether none is left to be computed."""
        if not self._is_possible:
            return False
        with self._engine.connect() as connection:
            for _ in range(_TRIES):
                known = epochs(CoreSql(connection), boards)
                waiting = [epoch for epoch in known if epoch.underived_from is not None]
                work = {(epoch.board, epoch.number): _Work(epoch) for epoch in waiting if epoch.underived_from}
                if work:
                    _read(connection, work)
                ready = [one for one in work.values() if _compute(one)]
                written = _write(connection, ready) if ready else set()
                if len(written) == len(waiting):
                    return True
                if len(written) == len(ready):
                    return False
        return False


def _read(connection: Connection, work: Mapping[Journal, _Work]) -> None:
    keys = {"boards": [board for board, _ in work], "epochs": [epoch for _, epoch in work]}
    columns = ", ".join((*kept.COLUMNS, "crc"))
    for row in _rows(connection, _LAST_TWO.format(columns), **keys):
        work[row[1], row[2]].rows.append(row)
    for one in work.values():
        one.start = one.rows[1][kept.COLUMNS.index("first_seq")] if len(one.rows) == 2 else 0
    starts = [max(0, one.start - 1) for one in work.values()]
    for board, epoch, seq, data in _rows(connection, _RECORDS, **keys, starts=starts):
        work[board, epoch].held.append((seq, bytes(data)))


def _compute(one: _Work) -> bool:
    """Compute its matches; False where this is not the place for that."""
    epoch, since = one.epoch, one.epoch.underived_from or 0
    kinds = b"".join(data[:1] for seq, data in one.held if seq >= since)
    if GAME in kinds or (kinds and max(kinds) >= TIME) or one.start > since:
        return False
    there = {row[0]: kept.object_of(row) for row in one.rows}
    if None in there.values():
        return False
    records = list(sound(epoch.number, one.held))
    if sum(len(data) // SIZE for _, data in records) != len(one.held):
        return False
    derived = derive.matches(epoch.board, epoch.number, records, epoch.next, epoch.over, Clock())
    made = [match for match in derived if match["first_seq"] >= one.start]
    for match in made:
        before = there.get(match["match"])
        if before is None and one.start > 1:
            return False  # begun, and to be dated
        if before is not None and one.start > 1:
            match["started"] = before["started"]
    same = {match["match"] for match in made if match == there.get(match["match"])}
    one.made = [kept.row_of(match) for match in made if match["match"] not in same]
    old = [row for row in one.rows if row[0] not in same]
    one.gone = [str(row[0]) for row in old if row[0] not in {match["match"] for match in made}]
    change = sum(row["crc"] for row in one.made) - sum(row[-1] for row in old)
    one.after = ((epoch.matches_sum or 0) + change) % kept.SUM
    return True


def _write(connection: Connection, ready: Sequence[_Work]) -> set[Journal]:
    """Write what was computed of journals that have not changed meanwhile; which these are."""
    values = {
        "boards": [one.epoch.board for one in ready],
        "epochs": [one.epoch.number for one in ready],
        "changes": [one.epoch.changes for one in ready],
        "before": [one.epoch.matches_sum for one in ready],
        "after": [one.after for one in ready],
        "gone": [match for one in ready for match in one.gone],
        "rows": json.dumps([row for one in ready for row in one.made]),
    }
    return {(board, epoch) for board, epoch, *_ in _rows(connection, _WRITE, **values)}


def _rows(connection: Connection, statement: str, **values: Any) -> Iterator[tuple[Any, ...]]:
    typed = [bindparam(name, type_=ARRAY[Any](_ARRAYS[name])) for name in values if name in _ARRAYS]
    return (tuple(row) for row in connection.execute(text(statement).bindparams(*typed), values))
