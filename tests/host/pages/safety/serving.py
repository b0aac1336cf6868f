"""A real server of a small app on a free port, in a thread of its own; and sockets that speak to it as they like."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from tallyboard.pages.app import Unhurried
from tallyboard.pages.safety import secured
from tallyboard.pages.safety.connections import ConnectionLimits
from tallyboard.pages.safety.operators import Operators
from tallyboard.pages.safety.origin import may_be_framed
from tallyboard.pages.safety.protocols import server_arguments

PATIENCE = 10.0  # seconds until a test gives up
EXAMPLE = "example"  # what every page of the small app says


class Small:
    """An app with a page, a form, an endless stream of big messages, and a count of what is under way."""

    def __init__(self) -> None:
        self.posted: list[bytes] = []
        self.streams = 0
        routes = [
            Route("/", self.page),
            Route("/framed", self.framed),
            Route("/broken", self.broken),
            Route("/form", self.form, methods=["POST"]),
            Route("/stream/quiet", self.quiet),
            Route("/stream/big", self.big),
        ]
        self.app = Starlette(routes=routes)

    async def page(self, request: Request) -> Response:
        return PlainTextResponse(EXAMPLE)

    async def framed(self, request: Request) -> Response:
        may_be_framed(HTTPConnection(request.scope))
        return PlainTextResponse(EXAMPLE)

    async def broken(self, request: Request) -> Response:
        raise ArithmeticError

    async def form(self, request: Request) -> Response:
        self.posted.append(await request.body())
        return PlainTextResponse(EXAMPLE)

    async def quiet(self, request: Request) -> Response:
        return StreamingResponse(self._messages(b"data: 1\n\n", 60.0))

    async def big(self, request: Request) -> Response:
        return StreamingResponse(self._messages(b"x" * 262_144, 0.0))

    async def _messages(self, message: bytes, pause: float) -> AsyncIterator[bytes]:
        self.streams += 1
        try:
            while True:
                yield message
                await asyncio.sleep(pause)
        finally:
            self.streams -= 1


def small_and_secured(folder: Path) -> tuple[Small, ASGIApp]:
    """The small app, and the same with its layers."""
    small = Small()
    return small, secured(small.app, Operators(folder))


@contextlib.contextmanager
def served(app: ASGIApp, limits: ConnectionLimits | None = None) -> Iterator[int]:
    """The port at which this app is served on 127.0.0.1."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        arguments = server_arguments(limits)
        arguments["timeout_graceful_shutdown"] = 0
        server = Unhurried(uvicorn.Config(app, lifespan="off", **arguments))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            yield int(listening.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


class Client:
    """One connection from an address of the laptop. All of 127.* reach it, and only 127.0.0.1 counts as the laptop."""

    def __init__(self, port: int, source: str = "127.0.0.1", receive_buffer: int = 0) -> None:
        self._socket = socket.socket()
        if receive_buffer:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self._socket.settimeout(PATIENCE)
        self._socket.bind((source, 0))
        self._socket.connect(("127.0.0.1", port))
        self._host = f"localhost:{port}"
        self._heard = b""

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, text: bytes) -> None:
        self._socket.sendall(text)

    def ask(self, line: str = "GET / HTTP/1.1", *headers: str, body: bytes = b"", host: str | None = None) -> None:
        """Send a request; `host`: other than the right one."""
        lines = [line, f"Host: {host or self._host}", *headers]
        if body and not any(header.lower().startswith("content-length") for header in headers):
            lines.append(f"Content-Length: {len(body)}")
        self.send("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    def status(self) -> int:
        """The status of the next answer; 0 where the connection is closed without one."""
        while b"\r\n\r\n" not in self._heard:
            if not self.hear():
                return 0
        return int(self._heard.split(b" ", 2)[1])

    def headers(self) -> str:
        """The head of the answer, small letters."""
        self.status()
        return self._heard.partition(b"\r\n\r\n")[0].decode().lower()

    def hear(self) -> bytes:
        """What comes next; empty where the connection is closed."""
        try:
            heard = self._socket.recv(65536)
        except ConnectionError:
            heard = b""
        self._heard += heard
        return heard

    def is_closed(self) -> bool:
        """Whether the server ends the connection before the test's patience does."""
        try:
            while self.hear():
                pass
        except TimeoutError:
            return False
        return True
