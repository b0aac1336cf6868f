"""Nothing that stands in an order asks a laptop's clock: which tournament is in use and which came first are numbers of
this database, a desk's time goes on where a clock was set back, and a board's newest epoch is the one that it says."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_NEW = {
    "tournaments": (
        sa.Column("number", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("ahead", sa.BigInteger(), nullable=False, server_default="0"),
    ),
    "journals": (sa.Column("turn", sa.BigInteger(), nullable=False, server_default="0"),),
    "boards": (sa.Column("says", sa.BigInteger()),),
}


def upgrade() -> None:
    connection = op.get_bind()
    look = sa.inspect(connection)
    has_numbers = "number" in {column["name"] for column in look.get_columns("tournaments")}
    for name, columns in _NEW.items():
        there = {column["name"] for column in look.get_columns(name)}
        for column in columns:
            if column.name not in there:  # the version may be what was damaged
                op.add_column(name, column)
    if not has_numbers:
        _number(connection)


def _number(connection: sa.Connection) -> None:
    """The tournaments as they stood by the moments when they were begun, and chosen."""
    rows = connection.execute(sa.text("SELECT id, created, used FROM tournaments")).all()
    begun = sorted((_moment(created), str(one)) for one, created, _ in rows)
    chosen = sorted((max(_moment(created), _moment(used)), str(one)) for one, created, used in rows)
    numbers = {one: number for number, (_, one) in enumerate(begun, 1)}
    uses = {one: number for number, (_, one) in enumerate(chosen, 1)}
    for one, *_ in rows:
        values = {"id": one, "number": numbers[str(one)], "used": uses[str(one)]}
        connection.execute(sa.text("UPDATE tournaments SET number = :number, used = :used WHERE id = :id"), values)


def _moment(value: object) -> int:
    """What a disk has damaged is no moment."""
    return value if isinstance(value, int) else 0
