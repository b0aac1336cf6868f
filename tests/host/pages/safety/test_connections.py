"""Clients that are slow, that say nothing, and that are too many, on real connections."""

import asyncio
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.server import ServerState

from tallyboard.pages.safety import bodies, connections
from tallyboard.pages.safety.connections import ConnectionLimits, affordable, raise_to
from tallyboard.pages.safety.protocols import GuardedProtocol, guarded, server_arguments
from tests.host.pages.safety.serving import PATIENCE, Client, Small, served, small_and_secured

SOON = 0.3  # seconds: a deadline of the tests
NEVER = 100.0
MANY = ConnectionLimits(in_all=6, per_address=3, of_laptop=6, head_seconds=NEVER, write_seconds=NEVER)
FLOOD, ANOTHER, THIRD, LAPTOP = "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.1"
LATECOMER = "127.0.0.9"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Small, int]]:
    """A server that waits for nobody, with its app."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bodies, "SECONDS", SOON)
        small, app = small_and_secured(tmp_path_factory.mktemp("hasty"))
        with served(app, ConnectionLimits(head_seconds=SOON, write_seconds=SOON)) as port:
            yield small, port


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Small, int]]:
    """A server with time for everybody, with its app."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bodies, "BODY", 1024)
        small, app = small_and_secured(tmp_path_factory.mktemp("calm"))
        with served(app) as port:
            yield small, port


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[int]:
    """A server that has places for few."""
    with served(small_and_secured(tmp_path)[1], MANY) as port:
        yield port


