"""Viewers of a hall who read its stream as browsers do, and when each had seen which press."""

import asyncio
import bisect
import re
import threading
import time
from collections import defaultdict
from contextlib import suppress
from typing import NamedTuple

_START_S = 120.0
_CHANGE = re.compile(rb'data: (?:<article[^>]*data-fragment="table:|)(T[0-9]+)[" ]')


class Press(NamedTuple):
    """`made`: by time.monotonic."""

    table: str
    made: float


class Seen:
    """When somebody saw something new of which table, by time.monotonic."""

    def __init__(self) -> None:
        self._times: defaultdict[str, list[float]] = defaultdict(list)

    def note(self, table: str, when: float) -> None:
        """Later than all before."""
        self._times[table].append(when)

    def after(self, press: Press, late_s: float) -> float:
        """Seconds from the press until something new was seen of its table; `late_s` where that was later or never."""
        times = self._times[press.table]
        following = bisect.bisect(times, press.made)
        return min(times[following] - press.made, late_s) if following < len(times) else late_s


class Viewers:
    """So many, in a thread of their own, who read the stream of this address."""

    def __init__(self, port: int, number: int) -> None:
        self.seen = [Seen() for _ in range(number)]
        self._port = port
        self._there = 0
        self._loop = asyncio.new_event_loop()
        self._tasks = [self._loop.create_task(self._view(at)) for at in range(number)]
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        deadline = time.monotonic() + _START_S
        while self._there < number and time.monotonic() < deadline:
            time.sleep(0.05)

    async def _view(self, viewer: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        writer.write(f"GET /stream?table=* HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        self._there += 1
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while line := await reader.readline():
                if found := _CHANGE.match(line):
                    self.seen[viewer].note(found[1].decode(), time.monotonic())

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._end)
        self._thread.join()

    def _end(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._loop.call_soon(self._loop.stop)
