"""How many connections there may be, and whose: those of clients that are too many give way to others."""

import contextlib
import sys
from typing import NamedTuple, Protocol

from tallyboard.pages.safety.turns import is_laptop


class ConnectionLimits(NamedTuple):
    """Times in seconds, sizes in bytes. `in_all`: those of the network; the laptop itself has its own.

    `head_seconds`: for the whole head of a request, from the connection or its first byte on. `write_seconds`: how long
    a client may take nothing of what it is sent.
    """

    in_all: int = 500
    per_address: int = 60
    of_laptop: int = 400
    head_seconds: float = 10.0
    write_seconds: float = 20.0
    send_buffer: int = 64 * 1024


class Connection(Protocol):
    """What has a place."""

    @property
    def address(self) -> str:
        """Where it comes from; "" where that is nowhere, as of a Unix socket."""

    @property
    def is_idle(self) -> bool:
        """Whether it asks for nothing just now, or has not said who it is."""

    def abort(self) -> None:
        """End it, without a word."""


# Tables, database, logs. With the connections they stay below 1024: pyserial waits with select(), which takes no more.
_FILES_OF_OTHERS = 120


class Connections:
    """Those that are open. A new one always has a place: an address that has as many as it may have gives up one of its
    own for it; where all are taken, whoever of the network has most. One that is idle goes first, else the oldest.

    A phone that was admitted to its table gives up its place for nobody, and is none of those that its address may
    have: in some halls all phones come from the address of one router.
    """

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._open: dict[str, dict[Connection, None]] = {}  # by address; the oldest first
        self._settled: set[Connection] = set()

    def admit(self, connection: Connection) -> None:
        """Count one more, and end another where it takes that."""
        full = self._full(connection.address)
        if full:
            leaving = next((one for one in full if one.is_idle), None) or next(iter(full))
            self.leave(leaving)
            leaving.abort()
        self._open.setdefault(connection.address, {})[connection] = None

    def leave(self, connection: Connection) -> None:
        """Count one less, where it was counted."""
        self._settled.discard(connection)
        those = self._open.get(connection.address, {})
        those.pop(connection, None)
        if not those:
            self._open.pop(connection.address, None)

    def hand_over(self, connection: Connection, heir: Connection) -> None:
        """The place has another one now: they are one and the same to whoever is at the other end."""
        self._open[connection.address][heir] = None
        self.leave(connection)

    def settle(self, connection: Connection) -> None:
        """It is a phone that was admitted."""
        self.leave(connection)
        self._settled.add(connection)

    def unsettle(self, connection: Connection) -> None:
        """It is none any more, and has a place as all others."""
        if connection in self._settled:
            self._settled.discard(connection)
            self.admit(connection)

    def _full(self, address: str) -> "dict[Connection, None] | None":
        """Those of which one has to end before one of this address can begin."""
        mine = self._open.get(address, {})
        settled = sum(is_laptop(one.address) == is_laptop(address) for one in self._settled)
        if is_laptop(address):
            return mine if len(mine) + settled >= self._limits.of_laptop else None
        if len(mine) >= self._limits.per_address:
            return mine
        network = [those for other, those in self._open.items() if not is_laptop(other)]
        if sum(map(len, network)) + settled < self._limits.in_all:
            return None
        return max(network, key=len, default=None)


def affordable(limits: ConnectionLimits) -> ConnectionLimits:
    """The same, or fewer where the system lets a program have few files open: the tables need some too."""
    connections = limits.in_all + limits.of_laptop
    spare = raise_to(connections + _FILES_OF_OTHERS) - _FILES_OF_OTHERS
    if spare >= connections:
        return limits
    return limits._replace(in_all=spare // 2, of_laptop=spare // 2)


if sys.platform == "win32":

    def raise_to(wanted: int) -> int:
        """How many files this program may have open: Windows knows no such limit."""
        return wanted

else:
    import resource

    def raise_to(wanted: int) -> int:
        """Have so many files and connections allowed, as far as this user may; returns how many of them are."""
        limit, highest = resource.getrlimit(resource.RLIMIT_NOFILE)
        if limit == resource.RLIM_INFINITY or limit >= wanted:
            return wanted
        with contextlib.suppress(OSError, ValueError):
            may_have = wanted if highest == resource.RLIM_INFINITY else min(wanted, highest)
            resource.setrlimit(resource.RLIMIT_NOFILE, (may_have, highest))
        return min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
