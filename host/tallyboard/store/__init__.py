"""The laptop's store: the records of all boards, byte for byte, and the matches computed from them."""

from tallyboard.store.database import open_store
from tallyboard.store.store import Heard, Store, Stored

__all__ = ["Heard", "Store", "Stored", "open_store"]
