"""Notices beside tournaments."""

from tallyboard.store.migrations import create_tables

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    create_tables("notices")
