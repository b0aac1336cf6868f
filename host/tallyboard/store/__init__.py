"""The laptop's store: the records of all boards, byte for byte, and the matches computed from them.

Reading takes SQLite's own driver and starts at once; writing takes SQLAlchemy, which is imported when it is asked for.
"""

from typing import TYPE_CHECKING, Any

from tallyboard.store.conflicts import Alarm
from tallyboard.store.reader import Reader
from tallyboard.store.reading import read_store

if TYPE_CHECKING:
    from tallyboard.store.database import open_store
    from tallyboard.store.heard import Heard, Stored
    from tallyboard.store.store import Store

__all__ = ["Alarm", "Heard", "Reader", "Store", "Stored", "open_store", "read_store"]

_THAT_WRITE = {"Heard": "heard", "Store": "store", "Stored": "heard", "open_store": "database"}


def __getattr__(name: str) -> Any:
    if name not in _THAT_WRITE:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_THAT_WRITE[name]}"), name)
