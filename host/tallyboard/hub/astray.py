"""Noticing that a port leads to another journal than before."""

from tallyboard.errors import TallyboardError
from tallyboard.shapes import BoardState
from tallyboard.store.ingesting import Heard

_ASTRAY = 3  # states in a row that are of another journal than the one that was collected just before


class Astray:
    """Compares what the board on a port says with the journal that was heard there."""

    def __init__(self, port: str) -> None:
        self._port = port
        self._count = 0

    def is_another(self, state: BoardState, heard: Heard) -> bool:
        """Whether the state is of another journal; raises TallyboardError where it is of another one every time."""
        if state["epoch"] == heard.epoch and state["next"] >= heard.next:
            self._count = 0
            return False
        self._count += 1
        if self._count == _ASTRAY:
            raise TallyboardError(
                f"The board on {self._port} tells of another journal each time that it is asked.",
                "Unplug the board and plug it in again; if it goes on, update it: `tallyboard deploy`.",
            )
        return True
