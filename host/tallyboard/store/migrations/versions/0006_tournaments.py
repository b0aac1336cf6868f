"""Tournaments and what happened at their desks."""

from alembic import op

from tallyboard.store.tables.schema import metadata

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # What is there already is no failure: the version may be what was damaged.
    for table in ("tournaments", "tournament_events"):
        metadata.tables[table].create(op.get_bind(), checkfirst=True)
