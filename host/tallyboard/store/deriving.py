"""The shortest way from new records to their matches in PostgreSQL: of all boards at once, in four statements.

On a long line the statements are what matches wait for. So nothing is locked before it is written: what was read tells
`changes` of its journal, and it is written only where that is still the same. Nor is the disk waited for: with what a
crash takes goes the word that it was computed. What this cannot do is left to kept.py: long journals whose matches
are all computed anew, and what a disk has damaged.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from sqlalchemy import Engine

from shared_rules.journal.record import BOOT, GAME, SIZE, TIME
from tallyboard.journal.runs import Clock, Run, checker, joined
from tallyboard.store.matches import kept
from tallyboard.store.matches.kept import Renewed, renewed
from tallyboard.store.tables.rows import Epoch, epochs
from tallyboard.store.tables.sql import CoreSql
from tallyboard.store.transactions import CHANNEL, DERIVING, WakeUp, written

Journal = tuple[str, int]  # board, epoch

_TRIES = 5  # while records come between what is read and what is written
_MOST_RECORDS = 2_000  # of a journal whose matches are all computed anew
_KINDS = {"boot": bytes((BOOT,)), "behind_boot": bytes((BOOT + 1,)), "game": bytes((GAME,)), "time": bytes((TIME,))}


def _power_on(of: str, upto: str) -> str:
    """SQL: the number of the last BOOT of this journal up to a number, 0 where there is none."""
    return (
        f"COALESCE((SELECT seq FROM records AS r WHERE r.board = {of}.board AND r.epoch = {of}.epoch AND seq <= {upto} "
        "AND data >= :boot AND data < :behind_boot ORDER BY seq DESC LIMIT 1), 0)"
    )


# Of each journal the first number of the first match that records from `since` on can touch, as kept.py finds it,
# and the first number of what must be read for it: from the power-on on where a match is to be dated. With them the
# matches from there on, or NULL where there are none. Each step is MATERIALIZED: put into one another they would take
# far longer to plan than to run.
_ROWS = f"""
WITH wanted AS (
    SELECT * FROM unnest(CAST(:boards AS text[]), CAST(:epochs AS bigint[]), CAST(:since AS bigint[]))
        AS w(board, epoch, since)
), come AS MATERIALIZED (
    SELECT wanted.*, new.is_dated, new.can_date, COALESCE((
        SELECT first_seq FROM matches AS m
        WHERE m.board = wanted.board AND m.epoch = wanted.epoch AND first_seq <= wanted.since AND wanted.since > 0
        ORDER BY first_seq DESC OFFSET 1 LIMIT 1
    ), 0) AS start
    FROM wanted, LATERAL (
        SELECT COALESCE(bool_or(substr(data, 1, 1) = :game OR substr(data, 1, 1) >= :time), FALSE) AS is_dated,
            COALESCE(bool_or(substr(data, 1, 1) >= :time), FALSE) AS can_date
        FROM records AS r
        WHERE r.board = wanted.board AND r.epoch = wanted.epoch AND seq >= wanted.since AND wanted.since > 0
    ) AS new
), touched AS MATERIALIZED (
    SELECT board, epoch, is_dated, CASE WHEN can_date THEN LEAST(start, (
        SELECT min(first_seq) FROM matches AS m
        WHERE m.board = come.board AND m.epoch = come.epoch AND first_seq >= {_power_on("come", "come.since")}
    )) ELSE start END AS start
    FROM come
), plan AS MATERIALIZED (
    SELECT board, epoch, start, start <= 1 OR is_dated, CASE
        WHEN start <= 1 THEN 0 WHEN is_dated THEN {_power_on("touched", "touched.start - 2")} ELSE start - 1
    END
    FROM touched
)
SELECT plan.*, {", ".join(f"m.{name}" for name in kept.ROW)} FROM plan
LEFT JOIN matches AS m ON m.board = plan.board AND m.epoch = plan.epoch AND m.first_seq >= plan.start
"""
_RECORDS = """
SELECT r.board, r.epoch, r.seq, r.data
FROM unnest(CAST(:boards AS text[]), CAST(:epochs AS bigint[]), CAST(:since AS bigint[]))
    AS wanted(board, epoch, since)
