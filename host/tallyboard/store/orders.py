"""What a table can be told by hand, checked before anybody is asked: a match to be played, its name."""

import json
import secrets
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, Literal, NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from shared_rules.games.options import OptionError
from shared_rules.journal.record import ASSIGN, LIGHT, NAMED, TEXT_BYTES
from shared_rules.journal.replay import Replay
from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import orders as told
from tallyboard.journal.runs import singles
from tallyboard.store.tables.rows import sound_runs
from tallyboard.store.tables.sql import NOW_MS, CoreSql, Sql, rows_if_there
from tallyboard.store.transactions import Writable
from tallyboard.text.board_names import board_name
from tallyboard.text.language import _
from tallyboard.text.printable import refuse_unprintable

LIGHTS = range(1, 17)  # brightness of the displays
NO_MATCH: dict[str, Any] = {"key": None, "line": "", "names": [], "first": None}  # the order to take back what waits


def refuse_unreadable(what: str, entered: str) -> None:
    """Raises CoreError where the text has a character that cannot be seen; `what`: `The name`."""
    try:
        refuse_unprintable(what, entered)
    except TallyboardError as error:
        raise CoreError(told.UNPRINTABLE, entered=entered, cause=error, next_step=error.next_step) from None


def table_name(entered: str) -> str:
    """The name as the board is to have it, "" for the one in its settings. Raises CoreError."""
    refuse_unreadable("The name", entered)
    if entered and not entered.strip():
        raise CoreError(told.BLANK_NAME, entered=entered)
    name = " ".join(entered.split())  # blanks that nobody sees would have to be typed with --table
    length = len(name.encode())
    if length > TEXT_BYTES:
        raise CoreError(told.LONG_NAME, entered=name, length=length, most=TEXT_BYTES)
    return name


class WantedMatch(NamedTuple):
    """A match to be played: `line` is its game line, `first` the side number that starts, None for open."""

    key: str
    line: str
    names: Sequence[str]
    first: int | None
    match: Any  # of the rules, with every option in force

    def __str__(self) -> str:
        sides = []
        for (side, name), shown in zip_longest(self.by_side().items(), self.shown()):
            on_the_board = _(" (on the board %(shown)s)", shown=shown) if shown != name else ""
            sides.append(f"{side} {name}{on_the_board}" if name else _("%(side)s without a name", side=side))
        starts = _("who starts is open") if self.first is None else _("%(side)s starts", side=SIDES[self.first])
        return f"{catalogue.to_line(self.match)}, {', '.join(sides)}, {starts}"

    def by_side(self) -> dict[str, str | None]:
        """The full names by the letters of the sides, None where there is none."""
        return dict(zip_longest(SIDES[: self.match.sides], (name or None for name in self.names)))

    def shown(self) -> list[str]:
        """By side what the board keeps of the names."""
        is_team = self.match.options.get("format", "singles") != "singles"
        return [board_name(name, of_pairs=is_team) for name in self.names]

    def order(self) -> dict[str, Any]:
        """What an order says of it, see store/orders.py."""
        return {"key": self.key, "line": self.line, "names": self.shown(), "first": self.first}

    def full_names(self) -> dict[tuple[str, str], str]:
        """(side, what the board keeps of the name) to the name, for Store.name."""
        kept = zip(SIDES, self.names, self.shown(), strict=False)
        return {(side, shown): name for side, name, shown in kept if name}

    @property
    def are_cut(self) -> bool:
        """Whether the board cannot keep one of the names as it is."""
        return any(shown != name for (_, shown), name in self.full_names().items())


def wanted_match(line: str, names: Sequence[str], key: str | None = None, first: str | None = None) -> WantedMatch:
    """The match of this game line; `key`: None for a new one, `first`: the letter of the side that starts. Raises
    CoreError for what no board can play."""
    try:
        match = catalogue.new(line)
    except OptionError as error:
        raise CoreError(told.GAME, entered=error, line=line) from None
    if len(names) > match.sides:
        raise CoreError(told.NAMES, given=len(names), sides=match.sides)
    for what, entered in (("The key", key or ""), *(("The name", name) for name in names)):
        refuse_unreadable(what, entered)
    if key is not None and not 0 < len(key.encode()) <= TEXT_BYTES:
        raise CoreError(told.KEY, entered=key, length=len(key.encode()), most=TEXT_BYTES)
    sides = SIDES[: match.sides]
    if first is not None and (len(first) != 1 or first.upper() not in sides):
        raise CoreError(told.SIDE, entered=first, sides=", ".join(sides))
    starts = None if first is None else sides.index(first.upper())
    wanted = WantedMatch(secrets.token_hex(4) if key is None else key, line, names, starts, match)
    for name, shown in zip(names, wanted.shown(), strict=True):
        if name and not shown:
            raise CoreError(told.UNDISPLAYABLE, entered=name)
    return wanted


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
_IS_OPEN = "state IN ('waiting', 'replaced')"  # nobody knows yet what becomes of it
_COLUMNS = "id, board, table_name, kind, what, given_by, given, state, said, begun_epoch, begun_seq"


