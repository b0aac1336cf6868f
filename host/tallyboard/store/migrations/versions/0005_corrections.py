"""What a match's result is said to be instead of what its board recorded: facts beside the records."""

from tallyboard.store.migrations import create_tables

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    create_tables("corrections")
