"""How often a passcode may be tried.

A passcode of 52 bits is not found by trying: ten a second for a whole day is less than one in a thousand million. So
nothing here locks anybody out; it keeps the laptop's work small, and shares what there is of it among addresses:

- An address has a few tries, then one each half minute. Whatever others do, it keeps its own.
- In all, passcodes from the network are computed one at a time, address by address in rotation, with a pause after each
  that is wrong. Only so many wait; where they are more, who has the most waiting gives way (see turns.py).
- The laptop itself has tries and a place of its own, which nobody in the network can use up.
- Whoever has a session is never asked.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from tallyboard.pages.safety.addresses import device, is_laptop

_NO_TIME = 1e-6  # seconds, by which sums of times may be wrong


class Allowance(NamedTuple):
    """So many tries at once; then one each so many seconds."""

    at_once: int
    seconds: float


class AttemptLimits(NamedTuple):
    """`pause`: seconds after a wrong one from the network. `addresses`: how many are remembered."""

    per_address: Allowance = Allowance(5, 30.0)
    of_laptop: Allowance = Allowance(10, 5.0)
    pause: float = 0.05
    waiting: int = 50
    waiting_per_address: int = 2
    addresses: int = 4096


class Attempts:
    """Counts the tries of each address. `clock`: seconds that only go up."""

    def __init__(self, limits: AttemptLimits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._all_back: dict[str, float] = {}  # when each has all tries again; who tried longest ago stands first

    def begin(self, address: str) -> int:
        """Use up a try, before it is known whether it is right. Returns 0, or in how many seconds there is one."""
        now, who = self._clock(), device(address)
        allowance = self._allowance(who)
        all_back = max(now, self._all_back.get(who, now)) + allowance.seconds
        wait = all_back - now - allowance.at_once * allowance.seconds
        if wait > _NO_TIME:
            return math.ceil(wait - _NO_TIME)
        self._all_back.pop(who, None)
        self._all_back[who] = all_back
        self._forget(now)
        return 0

    def was_right(self, address: str) -> None:
        """Give all tries back."""
        self._all_back.pop(device(address), None)

    def was_not_made(self, address: str) -> None:
        """Give the last try back: it was never computed."""
        who = device(address)
        if who in self._all_back:
            self._all_back[who] -= self._allowance(who).seconds

    def _allowance(self, who: str) -> Allowance:
        return self._limits.of_laptop if is_laptop(who) else self._limits.per_address

    def _forget(self, now: float) -> None:
        """From the front on, who has all tries again; and who tried longest ago, where they are too many."""
        while self._all_back:
            who, all_back = next(iter(self._all_back.items()))
            if len(self._all_back) <= self._limits.addresses and all_back > now:
                return
            del self._all_back[who]
