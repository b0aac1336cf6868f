"""Pages of a hall: from a press at a table to the page of everybody who looks, what that costs, how large pages are.

Sixty tables (many_boards.py) on `tallyboard serve`, each pressed every four seconds on average, and two hundred viewers
of the whole hall, who read the stream as a browser does. Then the same tables and viewers on a naive server, written
below: each change sends each viewer the whole hall. Both in one run, so that the ratios hold on any machine.

Press to page: from the press to the arrival of the fragment at a viewer, over all viewers. A second, slow half of the
path, from there to the pixel, is the browser's own: some milliseconds for a fragment, more for a whole hall.

Memory: of the server before and after it played; and of a hall in this process that takes as many changes as an hour
has, as fast as they can be taken, with as many viewers of which every tenth takes nothing. Nothing is asserted.

`python benchmarks/bench_pages.py [TABLES [VIEWERS]]`
"""

import asyncio
import json
import os
import queue
import re
import signal
import statistics
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import AsyncIterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.bench_hall import Child
from benchmarks.processes import resident_mb
from tallyboard.hub.hub import Hub
from tallyboard.hub.lazy_store import LazyStore
from tallyboard.pages.app import make_app
from tallyboard.pages.language import language
from tallyboard.pages.links import ServerLinks
from tallyboard.pages.live.hall import EVERY_TABLE, Choice, Live
from tallyboard.pages.live.stream import Teller
from tallyboard.pages.serving import Server, listen
from tallyboard.pages.site import Site
from tests.host.watch_events import LIVE, MATCH, score

TABLES = 60
VIEWERS = 200
EVERY_S = 4.0  # a press at each table
PLAYED_S = 15.0
LATE_S = 5.0  # how long the last presses are waited for
START_S = 120.0
HOUR = 3600  # seconds whose presses are taken in one go
ALL = Choice(EVERY_TABLE)
_CHANGE = re.compile(rb'data: (?:<article[^>]*data-fragment="table:|)(T[0-9]+)[" ]')


@dataclass
class Press:
    """`seen`: seconds until each viewer had it."""

    made: float
    seen: list[float] = field(default_factory=list)


class Presses:
    """By table the last press, and all of them; each viewer counts once for each."""

    def __init__(self) -> None:
        self.all: list[Press] = []
        self._last: dict[str, tuple[Press, set[int]]] = {}
        self._lock = threading.Lock()

    def make(self, line: str) -> None:
        """A line of many_boards.py."""
        if line == "ready\n":
            return
        board, _, made = line.split()
        press = Press(float(made))
        with self._lock:
            self.all.append(press)
            self._last[f"T{int(board[-7:], 16)}"] = press, set()

    def reach(self, table: str, viewer: int) -> None:
        """A viewer has something new of this table: the first after a press has it."""
        now = time.monotonic()
        with self._lock:
            press, seen_by = self._last.get(table, (None, set[int]()))
            if press is not None and viewer not in seen_by:
                seen_by.add(viewer)
                press.seen.append(now - press.made)


class Viewers:
    """So many, in a thread of their own, who read the stream of this address."""

    def __init__(self, port: int, number: int, presses: Presses) -> None:
        self._port = port
        self._presses = presses
        self._there = 0
        self._loop = asyncio.new_event_loop()
        self._tasks = [self._loop.create_task(self._view(at)) for at in range(number)]
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        deadline = time.monotonic() + START_S
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
                    self._presses.reach(found[1].decode(), viewer)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._end)
        self._thread.join()

    def _end(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._loop.call_soon(self._loop.stop)


@dataclass
class Played:
    """`cpu`: processors that were busy; memory in MB."""

    presses: list[Press]
    viewers: int
    cpu: float
    before_mb: float
    after_mb: float

    def times(self) -> list[float]:
        """Of each press at each viewer; what nobody saw in time took as long as it was waited for."""
        return [took for press in self.presses for took in [*press.seen, *[LATE_S] * (self.viewers - len(press.seen))]]

    @property
    def half(self) -> float:
        return statistics.median(self.times())

    @property
    def most(self) -> float:
        return statistics.quantiles(self.times(), n=100)[-1]


def play(command: list[str], tables: int, viewers: int, sizes: bool) -> Played:
    """One server with its tables and viewers."""
    presses = Presses()
    address: queue.SimpleQueue[str] = queue.SimpleQueue()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        boards = [str(Path(__file__).with_name("many_boards.py")), "0", str(tables), str(folder)]
        fakes = stack.enter_context(Child(boards, presses.make, folder))
        about = ["--port", str(folder / "t*"), "--db", str(folder / "db")]
        server = stack.enter_context(Child([*command, *about], address.put, folder))
        port = json.loads(address.get(timeout=START_S))["port"]
        _wait_for_tables(port, tables)
        if sizes:
            tell_sizes(port)
        looking = stack.enter_context(closing(Viewers(port, viewers, presses)))
        before_mb, before, began = resident_mb(server.pid), server.cpu_s(), time.monotonic()
        fakes.say(str(EVERY_S))
        time.sleep(PLAYED_S)
        fakes.say("0")
        cpu = (server.cpu_s() - before) / (time.monotonic() - began)
        time.sleep(LATE_S)
        looking.close()
        return Played(presses.all, viewers, cpu, before_mb, resident_mb(server.pid))


def _wait_for_tables(port: int, tables: int) -> None:
    deadline = time.monotonic() + START_S
    while _get(port, "/").count(b"data-sort=") < tables:
        if time.monotonic() > deadline:
            raise SystemExit("The hub has not heard every table in time.")
        time.sleep(0.5)


def _get(port: int, path: str) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=START_S) as answer:
        return bytes(answer.read())


