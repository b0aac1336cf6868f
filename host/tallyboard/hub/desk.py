"""What a follower needs of the database, which may be away, and never answers at once."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

from tallyboard.hub.calling import Wanted
from tallyboard.hub.places import Places
from tallyboard.hub.upload import Upload
from tallyboard.store import Store
from tallyboard.store.match_objects import FullNames
from tallyboard.store.orders import Begun, Order, State

PATIENCE_S = 1.5  # that a conversation with a board waits for the database
_STEP_S = 0.05

_Given = TypeVar("_Given")


class Desk(Protocol):
    """The hub's side of the database. `places`: what the hub knows of its ports."""

    places: Places

    def upload(self, board: str, epoch: int) -> Upload:
        """What takes the records of this journal."""

    def changed(self) -> None:
        """Another board is there, or what others are to know of one has changed."""

    def do(self, work: Callable[[Store], _Given]) -> "Future[_Given]":
        """Have this done with the store, soon; it fails while the database is away."""

    def orders_for(self, board: str) -> list[Order]:
        """Those that wait for this board, in the order in which they are to be done."""

    def begin(self, order: Order, board: str, epoch: int, following: int) -> "Future[Begun | None]":
        """Write down that the order is begun; see orders.begin."""

    def end(self, order: Order, state: State, said: str, board: str) -> "Future[bool]":
        """Write down what became of the order; see orders.end."""

    def wanted_at(self, board: str) -> Wanted | None:
        """What the tournaments want at this board; None where it is not known, or not by all that it recorded."""

    def names(self) -> FullNames | None:
        """The full names, None before the database was read."""

    @property
    def is_away(self) -> bool:
        """Whether the database cannot be reached just now."""


def wait_for(answer: "Future[_Given]", stopping: threading.Event) -> _Given | None:
    """What the database says; None where it is away, or `stopping` is set meanwhile."""
    for _ in range(round(PATIENCE_S / _STEP_S)):
        try:
            return answer.result(_STEP_S)
        except TimeoutError:
            if stopping.is_set():
                return None
        except Exception:  # the hub tells of it
            return None
    return None
