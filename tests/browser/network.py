"""The network between a browser and the server, which can go away and come back."""

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from typing import Any

_CHUNK = 65_536
_GUARD_S = 30


class Network:
    """What connects to `port` of this machine reaches the server's port. While it is cut nothing arrives at either end,
    and nobody is told; as with TCP, what was on its way arrives when it is whole again. Use it with `with`.
    """

    def __init__(self, server: int) -> None:
        self._server = server
        self._loop = asyncio.new_event_loop()
        self._whole = asyncio.Event()
        self._whole.set()
        self._thread = threading.Thread(target=self._loop.run_forever, name="network", daemon=True)

    def __enter__(self) -> "Network":
        self._thread.start()
        self._serving = self._do(asyncio.start_server(self._connected, "127.0.0.1", 0))
        self.port = int(self._serving.sockets[0].getsockname()[1])
        return self

    def __exit__(self, *_: object) -> None:
        self._serving.close()
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_GUARD_S)
        self._loop.close()

    @property
    def url(self) -> str:
        """Where the server is seen through this network, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """From now on nothing arrives."""
        self._loop.call_soon_threadsafe(self._whole.clear)

    def restore(self) -> None:
        """What waits arrives."""
        self._loop.call_soon_threadsafe(self._whole.set)

    def restore_for_new_lines(self) -> None:
        """Lines that were made up to now stay dead without a word, as they do where TCP waits longer and longer before
        it tries again, or an access point has forgotten them."""
        self._loop.call_soon_threadsafe(self._begin_anew)

    def _begin_anew(self) -> None:
        self._whole = asyncio.Event()
        self._whole.set()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, whole = None, self._whole
        with contextlib.suppress(OSError, asyncio.CancelledError):  # the server is away, or the browser, or all ends
            await whole.wait()
            answers, there = await asyncio.open_connection("127.0.0.1", self._server)
            await asyncio.gather(self._carry(reader, there, whole), self._carry(answers, writer, whole))
        for end in (writer, there):
            if end is not None:
                end.transport.abort()

    @staticmethod
    async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, whole: asyncio.Event) -> None:
        while data := await reader.read(_CHUNK):
            await whole.wait()
            writer.write(data)
            await writer.drain()
        await whole.wait()
        writer.transport.close()

    async def _end(self) -> None:
        mine = asyncio.current_task()
        others = [task for task in asyncio.all_tasks() if task is not mine]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _do(self, what: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(_GUARD_S)
