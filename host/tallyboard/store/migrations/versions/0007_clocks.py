"""Nothing that stands in an order asks a laptop's clock: which tournament is in use and which came first are numbers of
this database, a desk's time goes on where a clock was set back, and a board's newest epoch is the one that it says."""

import sqlalchemy as sa
from alembic import op

from tallyboard.store.migrations import add_columns

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    add_columns("journals", "turn")
    add_columns("boards", "says")
    add_columns("tournaments", "ahead")
    if add_columns("tournaments", "number"):
        _number(op.get_bind())


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
