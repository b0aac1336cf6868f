"""Waking everybody who waits in an event loop, from any thread."""

import asyncio
from contextlib import suppress

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
