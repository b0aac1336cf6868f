"""Hubs that cheat, see tests/harness/cheating.py."""

import random
import sys
import time
from contextlib import closing
from typing import Any

from tests.hall import schedule as steps
from tests.harness.cheating import Cheat, acknowledge_before_the_commit, main


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
    "acknowledges-before-the-commit": Cheat(acknowledge_before_the_commit, _DATABASE),
    "believes-wake-ups": Cheat(_believe_wake_ups, (steps.HUB_KILLED, steps.LINE_CUT, steps.LIGHT, steps.MATCH)),
    "computes-without-a-lock": Cheat(_compute_without_a_lock, (steps.CABLE_MOVED, steps.LINE_SLOW)),
}


if __name__ == "__main__":
    main(CHEATS)
