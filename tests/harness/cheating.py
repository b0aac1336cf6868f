"""Laptops that cheat, to be caught by a campaign: a true program in whose process one thing is another.

python -m tests.CAMPAIGN.cheats NAME WORD…    is `tallyboard WORD…`, with this cheat
"""

import queue
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tallyboard import cli
from tallyboard.errors import TallyboardError
from tallyboard.store import Store, Stored


class Cheat(NamedTuple):
    """What is put in another's place, and the steps of the schedules that it is to meet."""

    begin: Callable[[], None]
    kinds: tuple[str, ...]


def acknowledge_before_the_commit() -> None:
    """What is to be stored counts as stored at once, and is stored as soon as that is possible."""
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


def main(cheats: Mapping[str, Cheat]) -> None:
    """The command line, with the cheat of the first word."""
    cheats[sys.argv.pop(1)].begin()
    cli.main()
