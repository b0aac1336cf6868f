"""Seats: tables that are opened to phones."""

from tallyboard.store.migrations import create_tables

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    create_tables("seats", "phones", "seat_asks")
