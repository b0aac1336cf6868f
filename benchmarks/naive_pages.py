"""What the pages are compared with: a server that sends each viewer the whole hall at each change.

`python benchmarks/naive_pages.py (ours|naive) --port PORT --db FILE`: a hub with pages until SIGTERM, ours or the naive
ones; prints where they are, as JSON.
"""

import asyncio
import json
import signal
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

from tallyboard.hub.database import LazyStore
from tallyboard.hub.hub import Hub
from tallyboard.pages.app import Server, listen, make_app, protected
from tallyboard.pages.live.hall import EVERY_TABLE, Live, Viewing
from tallyboard.pages.live.stream import Teller
from tallyboard.pages.render import ServerLinks
from tallyboard.pages.safety.operators import Operators
from tallyboard.pages.safety.origin import LOOPBACK
from tallyboard.pages.site import Site
from tallyboard.text.language import language

_ALL = Viewing(EVERY_TABLE)


class Naive:
    """An app whose stream has a queue for each viewer, into which each change puts the whole hall."""

    def __init__(self, site: Site, live: Live) -> None:
        self._app = make_app(site)
        self._live = live
        self._teller = Teller(live, ServerLinks(self._app))
        self._queues: list[asyncio.Queue[bytes]] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    def tell(self, event: Any) -> None:
        self._live.take(event)
        if event["event"] == "score" and self._loop is not None:
            self._loop.call_soon_threadsafe(self._send_all, event["table"])

    def _send_all(self, table: str) -> None:
        spoken = language("en")
        cards = "".join(self._teller.fragments.of(card, spoken) for card in self._live.cards(_ALL))
        for waiting in self._queues:
            waiting.put_nowait(f"data: {table} {cards}\n\n".encode())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["path"] != "/stream":
            await self._app(scope, receive, send)
            return
        self._loop = asyncio.get_running_loop()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
        async for body in self._changes():
            await send({"type": "http.response.body", "body": body, "more_body": True})

    async def _changes(self) -> AsyncIterator[bytes]:
        mine: asyncio.Queue[bytes] = asyncio.Queue()
        self._queues.append(mine)
        while True:
            yield await mine.get()


def serve(is_naive: bool, port: str, db: str) -> None:
    """A hub with the naive server, or with that of the pages, until it is told to end."""
    live = Live()
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    with closing(LazyStore(db)) as store, listen(0, False) as listening:
        site = Site(store, Path(db).parent, live)
        naive = Naive(site, live)
        server = Server(naive if is_naive else protected(site, Operators(Path(db).parent), LOOPBACK), listening)
        with closing(Hub(store, (port,), naive.tell if is_naive else live.take)) as hub:
            hub.start()
            server.start()
            print(json.dumps({"port": listening.getsockname()[1]}), flush=True)
            while not ended.wait(1.0):
                hub.step()
                live.step()
            live.close()
            server.stop()


if __name__ == "__main__":
    serve(sys.argv[1] == "naive", sys.argv[3], sys.argv[5])