def until(true: Callable[[], bool]) -> None:
    """Wait for it; fails when the test's patience ends."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_request_is_answered(calm: tuple[Small, int]) -> None:
    with Client(calm[1]) as client:
        client.ask()
        assert client.status() == 200


def test_a_head_that_never_ends_is_not_waited_for(hasty: tuple[Small, int]) -> None:
    with Client(hasty[1]) as client:
        client.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-")
        assert client.status() == 0
        assert client.is_closed()


def test_nor_one_that_comes_letter_by_letter(hasty: tuple[Small, int]) -> None:
    with Client(hasty[1]) as client, pytest.raises(OSError):
        for _ in range(50):  # each comes in time, if the clock were set back by the one before
            client.send(b"G")
            time.sleep(SOON / 4)


def test_nor_a_client_that_says_nothing(hasty: tuple[Small, int]) -> None:
    with Client(hasty[1]) as client:
        assert client.is_closed()


def test_nor_the_second_head_on_a_connection(hasty: tuple[Small, int]) -> None:
    with Client(hasty[1]) as client:
        client.ask()
        assert client.status() == 200
        client.send(b"GET / HT")
        assert client.is_closed()


def test_a_body_that_never_ends_is_not_waited_for(hasty: tuple[Small, int]) -> None:
    small, port = hasty
    with Client(port) as client:
        client.ask("POST /form HTTP/1.1", "Sec-Fetch-Site: same-origin", "Content-Length: 100", body=b"a=")
        assert client.status() == 408
        assert client.is_closed()
    assert small.posted == []


def test_the_rest_of_a_refused_body_is_not_waited_for(hasty: tuple[Small, int]) -> None:
    with Client(hasty[1]) as client:
        client.ask("POST /form HTTP/1.1", "Content-Length: 100", body=b"a=")
        assert client.status() == 403
        with pytest.raises(OSError):
            for _ in range(50):
                client.send(b"x")
                time.sleep(SOON / 4)


@pytest.mark.parametrize("said", ["Content-Length: 1025", "Transfer-Encoding: chunked"])
def test_a_body_that_is_too_long_is_refused_however_it_comes(calm: tuple[Small, int], said: str) -> None:
    small, port = calm
    with Client(port) as client:
        body = b"401\r\n" + b"x" * 1025 + b"\r\n" if "chunked" in said else b"x" * 1025
        lines = ["POST /form HTTP/1.1", "Host: localhost", "Sec-Fetch-Site: same-origin", said]
        client.send("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        assert client.status() == 413
    assert small.posted == []


def test_a_body_that_says_it_is_too_long_is_not_read(calm: tuple[Small, int]) -> None:
    with Client(calm[1]) as client:
        client.ask("POST /form HTTP/1.1", "Sec-Fetch-Site: same-origin", "Content-Length: 1025")
        assert client.status() == 413


def test_a_chunked_body_that_fits_is_taken(calm: tuple[Small, int]) -> None:
    small, port = calm
    with Client(port) as client:
        client.ask("POST /form HTTP/1.1", "Sec-Fetch-Site: same-origin", "Transfer-Encoding: chunked")
        client.send(b"3\r\na=1\r\n0\r\n\r\n")
        assert client.status() == 200
    assert small.posted.pop() == b"a=1"


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 2_000_000,
        b"GET /" + b"x" * 2_000_000,
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: b\r\n" * 400_000,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 https on this port \r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        b"\r\n\r\n",
    ],
)
def test_a_head_that_is_too_long_or_none_is_refused(calm: tuple[Small, int], head: bytes) -> None:
    with Client(calm[1]) as client:
        try:
            client.send(head)
        except ConnectionError:
            return  # refused before all of it was sent
        assert client.status() in (0, 400)  # 0: refused before all of it was read


def test_nonsense_is_answered_as_such(calm: tuple[Small, int]) -> None:
    with Client(calm[1]) as client:
        client.send(b"nonsense\r\n\r\n")
        assert client.status() == 400


def test_nonsense_within_a_request_ends_it_without_a_word(calm: tuple[Small, int]) -> None:
    small, port = calm
    with Client(port) as client:
        client.ask("POST /stream/quiet HTTP/1.1", "Transfer-Encoding: chunked", "Sec-Fetch-Site: same-origin")
        client.send(b"nonsense\r\n")
        assert client.status() == 0
    assert small.streams == 0


def test_who_takes_nothing_of_a_stream_is_cut_off(hasty: tuple[Small, int]) -> None:
    small, port = hasty
    with Client(port, receive_buffer=4096) as client:
        client.ask("GET /stream/big HTTP/1.1")
        until(lambda: small.streams == 1)
        until(lambda: small.streams == 0)


class Written:
    """In place of a transport. `unsent`: what the client has not taken yet, at each look."""

    def __init__(self, unsent: list[int]) -> None:
        self.unsent = unsent
        self.cut_off = asyncio.Event()

    def get_write_buffer_size(self) -> int:
        return self.unsent.pop(0)

    def abort(self) -> None:
        self.cut_off.set()


async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """An app that is never asked."""


def connection(limits: ConnectionLimits) -> GuardedProtocol:
    """One that no server has made."""
    config = Config(nothing, **server_arguments(limits))
    return guarded(limits)[0](config=config, server_state=ServerState(), app_state={})


def test_who_takes_a_little_each_time_is_not() -> None:
    async def test() -> None:
        slow = connection(ConnectionLimits(write_seconds=0))
        # Two looks at a time: whether it is less than before, and how much the next is to be less than.
        slow.transport = written = Written([300, 200, 200, 100, 100, 100])  # type: ignore[assignment]
        slow.flow = FlowControl(slow.transport)
        slow.pause_writing()
        await asyncio.wait_for(written.cut_off.wait(), PATIENCE)
        assert written.unsent == []

    asyncio.run(test())


def test_nor_who_has_taken_all_in_time() -> None:
    async def test() -> None:
        quick = connection(ConnectionLimits(write_seconds=0))
        quick.transport = written = Written([300, 300])  # type: ignore[assignment]
        quick.flow = FlowControl(quick.transport)
        quick.pause_writing()
        quick.resume_writing()
        for _ in range(5):
            await asyncio.sleep(0)
        assert not written.cut_off.is_set()

    asyncio.run(test())


def test_little_is_kept_for_who_takes_nothing() -> None:
    class Transport:
        def set_write_buffer_limits(self, high: int) -> None:
            said.append(high)

        def get_extra_info(self, name: str) -> socket.socket | None:
            return ours if name == "socket" else None

        def is_closing(self) -> bool:
            return False

        def close(self) -> None:
            pass

    async def test() -> None:
        limits = ConnectionLimits(send_buffer=8192)
        connection(limits).connection_made(Transport())  # type: ignore[arg-type]

    said: list[int] = []
    ours, theirs = socket.socketpair()
    with ours, theirs:
        asyncio.run(test())
        assert said == [0]
        assert ours.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * 8192  # Linux says twice as much


def test_a_stream_that_has_nothing_to_say_goes_on(hasty: tuple[Small, int]) -> None:
    small, port = hasty
    with Client(port) as client:
        client.ask("GET /stream/quiet HTTP/1.1")
        assert client.status() == 200
        time.sleep(3 * SOON)
        assert small.streams == 1
    until(lambda: small.streams == 0)


def test_who_takes_nothing_of_a_page_is_cut_off_too(tmp_path: Path) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * 20_000_000})
        ended.append(True)

    ended: list[bool] = []
    limits = ConnectionLimits(write_seconds=SOON, head_seconds=NEVER)
    with served(app, limits) as port, Client(port, receive_buffer=4096) as client:
        client.ask()
        until(lambda: bool(ended))
        time.sleep(4 * SOON)
        taken = 0
        while heard := client.hear():
            taken += len(heard)
        assert taken < 20_000_000


def ask_all(port: int, source: str, count: int, path: str = "/stream/quiet") -> list[Client]:
    clients = [Client(port, source) for _ in range(count)]
    for client in clients:
        client.ask(f"GET {path} HTTP/1.1")
    return clients


def ask_from_each(port: int, count: int) -> list[Client]:
    """One from each of so many addresses."""
    return [client for number in range(count) for client in ask_all(port, f"127.0.0.{2 + number}", 1)]


def test_one_address_has_so_many_connections_and_others_are_served(patient: int) -> None:
    flood = ask_all(patient, FLOOD, 3)
    assert [client.status() for client in flood] == [200] * 3
    more = []
    for _ in range(2):  # whoever comes anew is served
        more += ask_all(patient, FLOOD, 1)
        assert more[-1].status() == 200
    assert [client.is_closed() for client in flood[:2]] == [True, True]  # the oldest have given way
    for source in (ANOTHER, LAPTOP):
        with Client(patient, source) as client:
            client.ask()
            assert client.status() == 200


def test_a_full_network_leaves_the_laptop_its_places(patient: int) -> None:
    with Client(patient, LAPTOP) as laptop, Client(patient, LAPTOP) as later:
        flood = ask_from_each(patient, 6)
        assert [client.status() for client in flood] == [200] * 6
        with Client(patient, LATECOMER) as client:
            client.ask()
            assert client.status() == 200
        for client in (laptop, later):
            client.ask()
            assert client.status() == 200


def test_who_says_nothing_gives_way(patient: int) -> None:
    speaks = ask_all(patient, FLOOD, 1)
    assert speaks[0].status() == 200
    silent = [Client(patient, FLOOD) for _ in range(2)] + [Client(patient, ANOTHER) for _ in range(2)]
    silent += [Client(patient, THIRD)]
    with Client(patient, LATECOMER) as client:
        client.ask()
        assert client.status() == 200
    assert silent[0].is_closed()
    for one in silent:
        one.__exit__()


def test_where_all_are_at_work_who_has_most_gives_one_up(patient: int) -> None:
    flood = ask_all(patient, FLOOD, 3) + ask_all(patient, ANOTHER, 3)
    assert [client.status() for client in flood] == [200] * 6
    late = []
    for source in (THIRD, LATECOMER):
        late += ask_all(patient, source, 1)
        assert late[-1].status() == 200
    assert flood[0].is_closed() and flood[3].is_closed()


def test_a_place_is_free_again_when_its_client_has_gone(patient: int) -> None:
    for client in ask_all(patient, FLOOD, 3):
        assert client.status() == 200
        client.__exit__()

    def served_again() -> bool:
        with Client(patient, FLOOD) as client:
            client.ask("GET /stream/quiet HTTP/1.1")
            return client.status() == 200

    until(served_again)


def test_another_name_and_another_origin_are_refused(calm: tuple[Small, int]) -> None:
    small, port = calm
    for host, headers, status in (
        ("evil.example", (), 421),
        (None, ("Origin: http://evil.example",), 403),
        (None, ("Sec-Fetch-Site: cross-site", f"Origin: http://localhost:{port}"), 403),
        (None, (), 403),
        (None, (f"Origin: http://localhost:{port}",), 200),
    ):
        with Client(port) as client:
            client.ask("POST /form HTTP/1.1", *headers, body=b"a=1", host=host)
            assert client.status() == status, headers
    assert small.posted == [b"a=1"]
    small.posted.clear()


def test_nobody_says_where_somebody_else_comes_from(patient: int) -> None:
    """X-Forwarded-For would have the limits count for another."""
    clients = [Client(patient, FLOOD) for _ in range(4)]
    for number, client in enumerate(clients):
        with suppress(ConnectionError):
            client.ask("GET /stream/quiet HTTP/1.1", f"X-Forwarded-For: 10.0.0.{number}")
    assert sorted(client.status() for client in clients) == [0, 200, 200, 200]  # all are of one address
    assert server_arguments()["proxy_headers"] is False


def test_the_tables_keep_files_to_open(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = ConnectionLimits()
    asked: list[int] = []
    for allowed, in_all, of_laptop in ((100_000, limits.in_all, limits.of_laptop), (320, 100, 100)):

        def raise_to(wanted: int, allowed: int = allowed) -> int:
            asked.append(wanted)
            return min(wanted, allowed)

        monkeypatch.setattr(connections, "raise_to", raise_to)
        assert affordable(limits) == limits._replace(in_all=in_all, of_laptop=of_laptop)
    assert max(asked) < 1024


if sys.platform != "win32":
    import resource

    def test_so_many_files_are_allowed_as_may_be() -> None:
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        highest = before[1] if before[1] != resource.RLIM_INFINITY else 4096
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (200, before[1]))
            assert raise_to(100) == 100
            assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 200
            assert raise_to(250) == 250
            assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 250
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(before[0], highest), before[1]))

    def test_where_no_more_files_are_allowed_it_says_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
        def refused(what: int, limits: tuple[int, int]) -> None:
            raise ValueError

        monkeypatch.setattr(resource, "getrlimit", lambda what: (256, 300))
        monkeypatch.setattr(resource, "setrlimit", refused)
        assert raise_to(1000) == 256
