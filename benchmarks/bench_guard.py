"""What each attack on the pages costs who merely looks at them: without a defence, and with it.

A small app whose page takes 5 ms of processor, served twice in one run: by uvicorn alone, and with the layers of
`pages/safety`. Attackers come from other addresses of the loopback network. A reader from one more address loads the
page again and again: told is the share of pages that came within three seconds, their median and worst time, and the
memory that the server grew by. Nothing is asserted.

`python benchmarks/bench_guard.py [WORDS OF AN ATTACK]`
"""

import asyncio
import contextlib
import multiprocessing
import os
import resource
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from benchmarks.processes import resident_mb
from tallyboard.pages.app import Unhurried
from tallyboard.pages.safety import secured
from tallyboard.pages.safety.operators import Operators, operators_of
from tallyboard.pages.safety.protocols import SOCKET, server_arguments

READER = "127.0.9.9"
PATIENCE_S = 3.0
PAGES = 30
FILES = 1024  # that a program may have open, as most systems have it


async def page(request: Request) -> Response:
    until = time.thread_time() + 0.005
    while time.thread_time() < until:
        pass
    return PlainTextResponse("page")


async def form(request: Request) -> Response:
    read = await request.form()
    return PlainTextResponse(str(len(read)))


async def stream(request: Request) -> Response:
    async def messages() -> Any:
        while True:
            yield b"x" * 65536
            await asyncio.sleep(0.05)

    return StreamingResponse(messages())


async def socket_(heard: WebSocket) -> None:
    """As the hall socket: who says who it is may stay."""
    await heard.accept()
    with contextlib.suppress(WebSocketDisconnect, TimeoutError, KeyError):
        async with asyncio.timeout(5.0):
            await heard.receive_text()
        heard.scope["extensions"]["tallyboard"]["settle"]()
        while True:
            await heard.receive_bytes()


async def enter(request: Request) -> Response:
    passcode = str((await request.form()).get("passcode"))
    operators = request.app.state.operators
    if "operators" in request.scope.get("state", {}):
        right = await operators_of(request).is_right(passcode, request.client.host if request.client else "")
    else:
        right = await run_in_threadpool(operators.passcode.is_right, passcode)
    return PlainTextResponse("in" if right else "no")


def serve(is_guarded: bool, listening: socket.socket, folder: Path) -> None:
    """Serve until the process is ended."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # a server that may open no more files says so without an end
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    routes = [
        Route("/", page),
        Route("/form", form, methods=["POST"]),
        Route("/login", enter, methods=["POST"]),
        Route("/stream", stream),
        WebSocketRoute(SOCKET, socket_),
    ]
    app = Starlette(routes=routes)
    app.state.operators = operators = Operators(folder)
    operators.passcode.make_new()
    if is_guarded:
        server: uvicorn.Server = Unhurried(
            uvicorn.Config(secured(app, operators), lifespan="off", **server_arguments())
        )
    else:
        config = uvicorn.Config(app, lifespan="off", log_level="critical", access_log=False, http="h11")
        server = uvicorn.Server(config)
    server.run([listening])


def connected(port: int, source: str) -> socket.socket:
    """A connection from this address."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.settimeout(PATIENCE_S)
    made.bind((source, 0))
    made.connect(("127.0.0.1", port))
    return made


def sources(count: int) -> Iterator[str]:
    """So many addresses of attackers."""
    for number in range(count):
        yield f"127.0.{1 + number // 200}.{2 + number % 200}"


