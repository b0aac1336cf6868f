"""A match carries a check and a journal a sum over them, so that what a disk has damaged is seen and computed anew; and
the names that are longer than a board keeps them have a table."""

from alembic import op

from tallyboard.store.migrations import add_columns, create_tables

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    add_columns("journals", "matches_sum")
    op.drop_table("matches", if_exists=True)  # computed anew from the records by what opens the store
    create_tables("matches", "full_names")
