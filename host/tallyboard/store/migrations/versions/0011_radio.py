"""Boards without a cable: their keys, and what of the air did not fit."""

from tallyboard.store.migrations import create_tables

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    create_tables("radio_boards", "radio_notes")
