"""The rows of records, a row each: written by the run, read in order."""

from collections.abc import Iterable, Iterator

from sqlalchemy import BigInteger, Connection, LargeBinary, Select, String, bindparam, func, insert, literal, select

from shared_rules.record import BOOT, SIZE
from tallyboard.runs import Run, parts
from tallyboard.spans import Spans
from tallyboard.store.models import records

_PART = 512  # records a statement takes apart; MySQL ends a recursion at 1,000


def _apart() -> Select[tuple[str, int, int, bytes]]:
    """The columns of the records of one run, which the database itself takes apart.

    Handing over each record as a row of its own costs six times as much.
    """
    place = select(literal(0).label("place")).cte("places", recursive=True)
    place = place.union_all(select(place.c.place + 1).where(place.c.place + 1 < bindparam("count", type_=BigInteger)))
    return select(
        bindparam("of_board", type_=String),
        bindparam("of_epoch", type_=BigInteger),
        bindparam("first", type_=BigInteger) + place.c.place,
        func.substr(bindparam("run", type_=LargeBinary), place.c.place * SIZE + 1, SIZE),
    )


_INSERT = insert(records).from_select(["board", "epoch", "seq", "data"], _apart())


def insert_runs(connection: Connection, board: str, epoch: int, runs: Iterable[Run]) -> None:
    """Store these records, none of whose numbers is there yet."""
    rows = [
        {"of_board": board, "of_epoch": epoch, "first": first, "count": len(data) // SIZE, "run": data}
        for run in runs
        for first, data in parts(run, _PART)
    ]
    if rows:
        connection.execute(_INSERT, rows)


def rows_of(
    connection: Connection, board: str, epoch: int, start: int, end: int | None = None
) -> Iterator[tuple[int, bytes]]:
    """(number, bytes) of the stored records of an epoch from number `start` up to, not with, `end`, in order; sound or
    not."""
    mine = (records.c.board == board, records.c.epoch == epoch, records.c.seq >= start)
    wanted = select(records.c.seq, records.c.data).where(*mine).order_by(records.c.seq)
    if end is not None:
        wanted = wanted.where(records.c.seq < end)
    return ((seq, data) for seq, data in connection.execute(wanted))


def power_on_before(connection: Connection, board: str, epoch: int, seq: int) -> int:
    """The number of the last BOOT up to this number, 0 where there is none."""
    mine = (records.c.board == board, records.c.epoch == epoch, records.c.seq <= seq)
    boots = (records.c.data >= bytes((BOOT,)), records.c.data < bytes((BOOT + 1,)))
    found = select(records.c.seq).where(*mine, *boots).order_by(records.c.seq.desc()).limit(1)
    return connection.execute(found).scalar() or 0


def numbers_of(connection: Connection, board: str, epoch: int) -> Spans:
    """The numbers of the stored records of an epoch."""
    mine = (records.c.board == board, records.c.epoch == epoch)
    number = records.c.seq
    count, first, last = connection.execute(select(func.count(), func.min(number), func.max(number)).where(*mine)).one()
    if count and last - first < count:  # nearly always: nothing is missing
        return Spans([(first, last + 1)])
    return Spans.of_numbers(connection.execute(select(number).where(*mine).order_by(number)).scalars())
