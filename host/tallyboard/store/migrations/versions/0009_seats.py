"""Seats: tables that are opened to phones."""

from alembic import op

from tallyboard.store.tables.schema import metadata

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("seats", "phones", "seat_asks"):
        # What is there already is no failure: the version may be what was damaged.
        metadata.tables[name].create(op.get_bind(), checkfirst=True)
