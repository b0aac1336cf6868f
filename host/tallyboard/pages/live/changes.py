"""What changed after what, and waking everybody who waits for it."""

import asyncio
import secrets
from contextlib import suppress

_GONE_KEPT = 500  # things that are no more, of which viewers are told


class Versions:
    """Numbers of this process, with random digits in front: an id of another process means nothing here."""

    def __init__(self) -> None:
        self.number = 0
        self._boot = secrets.token_hex(4)
        self._changed: dict[str, int] = {}  # in the order of the changes
        self._gone: dict[str, int] = {}
        self._forgotten = 0  # what is gone up to this number is not known any more

    @property
    def id(self) -> str:
        """What a viewer has who was told everything."""
        return self.id_of(self.number)

    def id_of(self, number: int) -> str:
        """What a viewer has who was told everything up to this number."""
        return f"{self._boot}-{number}"

    def read(self, told: str) -> int | None:
        """The number of an id; None where it is of another process or too old, so that everything is to be told."""
        boot, _, digits = told.partition("-")
        if boot != self._boot or not (digits.isascii() and digits.isdecimal()) or len(digits) > 18:
            return None
        number = int(digits)
        return number if self._forgotten <= number <= self.number else None

    def change(self, key: str) -> None:
        """This is another now, or new."""
        self.number += 1
        self._gone.pop(key, None)
        self._changed.pop(key, None)
        self._changed[key] = self.number

    def remove(self, key: str) -> None:
        self.number += 1
        self._changed.pop(key, None)
        self._gone.pop(key, None)
        self._gone[key] = self.number
        if len(self._gone) > _GONE_KEPT:
            oldest = next(iter(self._gone))
            self._forgotten = self._gone.pop(oldest)

    def changed(self, after: int) -> list[str]:
        """What has changed since this number and is still there, in order."""
        return _newer(self._changed, after)

    def gone(self, after: int) -> list[str]:
        """What is no more since this number, in order."""
        return _newer(self._gone, after)


def _newer(numbers: dict[str, int], after: int) -> list[str]:
    found = []
    for key in reversed(numbers):
        if numbers[key] <= after:
            break
        found.append(key)
    return found[::-1]


BEAT_S = 2.0  # between two signs of life
PACE_S = 0.05  # at least, between two wake-ups: what happens in between comes together


class Pulse:
    """`beats`: how many signs of life have been due. Nobody who waits has a queue: they look for what is new."""

    def __init__(self) -> None:
        self.beats = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ring: asyncio.Event | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._rung_at = 0.0

    def next(self) -> asyncio.Event:
        """What is set when there may be something new. Ask for it before you look, wait after."""
        loop = asyncio.get_running_loop()
        if self._ring is None or self._loop is not loop:
            self._loop, self._ring, self._timer, self._rung_at = loop, asyncio.Event(), None, 0.0
            loop.call_later(BEAT_S, self._beat, loop)
        return self._ring

    def wake(self) -> None:
        """From any thread: there is something new."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # it has ended
                loop.call_soon_threadsafe(self._soon)

    def _soon(self) -> None:
        if self._timer is None and self._loop is not None:
            delay = max(0.0, self._rung_at + PACE_S - self._loop.time())
            self._timer = self._loop.call_later(delay, self._wake_all)

    def _wake_all(self) -> None:
        assert self._ring is not None and self._loop is not None
        self._timer = None
        self._rung_at = self._loop.time()
        self._ring.set()
        self._ring = asyncio.Event()

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        if loop is self._loop:
            self.beats += 1
            self._wake_all()
            loop.call_later(BEAT_S, self._beat, loop)
