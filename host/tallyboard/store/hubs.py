"""Which hubs are there, and which boards they have. One that is silent for 10 s by the database's clock is gone; so is
one whose last word stands at a moment that has not come yet: the clock was set back since, and who lives has spoken
again."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tallyboard.errors import store as told
from tallyboard.shapes import NextMatch
from tallyboard.store import orders
from tallyboard.store.reader import Reader
from tallyboard.store.tables.rows import table_names
from tallyboard.store.tables.sql import NOW_MS, Sql, among, rows_if_there
from tallyboard.store.transactions import PRESENCE, WakeUp, Writable
from tallyboard.system.laptop import laptop_name
from tallyboard.text.language import _, here

SILENT_MS = 10_000
_FORGOTTEN_MS = 86_400_000
_AHEAD_MS = 1_000  # so far ahead stands what was said before the clock was set back


@dataclass(frozen=True)
class HubProcess:
    """A process that talks to boards: its id, the laptop's name, its process id and the command that it runs."""

    id: str
    laptop: str
    pid: int
    command: str

    def __str__(self) -> str:
        return here().filled(told.HUB, vars(self))

    @property
    def has_ended(self) -> bool:
        """Whether it was a process of this laptop and is none any more; Windows tells nobody."""
        if self.laptop != laptop_name() or os.name != "posix" or not isinstance(self.pid, int) or self.pid < 1:
            return False  # what stands in a damaged file is no process
        try:
            os.kill(self.pid, 0)
        except (ProcessLookupError, OverflowError):
            return True
        except OSError:  # another user's
            pass
        return False


class Has(NamedTuple):
    """A board that a hub has, on which port, how many of its records are not stored yet, and the match that waits there
    to be started; `waits`: NEXT would start it now."""

    board: str
    port: str
    behind: int
    waits: bool = False
    upcoming: NextMatch | None = None


@dataclass(frozen=True)
class Present:
    """A board that a hub has, see Has. `table`: its name, "" for none. `heard`: when the hub last said so, ms since
    1970."""

    board: str
    table: str
    port: str
    behind: int
    waits: bool
    upcoming: NextMatch | None
    heard: int
    hub: HubProcess

    @property
    def is_by_radio(self) -> bool:
        """Whether it is there without a cable."""
        return is_radio(self.port)


def is_radio(port: str) -> bool:
    """Whether a port of this name is one without a cable, see link/radio.py."""
    return port.startswith("radio ")


def living(sql: Sql) -> list[HubProcess]:
    """The hubs that are there, the first that was started first."""
    wanted = f"SELECT id, laptop, pid, command FROM hubs h WHERE {_is_there(sql)} ORDER BY started, id"
    return [HubProcess(*row) for row in rows_if_there(sql, "hubs", wanted)]


def _is_there(sql: Sql) -> str:
    """SQL: whether the hub `h` has been heard lately."""
    now = NOW_MS[sql.dialect]
    return f"h.heard > {now} - {SILENT_MS} AND h.heard < {now} + {_AHEAD_MS}"


def silent(sql: Sql) -> list[tuple[HubProcess, float]]:
    """(hub, seconds since it was last heard) of those that did not say that they leave and are there no more; none on
    a laptop that has a hub, and none that was killed here. On a server that is not known: two
    laptops may have one name."""
    now = sql.now_ms()
    laptops = {hub.laptop for hub in living(sql)}
    wanted = "SELECT id, laptop, pid, command, heard FROM hubs WHERE heard <= :since OR heard >= :ahead"
    rows = rows_if_there(sql, "hubs", wanted, since=now - SILENT_MS, ahead=now + _AHEAD_MS)
    gone = [(HubProcess(*of_hub), max(SILENT_MS, now - heard) / 1000) for *of_hub, heard in rows]
    is_here = sql.dialect == "sqlite"
    left = (one for one in gone if one[0].laptop not in laptops and not (is_here and one[0].has_ended))
    return sorted(left, key=lambda one: one[1])


def present(sql: Sql) -> list[Present]:
    """The boards that hubs have, by id."""
    if not (sql.has("hubs") and sql.has("presence")):
        return []
    wanted = (
        "SELECT p.board, COALESCE(b.table_name, ''), p.port, p.behind, p.waits, p.upcoming, p.heard, "
        "h.id, h.laptop, h.pid, h.command "
        "FROM presence p JOIN hubs h ON h.id = p.hub LEFT JOIN boards b ON b.id = p.board "
        f"WHERE {_is_there(sql)} ORDER BY p.board"
    )
    return [_present(*row) for row in sql.rows(wanted)]


