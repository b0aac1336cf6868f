"""Collecting from the board on a serial port."""

from collections.abc import Callable

from tallyboard.hub.collected import Collected
from tallyboard.hub.collection import Collection
from tallyboard.hub.fetch import Progress, silent
from tallyboard.link import Client
from tallyboard.link.trace import open_port
from tallyboard.store import Store


def collect(
    port: str,
    store: Store,
    on_progress: Progress = silent,
    on_wait: Callable[[str], None] = lambda sentence: None,
) -> Collected:
    """Copy everything that the board on this data port recorded into the store, and acknowledge it there.

    `on_progress(records done, all)` is called as they come, `on_wait(sentence)` when an answer is long in coming.
    Raises TallyboardError when no board answers, when it goes away, and when the store fails; what had arrived whole is
    stored then, and the next time asks for the rest.
    """
    with open_port(port) as opened:
        return Collection(Client(opened, on_wait=on_wait), store).run(on_progress)
