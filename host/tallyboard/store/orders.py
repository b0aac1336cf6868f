"""What boards are to be told by hand: given by whoever wants it, done by the hub that has the board, listed until then.

An order is for a board, or for whichever board has a table's name while none or several have it. The newest of a kind
for a board holds: it voids those before it that still wait.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import func, insert, or_, select, update

from tallyboard.store.tables.clock import now_ms
from tallyboard.store.tables.schema import orders
from tallyboard.store.tables.sql import Sql

if TYPE_CHECKING:
    from tallyboard.store.store import Store

Kind = Literal["match", "name", "light"]
State = Literal["waiting", "done", "refused", "void"]


@dataclass(frozen=True)
class Order:
    """`what`: of a match key, line (game line), names by side and first (side number or None), key None to cancel; of
    a name or light the value. `given`: ms since 1970. `said`: what became of it, in a sentence."""

    id: int
    board: str | None
    table: str | None
    kind: Kind
    what: dict[str, Any]
    given_by: str
    given: int
    state: State
    said: str


_COLUMNS = "id, board, table_name, kind, what, given_by, given, state, said"


def waiting(sql: Sql) -> list[Order]:
    """Those that nobody has done yet, in the order in which they were given."""
    if not sql.has("orders"):
        return []
    return [_order(row) for row in sql.rows(f"SELECT {_COLUMNS} FROM orders WHERE state = 'waiting' ORDER BY id")]


def one(sql: Sql, order_id: int) -> Order | None:
    """The order of this id."""
    found = next(sql.rows(f"SELECT {_COLUMNS} FROM orders WHERE id = :id", id=order_id), None)
    return None if found is None else _order(found)


def _order(row: tuple[Any, ...]) -> Order:
    order_id, board, table, kind, what, given_by, given, state, said = row
    return Order(order_id, board, table, kind, json.loads(what), given_by, given, state, said)


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


def _void(connection: Any, board: str | None, table: str | None, kind: Kind, now: int) -> None:
    theirs = []
    if board is not None:
        theirs.append(orders.c.board == board)
    if table:
        theirs.append(orders.c.board.is_(None) & (func.lower(orders.c.table_name) == table.lower()))
    older = orders.c.state == "waiting", orders.c.kind == kind, or_(*theirs)
    connection.execute(update(orders).where(*older).values(state="void", said="a newer one was given", ended=now))


def end(store: "Store", order_id: int, state: State, said: str, board: str, hub: str) -> bool:
    """Write down what became of an order; False where it waits no more."""
    with store.writing() as connection:
        mine = orders.c.id == order_id, orders.c.state == "waiting"
        values = {"state": state, "said": said, "board": board, "hub": hub, "ended": now_ms()}
        return connection.execute(update(orders).where(*mine).values(values)).rowcount > 0