def _present(
    board: str, table: str, port: str, behind: int, waits: bool, upcoming: str | None, heard: int, *hub: Any
) -> Present:
    try:
        waiting = None if upcoming is None else json.loads(upcoming)
    except (TypeError, ValueError):  # of a disk's making
        waiting = None
    return Present(board, table, port, behind, bool(waits), waiting, heard, HubProcess(*hub))


def orphaned(sql: Sql) -> set[str]:
    """The boards whose matches wait to be computed and which no hub has: one that was killed, or a copy, left them."""
    there = {one.board for one in present(sql)}
    waiting = sql.rows("SELECT DISTINCT board FROM journals WHERE underived_from IS NOT NULL")
    return {board for (board,) in waiting} - there


def beat(store: Writable, hub: HubProcess, boards: Sequence[Has], before: Sequence[Has] | None = None) -> None:
    """Say that this hub is there and has these boards, and no others. `before`: those that it had when it said so the
    last time: where they are the same, nobody is woken for it."""
    are_the_same = before is not None and list(before) == list(boards)
    with store.writing(is_passing=True, news=None if are_the_same else WakeUp(frozenset((PRESENCE,)))) as sql:
        now = NOW_MS[sql.dialect]
        known = sql.run(f"UPDATE hubs SET heard = {now} WHERE id = :id", id=hub.id)
        if not known:
            silent = f"laptop = :laptop AND heard < {now} - {SILENT_MS}"  # this one is in its place
            sql.run(f"DELETE FROM hubs WHERE {silent} OR heard < {now} - {_FORGOTTEN_MS}", laptop=hub.laptop)
            sql.insert("hubs", [vars(hub)], started=now, heard=now)
        # Else who is gone since before a clock was set back would be there again when that moment comes.
        others = " FOR UPDATE SKIP LOCKED" if sql.dialect == "postgresql" else ""
        ahead = f"SELECT id FROM hubs WHERE heard > {now} + {_AHEAD_MS}{others}"
        sql.run(f"UPDATE hubs SET heard = {now} - {SILENT_MS} WHERE id IN ({ahead})")
        again = f"UPDATE presence SET heard = {now} WHERE hub = :id"
        if known and are_the_same and sql.run(again, id=hub.id) == len(boards):
            return
        of_others, values = among([one.board for one in boards]) if boards else ("IN ('')", {})
        sql.run(f"DELETE FROM presence WHERE hub = :hub AND board NOT {of_others}", hub=hub.id, **values)
        rows = [
            {**one._asdict(), "upcoming": one.upcoming and json.dumps(one.upcoming), "hub": hub.id}
            for one in sorted(boards, key=lambda one: one.board)
        ]
        sql.upsert("presence", "board", rows, heard=now)


def leave(store: Writable, hub: HubProcess) -> None:
    with store.writing(news=WakeUp(frozenset((PRESENCE,)))) as sql:
        sql.run("DELETE FROM presence WHERE hub = :id", id=hub.id)
        sql.run("DELETE FROM hubs WHERE id = :id", id=hub.id)


@dataclass(frozen=True)
class WaitingOrder:
    """An order that waits. `table`: the name of the table that it is for, "" where its board has none. `age_s`: seconds
    since it was given. `why`: what it waits for, in a few words."""

    order: orders.Order
    table: str
    age_s: float
    why: str


@dataclass(frozen=True)
class Overview:
    """`hubs`: those that are there. `silent`: (hub, seconds since it was heard) of those that no longer are. `present`:
    the boards that hubs have. `tables`: the table's name of every board that was ever heard."""

    hubs: Sequence[HubProcess] = ()
    silent: Sequence[tuple[HubProcess, float]] = ()
    present: Sequence[Present] = ()
    tables: dict[str, str] = field(default_factory=dict)
    standing: Sequence[WaitingOrder] = ()

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
        here, tables = present(sql), table_names(sql)
        waiting = orders.waiting(sql)
        now = sql.now_ms() if waiting else 0
        standing = [
            WaitingOrder(order, table, max(0, now - order.given) / 1000, _why(order, here))
            for order in waiting
            for table in [tables.get(order.board or "") or order.table or ""]
        ]
        return Overview(living(sql), silent(sql), here, tables, standing)


def _why(order: orders.Order, present: list[Present]) -> str:
    if order.state == "replaced":
        seen = _("whether this one was done before is seen when all that its board recorded is stored")
        return _("; ").join((_(order.said), seen))
    have = [one for one in present if order.is_for(one.board, one.table)]
    if not have:
        if order.board is None:
            return _("no laptop has a table of this name")
        return _("no laptop has the board")
    if len(have) > 1:
        boards = ", ".join(one.board for one in have)
        return _("%(count)s tables have this name: boards %(boards)s", count=len(have), boards=boards)
    return _("%(hub)s does it now", hub=have[0].hub)
