"""The tables. Records are the truth; matches can be thrown away and computed again."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    LargeBinary,
    MetaData,
    String,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Utc(TypeDecorator[datetime]):
    """A moment in UTC, on databases too that keep no time zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Board(Base):
    """A board that was heard at least once; `id` is its processor's number in hex digits."""

    __tablename__ = "boards"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    table_name: Mapped[str] = mapped_column(String(64))
    firmware: Mapped[str] = mapped_column(String(64))
    heard: Mapped[datetime] = mapped_column(Utc)


class Journal(Base):
    """One epoch of a board's journal; `id` grows in the order in which a board's epochs were first heard.

    The board said when last heard that it holds the records from `oldest_seq` up to, not with, `next_seq`. A store that
    has fewer knows by it that the last match goes on.
    """

    __tablename__ = "journals"
    __table_args__ = (UniqueConstraint("board", "epoch"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    board: Mapped[str] = mapped_column(String(64), ForeignKey("boards.id"))
    epoch: Mapped[int] = mapped_column(BigInteger)
    oldest_seq: Mapped[int] = mapped_column(BigInteger)
    next_seq: Mapped[int] = mapped_column(BigInteger)


class Record(Base):
    """A journal record as the board made it, its check included."""

    __tablename__ = "records"
    __table_args__ = (ForeignKeyConstraint(["board", "epoch"], ["journals.board", "journals.epoch"]),)

    board: Mapped[str] = mapped_column(String(64), primary_key=True)
    epoch: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    data: Mapped[bytes] = mapped_column(LargeBinary(8))


class Conflict(Base):
    """Other bytes, sound too, that came later for the key of a stored record: two histories of one board."""

    __tablename__ = "conflicts"
    __table_args__ = (ForeignKeyConstraint(["board", "epoch"], ["journals.board", "journals.epoch"]),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    board: Mapped[str] = mapped_column(String(64))
    epoch: Mapped[int] = mapped_column(BigInteger)
    seq: Mapped[int] = mapped_column(BigInteger)
    data: Mapped[bytes] = mapped_column(LargeBinary(8))
    heard: Mapped[datetime] = mapped_column(Utc)


class Match(Base):
    """A match computed from records; `result` is the whole object that `results --json` prints."""

    __tablename__ = "matches"
    __table_args__ = (
        ForeignKeyConstraint(["board", "epoch"], ["journals.board", "journals.epoch"]),
        UniqueConstraint("board", "epoch", "first_seq"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    board: Mapped[str] = mapped_column(String(64))
    epoch: Mapped[int] = mapped_column(BigInteger)
    first_seq: Mapped[int] = mapped_column(BigInteger)
    last_seq: Mapped[int] = mapped_column(BigInteger)
    status: Mapped[str] = mapped_column(String(16))
    result: Mapped[dict[str, Any]] = mapped_column(JSON)


# The same as plain tables, for what is done at every press: a statement over these is made in half the time.
boards, journals, records, conflicts, matches = (
    Base.metadata.tables[name] for name in ("boards", "journals", "records", "conflicts", "matches")
)
