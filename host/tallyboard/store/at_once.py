"""The shortest ways into a database, of all boards at once: of records that continue their journals, with what they
make of the matches, in one transaction; and of matches that are still to be computed.

On PostgreSQL records are one statement: one round trip is what a press waits for on a long line. What it cannot do is
left to ingesting.py: a journal that this process has not written to yet, records that may be there already, a board
that says something new. Matches are written as the hub has computed them, and only where those that are kept are still
the ones that it knows; else they wait to be computed from the records: that takes four statements.

Nothing is locked before it is written: what was read tells `changes` of its journal, and matches are written only where
that is still the same. Nor is the disk waited for: with what a crash takes goes the word that they were computed. Left
to kept.py are long journals whose matches are all computed anew, and what a disk has damaged.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from shared_rules.journal.record import BOOT, GAME, SIZE, TIME
from tallyboard.journal.runs import Clock, Run, checker, end_of, joined
from tallyboard.store.ingesting import Heard, insert_runs
from tallyboard.store.matches import kept
from tallyboard.store.matches.kept import Renewal, Renewed, put, renewed
from tallyboard.store.tables.rows import Epoch, Journal, epochs, is_number
from tallyboard.store.tables.sql import CoreSql
from tallyboard.store.tokens import PHONE, is_let_in
from tallyboard.store.transactions import CHANNEL, DERIVING, WakeUp, begun, written

# Of the journals that are `done`: what takes the place of their matches.
_MATCHES = f"""gone AS (
    DELETE FROM matches AS m USING done
    WHERE m.board = done.board AND m.epoch = done.epoch AND m.id = ANY(CAST(:gone AS text[]))
), written AS (
    INSERT INTO matches ({", ".join(kept.ROW)})
    SELECT {", ".join(f"row.{name}" for name in kept.ROW)} FROM {kept.ROWS_OF_JSON} JOIN done USING (board, epoch)
    {kept.ON_CONFLICT}
)"""

# The journals' rows are locked first, in one order everywhere: two hubs that write the same boards do it one after the
# other. A record that is there already, of which another hub was the first to hear, is counted as not written.
#
# `fits`: the kept matches are those that the hub knows, and the records come directly behind those that they are of.
# Whoever computes matches one by one just now has read what they are going to write: they are left to it.
_STATEMENT = f"""
WITH item AS (
    SELECT * FROM unnest(
        CAST(:boards AS text[]), CAST(:epochs AS bigint[]), CAST(:firsts AS bigint[]), CAST(:nexts AS bigint[]),
        CAST(:runs AS bytea[]), CAST(:changes AS bigint[]), CAST(:before AS bigint[]), CAST(:after AS bigint[]),
        CAST(:checks AS text[])
    ) AS i(board, epoch, first_seq, next_seq, run, changes, before, after, token_check)
), let_in AS (
    SELECT phones.board FROM phones JOIN item USING (token_check, board)
    WHERE phones.ended IS NULL ORDER BY token_check FOR KEY SHARE OF phones
), locked AS (
    SELECT journals.id, item.*, COALESCE(
        journals.changes = item.changes AND journals.matches_sum = item.before
        AND journals.underived_from IS NULL AND journals.next_seq = item.first_seq, FALSE
    ) AS is_known
    FROM journals JOIN item USING (board, epoch)
    WHERE NOT starts_with(board, '{PHONE}') OR board IN (SELECT board FROM let_in)
    ORDER BY board, epoch FOR NO KEY UPDATE OF journals
), fitting AS (
    SELECT *, CASE WHEN is_known THEN pg_try_advisory_xact_lock({DERIVING}, id) AND NOT EXISTS (
        SELECT FROM records AS r
        WHERE r.board = locked.board AND r.epoch = locked.epoch AND r.seq >= locked.first_seq
    ) ELSE FALSE END AS fits
    FROM locked
), journal AS (
    UPDATE journals SET
        next_seq = GREATEST(journals.next_seq, item.next_seq),
        changes = journals.changes + 1,
        matches_sum = CASE WHEN item.fits THEN item.after ELSE journals.matches_sum END,
        underived_from = CASE
            WHEN item.fits THEN NULL
            WHEN item.first_seq < journals.next_seq THEN 0
            ELSE LEAST(journals.underived_from, item.first_seq)
        END
    FROM fitting AS item WHERE journals.id = item.id
    RETURNING item.board, item.epoch, item.first_seq, item.run, item.fits
), record AS (
    INSERT INTO records (board, epoch, seq, data)
    SELECT board, epoch, first_seq + n, substr(run, n * {SIZE} + 1, {SIZE})
    FROM journal, generate_series(0, length(run) / {SIZE} - 1) AS n
    ON CONFLICT DO NOTHING
    RETURNING 1
), done AS (
    SELECT board, epoch FROM journal WHERE fits
), {_MATCHES}
SELECT board, epoch, fits, (SELECT count(*) FROM record) FROM journal
"""

# A statement of its own, that waits for no disk: whoever wakes others in a transaction keeps all others who do from
# committing until the disk has it.
_HINT = f"SELECT pg_notify('{CHANNEL}', :said), set_config('synchronous_commit', 'off', true)"


class Item(NamedTuple):
    """What continues a journal, and what it makes of the kept matches where that is known."""

    heard: Heard
    runs: Sequence[Run]
    renewal: Renewal | None

    @property
    def run(self) -> Run:
        return self.runs[0]

    @property
    def next(self) -> int:
        """What the journal is known to have then."""
        return max(self.heard.next, end_of(self.run))


class AtOnce:
    """Appends to journals, knowing how far this process has written each, and computes the matches of many."""

    def __init__(self, alone: Engine, engine: Engine, store: str) -> None:
        """`alone`: an engine whose statements are each a transaction. `store`: the id of the Store."""
        self._store = store
        self._alone = alone
        self._engine = engine
        self._known: dict[tuple[str, int], Heard] = {}

    def know(self, heard: Iterable[Heard]) -> None:
        self._known.update({(one.board, one.epoch): one for one in heard})

    def can_take(self, items: Sequence[Item]) -> bool:
        """Whether each continues its journal with one run and says nothing else that is new."""
        for heard, runs, _ in items:
            known = self._known.get((heard.board, heard.epoch))
            if known is None or len(runs) != 1 or runs[0][0] < known.next or known.oldest > heard.oldest:
                return False
            if (known.table, known.firmware) != (heard.table, heard.firmware):
                return False
        return True

    def take(self, items: Sequence[Item]) -> list[bool] | None:
        """Append all of them and commit; of which the matches are renewed. None where some were there already, or are
        of a phone that is not let in, and it is not known which."""
        renewed: list[bool] | None = None
        if self._engine.dialect.name == "postgresql":
            renewed = self._take_at_once(items)
        else:
            with suppress(_OtherwiseError), begun(self._engine) as sql:
                renewed = [_append(sql, item) for item in items]
        if renewed is not None:
            self.know(item.heard for item in items)
        return renewed

    def _take_at_once(self, items: Sequence[Item]) -> list[bool] | None:
        renewals = [item.renewal for item in items]
        values = {
            "boards": [item.heard.board for item in items],
            "epochs": [item.heard.epoch for item in items],
            "firsts": [item.run[0] for item in items],
            "nexts": [item.next for item in items],
            "runs": [item.run[1] for item in items],
            "changes": [one and one.before.changes for one in renewals],
            "before": [one and one.before.matches_sum for one in renewals],
            "after": [one and one.after.matches_sum for one in renewals],
            "checks": [item.heard.check for item in items],
            "gone": list(set().union(*(one.renewed.without_another for one in renewals if one is not None))),
            "rows": json.dumps([row for one in renewals if one is not None for row in one.renewed.made]),
        }
        with self._alone.connect() as connection:
            sql = CoreSql(connection)
            rows = list(sql.rows(_STATEMENT, **values))
            fits = {(board, epoch) for board, epoch, does, _ in rows if does}
            scores = {item.heard.board: item.next for item in items if (item.heard.board, item.heard.epoch) in fits}
            if scores:
                with suppress(SQLAlchemyError):  # the records are there, and others find them without a hint
                    sql.run(_HINT, said=written(WakeUp(scores=scores, by=self._store)))
        if (rows[0][-1] if rows else 0) < sum(len(item.run[1]) // SIZE for item in items):
            return None
        return [(item.heard.board, item.heard.epoch) in fits for item in items]

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


class _OtherwiseError(Exception):
    """Something is there already, or a phone is not let in."""


def _append(sql: CoreSql, item: Item) -> bool:
    """Append it where nobody else writes; whether the matches are renewed."""
    board, epoch = item.heard.board, item.heard.epoch
    if not is_let_in(sql, board, item.heard.check):
        raise _OtherwiseError
    of_it = "WHERE board = :board AND epoch = :epoch"
    its = {"board": board, "epoch": epoch}
    journal = next(
        sql.rows(f"SELECT changes, matches_sum, underived_from, next_seq FROM journals {of_it}", **its), None
    )
    if journal is None or not all(map(is_number, (journal[0], journal[2] or 0, journal[3]))):
        raise _OtherwiseError
    if any(sql.rows(f"SELECT seq FROM records {of_it} AND seq >= :first LIMIT 1", **its, first=item.run[0])):
        raise _OtherwiseError
    insert_runs(sql, board, epoch, item.runs)
    changes, _, waiting, following = journal
    said: dict[str, Any] = {"next_seq": max(following, item.next), "changes": changes + 1}
    renewal = item.renewal
    fits = renewal is not None and journal == (renewal.before.changes, renewal.before.matches_sum, None, item.run[0])
    if renewal is not None and fits:
        said["matches_sum"] = renewal.after.matches_sum
        put(sql, renewal.renewed)
    elif item.run[0] < following:
        said["underived_from"] = 0
    else:
        said["underived_from"] = item.run[0] if waiting is None else min(waiting, item.run[0])
    sql.run(f"UPDATE journals SET {', '.join(f'{name} = :{name}' for name in said)} {of_it}", **said, **its)
    return fits


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
# The rows are locked in the order in which those above are locked. A journal whose matches somebody else computes one
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
), {_MATCHES}
SELECT board, epoch, pg_notify('{CHANNEL}', :said), set_config('synchronous_commit', 'off', true) FROM done
"""


@dataclass
class _Work:
    """A journal whose matches are computed from the one on that begins at number `start`, or is the next behind it.
    `rows`: these as they are kept, by id. `held`: the records from `since` on."""

    epoch: Epoch
    start: int = 0
    is_dated: bool = False
    since: int = 0
    rows: dict[str, kept.Values] = field(default_factory=dict)
    held: list[Run] = field(default_factory=list)


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
