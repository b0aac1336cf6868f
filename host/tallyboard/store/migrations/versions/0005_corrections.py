"""What a match's result is said to be instead of what its board recorded: facts beside the records."""

from alembic import op

from tallyboard.store.tables.schema import metadata

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # What is there already is no failure: the version may be what was damaged.
    metadata.tables["corrections"].create(op.get_bind(), checkfirst=True)
