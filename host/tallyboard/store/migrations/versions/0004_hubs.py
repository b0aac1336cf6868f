"""Several hubs on one database: epochs are ordered by when they were first heard anywhere, matches may be computed
later than their records are stored, a conflict stands once; and there are hubs, the boards they have, and orders."""

import sqlalchemy as sa
from alembic import op

from shared_rules.journal.record import TIME, zero_of
from tallyboard.store.migrations import add_columns, create_tables

revision = "0004"
down_revision = "0003"

_OF_ANY_LENGTH = {
    "boards": ("id", "table_name", "firmware"),
    "journals": ("board",),
    "records": ("board",),
    "conflicts": ("board",),
    "matches": ("id", "board", "status"),
    "full_names": ("key", "side", "shown"),
}


def upgrade() -> None:
    connection = op.get_bind()
    add_columns("journals", "first_heard", "underived_from", "changes")
    add_columns("full_names", "given")
    if connection.dialect.name == "postgresql":  # SQLite takes texts of any length anywhere
        for table, columns in _OF_ANY_LENGTH.items():
            for column in columns:
                op.alter_column(table, column, type_=sa.Text())
        op.execute("ALTER TABLE records DROP CONSTRAINT IF EXISTS fk_records_board_epoch")
    _each_conflict_once(connection)
    create_tables("hubs", "presence", "orders")
    _tell_when_heard(connection)


def _each_conflict_once(connection: sa.Connection) -> None:
    same = "o.board = c.board AND o.epoch = c.epoch AND o.seq = c.seq AND o.data = c.data AND o.id < c.id"
    connection.execute(sa.text(f"DELETE FROM conflicts AS c WHERE EXISTS (SELECT 1 FROM conflicts o WHERE {same})"))
    # As an index, for SQLite adds no constraint to a table that is there; both keep a second row out.
    name = "uq_conflicts_board_epoch_seq_data"
    op.create_index(name, "conflicts", ["board", "epoch", "seq", "data"], unique=True, if_not_exists=True)


def _tell_when_heard(connection: sa.Connection) -> None:
    """Of each epoch the first time that it says itself, and where it says none just after the one before."""
    rows = connection.execute(sa.text("SELECT id, board, epoch FROM journals ORDER BY id")).all()
    dated = "SELECT data FROM records WHERE board = :board AND epoch = :epoch AND data >= :time ORDER BY seq LIMIT 1"
    last: dict[str, int] = {}
    for number, board, epoch in rows:
        values = {"board": board, "epoch": epoch, "time": bytes((TIME,))}
        data = connection.execute(sa.text(dated), values).scalar()
        told = zero_of(bytes(data)) * 1000 if isinstance(data, bytes | memoryview) and len(data) == 8 else 0
        last[board] = heard = max(told, last.get(board, 0) + 1)
        if number < 1:  # only its records are known
            heard = 0
        connection.execute(
            sa.text("UPDATE journals SET first_heard = :heard WHERE id = :id"), {"heard": heard, "id": number}
        )