def waiting(sql: Sql) -> list[Order]:
    """Those of which nobody knows yet what becomes of them, in the order in which they were given."""
    rows = rows_if_there(sql, "orders", f"SELECT {_COLUMNS} FROM orders WHERE {_IS_OPEN} ORDER BY id")
    return [order for order in map(_order, rows) if order is not None]


def latest(sql: Sql, most: int, board: str | None = None) -> list[tuple[Order, int]]:
    """(order, when it ended in ms since 1970) of those that wait no more, as many at most, the one that ended last
    first; `board`: of this one alone."""
    of_it, values = ("", {}) if board is None else ("AND board = :board ", {"board": board})
    wanted = (
        f"SELECT ended, {_COLUMNS} FROM orders WHERE NOT {_IS_OPEN} {of_it}ORDER BY ended DESC, id DESC LIMIT :most"
    )
    rows = rows_if_there(sql, "orders", wanted, most=most, **values)
    found = ((_order(tuple(row)), ended) for ended, *row in rows)
    return [(order, ended if type(ended) is int else order.given) for order, ended in found if order is not None]


def one(sql: Sql, order_id: int) -> Order | None:
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
    store: Writable, board: str | None, table: str | None, wanted: Iterable[tuple[Kind, dict[str, Any]]], given_by: str
) -> list[int]:
    """Have a board told this, one order a kind; their ids. `board`: its id, None where only the name of its `table` is
    known. Raises TallyboardError where the store fails."""
    ids = []
    with store.writing() as sql:
        now = NOW_MS[sql.dialect]
        for kind, what in wanted:
            _void(sql, board, table, kind)
            values = {"board": board, "table": table, "kind": kind, "what": json.dumps(what), "by": given_by}
            made = f"VALUES (:board, :table, :kind, :what, :by, {now}, 'waiting', '') RETURNING id"
            columns = "board, table_name, kind, what, given_by, given, state, said"
            ids.append(int(next(sql.rows(f"INSERT INTO orders ({columns}) {made}", **values))[0]))
    return ids


def void(store: Writable, board: str | None, table: str | None, kinds: Iterable[Kind]) -> None:
    """Take back what of these kinds still waits for this board or table."""
    with store.writing() as sql:
        for kind in kinds:
            _void(sql, board, table, kind)


def take_back(store: Writable, order_id: int, said: str) -> bool:
    """Have nobody do this order; `said`: who took it back. False where it waits no more."""
    with store.writing() as sql:
        return _not_wanted(sql, order_id, said) > 0


def _void(sql: CoreSql, board: str | None, table: str | None, kind: Kind) -> None:
    for order in waiting(sql):
        if order.kind == kind and order.is_for(board, table):
            _not_wanted(sql, order.id, "a newer one was given")


def _not_wanted(sql: CoreSql, order_id: int, said: str) -> int:
    """Note it of an order that waits; one that was begun may have been done. How many that were."""
    return sql.run(
        "UPDATE orders SET state = CASE WHEN begun_seq IS NULL THEN 'void' ELSE 'replaced' END, said = :said, "
        f"ended = CASE WHEN begun_seq IS NULL THEN {NOW_MS[sql.dialect]} END WHERE id = :id AND state = 'waiting'",
        said=said,
        id=order_id,
    )


class Begun(NamedTuple):
    """What is to come of an order that a hub begins: `waiting`: it is to be told to the board; else how it ends."""

    state: State
    said: str = ""


def begin(store: Writable, order_id: int, board: str, hub: str, epoch: int, following: int) -> Begun | None:
    """Write down that a hub does this order from now on, before it does; the board's next record has the number
    `following` of this epoch, and all before it are stored.

    It may have been done: a hub that was killed had begun it, and the records from there on have it. None where
    somebody has ended it.
    """
    with store.writing() as sql:
        where = "begun_epoch = COALESCE(begun_epoch, :epoch), begun_seq = COALESCE(begun_seq, :following)"
        begun = f"UPDATE orders SET board = :board, hub = :hub, {where} WHERE id = :id AND {_IS_OPEN}"
        if not sql.run(begun, board=board, hub=hub, epoch=epoch, following=following, id=order_id):
            return None
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


def end(store: Writable, order_id: int, state: State, said: str, board: str, hub: str) -> bool:
    """Write down what became of an order; False where somebody has ended it."""
    with store.writing() as sql:
        changed = "state = :state, said = :said, board = :board, hub = :hub"
        ended = f"UPDATE orders SET {changed}, ended = {NOW_MS[sql.dialect]} WHERE id = :id AND {_IS_OPEN}"
        return sql.run(ended, state=state, said=said, board=board, hub=hub, id=order_id) > 0
