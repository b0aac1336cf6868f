"""The laptop's store: the records of all boards, byte for byte, and the matches computed from them."""

from tallyboard.store.database import open_store
from tallyboard.store.store import Alarm, Heard, Store, Stored

__all__ = ["Alarm", "Heard", "Store", "Stored", "open_store"]
