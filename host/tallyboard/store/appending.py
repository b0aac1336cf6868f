"""The shortest way of records into a database: those that continue their journals, with what they make of the matches,
of all boards in one transaction.

On PostgreSQL it is one statement: one round trip is what a press waits for on a long line. What it cannot do is left to
ingesting.py: a journal that this process has not written to yet, records that may be there already, a board that says
something new. Matches are written as the hub has computed them, and only where those that are kept are still the ones
that it knows; else they wait to be computed from the records.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    Engine,
    LargeBinary,
    Text,
    select,
    text,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from shared_rules.journal.record import SIZE
from tallyboard.journal.runs import Run
from tallyboard.store.ingesting import Heard, insert_runs
from tallyboard.store.matches import kept
from tallyboard.store.matches.kept import Renewal, put
from tallyboard.store.tables.rows import is_number
from tallyboard.store.tables.schema import journals, records
from tallyboard.store.tables.statements import with_arrays
from tallyboard.store.transactions import CHANNEL, DERIVING, WakeUp, written

# The journals' rows are locked first, in one order everywhere: two hubs that write the same boards do it one after the
# other. A record that is there already, of which another hub was the first to hear, is counted as not written.
#
# `fits`: the kept matches are those that the hub knows, and the records come directly behind those that they are of.
# Whoever computes matches one by one just now has read what they are going to write: they are left to it.
_STATEMENT = with_arrays(
    f"""
    WITH item AS (
        SELECT * FROM unnest(:boards, :epochs, :firsts, :nexts, :runs, :changes, :before, :after)
            AS i(board, epoch, first_seq, next_seq, run, changes, before, after)
    ), locked AS (
        SELECT journals.id, item.*, COALESCE(
            journals.changes = item.changes AND journals.matches_sum = item.before
            AND journals.underived_from IS NULL AND journals.next_seq = item.first_seq, FALSE
        ) AS is_known
        FROM journals JOIN item USING (board, epoch)
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
    ), gone AS (
        DELETE FROM matches AS m USING journal
        WHERE journal.fits AND m.board = journal.board AND m.epoch = journal.epoch AND m.id = ANY(:gone)
    ), written AS (
        INSERT INTO matches ({", ".join(kept.ROW)})
        SELECT {", ".join(f"row.{name}" for name in kept.ROW)}
        FROM {kept.ROWS_OF_JSON} JOIN journal USING (board, epoch) WHERE journal.fits
        {kept.ON_CONFLICT}
    )
    SELECT board, epoch, fits, (SELECT count(*) FROM record) FROM journal
    """,
    boards=Text,
    epochs=BigInteger,
    firsts=BigInteger,
    nexts=BigInteger,
    runs=LargeBinary,
    changes=BigInteger,
    before=BigInteger,
    after=BigInteger,
    gone=Text,
)

# A statement of its own, that waits for no disk: whoever wakes others in a transaction keeps all others who do from
# committing until the disk has it.
_HINT = text(f"SELECT pg_notify('{CHANNEL}', :said), set_config('synchronous_commit', 'off', true)")


class Item(NamedTuple):
    """What continues a journal, and what it makes of the kept matches where that is known."""

    heard: Heard
    runs: Sequence[Run]
    renewal: Renewal | None

    @property
    def run(self) -> Run:
        """Its only one."""
        return self.runs[0]

    @property
    def next(self) -> int:
        """What the journal is known to have then."""
        return max(self.heard.next, self.run[0] + len(self.run[1]) // SIZE)


class Appending:
    """Knows how far this process has written each journal, and appends to it."""

    def __init__(self, engine: Engine, engine_that_writes: Engine, store: str) -> None:
        """`engine`: one whose statements are each a transaction. `store`: the id of the Store."""
        self._store = store
        self._engine = engine
        self._engine_that_writes = engine_that_writes
        self._is_one_statement = engine.dialect.name == "postgresql"
        self._known: dict[tuple[str, int], Heard] = {}

    def know(self, heard: Iterable[Heard]) -> None:
        """These were written."""
        self._known.update({(one.board, one.epoch): one for one in heard})

    def can_take(self, items: Sequence[Item]) -> bool:
        """Whether each continues its journal with one run and says nothing else that is new."""
        return all(map(self._continues, items))

    def _continues(self, item: Item) -> bool:
        heard = item.heard
        known = self._known.get((heard.board, heard.epoch))
        return (
            known is not None
            and len(item.runs) == 1
            and item.run[0] >= known.next
            and (known.table, known.firmware) == (heard.table, heard.firmware)
            and known.oldest <= heard.oldest
        )

    def take(self, items: Sequence[Item]) -> list[bool] | None:
        """Append all of them and commit; of which the matches are renewed. None where some were there already, and it
        is not known how."""
        renewed = self._take_at_once(items) if self._is_one_statement else self._take_one_by_one(items)
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
            "gone": list(set().union(*(one.renewed.without_another for one in renewals if one is not None))),
            "rows": json.dumps([row for one in renewals if one is not None for row in one.renewed.made]),
        }
        with self._engine.connect() as connection:
            rows = connection.execute(_STATEMENT, values).all()
            fits = {(board, epoch) for board, epoch, does, _ in rows if does}
            scores = {item.heard.board: item.next for item in items if (item.heard.board, item.heard.epoch) in fits}
            if scores:
                with suppress(SQLAlchemyError):  # the records are there, and others find them without a hint
                    connection.execute(_HINT, {"said": written(WakeUp(scores=scores, by=self._store))})
        if (rows[0][-1] if rows else 0) < sum(len(item.run[1]) // SIZE for item in items):
            return None
        return [(item.heard.board, item.heard.epoch) in fits for item in items]

    def _take_one_by_one(self, items: Sequence[Item]) -> list[bool] | None:
        renewed = []
        with self._engine_that_writes.connect() as connection, connection.begin() as transaction:
            for item in items:
                fits = _append(connection, item)
                if fits is None:
                    transaction.rollback()
                    return None
                renewed.append(fits)
        return renewed


def _append(connection: Connection, item: Item) -> bool | None:
    """Append it where nobody else writes; whether the matches are renewed. None where something is there already."""
    board, epoch = item.heard.board, item.heard.epoch
    its = journals.c.board == board, journals.c.epoch == epoch
    journal = connection.execute(select(journals).where(*its)).first()
    there = records.c.board == board, records.c.epoch == epoch, records.c.seq >= item.run[0]
    if journal is None or not (is_number(journal.next_seq) and is_number(journal.underived_from or 0)):
        return None
    if connection.execute(select(records.c.seq).where(*there).limit(1)).first() is not None:
        return None
    insert_runs(connection, board, epoch, item.runs)
    said: dict[str, Any] = {"next_seq": max(journal.next_seq, item.next), "changes": journal.changes + 1}
    now = journal.changes, journal.matches_sum, journal.underived_from, journal.next_seq
    renewal = item.renewal
    fits = renewal is not None and now == (renewal.before.changes, renewal.before.matches_sum, None, item.run[0])
    if renewal is not None and fits:
        said["matches_sum"] = renewal.after.matches_sum
        put(connection, renewal.renewed)
    elif item.run[0] < journal.next_seq:
        said["underived_from"] = 0
    else:
        waiting = journal.underived_from
        said["underived_from"] = item.run[0] if waiting is None else min(waiting, item.run[0])
    connection.execute(update(journals).where(*its).values(said))
    return fits
