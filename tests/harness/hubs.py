"""A hub's side of the database, for tests of followers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tallyboard.hub.database import LazyStore
from tallyboard.hub.hub import Hub
from tallyboard.store import Store


@contextmanager
def hub_of(store: Store, tell: Callable[[Any], None]) -> Iterator[Hub]:
    """A hub on this store that finds no boards by itself."""
    hub = Hub(LazyStore(None, store), (), tell, lister=list)
    hub.start()
    try:
        yield hub
    finally:
        hub.close()