def tell_sizes(port: int) -> None:
    """Print how large pages are, as HTML and with what they load."""
    hall = _get(port, "/")
    assets = sum(len(_get(port, path.decode())) for path in set(re.findall(rb'"(/static/[^"]+)"', hall)))
    print(f"  style, script and icon of the hall {assets / 1e3:.0f} KB, loaded once")
    for path in ("/", "/table/T1", "/tv", "/overlay/T1"):
        print(f"  {path:12} {len(_get(port, path)) / 1e3:6.1f} KB")


# ---- the naive server


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
        cards = "".join(self._teller.fragments.card(card, spoken) for card in self._live.cards(ALL))
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
        server = Server(naive if is_naive else make_app(site), listening)
        with closing(Hub(store, (port,), naive.tell if is_naive else live.take)) as hub:
            hub.start()
            server.start()
            print(json.dumps({"port": listening.getsockname()[1]}), flush=True)
            while not ended.wait(1.0):
                hub.step()
                live.step()
            live.close()
            server.stop()


# ---- an hour


async def hour(tables: int, viewers: int) -> None:
    """Take the changes of an hour and print what memory grew by."""
    live = Live()
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Site(LazyStore(f"{folder}/db"), Path(folder), live))
        teller = Teller(live, ServerLinks(app))
        for table in range(tables):
            live.take(score(board=f"b{table}", port=f"p{table}", table=f"T{table}"))
        told = [0] * viewers
        following = [asyncio.create_task(_follow(teller, told, at)) for at in range(viewers)]
        await asyncio.sleep(0.5)
        presses = round(HOUR / EVERY_S * tables)
        before = resident_mb(os.getpid())
        began = time.monotonic()
        for at in range(presses):
            live_score = {**LIVE, "raw": [at % 200, 0]}
            live.take(
                score(live_score, MATCH, board=f"b{at % tables}", port=f"p{at % tables}", table=f"T{at % tables}")
            )
            if at % 100 == 0:
                await asyncio.sleep(0)
        await asyncio.sleep(0.2)
        grown = resident_mb(os.getpid()) - before
        took = time.monotonic() - began
        for one in following:
            one.cancel()
    print(
        f"an hour's {presses} changes with {viewers} viewers, in {took:.0f} s: {grown:+.1f} MB ({before:.0f} MB before)"
    )


async def _follow(teller: Teller, told: list[int], at: int) -> None:
    """A viewer; every tenth takes what comes first and nothing after that."""
    async for said in teller.tell("", ALL, "", language("en")):
        told[at] += len(said)
        if at % 10 == 0 and told[at] > 10_000:
            await asyncio.sleep(HOUR)


def tell(what: str, played: Played) -> None:
    """Print a measurement."""
    half, most = played.half * 1e3, played.most * 1e3
    missed = sum(played.viewers - len(press.seen) for press in played.presses)
    print(f"{what}: {len(played.presses)} presses, {played.viewers} viewers")
    print(f"  press to page p50 {half:.0f} ms, p99 {most:.0f} ms, {missed} never in {LATE_S:.0f} s")
    print(
        f"  {played.cpu * 100:.0f} % of a processor, {played.before_mb:.0f} MB, then {played.after_mb:.0f} MB",
        flush=True,
    )


def main(tables: int, viewers: int) -> None:
    ours = play([__file__, "serve"], tables, viewers, sizes=True)
    tell(f"pages, {tables} tables", ours)
    naive = play([__file__, "naive"], tables, viewers, sizes=False)
    tell(f"naive, {tables} tables", naive)
    ratios = f"p50 {naive.half / ours.half:.1f}, p99 {naive.most / ours.most:.1f}, processor {naive.cpu / ours.cpu:.1f}"
    print(f"the naive server takes as many times: {ratios}")
    asyncio.run(hour(tables, viewers))
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, of which tables and viewers are a part")


if __name__ == "__main__":
    if sys.argv[1:2] in (["serve"], ["naive"]):
        serve(sys.argv[1] == "naive", sys.argv[3], sys.argv[5])
    else:
        main(*(int(word) for word in [*sys.argv[1:], *map(str, (TABLES, VIEWERS)[len(sys.argv) - 1 :])]))
