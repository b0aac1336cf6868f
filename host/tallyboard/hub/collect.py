"""Collecting from the board on a serial port."""

import os
from collections.abc import Callable

from tallyboard.hub.calling import AtBoard, Calling
from tallyboard.hub.collected import Collected
from tallyboard.hub.collection import Collection
from tallyboard.hub.fetch import Progress, silent
from tallyboard.hub.live import LiveJournal
from tallyboard.hub.tournaments import Tournaments
from tallyboard.link import Client
from tallyboard.link.telling import REFUSALS, told
from tallyboard.link.trace import open_port
from tallyboard.store import Store, hubs, orders
from tallyboard.system.laptop import laptop_name


def collect(
    port: str,
    store: Store,
    on_progress: Progress = silent,
    on_wait: Callable[[str], None] = lambda sentence: None,
) -> Collected:
    """Copy everything that the board on this data port recorded into the store, acknowledge it there, do the orders
    that wait for the board, and what a hub does for tournaments.

    `on_progress(records done, all)` is called as they come, `on_wait(sentence)` when an answer is long in coming.
    Raises TallyboardError when no board answers, when it goes away, and when the store fails; what had arrived whole is
    stored then, and the next time asks for the rest.
    """
    with open_port(port) as opened:
        client = Client(opened, on_wait=on_wait)
        collection = Collection(client, store)
        collected = collection.run(on_progress)
        _do_orders(client, collection, store)
        _do_call(client, collection, store)
        return collected


def _do_orders(client: Client, collection: Collection, store: Store) -> None:
    """Tell the board what waits for it, see orders.py."""
    heard = collection.heard
    me = f"sync-{os.getpid()}"
    with store.reading() as sql:
        waiting = [order for order in orders.waiting(sql) if order.is_for(heard.board, heard.table)]
    for order in waiting:
        begun = orders.begin(store, order.id, heard.board, me, heard.epoch, collection.heard.next)
        if begun is None:
            continue
        state, said = begun
        if state == "waiting":
            try:
                said = told(client, order.kind, order.what)
            except REFUSALS as refusal:
                orders.end(store, order.id, "refused", str(refusal), heard.board, me)
                continue
            collection.catch_up(client.state())  # it is done when its record is stored
            state = "done"
        orders.end(store, order.id, state, said, heard.board, me)


def _do_call(client: Client, collection: Collection, store: Store) -> None:
    """Enter the results of boards into the tournaments, and have what waits at this one agree with them."""
    heard = collection.heard
    me = hubs.HubProcess(f"sync-{os.getpid()}", laptop_name(), os.getpid(), "sync")
    here = hubs.Present(heard.board, heard.table, client.port.name, 0, False, None, 0, me)
    with store.reading() as sql:
        others = [one for one in hubs.present(sql) if one.board != heard.board]
    tournaments = Tournaments(lambda event: None)
    tournaments.look(store, [*others, here], {heard.board})
    wanted = tournaments.wanted_at(heard.board)
    if wanted is None or not wanted.tournaments:
        return
    state = client.state()
    if (state["epoch"], state["next"]) != (heard.epoch, heard.next):
        return  # something was pressed meanwhile: the next time

    def look() -> AtBoard:
        live = LiveJournal(heard.board, heard.epoch, store.tail(heard.board, heard.epoch))
        return AtBoard(state["key"] or "", live.upcoming(state["key"]), live.match(heard.next))

    if Calling(client, lambda game, hindrance, said: None).step(wanted, state, look):
        collection.catch_up(client.state())