def request(line: str, *headers: str, body: bytes = b"") -> bytes:
    lines = [line, "Host: localhost", "Sec-Fetch-Site: same-origin", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


FORM = "Content-Type: application/x-www-form-urlencoded"


def opened(addresses: int, each: int, said: bytes) -> Callable[[int, threading.Event], None]:
    """Connections that say this, and then nothing; those that end are opened again."""

    def attack(port: int, over: threading.Event) -> None:
        held: list[socket.socket] = []
        for source in [one for one in sources(addresses) for _ in range(each)]:
            with contextlib.suppress(OSError):
                held.append(connected(port, source))
                held[-1].sendall(said)
        over.wait()
        for one in held:
            one.close()

    return attack


def asked(addresses: int, each: int, said: bytes) -> Callable[[int, threading.Event], None]:
    """The same request, again and again, on so many connections."""

    def attack(port: int, over: threading.Event) -> None:
        def again(source: str) -> None:
            while not over.is_set():
                with contextlib.suppress(OSError), connected(port, source) as one:
                    while not over.is_set():
                        one.sendall(said)
                        if not one.recv(65536):
                            break

        threads = [threading.Thread(target=again, args=(one,)) for one in sources(addresses) for _ in range(each)]
        for thread in threads:
            thread.start()
        over.wait()

    return attack


def poured(count: int, first: bytes, again: bytes) -> Callable[[int, threading.Event], None]:
    """So many sockets of one address that say this, then that without an end, and read nothing."""

    def attack(port: int, over: threading.Event) -> None:
        def pour(source: str) -> None:
            while not over.is_set():
                with contextlib.suppress(OSError), connected(port, source) as one:
                    one.sendall(OPENS)
                    one.recv(12)
                    one.sendall(first)
                    while not over.is_set():
                        one.sendall(again)

        for _ in range(count):
            threading.Thread(target=pour, args=(next(sources(1)),), daemon=True).start()
        over.wait()

    return attack


def codecs(kind: str) -> bytes:
    part = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n-' + b"b" * 60_000 + b"\r\n--x--\r\n"
    return request("POST /form HTTP/1.1", f"Content-Type: {kind}", f"Content-Length: {len(part)}", body=part)


def login(passcode: str) -> bytes:
    body = f"passcode={passcode}".encode()
    return request("POST /login HTTP/1.1", FORM, f"Content-Length: {len(body)}", body=body)


PAGE = request("GET / HTTP/1.1")
OPENS = request(
    f"GET {SOCKET} HTTP/1.1",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    f"Sec-WebSocket-Key: {'A' * 22}==",
)
_MASK = bytes(4)
PINGS = (b"\x89\xfd" + _MASK + bytes(125)) * 500
BEGINS = b"\x01\x80" + _MASK  # a message whose last piece never comes
PIECES = (b"\x00\x80" + _MASK) * 5000
MESSAGES = (b"\x82\x81" + _MASK + b"x") * 5000
ATTACKS: dict[str, Callable[[int, threading.Event], None]] = {
    "nobody": lambda port, over: None,
    "1,500 heads that never end, of one address": opened(1, 1500, b"GET / HTTP/1.1\r\nX-"),
    "1,500 heads that never end, of 30 addresses": opened(30, 50, b"GET / HTTP/1.1\r\nX-"),
    "1,500 connections without a word, of 30 addresses": opened(30, 50, b""),
    "1,500 bodies that never end, of 30 addresses": opened(
        30, 50, request("POST /form HTTP/1.1", FORM, "Content-Length: 60000", body=b"a=")
    ),
    "900 streams that nobody reads, of 15 addresses": opened(15, 60, request("GET /stream HTTP/1.1")),
    "60 connections that ask for pages, of one address": asked(1, 60, PAGE),
    "100 connections that ask for pages, of ten addresses": asked(10, 10, PAGE),
    "bodies of 100 MB, of one address": asked(
        1, 4, request("POST /form HTTP/1.1", FORM, "Content-Length: 99000002", body=b"a=" + b"a" * 99_000_000)
    ),
    "forms in a codec of the sender's choice, of one address": asked(
        1, 4, codecs("multipart/form-data; charset=punycode; boundary=x")
    ),
    "1,500 sockets that say nothing, of 30 addresses": opened(30, 50, OPENS),
    "ten sockets that ping and read nothing, of one address": poured(10, b"", PINGS),
    "ten sockets with a message in pieces without end, of one address": poured(10, BEGINS, PIECES),
    "ten sockets with messages without end, of one address": poured(10, b"", MESSAGES),
    "40 connections that guess the passcode, of one address": asked(1, 40, login("WRONG")),
    "100 connections that guess the passcode, of ten addresses": asked(10, 10, login("WRONG")),
}


def read(port: int, said: bytes) -> float | None:
    """The seconds until the answer; None where none comes."""
    began = time.monotonic()
    try:
        with connected(port, READER) as one:
            one.sendall(said)
            return time.monotonic() - began if one.recv(65536).startswith(b"HTTP/1.1 200") else None
    except OSError:
        return None


def measured(is_guarded: bool, attack: Callable[[int, threading.Event], None], said: bytes = PAGE) -> str:
    """What the reader has of this server under this attack, as a line."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("", 0), backlog=256) as listening:
        port = listening.getsockname()[1]
        server = multiprocessing.Process(target=serve, args=(is_guarded, listening, Path(folder)))
        server.start()
        while read(port, PAGE) is None:
            time.sleep(0.1)
        before = resident_mb(server.pid or 0)
        over = threading.Event()
        attacker = threading.Thread(target=attack, args=(port, over))
        attacker.start()
        time.sleep(3.0)
        times: list[float | None] = []
        while len(times) < PAGES and times[-3:] != [None] * 3:
            times.append(read(port, said))
        grown = resident_mb(server.pid or 0) - before
        over.set()
        server.kill()
        server.join()
        attacker.join()
    came = [one for one in times if one is not None]
    if not came:
        return f"  0 % of the pages came; {grown:4.0f} MB"
    return (
        f"{100 * len(came) / len(times):3.0f} % of the pages came, in {statistics.median(came) * 1000:5.0f} ms,"
        f" at worst {max(came) * 1000:5.0f}; {grown:4.0f} MB"
    )


def main() -> None:
    for name, attack in ATTACKS.items():
        if len(sys.argv) > 1 and sys.argv[1] not in name:
            continue
        said = login("WRONG") if "passcode" in name else PAGE
        print(name, flush=True)
        for is_guarded in (False, True):
            print(f"  {'with it' if is_guarded else 'without'}: {measured(is_guarded, attack, said)}", flush=True)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    main()
