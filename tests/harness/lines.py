"""Lines that can be slow, hang, break at any byte or half-close: a proxy for each, between two sockets of this machine.

Nothing is lost or altered on a line that is not cut: as on TCP, what comes late comes in order.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

UP, DOWN = "to the laptop", "to the phone"  # of a line to a server: to the server, and to the laptop
SOCKET = ".s.PGSQL.5432"  # what libpq looks for in the folder that it is given as its host

_CHUNK = 65_536
_GUARD_S = 30

_Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Line:
    """Whatever connects to it is connected with the other end, after `delay_s` each way."""

    def __init__(self) -> None:
        self.delay_s = 0.0
        self._open = asyncio.Event()
        self._open.set()
        self._left: dict[str, int | None] = {UP: None, DOWN: None}  # bytes until it breaks
        self._ends: dict[asyncio.StreamWriter, str] = {}  # which way they carry
        self._serving: asyncio.Server | None = None

    async def _listen(self) -> asyncio.Server:
        """Serve `_connected`."""
        raise NotImplementedError

    async def _reach(self) -> _Streams:
        """The other end."""
        raise NotImplementedError

    async def begin(self) -> None:
        """Listen."""
        self._serving = await self._listen()

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

    async def cut_after(self, way: str, count: int) -> None:
        """Break them when so many more bytes have gone this way; 0: never."""
        self._left[way] = count or None

    async def half_close(self, way: str) -> None:
        """No more bytes go this way, which its reader is told."""
        for end, its_way in list(self._ends.items()):
            if its_way == way:
                with contextlib.suppress(OSError):
                    end.write_eof()

    async def end(self) -> None:
        """Listen no longer."""
        if self._serving is not None:
            self._serving.close()
        await self.cut()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends[writer] = DOWN
        there: asyncio.StreamWriter | None = None
        try:
            await self._open.wait()
            answers, there = await self._reach()
            self._ends[there] = UP
            await asyncio.gather(self._carry(UP, reader, there), self._carry(DOWN, answers, writer))
        except OSError:
            pass  # the other end is away, or somebody has broken the connection
        finally:
            for end in (writer, there):
                if end is not None:
                    self._ends.pop(end, None)
                    end.transport.abort()

    async def _carry(self, way: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
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
                if not writer.transport.is_closing():
                    await self._pass(way, writer, data)

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

    async def _pass(self, way: str, writer: asyncio.StreamWriter, data: bytes) -> None:
        left = self._left[way]
        if left is not None:
            data = data[:left]
            self._left[way] = left - len(data)
        with contextlib.suppress(RuntimeError):  # it was half-closed
            writer.write(data)
        if self._left[way] == 0:
            self._left[way] = None
            with contextlib.suppress(ConnectionError):
                await writer.drain()
            await self.cut()


class ServerLine(Line):
    """From the socket in `folder` to the server's `socket`."""

    def __init__(self, folder: Path, socket: Path) -> None:
        super().__init__()
        self.folder = folder
        self._socket = socket

    async def _listen(self) -> asyncio.Server:
        return await asyncio.start_unix_server(self._connected, self.folder / SOCKET)

    async def _reach(self) -> _Streams:
        return await asyncio.open_unix_connection(self._socket)


class PhoneLine(Line):
    """From `port` to the port of this machine that `target` says at each connection."""

    def __init__(self, target: Callable[[], int]) -> None:
        super().__init__()
        self.port = 0
        self._target = target

    async def _listen(self) -> asyncio.Server:
        serving = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = serving.sockets[0].getsockname()[1]
        return serving

    async def _reach(self) -> _Streams:
        return await asyncio.open_connection("127.0.0.1", self._target())


_AnyLine = TypeVar("_AnyLine", bound=Line)


class Lines:
    """All lines, served by a thread. The methods return when it is done."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._lines: list[Line] = []
        self._thread = threading.Thread(target=self._loop.run_forever, name="lines", daemon=True)
        self._thread.start()

    def add(self, line: _AnyLine) -> _AnyLine:
        """Serve it too."""
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

    def cut(self, line: Line) -> None:
        """Break what is connected over it."""
        self._do(line.cut())

    def cut_after(self, line: Line, way: str, count: int) -> None:
        """As the line's."""
        self._do(line.cut_after(way, count))

    def half_close(self, line: Line, way: str) -> None:
        """As the line's."""
        self._do(line.half_close(way))

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
