"""What a hub knows of its ports beyond one conversation: which board is on which, and how often one was met there."""

import threading
from collections import deque
from collections.abc import Callable

from tallyboard.errors import CoreError
from tallyboard.errors.hub import TWO_PORTS

RECENTLY_S = 60.0
OFTEN = 3  # times that a board may be met on a port in that time; a port on which it is met more often is restless
PAUSES_S = (1.0, 2.0, 4.0, 5.0)  # before it is met once more, each time
SETTLED_S = 2.0  # that a board has to stay on a restless port until it is told
_HEARD_S = 5.0  # without a byte until a board may have gone to another port


class KnownPort:
    """One port. `is_told`: somebody knows that it is restless, and nothing was told of it since."""

    def __init__(self, port: str, places: "KnownPorts") -> None:
        self.is_told = False
        self._port = port
        self._places = places
        self._met: deque[float] = deque()

    def met(self, now: float) -> float:
        """A board was met here; the seconds that it has to stay until that is told."""
        self._met.append(now)
        return SETTLED_S if self.restless(now) else 0.0

    def restless(self, now: float) -> int:
        """How many times a board was met here in the last minute, 0 where that is not too often."""
        while self._met and self._met[0] <= now - RECENTLY_S:
            self._met.popleft()
        return len(self._met) if len(self._met) > OFTEN else 0

    def pause_s(self, now: float) -> float:
        """How long to wait before a board is met here again."""
        times = self.restless(now)
        return PAUSES_S[min(times - OFTEN, len(PAUSES_S)) - 1] if times else 0.0

    def admit(self, board: str, silent_s: Callable[[], float]) -> None:
        """Have the board be on this port; `silent_s()`: for how long nothing has been heard here.

        Raises TallyboardError where it is on another port: which of the two is the board nobody knows here, and the
        records of the two would be one journal.
        """
        other = self._places.claim(board, self._port, silent_s)
        if other is not None:
            raise CoreError(TWO_PORTS, port=self._port, board=board, other=other)

    def leave(self) -> None:
        """Nobody talks to a board here any more."""
        self._places.free(self._port)


class KnownPorts:
    """The ports of a hub, whatever becomes of those who follow them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._places: dict[str, KnownPort] = {}
        self._has: dict[str, tuple[str, Callable[[], float]]] = {}  # by board: its port, and how long that is silent

    def at(self, port: str) -> KnownPort:
        """What is known of this port."""
        with self._lock:
            return self._places.setdefault(port, KnownPort(port, self))

    def claim(self, board: str, port: str, silent_s: Callable[[], float]) -> str | None:
        """The other port on which this board is heard; None where there is none: now it is on this one."""
        with self._lock:
            other, silence = self._has.get(board, (port, silent_s))
            if other != port and silence() < _HEARD_S:
                return other
            self._has[board] = port, silent_s
            return None

    def free(self, port: str) -> None:
        """Whatever board was on this port may be on another one."""
        with self._lock:
            self._has = {board: at for board, at in self._has.items() if at[0] != port}
