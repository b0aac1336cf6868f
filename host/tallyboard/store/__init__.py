"""The laptop's store: the records of all boards, byte for byte, and the matches computed from them. Reading takes
SQLite's own driver and starts at once; writing takes SQLAlchemy, which is imported when it is asked for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tallyboard.store.conflicts import Alarm
from tallyboard.store.opening import read_store
from tallyboard.store.reader import Reader

if TYPE_CHECKING:
    from tallyboard.store.ingesting import Heard, Stored
    from tallyboard.store.store import Store, open_store

__all__ = ["Alarm", "Heard", "Reader", "Store", "Stored", "open_store", "read_store"]

_THAT_WRITE = {"Heard": "ingesting", "Store": "store", "Stored": "ingesting", "open_store": "store"}


def __getattr__(name: str) -> Any:
    if name not in _THAT_WRITE:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    return getattr(import_module(f"{__name__}.{_THAT_WRITE[name]}"), name)
