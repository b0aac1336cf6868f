"""Giving an order to a board that a hub has, or that nobody has now, and waiting for what becomes of it."""

import sys
import time
from collections.abc import Sequence
from typing import Any

from tallyboard.commands import EXIT_DONE, EXIT_INTERRUPTED, EXIT_NOT_SO
from tallyboard.commands.guard import tell
from tallyboard.commands.targets import Absent
from tallyboard.errors import LongerError, TallyboardError, later
from tallyboard.shapes import OrderObject
from tallyboard.store import Store, hubs, open_store, orders
from tallyboard.store.failures import UnreachableError
from tallyboard.store.hubs import Overview, Present
from tallyboard.store.opening import find_store
from tallyboard.store.orders import Kind, Order
from tallyboard.system.laptop import user_and_laptop
from tallyboard.text.language import _

Wanted = Sequence[tuple[Kind, dict[str, Any]]]

POLL_S = 0.1
SAY_AFTER_S = 2.0
PATIENCE_S = 20.0

_AGAIN = later("Then give the order again; should this one have arrived, the new one takes its place.")
_STANDS = later("The order stands: `tallyboard boards` lists it until a hub has done it.")
_NOT_DONE = {  # by the state of an order
    "refused": (later("%(subject)s has refused it, %(by)s."), "%(said)s"),
    "void": (
        later("%(subject)s was not told: a newer order took the place of this one."),
        later("Nothing is left of it."),
    ),
    "unknown": (later("It is not known whether %(name)s was told: %(said)s."), later("Look at the table.")),
    "replaced": (
        later("A newer order took the place of this one; it is not known yet whether %(name)s was told."),
        later("`tallyboard boards` lists it until all that the board recorded is stored."),
    ),
}


class OrdersGiven:
    """Orders that were given to a board, at once and together.

    `orders`: as they stand now. `by`: the hub that did them, in words; "" where none has. `table`: what it is called
    now. `code`: the exit code, whose reason has been told on stderr where it is not 0.
    """

    def __init__(self, store: Store, target: Present | Absent, wanted: Wanted) -> None:
        self._store = store
        self._target = target
        self._name = target.table or _("board %(board)s", board=target.board)
        self._subject = target.table or _("Board %(board)s", board=target.board)
        given_by = user_and_laptop()
        try:
            ids = orders.give(store, target.board, target.table or None, wanted, given_by)
        except UnreachableError as error:
            raise LongerError(error, _AGAIN) from error
        self._hub = None if isinstance(target, Absent) else target.hub
        self.orders = [
            orders.Order(number, target.board, target.table, *one, given_by, 0, "waiting", "")
            for number, one in zip(ids, wanted, strict=True)
        ]
        self.table = target.table
        self.code = EXIT_DONE

    @property
    def by(self) -> str:
        """Which hub has done them."""
        if self._hub is None:
            return ""
        return _("by %(command)s on %(laptop)s", command=self._hub.command, laptop=self._hub.laptop)

    def as_json(self) -> list[OrderObject]:
        return [
            {"id": str(order.id), "kind": order.kind, "state": order.state, "said": order.said} for order in self.orders
        ]

    def wait(self) -> None:
        """Wait for what becomes of them while a hub has the board, so long at most; tell what has not been done."""
        try:
            trouble = self._wait()
        except KeyboardInterrupt:
            print(file=sys.stderr)  # behind the ^C that the terminal shows
            self._tell(later("%(subject)s has not been told yet."), _STANDS, subject=self._subject)
            self.code = EXIT_INTERRUPTED
        else:
            self._tell_what_is_not_done(trouble)

    def _wait(self) -> TallyboardError | None:
        """Until they are done, or nobody is there to do them; why the database cannot say so, in the end."""
        begun = time.monotonic()
        has_said = False
        while True:
            trouble: TallyboardError | None = None
            try:
                self._look()
            except TallyboardError as error:  # a database that comes back has them
                trouble = error
            waited = time.monotonic() - begun
            if not self._are_waiting or self._hub is None or waited > PATIENCE_S:
                return trouble
            if waited > SAY_AFTER_S and not has_said:
                has_said = True
                print(
                    _("Waiting for %(hub)s to tell %(name)s …", hub=self._hub, name=self._name),
                    file=sys.stderr,
                    flush=True,
                )
            time.sleep(POLL_S)

    def _look(self) -> None:
        with self._store.reading() as sql:
            self.orders = [orders.one(sql, order.id) or order for order in self.orders]
            there = next((one for one in hubs.present(sql) if one.board == self._target.board), None)
        if there is not None:
            self._hub, self.table = there.hub, there.table  # the board may have moved to another one, which did it
        elif self._are_waiting:
            self._hub = None

    @property
    def _are_waiting(self) -> bool:
        return any(order.state in ("waiting", "replaced") for order in self.orders)

    def _tell_what_is_not_done(self, trouble: TallyboardError | None) -> None:
        for order in self.orders:
            if order.state in _NOT_DONE:
                said = {"subject": self._subject, "name": self._name, "by": self.by, "said": order.said}
                cause, next_step = _NOT_DONE[order.state]
                if next_step == "%(said)s" and not order.said:
                    next_step = later("Look at the table and try again.")
                self._tell(cause, next_step, **said)
        if not any(order.state == "waiting" for order in self.orders):
            return
        if trouble is not None:
            self._tell("%(why)s", _STANDS, why=trouble)
        elif isinstance(self._target, Absent):
            self._tell(later("No laptop has %(name)s now."), _STANDS, name=self._target)
        elif self._hub is None:
            self._tell(later("No laptop has %(name)s any more."), _STANDS, name=self._name)
        else:
            self._tell(later("%(hub)s has not told %(name)s yet."), _STANDS, hub=self._hub, name=self._name)

    def _tell(self, cause: str, next_step: str, **values: object) -> None:
        self.code = EXIT_NOT_SO
        tell(TallyboardError(cause, next_step, **values))


def have_told(db: str | None, target: Present | Absent, wanted: Wanted) -> OrdersGiven:
    """Give these orders to the hub that has the board, or will have it, and wait for what becomes of them. That the
    store was not there is told, for its name may be mistyped."""
    is_new = find_store(db).revision is None
    with open_store(db) as store:
        if is_new:
            print(
                _("This is a new database: %(database)s. Give the hub the same --db.", database=store.database),
                file=sys.stderr,
            )
        given = OrdersGiven(store, target, wanted)
        given.wait()
    return given


def void_older(db: str | None, known: Overview, board: str | None, table: str, kinds: Sequence[Kind]) -> None:
    """Take back what waits for a board that has just been told newer things; `table`: its name before that."""
    if waiting_for(known, board, table, kinds):
        with open_store(db) as store:
            orders.void(store, board, table or None, kinds)


def waiting_for(known: Overview, board: str | None, table: str, kinds: Sequence[Kind]) -> list[Order]:
    """The orders of these kinds that wait for this board, or for whichever has this table's name."""
    return [one.order for one in known.standing if one.order.kind in kinds and one.order.is_for(board, table)]
