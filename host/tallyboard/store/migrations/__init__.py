"""The steps from one shape of the store to the next, run by `open_store`; and what several of them do. What is there
already is no failure: the version may be what was damaged."""

import sqlalchemy as sa
from alembic import op

from tallyboard.store.tables.schema import metadata


def create_tables(*names: str) -> None:
    """Make these tables as they are now, as far as they are not there."""
    for name in names:
        metadata.tables[name].create(op.get_bind(), checkfirst=True)


def add_columns(table: str, *names: str) -> bool:
    """Put these columns into the table as they are now, as far as they are not there; whether one was not."""
    there = {column["name"] for column in sa.inspect(op.get_bind()).get_columns(table)}
    missing = [metadata.tables[table].columns[name] for name in names if name not in there]
    for column in missing:
        like_it = sa.Column(column.name, column.type, nullable=column.nullable, server_default=column.server_default)
        op.add_column(table, like_it)
    return bool(missing)
