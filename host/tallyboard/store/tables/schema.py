"""The tables. Records are the truth; matches can be thrown away and computed again."""

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)


class Utc(TypeDecorator[datetime]):
    """A moment in UTC, on databases too that keep no time zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# A board that was heard at least once; `id` is its processor's number in hex digits.
boards = Table(
    "boards",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("table_name", String(64), nullable=False),
    Column("firmware", String(64), nullable=False),
    Column("heard", Utc, nullable=False),
)

# One epoch of a board's journal; `id` grows in the order in which a board's epochs were first heard.
#
# The board said when last heard that it holds the records from `oldest_seq` up to, not with, `next_seq`. A store that
# has fewer knows by it that the last match goes on. `matches_sum` tells whether all its matches are there: see
# matches/kept.py.
journals = Table(
    "journals",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("board", String(64), ForeignKey("boards.id"), nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("oldest_seq", BigInteger, nullable=False),
    Column("next_seq", BigInteger, nullable=False),
    Column("matches_sum", BigInteger, nullable=False, server_default="0"),
    UniqueConstraint("board", "epoch"),
)

_OF_A_JOURNAL = (["board", "epoch"], ["journals.board", "journals.epoch"])

# A journal record as the board made it, its check included.
records = Table(
    "records",
    metadata,
    Column("board", String(64), primary_key=True),
    Column("epoch", BigInteger, primary_key=True, autoincrement=False),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("data", LargeBinary(8), nullable=False),
    ForeignKeyConstraint(*_OF_A_JOURNAL),
)

# Other bytes, sound too, that came later for the key of a stored record: two histories of one board.
conflicts = Table(
    "conflicts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("board", String(64), nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("data", LargeBinary(8), nullable=False),
    Column("heard", Utc, nullable=False),
    ForeignKeyConstraint(*_OF_A_JOURNAL),
)

# A match computed from records; `result` is the whole object that `results --json` prints, `crc` the check of the row.
matches = Table(
    "matches",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("board", String(64), nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("first_seq", BigInteger, nullable=False),
    Column("last_seq", BigInteger, nullable=False),
    Column("status", String(16), nullable=False),
    Column("result", Text, nullable=False),
    Column("crc", BigInteger, nullable=False),
    ForeignKeyConstraint(*_OF_A_JOURNAL),
    UniqueConstraint("board", "epoch", "first_seq"),
)

# A name as the laptop knows it, for what a board keeps of it (`shown`) in the match that the laptop calls `key`.
full_names = Table(
    "full_names",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("side", String(1), primary_key=True),
    Column("shown", String(64), primary_key=True),
    Column("name", Text, nullable=False),
)
