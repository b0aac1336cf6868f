"""A match carries a check and a journal a sum over them, so that what a disk has damaged is seen and computed anew; and
the names that are longer than a board keeps them have a table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # What is there already is no failure: the version may be what was damaged.
    there = sa.inspect(op.get_bind())
    if "matches_sum" not in {column["name"] for column in there.get_columns("journals")}:
        op.add_column("journals", sa.Column("matches_sum", sa.BigInteger(), nullable=False, server_default="0"))
    op.drop_table("matches", if_exists=True)  # computed anew from the records by what opens the store
    op.create_table(
        "matches",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("first_seq", sa.BigInteger(), nullable=False),
        sa.Column("last_seq", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("crc", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["board", "epoch"], ["journals.board", "journals.epoch"], name="fk_matches_board_epoch"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("board", "epoch", "first_seq", name="uq_matches_board_epoch_first_seq"),
    )
    op.create_table(
        "full_names",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", "side", "shown", name="pk_full_names"),
        if_not_exists=True,
    )
