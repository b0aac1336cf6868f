"""The lines between laptops and the server: a proxy on a unix socket for each, which can be slow, hang or break.

Nothing is lost or altered on a line that is not cut: as on TCP, what comes late comes in order.
"""

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

SOCKET = ".s.PGSQL.5432"  # what libpq looks for in the folder that it is given as its host
_CHUNK = 65_536
_GUARD_S = 30


class Line:
    """What connects in `folder` is connected with the server's `socket`, after `delay_s` each way."""

    def __init__(self, folder: Path, socket: Path) -> None:
        self.folder = folder
        self.delay_s = 0.0
        self._socket = socket
        self._open = asyncio.Event()
        self._open.set()
        self._ends: set[asyncio.StreamWriter] = set()
        self._serving: asyncio.Server | None = None

    async def begin(self) -> None:
        """Listen."""
        self._serving = await asyncio.start_unix_server(self._connected, self.folder / SOCKET)

    async def hold(self) -> None:
        """From now on nothing goes either way; what is sent waits on the line."""
        self._open.clear()

    async def release(self) -> None:
        """What waits goes on."""
        self._open.set()

    async def cut(self) -> None:
        """Break every connection that there is; what was on its way is lost."""
        for end in list(self._ends):
            end.transport.abort()

    async def end(self) -> None:
        """Listen no longer."""
        if self._serving is not None:
            self._serving.close()
        await self.cut()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends.add(writer)
        there: asyncio.StreamWriter | None = None
        try:
            await self._open.wait()
            answers, there = await asyncio.open_unix_connection(self._socket)
            self._ends.add(there)
            await asyncio.gather(self._carry(reader, there), self._carry(answers, writer))
        except OSError:
            pass  # the server is away, or somebody has broken the connection
        finally:
            for end in (writer, there):
                if end is not None:
                    self._ends.discard(end)
                    end.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Until one of the two ends is closed, which closes the other when all has arrived there."""
        clock = asyncio.get_running_loop().time
        underway: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, data = await underway.get()
                await asyncio.sleep(due - clock())
                await self._open.wait()
                if not data:
                    writer.transport.close()
                    return
                writer.write(data)

        delivering = asyncio.create_task(deliver())
        try:
            data = b"more"
            while data:
                with contextlib.suppress(ConnectionError):
                    data = b""
                    data = await reader.read(_CHUNK)
                underway.put_nowait((clock() + self.delay_s, data))
            await delivering
        finally:
            delivering.cancel()


class Lines:
    """All lines, served by a thread. The methods return when it is done."""

    def __init__(self, socket: Path) -> None:
        """`socket`: the server's."""
        self._socket = socket
        self._loop = asyncio.new_event_loop()
        self._lines: list[Line] = []
        self._thread = threading.Thread(target=self._loop.run_forever, name="lines", daemon=True)
        self._thread.start()

    def add(self, folder: Path) -> Line:
        """A new one; what connects to the socket in `folder` is on it."""
        line = Line(folder, self._socket)
        self._do(line.begin())
        self._lines.append(line)
        return line

    def hold(self, *lines: Line) -> None:
        """Let these hang, or all."""
        for line in lines or self._lines:
            self._do(line.hold())

    def release(self, *lines: Line) -> None:
        """Let these go on, or all."""
        for line in lines or self._lines:
            self._do(line.release())

    def cut(self, *lines: Line) -> None:
        """Break what is connected over these."""
        for line in lines:
            self._do(line.cut())

    def close(self) -> None:
        """End all of them."""
        for line in self._lines:
            self._do(line.end())
        self._do(self._rest())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_GUARD_S)
        self._loop.close()

    async def _rest(self) -> None:
        """Let every connection come to its end."""
        mine = asyncio.current_task()
        others = [task for task in asyncio.all_tasks() if task is not mine]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _do(self, what: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result(_GUARD_S)
