"""Doing orders: telling a board what somebody wants of it, and writing down what it makes of that."""

import threading

from tallyboard.hub.desk import Desk, wait_for
from tallyboard.link.client import Client
from tallyboard.link.telling import REFUSALS, told
from tallyboard.store.ingesting import Heard
from tallyboard.store.orders import Order


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
        begun = wait_for(self._desk.begin(order, heard.board, heard.epoch, heard.next), self._stopping)
        if begun is None:
            return False  # ended by somebody else, or the database is away
        if begun.state == "done":
            self._unfinished[order.id] = order, begun.said
            return False
        if begun.state != "waiting":
            wait_for(self._desk.end(order, begun.state, begun.said, heard.board), self._stopping)
            return False
        try:
            said = told(self._client, order.kind, order.what)
        except REFUSALS as error:
            wait_for(self._desk.end(order, "refused", str(error), heard.board), self._stopping)
            return False
        self._unfinished[order.id] = order, said
        return True

    def finish(self, board: str) -> None:
        """Write down what was done: everything that the board recorded is stored."""
        for order, said in list(self._unfinished.values()):
            if wait_for(self._desk.end(order, "done", said, board), self._stopping) is None:
                return
            del self._unfinished[order.id]
