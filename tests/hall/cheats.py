"""Hubs that cheat, to be caught by the campaign: a true hub in whose process one thing is put in another's place.

python -m tests.hall.cheats NAME WORD…    is `tallyboard WORD…`, with this cheat
"""

import queue
import random
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, NamedTuple

from tallyboard import cli
from tests.hall import schedule as steps


class Cheat(NamedTuple):
    """What is put in another's place, and the steps of the schedules that it is to meet."""

    begin: Callable[[], None]
    kinds: tuple[str, ...]


def _acknowledge_before_the_commit() -> None:
    """What is to be stored counts as stored at once, and is stored as soon as that is possible."""
    from tallyboard.errors import TallyboardError
    from tallyboard.store import Store, Stored

    true, waiting = Store.ingest, queue.SimpleQueue[tuple[Store, Any]]()

    def ingest(self: Store, batch: Sequence[Any], renewals: Any = ()) -> list[Stored]:
        waiting.put((self, batch))
        return [Stored(sum(len(data) // 8 for _, data in runs), ()) for _, runs in batch]

    def work() -> None:
        while True:
            store, batch = waiting.get()
            while True:
                try:
                    true(store, batch)
                    break
                except TallyboardError:
                    time.sleep(0.1)

    threading.Thread(target=work, daemon=True).start()
    Store.ingest = ingest  # type: ignore[method-assign]


def _believe_wake_ups() -> None:
    """A wake-up brings the order that it is about: what was ordered while nobody listened is never heard of."""
    from tallyboard.hub.upkeep import Watcher
    from tallyboard.store import orders
    from tallyboard.store.transactions import CHANNEL, EVERYTHING

    true = orders.waiting
    heard_from = [sys.maxsize]  # the first order of which a wake-up can tell

    def listen(self: Any, store: Any) -> None:
        with closing(store.driver_connection()) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            ((last,),) = connection.execute("SELECT COALESCE(MAX(id), 0) FROM orders").fetchall()
            heard_from[0] = last + 1
            while not self._stopping.is_set():
                for _ in connection.notifies(timeout=1.0, stop_after=1):
                    self._wake(EVERYTHING)

    Watcher._listen = listen  # type: ignore[method-assign]
    orders.waiting = lambda sql: [order for order in true(sql) if order.id >= heard_from[0]]


def _compute_without_a_lock() -> None:
    """No lock on the journal whose matches are computed, and what comes meanwhile counts as computed."""
    from tallyboard.store import at_once, store
    from tallyboard.store.matches import kept

    true = kept._write

    def write(sql: Any, epoch: Any, renewal: Any) -> None:
        time.sleep(random.choice((0, 0.2, 0.5)))
        true(sql, epoch, renewal)
        mine = "board = :board AND epoch = :epoch"
        sql.run(f"UPDATE journals SET underived_from = NULL WHERE {mine}", board=epoch.board, epoch=epoch.number)

    store.__dict__["may_derive"] = lambda *arguments, **named: True
    at_once.AtOnce.derive = lambda self, boards: False  # type: ignore[method-assign]  # it takes no lock to cheat with
    kept._write = write


_DATABASE = (steps.SERVER_KILLED, steps.SERVER_FROZEN, steps.LINE_HANGS, steps.LINE_CUT)

CHEATS = {
    "acknowledges-before-the-commit": Cheat(_acknowledge_before_the_commit, _DATABASE),
    "believes-wake-ups": Cheat(_believe_wake_ups, (steps.HUB_KILLED, steps.LINE_CUT, steps.LIGHT, steps.MATCH)),
    "computes-without-a-lock": Cheat(_compute_without_a_lock, (steps.CABLE_MOVED, steps.LINE_SLOW)),
}


def main() -> None:
    """The command line, with the cheat of the first word."""
    CHEATS[sys.argv.pop(1)].begin()
    cli.main()


if __name__ == "__main__":
    main()