JOIN records AS r ON r.board = wanted.board AND r.epoch = wanted.epoch AND r.seq >= wanted.since
ORDER BY r.board, r.epoch, r.seq
"""
# The rows are locked in the order in which appending.py locks them. A journal whose matches somebody else computes one
# by one is left to them: they have read what they are going to write.
_WRITE = f"""
WITH made AS (
    SELECT * FROM unnest(
        CAST(:boards AS text[]), CAST(:epochs AS bigint[]), CAST(:changes AS bigint[]),
        CAST(:before AS bigint[]), CAST(:after AS bigint[])
    ) AS m(board, epoch, changes, before, after)
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
    WHERE m.board = done.board AND m.epoch = done.epoch AND m.id = ANY(CAST(:gone AS text[]))
), written AS (
    INSERT INTO matches ({", ".join(kept.ROW)})
    SELECT {", ".join(f"row.{name}" for name in kept.ROW)}
    FROM {kept.ROWS_OF_JSON} JOIN done ON done.board = row.board AND done.epoch = row.epoch
    {kept.ON_CONFLICT}
)
SELECT board, epoch, pg_notify('{CHANNEL}', :said), set_config('synchronous_commit', 'off', true) FROM done
"""


@dataclass
class _Work:
    """A journal whose matches are computed from the one on that begins at number `start`, or is the next behind it.

    `rows`: these as they are kept, by id. `held`: the records from `since` on.
    """

    epoch: Epoch
    start: int = 0
    is_dated: bool = False
    since: int = 0
    rows: dict[str, kept.Values] = field(default_factory=dict)
    held: list[Run] = field(default_factory=list)


class Deriving:
    """Computes matches of many journals at once, where that is possible."""

    def __init__(self, alone: Engine, store: str) -> None:
        """`alone`: an engine whose statements are each a transaction. `store`: the id of the Store."""
        self._store = store
        self._alone = alone

    def derive(self, boards: Collection[str]) -> bool:
        """Compute the matches of these boards as far as records have come; whether none is left to be computed."""
        if self._alone.dialect.name != "postgresql":
            return False
        with self._alone.connect() as connection:
            sql = CoreSql(connection)
            for _ in range(_TRIES):
                known = epochs(sql, boards)
                waiting = [epoch for epoch in known if epoch.underived_from is not None]
                work = [_Work(epoch) for epoch in waiting if epoch.underived_from or epoch.next <= _MOST_RECORDS]
                if work:
                    _read(sql, {(one.epoch.board, one.epoch.number): one for one in work})
                ready = [(one.epoch, renewal) for one in work if (renewal := _renewed(one)) is not None]
                done = _write(sql, ready, self._store) if ready else set()
                if len(done) == len(waiting):
                    return True
                if len(done) == len(ready):
                    return False
        return False


def _read(sql: CoreSql, work: Mapping[Journal, _Work]) -> None:
    keys = {"boards": [board for board, _ in work], "epochs": [epoch for _, epoch in work]}
    since = [one.epoch.underived_from for one in work.values()]
    for board, number, start, is_dated, first, *row in sql.rows(_ROWS, **keys, **_KINDS, since=since):
        one = work[board, number]
        one.start, one.is_dated, one.since = start, is_dated, first
        if row[0] is not None:
            one.rows[row[0]] = tuple(row)
    since = [one.since for one in work.values()]
    for board, number, seq, data in sql.rows(_RECORDS, **keys, since=since):
        work[board, number].held.append((seq, bytes(data)))


def _renewed(one: _Work) -> Renewed | None:
    """What becomes of its matches; None where that has to be computed by itself, see `renewed`."""
    epoch = one.epoch
    holds = checker(epoch.number)
    if any(len(data) != SIZE for _, data in one.held) or not all(holds(*run) for run in joined(one.held)):
        return None
    clock = Clock()
    before = sum(seq < one.start - 1 for seq, _ in one.held)
    for seq, data in one.held[:before]:
        clock.feed(seq, data)
    return renewed(epoch, one.start, one.rows, joined(one.held[before:]), clock if one.is_dated else None)


def _write(sql: CoreSql, ready: Sequence[tuple[Epoch, Renewed]], store: str) -> set[Journal]:
    """Write what was computed of journals that have not changed meanwhile; which these are."""
    values = {
        "boards": [epoch.board for epoch, _ in ready],
        "epochs": [epoch.number for epoch, _ in ready],
        "changes": [epoch.changes for epoch, _ in ready],
        "before": [epoch.matches_sum for epoch, _ in ready],
        "after": [renewal.matches_sum for _, renewal in ready],
        "gone": list(chain.from_iterable(renewal.without_another for _, renewal in ready)),
        "rows": json.dumps([row for _, renewal in ready for row in renewal.made]),
        "said": written(WakeUp(scores={epoch.board: epoch.next for epoch, _ in ready}, by=store)),
    }
    return {(board, number) for board, number, *_ in sql.rows(_WRITE, **values)}
