"""Notices beside tournaments."""

from alembic import op

from tallyboard.store.tables.schema import metadata

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # What is there already is no failure: the version may be what was damaged.
    metadata.tables["notices"].create(op.get_bind(), checkfirst=True)
