"""What boards are to be told by hand: given by whoever wants it, done by the hub that has the board, listed until then.

An order is for a board, or for whichever board has a table's name while none or several have it. The newest of a kind
for a board holds: it voids those before it that nobody has begun. One that a hub had begun may have reached the board:
the board's own records say so, when all of them are stored.
"""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sqlalchemy import case, func, insert, null, select, update

from shared_rules.journal.record import ASSIGN, LIGHT, NAMED
from shared_rules.journal.replay import Replay
from tallyboard.journal.runs import singles
from tallyboard.store.tables.rows import sound_runs
from tallyboard.store.tables.schema import orders
from tallyboard.store.tables.sql import CoreSql, Sql
from tallyboard.store.tables.statements import now_ms

if TYPE_CHECKING:
    from tallyboard.store.store import Store

Kind = Literal["match", "name", "light"]
State = Literal["waiting", "replaced", "done", "refused", "void", "unknown"]


class Order(NamedTuple):
    """`what`: of a match key, line (game line), names by side and first (side number or None), key None to cancel; of
    a name or light the value. `given`: ms since 1970. `said`: what became of it, in a sentence. `begun`: the epoch and
    the number of the board's next record when a hub began to do it, None before. `state`: `replaced` where a newer one
    was given after it was begun, or it was taken back then: it becomes `done`, `void`, or `unknown` where the records
    that would say it are lost."""

    id: int
    board: str | None
    table: str | None
    kind: Kind
    what: dict[str, Any]
    given_by: str
    given: int
    state: State
    said: str
    begun: tuple[int, int] | None = None

    def is_for(self, board: str | None, table: str | None) -> bool:
        """Whether it is for this board, or for whichever has this table's name."""
        if self.board is not None:
            return self.board == board
        return bool(table) and (self.table or "").casefold() == (table or "").casefold()


_SAYS = {"match": {"key", "line", "names", "first"}, "name": {"name"}, "light": {"light"}}  # by the kind what says
_OPEN: tuple[State, ...] = ("waiting", "replaced")  # nobody knows yet what becomes of it
_IS_OPEN = "state IN ('waiting', 'replaced')"
_COLUMNS = "id, board, table_name, kind, what, given_by, given, state, said, begun_epoch, begun_seq"


def waiting(sql: Sql) -> list[Order]:
    """Those of which nobody knows yet what becomes of them, in the order in which they were given."""
    if not sql.has("orders"):
        return []
    rows = sql.rows(f"SELECT {_COLUMNS} FROM orders WHERE {_IS_OPEN} ORDER BY id")
    return [order for order in map(_order, rows) if order is not None]


def latest(sql: Sql, most: int, board: str | None = None) -> list[tuple[Order, int]]:
    """(order, when it ended in ms since 1970) of those that wait no more, as many at most, the one that ended last
    first; `board`: of this one alone."""
    if not sql.has("orders"):
        return []
    of_it = "" if board is None else "AND board = :board "
    wanted = f"SELECT ended, {_COLUMNS} FROM orders WHERE NOT {_IS_OPEN} {of_it}ORDER BY ended DESC, id DESC"
    rows = sql.rows(f"{wanted} LIMIT :most", most=most, **({} if board is None else {"board": board}))
    found = ((_order(tuple(row)), ended) for ended, *row in rows)
    return [(order, ended if type(ended) is int else order.given) for order, ended in found if order is not None]


def one(sql: Sql, order_id: int) -> Order | None:
    """The order of this id."""
    found = next(sql.rows(f"SELECT {_COLUMNS} FROM orders WHERE id = :id", id=order_id), None)
    return None if found is None else _order(found)


def _order(row: tuple[Any, ...]) -> Order | None:
    """None for a row that a disk has made impossible."""
    order_id, board, table, kind, what, given_by, given, state, said, epoch, seq = row
    begun = None if epoch is None else (epoch, seq)
    try:
        told = json.loads(what)
    except (TypeError, ValueError):
        return None
    if type(given) is not int or not isinstance(told, dict) or not _SAYS.get(kind, {""}) <= told.keys():
        return None
    return Order(order_id, board, table, kind, told, given_by, given, state, said, begun)


def give(
    store: "Store", board: str | None, table: str | None, wanted: Iterable[tuple[Kind, dict[str, Any]]], given_by: str
) -> list[int]:
    """Have a board told this, one order a kind; their ids.

    `board`: its id, None where only the name of its `table` is known. Raises TallyboardError where the store fails.
    """
    ids = []
    with store.writing() as connection:
        now = connection.execute(select(now_ms())).scalar_one()
        for kind, what in wanted:
            _void(connection, board, table, kind, now)
            row = {"board": board, "table_name": table, "kind": kind, "what": json.dumps(what), "given_by": given_by}
            made = insert(orders).values(**row, given=now, state="waiting", said="").returning(orders.c.id)
            ids.append(int(connection.execute(made).scalar_one()))
    return ids


