"""Which sockets are opened at all, and what they may bring, by a real server of a small app."""

import contextlib
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.frames import Opcode

from tallyboard.pages.safety import secured
from tallyboard.pages.safety.connections import ConnectionLimits
from tallyboard.pages.safety.operators import COOKIE, Operators
from tallyboard.pages.safety.protocols import MESSAGE, SOCKET, Allowance
from tests.host.pages.safety.serving import PATIENCE, Client, Small, served
from tests.host.pages.safety.sockets import ASKS_FOR_ONE, closed_with, frame, opened, raw

SOON = 0.3  # seconds: a deadline of the tests
FLOOD, ANOTHER = "127.0.0.2", "127.0.0.3"


class Echo:
    """The small app with a socket that says again what it hears; to `settle` it is admitted, `quiet` takes no more."""

    def __init__(self) -> None:
        self.open = 0
        self.operators: list[str] = []
        self.app = Starlette(
            routes=[WebSocketRoute(path, self.echo) for path in (SOCKET, "/other")]
            + [Route("/", Small().page), Route(SOCKET, Small().page)]
        )

    async def echo(self, socket: WebSocket) -> None:
        await socket.accept()
        self.open += 1
        self.operators.append(socket.scope["state"]["operator"])
        try:
            while True:
                heard = await socket.receive()
                if heard["type"] == "websocket.disconnect":
                    return
                if heard.get("text") in ("settle", "unsettle"):
                    socket.scope["extensions"]["tallyboard"][heard["text"]]()
                if heard.get("text") == "much":
                    while True:
                        await socket.send_bytes(b"x" * 65536)
                await socket.send_text(heard.get("text") or str(len(heard["bytes"])))
        except (WebSocketDisconnect, OSError):
            pass
        finally:
            self.open -= 1


@contextlib.contextmanager
def echoed(folder: Path, limits: ConnectionLimits | None = None) -> Iterator[tuple[Echo, int]]:
    echo = Echo()
    with served(secured(echo.app, Operators(folder)), limits) as port:
        yield echo, port


@pytest.fixture(scope="module")
def echo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Echo, int]]:
    limits = ConnectionLimits(head_seconds=SOON, write_seconds=SOON)
    with echoed(tmp_path_factory.mktemp("echo"), limits) as both:
        yield both


def test_a_socket_is_opened_and_stays(echo: tuple[Echo, int]) -> None:
    """Also after the time in which a head has to come."""
    with opened(echo[1]) as client:
        for _ in range(3):
            client.send("hello")
            assert client.recv(PATIENCE) == "hello"
            with contextlib.suppress(TimeoutError):
                client.recv(SOON)
        client.send(b"x" * MESSAGE)
        assert client.recv(PATIENCE) == str(MESSAGE)
    assert echo[0].operators[-1] == ""


@pytest.mark.parametrize(
    "host, headers, status",
    [
        ("evil.example", (), 421),
        ("127.0.0.2", (), 421),
        (None, ("Origin: http://evil.example",), 403),
        (None, ("Origin: null",), 403),
        (None, ("Origin: http://localhost",), 403),
        (None, ("Origin: https://{host}",), 403),
        (None, ("Origin: ws://{host}",), 403),
        (None, ("Origin: http://{host}.evil.example",), 403),
        (None, ("Origin: http://{host}", "Origin: http://{host}"), 400),
        ("evil.example", ("Origin: http://evil.example",), 421),
        (None, ("Origin: http://{host}",), 101),
        (None, (), 101),
    ],
)
def test_whose_sockets_are_opened(
    echo: tuple[Echo, int], host: str | None, headers: tuple[str, ...], status: int
) -> None:
    said = [header.format(host=f"localhost:{echo[1]}") for header in headers]
    with Client(echo[1]) as client:
        client.ask(f"GET {SOCKET} HTTP/1.1", *ASKS_FOR_ONE, *said, host=host)
        assert client.status() == status
        if status in (403, 421):
            assert "content-security-policy" in client.headers()


@pytest.mark.parametrize("path", ["/other", "/%6cink", "//link", "/link/", "/LINK", "/x/../link", f"{SOCKET}%00", "/"])
def test_no_other_path_is_one(echo: tuple[Echo, int], path: str) -> None:
    with Client(echo[1]) as client:
        client.ask(f"GET {path} HTTP/1.1", *ASKS_FOR_ONE)
        assert client.status() in (200, 404, 307)


