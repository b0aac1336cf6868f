"""Tournaments and what happened at their desks."""

from tallyboard.store.migrations import create_tables

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    create_tables("tournaments", "tournament_events")
