"""All boards at once, live: found, followed, and shown a line a table."""

from tallyboard.watch.follower import Follower, open_port
from tallyboard.watch.hall import Hall

__all__ = ["Follower", "Hall", "open_port"]