def test_a_cookie_makes_no_operator_of_a_socket(tmp_path: Path) -> None:
    operators = Operators(tmp_path)
    token = operators.sessions.begin("Ann")
    small = Echo()
    cookie = {"Cookie": f"{COOKIE}={token}"}
    with served(secured(small.app, operators)) as port, opened(port, additional_headers=cookie) as client:
        client.send("x")
        client.recv(PATIENCE)
    assert small.operators == [""]


@pytest.mark.parametrize(
    "line, more",
    [
        ("GET", ("Content-Length: 5",)),
        ("GET", ("Content-Length: 0",)),
        ("GET", ("Transfer-Encoding: chunked",)),
        ("GET", ("Transfer-Encoding: chunked", "Content-Length: 5")),
    ],
)
def test_nothing_comes_with_it(echo: tuple[Echo, int], line: str, more: tuple[str, ...]) -> None:
    with Client(echo[1]) as client:
        client.ask(f"{line} {SOCKET} HTTP/1.1", *ASKS_FOR_ONE, *more)
        assert client.status() == 400
        assert client.is_closed()


def test_nor_behind_it_in_one_go(echo: tuple[Echo, int]) -> None:
    with Client(echo[1]) as client:
        lines = [f"GET {SOCKET} HTTP/1.1", f"Host: localhost:{echo[1]}", *ASKS_FOR_ONE]
        client.send("\r\n".join(lines).encode() + b"\r\n\r\n" + frame(Opcode.TEXT, b"x"))
        assert client.status() == 400
        assert client.is_closed()


@pytest.mark.parametrize(
    "header",
    [
        "X: a\rOrigin: http://evil.example",
        "X: a\nGET / HTTP/1.1",
        "X: a\x00",
        "X: \x01",
        "X : a",
        " X: a",
        *("Sec-WebSocket-Key: x", "Sec-WebSocket-Version: 12", "Host: localhost"),
    ],
)
def test_heads_of_which_two_readers_could_make_two_things_are_refused(echo: tuple[Echo, int], header: str) -> None:
    with Client(echo[1]) as client:
        client.ask(f"GET {SOCKET} HTTP/1.1", *ASKS_FOR_ONE, header)
        if client.status() == 101:  # the rest of a line that ends early is a header of its own, which is read as one
            assert header.startswith(" ") or "\n" in header
        else:
            assert client.is_closed()


def test_many_headers_are_refused_without_a_trace(echo: tuple[Echo, int]) -> None:
    with Client(echo[1]) as client:
        client.ask(f"GET {SOCKET} HTTP/1.1", *ASKS_FOR_ONE, *(f"a{number}: b" for number in range(200)))
        assert client.status() != 101
        assert client.is_closed()


@pytest.mark.parametrize(
    "frames, code",
    [
        ([frame(Opcode.BINARY, bytes(MESSAGE + 1))], 1009),
        ([frame(Opcode.BINARY, bytes(10_000_000))], 1009),
        ([frame(Opcode.BINARY, bytes(MESSAGE), is_last=False), frame(Opcode.CONT, b"x")], 1009),
        ([frame(Opcode.CONT, b"x")], 1002),
        ([frame(Opcode.TEXT, b"x", reserved=4)], 1002),
        ([frame(Opcode.TEXT, b"\xff\xfe")], 1007),
        ([frame(Opcode.PING, b"x" * 100)] * 5000, 1008),
        ([frame(Opcode.PONG, b"")] * 5000, 1008),
        ([frame(Opcode.TEXT, b"x")] * 5000, 1008),
        ([frame(Opcode.PING, b"x" * 126)], 1002),
    ],
)
def test_what_a_frame_may_not_be(echo: tuple[Echo, int], frames: list[bytes], code: int) -> None:
    with opened(echo[1]) as client:
        raw(client, *frames)
        assert closed_with(client) in (code, 1006)  # 1006: it was still sending when it was cut off
    with opened(echo[1]) as client:
        client.send("others go on")
        assert client.recv(PATIENCE) == "others go on"


def test_a_message_has_not_so_many_pieces(echo: tuple[Echo, int]) -> None:
    """Empty ones cost nothing that is counted in bytes."""
    piece = frame(Opcode.CONT, b"", is_last=False)
    with opened(echo[1]) as client:
        client.send("settle")
        client.recv(PATIENCE)
        raw(client, frame(Opcode.TEXT, b"ab", is_last=False), *[piece] * 10, frame(Opcode.CONT, b"c"))
        assert client.recv(PATIENCE) == "abc"
        raw(client, frame(Opcode.TEXT, b"", is_last=False), *[piece] * 30)
        assert closed_with(client) == 1008


