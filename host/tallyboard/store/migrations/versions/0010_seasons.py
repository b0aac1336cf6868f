"""Seasons are lists beside the tournaments, in their tables. The number alone says so: a program before it would take
one for a tournament."""

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    pass