def void(store: "Store", board: str | None, table: str | None, kinds: Iterable[Kind]) -> None:
    """Take back what of these kinds still waits for this board or table."""
    with store.writing() as connection:
        now = connection.execute(select(now_ms())).scalar_one()
        for kind in kinds:
            _void(connection, board, table, kind, now)


def take_back(store: "Store", order_id: int, said: str) -> bool:
    """Have nobody do this order; `said`: who took it back. False where it waits no more."""
    with store.writing() as connection:
        mine = orders.c.id == order_id, orders.c.state == "waiting"
        return connection.execute(update(orders).where(*mine).values(_gone(said, now_ms()))).rowcount > 0


def _void(connection: Any, board: str | None, table: str | None, kind: Kind, now: int) -> None:
    alike = (order for order in waiting(CoreSql(connection)) if order.kind == kind)
    older = [order.id for order in alike if order.is_for(board, table)]
    values = _gone("a newer one was given", now)
    connection.execute(update(orders).where(orders.c.id.in_(older), orders.c.state == "waiting").values(values))


def _gone(said: str, now: Any) -> dict[str, Any]:
    """What an order becomes that is not wanted any more; one that was begun may have been done."""
    was_begun = orders.c.begun_seq.is_not(None)
    return {
        "state": case((was_begun, "replaced"), else_="void"),
        "said": said,
        "ended": case((was_begun, null()), else_=now),
    }


class Begun(NamedTuple):
    """What is to come of an order that a hub begins: `waiting`: it is to be told to the board; else how it ends."""

    state: State
    said: str = ""


def begin(store: "Store", order_id: int, board: str, hub: str, epoch: int, following: int) -> Begun | None:
    """Write down that a hub does this order from now on, before it does; the board's next record has the number
    `following` of this epoch, and all before it are stored.

    It may have been done: a hub that was killed had begun it, and the records from there on have it. None where
    somebody has ended it.
    """
    with store.writing() as connection:
        mine = orders.c.id == order_id, orders.c.state.in_(_OPEN)
        begun = {"begun_epoch": epoch, "begun_seq": following}
        first = {name: func.coalesce(orders.c[name], value) for name, value in begun.items()}
        if not connection.execute(update(orders).where(*mine).values(board=board, hub=hub, **first)).rowcount:
            return None
        sql = CoreSql(connection)
        order = one(sql, order_id)
        if order is None:  # of a disk's making
            return None
        was_done = _was_done(sql, order, epoch, following)
    if was_done:
        return Begun("done", "it was done before")
    if order.state == "waiting":
        return Begun("waiting")
    if was_done is None:
        return Begun("unknown", f"{order.said}; whether this one was done before is lost with the board's records")
    return Begun("void", order.said)


def _was_done(sql: Sql, order: Order, epoch: int, following: int) -> bool | None:
    """Whether the board's records from where the order was begun up to `following` of this epoch have it; None where
    they do not, and are not all there."""
    if order.begun is None or order.board is None:
        return False
    its_epoch, since = order.begun
    replay, there = Replay(), 0
    for run in sound_runs(sql, order.board, its_epoch, since):
        for seq, data in singles(run):
            replay.feed(seq, data)
            if _does(order, data, replay):
                return True
            there += seq < following
    return False if epoch == its_epoch and there >= following - since else None


def _does(order: Order, data: bytes, replay: Replay) -> bool:
    """Whether this record, which the replay has taken, says that the board was told this."""
    if order.kind == "match":
        return data[0] == ASSIGN and (replay.assigned.key if replay.assigned else None) == order.what["key"]
    if order.kind == "name":
        return data[0] == NAMED and replay.named is not None and replay.named[0] == order.what["name"]
    return data[0] == LIGHT and replay.light == order.what["light"]


def end(store: "Store", order_id: int, state: State, said: str, board: str, hub: str) -> bool:
    """Write down what became of an order; False where somebody has ended it."""
    with store.writing() as connection:
        mine = orders.c.id == order_id, orders.c.state.in_(_OPEN)
        values = {"state": state, "said": said, "board": board, "hub": hub, "ended": now_ms()}
        return connection.execute(update(orders).where(*mine).values(values)).rowcount > 0
