"""The shortest way of records into PostgreSQL: those that continue their journals, of all boards in one statement.

One statement is one round trip, and what a press waits for on a long line. What it cannot do is left to ingesting.py: a
journal that this process has not written to yet, records that may be there already, a board that says something new.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import BigInteger, Engine, LargeBinary, Text

from shared_rules.journal.record import SIZE
from tallyboard.journal.runs import Run
from tallyboard.store.heard import Heard
from tallyboard.store.tables.arrays import with_arrays

# The journals' rows are locked first, in one order everywhere: two hubs that write the same boards do it one after the
# other. A record that is there already, of which another hub was the first to hear, is counted as not written.
#
# Nobody is woken: whoever wakes others keeps all others who do from committing until the disk has it. And what these
# wait for are the matches, which are computed next.
_STATEMENT = with_arrays(
    f"""
    WITH item AS (
        SELECT * FROM unnest(:boards, :epochs, :firsts, :nexts, :runs) AS i(board, epoch, first_seq, next_seq, run)
    ), locked AS (
        SELECT journals.id, item.* FROM journals JOIN item USING (board, epoch)
        ORDER BY board, epoch FOR NO KEY UPDATE OF journals
    ), journal AS (
        UPDATE journals SET
            next_seq = GREATEST(journals.next_seq, item.next_seq),
            changes = journals.changes + 1,
            underived_from = CASE
                WHEN item.first_seq < journals.next_seq THEN 0
                ELSE LEAST(journals.underived_from, item.first_seq)
            END
        FROM locked AS item WHERE journals.id = item.id
        RETURNING item.board, item.epoch, item.first_seq, item.run
    ), record AS (
        INSERT INTO records (board, epoch, seq, data)
        SELECT board, epoch, first_seq + n, substr(run, n * {SIZE} + 1, {SIZE})
        FROM journal, generate_series(0, length(run) / {SIZE} - 1) AS n
        ON CONFLICT DO NOTHING
        RETURNING 1
    )
    SELECT count(*) FROM record
    """,
    boards=Text,
    epochs=BigInteger,
    firsts=BigInteger,
    nexts=BigInteger,
    runs=LargeBinary,
)


class Appending:
    """Knows how far this process has written each journal, and appends to it."""

    def __init__(self, engine: Engine) -> None:
        """`engine`: one whose statements are each a transaction."""
        self._engine = engine
        self._is_possible = engine.dialect.name == "postgresql"
        self._known: dict[tuple[str, int], Heard] = {}

    def know(self, heard: Iterable[Heard]) -> None:
        """These were written."""
        self._known.update({(one.board, one.epoch): one for one in heard})

    def can_take(self, items: Sequence[tuple[Heard, Sequence[Run]]]) -> bool:
        """Whether each continues its journal with one run and says nothing else that is new."""
        return self._is_possible and all(self._continues(*item) for item in items)

    def _continues(self, heard: Heard, runs: Sequence[Run]) -> bool:
        known = self._known.get((heard.board, heard.epoch))
        return (
            known is not None
            and len(runs) == 1
            and runs[0][0] >= known.next
            and (known.table, known.firmware) == (heard.table, heard.firmware)
            and known.oldest <= heard.oldest
        )

    def take(self, items: Sequence[tuple[Heard, Sequence[Run]]]) -> bool:
        """Append all of them and commit; False where some were there already, and it is not known how."""
        values = {
            "boards": [heard.board for heard, _ in items],
            "epochs": [heard.epoch for heard, _ in items],
            "firsts": [runs[0][0] for _, runs in items],
            "nexts": [max(heard.next, runs[0][0] + len(runs[0][1]) // SIZE) for heard, runs in items],
            "runs": [runs[0][1] for _, runs in items],
        }
        with self._engine.connect() as connection:
            written = connection.execute(_STATEMENT, values).scalar_one()
        if written < sum(len(runs[0][1]) // SIZE for _, runs in items):
            return False
        self.know(heard for heard, _ in items)
        return True
