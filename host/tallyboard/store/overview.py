"""Which hubs there are, which boards they have, and which orders wait: as a store has it at one moment."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tallyboard.store import hubs
from tallyboard.store.hubs import Hub, Present
from tallyboard.store.reader import Reader
from tallyboard.store.tables.rows import table_names
from tallyboard.store.tables.sql import Sql
from tallyboard.system.laptop import laptop_name

if TYPE_CHECKING:
    from tallyboard.store.orders import Order


@dataclass(frozen=True)
class Standing:
    """An order that waits. `table`: the name of the table that it is for, "" where its board has none. `age_s`: seconds
    since it was given. `why`: what it waits for, in a few words."""

    order: "Order"
    table: str
    age_s: float
    why: str


@dataclass(frozen=True)
class Overview:
    """`hubs`: those that are there. `silent`: (hub, seconds since it was heard) of those that no longer are.

    `present`: the boards that hubs have. `tables`: the table's name of every board that was ever heard.
    """

    hubs: Sequence[Hub] = ()
    silent: Sequence[tuple[Hub, float]] = ()
    present: Sequence[Present] = ()
    tables: dict[str, str] = field(default_factory=dict)
    standing: Sequence[Standing] = ()

    @property
    def here(self) -> list[Present]:
        """The boards that hubs on this laptop have."""
        return [one for one in self.present if one.hub.laptop == laptop_name()]

    def on_port(self, path: str) -> Present | None:
        """The board that a hub on this laptop has on this port, None where none has."""
        device = os.path.realpath(path)
        return next((one for one in self.here if os.path.realpath(one.port) == device), None)


def overview(store: Reader) -> Overview:
    """What the store says now. Raises TallyboardError where it cannot be read."""
    with store.reading() as sql:
        present, tables = hubs.present(sql), table_names(sql)
        return Overview(hubs.living(sql), hubs.silent(sql), present, tables, _standing(sql, present, tables))


def _standing(sql: Sql, present: list[Present], tables: dict[str, str]) -> list[Standing]:
    if not sql.has("orders") or not any(
        sql.rows("SELECT id FROM orders WHERE state IN ('waiting', 'replaced') LIMIT 1")
    ):
        return []
    from tallyboard.store import orders  # only now: it imports SQLAlchemy, and there is mostly no order that waits

    now = sql.now_ms()
    return [
        Standing(order, _table_of(order, tables), max(0, now - order.given) / 1000, _why(order, present))
        for order in orders.waiting(sql)
    ]


def _table_of(order: "Order", tables: dict[str, str]) -> str:
    return (tables.get(order.board) if order.board else None) or order.table or ""


def _why(order: "Order", present: list[Present]) -> str:
    if order.state == "replaced":
        return f"{order.said}; whether this one was done before is seen when all that its board recorded is stored"
    have = [one for one in present if order.is_for(one.board, one.table)]
    if not have:
        return "no laptop has the board" if order.board is not None else "no laptop has a table of this name"
    if len(have) > 1:
        return f"{len(have)} tables have this name: boards {', '.join(one.board for one in have)}"
    return f"{have[0].hub} does it now"
