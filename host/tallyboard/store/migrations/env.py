"""Alembic runs this file; `open_store` hands the connection and its transaction over in the config."""

from alembic import context

from tallyboard.store.tables.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter most things in place
)
with context.begin_transaction():
    context.run_migrations()
