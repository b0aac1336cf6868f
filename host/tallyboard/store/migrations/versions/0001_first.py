"""The first shape: boards, their journals, records, conflicts, and the matches computed from them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_name", sa.Text(), nullable=False),
        sa.Column("firmware", sa.Text(), nullable=False),
        sa.Column("heard", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_boards"),
    )
    op.create_table(
        "journals",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("oldest_seq", sa.BigInteger(), nullable=False),
        sa.Column("next_seq", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["board"], ["boards.id"], name="fk_journals_board"),
        sa.PrimaryKeyConstraint("id", name="pk_journals"),
        sa.UniqueConstraint("board", "epoch", name="uq_journals_board_epoch"),
    )
    op.create_table(
        "records",
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary(8), nullable=False),
        sa.ForeignKeyConstraint(
            ["board", "epoch"], ["journals.board", "journals.epoch"], name="fk_records_board_epoch"
        ),
        sa.PrimaryKeyConstraint("board", "epoch", "seq", name="pk_records"),
    )
    op.create_table(
        "conflicts",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(8), nullable=False),
        sa.Column("heard", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["board", "epoch"], ["journals.board", "journals.epoch"], name="fk_conflicts_board_epoch"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_conflicts"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("first_seq", sa.BigInteger(), nullable=False),
        sa.Column("last_seq", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["board", "epoch"], ["journals.board", "journals.epoch"], name="fk_matches_board_epoch"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("board", "epoch", "first_seq", name="uq_matches_board_epoch_first_seq"),
    )