def test_frames_without_a_mask_are_refused(echo: tuple[Echo, int]) -> None:
    with opened(echo[1]) as client:
        client.socket.sendall(frame(Opcode.TEXT, b"x", masked=False))
        assert closed_with(client) == 1002


def test_compression_is_not_agreed_to(echo: tuple[Echo, int]) -> None:
    with opened(echo[1], compression="deflate") as client:
        assert client.protocol.extensions == []


def test_an_allowance_comes_back_with_time() -> None:
    now = [0.0]
    allowance = Allowance(10, 1000, lambda: now[0])
    assert all(allowance.takes(1, 1) for _ in range(50))  # what waited for five seconds
    assert not allowance.takes(1, 1)
    now[0] = 1.0
    assert all(allowance.takes(1, 1) for _ in range(9))
    assert not allowance.takes(1, 1)
    now[0] = 100.0
    assert allowance.takes(1, 4900) and not allowance.takes(1, 200)


def test_who_is_admitted_may_say_more(echo: tuple[Echo, int]) -> None:
    with opened(echo[1]) as client:
        client.send("settle")
        client.recv(PATIENCE)
        for _ in range(300):
            client.send("x")
        for _ in range(300):
            assert client.recv(PATIENCE) == "x"
        raw(client, *[frame(Opcode.TEXT, b"x")] * 3000)
        assert closed_with(client) in (1008, 1006)


def test_who_takes_nothing_is_cut_off(echo: tuple[Echo, int]) -> None:
    small, port = echo
    before = small.open
    with Client(port, receive_buffer=4096) as client:
        client.ask(f"GET {SOCKET} HTTP/1.1", *ASKS_FOR_ONE)
        assert client.status() == 101
        client.send(frame(Opcode.TEXT, b"much"))
        until_open(small, before + 1)
        until_open(small, before)


def until_open(small: Echo, count: int) -> None:
    end = time.monotonic() + PATIENCE
    while small.open != count:
        assert time.monotonic() < end
        time.sleep(0.01)


MANY = ConnectionLimits(in_all=6, per_address=3, of_laptop=6, head_seconds=100.0, write_seconds=100.0)


def test_a_socket_has_the_place_of_its_connection(tmp_path: Path) -> None:
    """A phone that was admitted keeps it, those that were not give way to others."""
    with echoed(tmp_path, MANY) as (small, port), contextlib.ExitStack() as stack:
        phone = stack.enter_context(opened(port, FLOOD))
        phone.send("settle")
        phone.recv(PATIENCE)
        silent = [stack.enter_context(opened(port, FLOOD)) for _ in range(5)]  # three at a time: two have gone
        assert [closed_with(one) for one in silent[:2]] == [1006, 1006]
        with Client(port, ANOTHER) as client:
            client.ask()
            assert client.status() == 200
        for one in (phone, *silent[2:]):
            one.send("x")
            assert one.recv(PATIENCE) == "x"
    until_open(small, 0)


def test_the_line_before_of_the_same_phone_keeps_no_place(tmp_path: Path) -> None:
    with echoed(tmp_path, MANY) as (small, port), contextlib.ExitStack() as stack:
        before = stack.enter_context(opened(port, FLOOD))
        for said in ("settle", "unsettle", "unsettle"):
            before.send(said)
            assert before.recv(PATIENCE) == said
        silent = [stack.enter_context(opened(port, FLOOD)) for _ in range(3)]
        assert closed_with(before) == 1006
        for one in silent:
            one.send("x")
            assert one.recv(PATIENCE) == "x"
    until_open(small, 0)


def test_its_place_is_free_again_when_it_ends(tmp_path: Path) -> None:
    with echoed(tmp_path, MANY) as (small, port):
        for _ in range(4):
            with contextlib.ExitStack() as stack:
                for _ in range(3):
                    phone = stack.enter_context(opened(port, FLOOD))
                    phone.send("settle")
                    assert phone.recv(PATIENCE) == "settle"
            until_open(small, 0)
        for _ in range(7):  # of another address, or one of those would have to go
            with opened(port, ANOTHER) as phone:
                phone.send(secrets.token_hex(4))
                phone.recv(PATIENCE)


def test_a_server_that_ends_says_so(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        with echoed(tmp_path) as (_, port):
            client = stack.enter_context(opened(port))
            client.send("x")
            client.recv(PATIENCE)
        assert closed_with(client) == 1001
