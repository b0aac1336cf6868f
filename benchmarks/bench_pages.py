"""Pages of a hall: from a press at a table to the page of everybody who looks, and what that costs.

Sixty tables (many_boards.py) on `tallyboard serve`, each pressed every four seconds on average, and two hundred viewers
of the whole hall, who read the stream as a browser does. Then the same tables and viewers on a naive server
(naive_pages.py): each change sends each viewer the whole hall. Both in one run, so that the ratios hold on any machine.

Press to page: from the press to the arrival of the fragment at a viewer, over all viewers. Press to pixel: until it is
painted in a window of Chromium, which is one viewer more. On a phone: how soon something of the hall is seen there, and
how many bytes come for it, the first time and once more.

Memory: of the server before and after it played; and of a hall in this process that takes as many changes as an hour
has, as fast as they can be taken, with as many viewers of which every tenth takes nothing. Nothing is asserted.

`python benchmarks/bench_pages.py [TABLES [VIEWERS]]`
"""

import asyncio
import json
import os
import queue
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from benchmarks.bench_hall import Child
from benchmarks.processes import resident_mb
from benchmarks.viewers import Press, Viewers
from benchmarks.window import Opened, Window
from tallyboard.hub.database import LazyStore
from tallyboard.pages.app import make_app
from tallyboard.pages.live.hall import EVERY_TABLE, Live, Viewing
from tallyboard.pages.live.stream import Teller
from tallyboard.pages.render import ServerLinks
from tallyboard.pages.site import Site
from tallyboard.text.language import language
from tests.host.watch_events import LIVE, MATCH, score

TABLES = 60
VIEWERS = 200
EVERY_S = 4.0  # a press at each table
PLAYED_S = 15.0
LATE_S = 5.0  # how long the last presses are waited for
START_S = 120.0
HOUR = 3600  # seconds whose presses are taken in one go
ALL = Viewing(EVERY_TABLE)


@dataclass
class Played:
    """Of each press at each viewer the seconds to the page, and those to the pixel, none without Chromium. `cpu`:
    processors that were busy; memory in MB; `opened`: on a phone, the first time and once more."""

    presses: int
    pages: list[float]
    pixels: list[float]
    cpu: float
    before_mb: float
    after_mb: float
    opened: list[Opened]


def half(times: list[float]) -> float:
    return statistics.median(times)


def most(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[-1]


def play(kind: str, tables: int, viewers: int) -> Played:
    """One server with its tables and viewers; `kind`: ours or naive."""
    presses: list[Press] = []
    address: queue.SimpleQueue[str] = queue.SimpleQueue()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        boards = [str(Path(__file__).with_name("many_boards.py")), "0", str(tables), str(folder)]
        fakes = stack.enter_context(Child(boards, lambda line: presses.extend(_presses(line)), folder))
        serve = [str(Path(__file__).with_name("naive_pages.py")), kind]
        about = ["--port", str(folder / "t*"), "--db", str(folder / "db")]
        server = stack.enter_context(Child([*serve, *about], address.put, folder))
        port = json.loads(address.get(timeout=START_S))["port"]
        _wait_for_tables(port, tables)
        window = stack.enter_context(Window(port, kind == "naive"))
        opened = [] if window.missing or kind == "naive" else window.on_a_phone()
        looking = stack.enter_context(closing(Viewers(port, viewers)))
        before_mb, before, began = resident_mb(server.pid), server.cpu_s(), time.monotonic()
        fakes.say(str(EVERY_S))
        time.sleep(PLAYED_S)
        fakes.say("0")
        cpu = (server.cpu_s() - before) / (time.monotonic() - began)
        time.sleep(LATE_S)
        looking.close()
        pages = [seen.after(press, LATE_S) for seen in looking.seen for press in presses]
        painted = None if window.missing else window.seen()
        pixels = [painted.after(press, LATE_S) for press in presses] if painted else []
        return Played(len(presses), pages, pixels, cpu, before_mb, resident_mb(server.pid), opened)


def _presses(line: str) -> Iterator[Press]:
    """That of a line of many_boards.py."""
    if line != "ready\n":
        board, _, made = line.split()
        yield Press(f"T{int(board[-7:], 16)}", float(made))


def _wait_for_tables(port: int, tables: int) -> None:
    deadline = time.monotonic() + START_S
    while _hall(port).count(b"data-sort=") < tables:
        if time.monotonic() > deadline:
            raise SystemExit("The hub has not heard every table in time.")
        time.sleep(0.5)


def _hall(port: int) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=START_S) as answer:
        return bytes(answer.read())


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
    missed = sum(took == LATE_S for took in played.pages)
    print(f"{what}: {played.presses} presses, {len(played.pages) // played.presses} viewers")
    print(f"  press to page {_ms(played.pages)}, {missed} never in {LATE_S:.0f} s")
    print(f"  press to pixel {_ms(played.pixels)}" if played.pixels else "  press to pixel: there is no Chromium here")
    print(
        f"  {played.cpu * 100:.0f} % of a processor, {played.before_mb:.0f} MB, then {played.after_mb:.0f} MB",
        flush=True,
    )
    for when, phone in zip(("first", "then"), played.opened, strict=False):
        print(
            f"  on a phone {when} seen after {phone.painted_s * 1e3:.0f} ms, for {phone.size / 1e3:.0f} KB", flush=True
        )


def _ms(times: list[float]) -> str:
    return f"p50 {half(times) * 1e3:.0f} ms, p99 {most(times) * 1e3:.0f} ms"


def main(tables: int, viewers: int) -> None:
    ours = play("ours", tables, viewers)
    tell(f"pages, {tables} tables", ours)
    naive = play("naive", tables, viewers)
    tell(f"naive, {tables} tables", naive)
    print(f"the naive server takes as many times: processor {naive.cpu / ours.cpu:.1f}")
    for path, theirs, its in (("page", naive.pages, ours.pages), ("pixel", naive.pixels, ours.pixels)):
        if its:
            print(f"  press to {path} p50 {half(theirs) / half(its):.1f}, p99 {most(theirs) / most(its):.1f}")
    asyncio.run(hour(tables, viewers))
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, of which tables and viewers are a part")


if __name__ == "__main__":
    main(*(int(word) for word in [*sys.argv[1:], *map(str, (TABLES, VIEWERS)[len(sys.argv) - 1 :])]))
