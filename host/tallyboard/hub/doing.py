"""Doing orders: telling a board what somebody wants of it, and writing down what it makes of that."""

import threading

from tallyboard.errors import TallyboardError
from tallyboard.hub.desk import Desk, wait_for
from tallyboard.link.client import BoardRefusedError, Client, TooOldError
from tallyboard.store import Store, orders
from tallyboard.store.heard import Heard
from tallyboard.store.orders import Order


class TooLongError(TallyboardError):
    """No board can be told that much at once."""


REFUSALS = (BoardRefusedError, TooOldError, TooLongError)


class OrderBook:
    """The orders of one conversation: each is begun in the database, done at the board, and written down as done when
    its records are stored."""

    def __init__(self, client: Client, desk: Desk, stopping: threading.Event) -> None:
        self._client = client
        self._desk = desk
        self._stopping = stopping
        self._unfinished: dict[int, tuple[Order, str]] = {}

    @property
    def are_unfinished(self) -> bool:
        """Whether one is done and not written down so."""
        return bool(self._unfinished)

    def waiting(self, board: str) -> list[Order]:
        """Those that are to be done, in their order."""
        return [order for order in self._desk.orders_for(board) if order.id not in self._unfinished]

    def do(self, order: Order, heard: Heard) -> bool:
        """Do one, with everything stored that the board recorded; whether the board was told."""
        if order.begun is not None and self._wait_was_done(order):
            self._unfinished[order.id] = order, "it was done before"
            return False
        begun = self._desk.begin(order, heard.board, heard.epoch, heard.next)
        if not wait_for(begun, self._stopping):
            return False  # taken back, or the database is away
        try:
            said = do(self._client, order)
        except REFUSALS as error:
            wait_for(self._desk.end(order, "refused", str(error), heard.board), self._stopping)
            return False
        self._unfinished[order.id] = order, said
        return True

    def _wait_was_done(self, order: Order) -> bool:
        def look(store: Store) -> bool:
            with store.reading() as sql:
                return orders.was_done(sql, order)

        return bool(wait_for(self._desk.do(look), self._stopping))

    def finish(self, board: str) -> None:
        """Write down what was done: everything that the board recorded is stored."""
        for order, said in list(self._unfinished.values()):
            if wait_for(self._desk.end(order, "done", said, board), self._stopping) is None:
                return
            del self._unfinished[order.id]


def do(client: Client, order: Order) -> str:
    """Tell the board; what it makes of it, in words.

    Raises BoardRefusedError, TooOldError or TooLongError where it will not do it; another TallyboardError where it went
    away.
    """
    what = order.what
    if order.kind == "match":
        return _cancel(client) if what["key"] is None else _assign(client, order)
    client.setup(what.get("name"), what.get("light"))
    return "is set up"


def _assign(client: Client, order: Order) -> str:
    what = order.what
    try:
        client.assign(what["key"], what["line"], what["names"], what["first"])
    except ValueError as error:
        raise TooLongError(f"It does not fit: {error}.", "Give shorter names or fewer options.") from None
    return becomes_of(client, what["key"])


def _cancel(client: Client) -> str:
    waited = client.state()["key"]
    client.cancel()
    return f"the match {waited} waits no longer" if waited else "no match waited"


def becomes_of(client: Client, key: str) -> str:
    """What the board makes of the match of this key that it was just told."""
    state = client.state()
    if state["waits"] or state["key"] is None:
        return f"NEXT starts the match {key}"
    if state["key"] == key:
        return f"the match {key} waits for the end of the one that is on"
    return f"the match {key} was started before"
