"""The rows of records, a row each: written by the run, read in order."""

from collections.abc import Iterable, Iterator

from sqlalchemy import BigInteger, LargeBinary, String, bindparam, func, insert, literal, select
from sqlalchemy.orm import Session

from shared_rules.record import SIZE
from tallyboard.runs import Run, parts
from tallyboard.store.models import Record

_PART = 512  # records a statement takes apart; MySQL ends a recursion at 1,000


def _taking_apart() -> tuple[object, ...]:
    """The columns of the records of one run, as the database itself takes it apart.

    Handing over each record as a row of its own costs six times as much.
    """
    place = select(literal(0).label("place")).cte("places", recursive=True)
    place = place.union_all(select(place.c.place + 1).where(place.c.place + 1 < bindparam("count", type_=BigInteger)))
    return (
        bindparam("of_board", type_=String),
        bindparam("of_epoch", type_=BigInteger),
        bindparam("first", type_=BigInteger) + place.c.place,
        func.substr(bindparam("run", type_=LargeBinary), place.c.place * SIZE + 1, SIZE),
    )


_INSERT = insert(Record).from_select(["board", "epoch", "seq", "data"], select(*_taking_apart()))  # type: ignore[call-overload]


def insert_runs(session: Session, board: str, epoch: int, runs: Iterable[Run]) -> None:
    """Store these records, none of whose numbers is there yet."""
    rows = [
        {"of_board": board, "of_epoch": epoch, "first": first, "count": len(data) // SIZE, "run": data}
        for run in runs
        for first, data in parts(run, _PART)
    ]
    if rows:
        session.connection().execute(_INSERT, rows)


def rows_of(
    session: Session, board: str, epoch: int, start: int, end: int | None = None
) -> Iterator[tuple[int, bytes]]:
    """(number, bytes) of the stored records of an epoch from number `start` up to, not with, `end`, in order; sound or
    not."""
    wanted = select(Record.seq, Record.data).where(Record.board == board, Record.epoch == epoch, Record.seq >= start)
    if end is not None:
        wanted = wanted.where(Record.seq < end)
    return ((seq, data) for seq, data in session.connection().execute(wanted.order_by(Record.seq)))
