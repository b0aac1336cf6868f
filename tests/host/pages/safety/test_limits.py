"""Streams and requests at work, and what one request may be; without a server."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tallyboard.pages.safety.limits import BodyLimit, Limits
from tallyboard.pages.safety.operators import COOKIE, Operators
from tallyboard.pages.safety.work import StreamLimit, begins_with, out_of_turn
from tests.host.pages.safety.serving import small_and_secured

SAME = {"sec-fetch-site": "same-origin"}
LAPTOP = "127.0.0.1"


class Held:
    """An app whose requests stay until they are let go."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.at_work: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.at_work.append(scope["client"][0])
        await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


class Asked:
    """One request of an address. `takes`: whether its client takes the answer."""

    def __init__(self, app: ASGIApp, address: str, path: str = "/") -> None:
        self.started: Message = {}
        self.takes = asyncio.Event()
        self.takes.set()
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [],
            "client": (address, 1),
        }
        self.task = asyncio.ensure_future(self._run(app, scope))

    async def _run(self, app: ASGIApp, scope: Scope) -> None:
        await app(scope, self._receive, self._send)

    async def _receive(self) -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def _send(self, message: Message) -> None:
        await self.takes.wait()
        if message["type"] == "http.response.start":
            self.started = message

    @property
    def status(self) -> int:
        """0 as long as there is no answer."""
        return int(self.started.get("status", 0))

    def header(self, name: bytes) -> bytes:
        headers: dict[bytes, bytes] = dict(self.started["headers"])
        return headers.get(name, b"")


async def asked(app: ASGIApp, addresses: list[str], path: str = "/") -> list[Asked]:
    made = [Asked(app, address, path) for address in addresses]
    for _ in range(5):
        await asyncio.sleep(0)
    return made


def limited(held: Held, **limits: Any) -> ASGIApp:
    return StreamLimit(held, Limits(**limits), begins_with("/stream/"))


def test_streams_have_places_in_all_and_per_address() -> None:
    async def test() -> None:
        held = Held()
        app = limited(held, streams=3, streams_per_address=2)
        streams = await asked(app, ["a", "a", "a", "b", "b", *[LAPTOP] * 4], "/stream/x")
        assert [one.status for one in streams] == [0, 0, 503, 0, 503, 0, 0, 0, 503]
        assert streams[2].header(b"retry-after") == b"30"
        pages = await asked(app, ["a"])
        assert pages[0].status == 0 and held.at_work[-1] == "a"  # a page is none
        held.go.set()
        await asyncio.gather(*(one.task for one in [*streams, *pages]))
        again = await asked(app, ["c", "c"], "/stream/x")
        await asyncio.gather(*(one.task for one in again))
        assert [one.status for one in again] == [200, 200]

    asyncio.run(test())


def test_who_has_most_streams_gives_one_up_for_who_has_fewer() -> None:
    async def test() -> None:
        held = Held()
        app = limited(held, streams=8, streams_per_address=4)
        crowd = await asked(app, ["a"] * 4 + ["b"] * 4, "/stream/x")
        assert not any(one.task.done() for one in crowd)
        new = await asked(app, ["c", "d", "e"], "/stream/x")
        assert [one.status for one in new] == [0, 0, 0]
        gone = [one.task.done() for one in crowd]
        assert gone == [True, True, False, False, True, False, False, False]  # the oldest of each, a before b
        more = await asked(app, ["a", "b", "c", "d", "f"], "/stream/x")  # one each is their due, and two of the crowd's
        assert [one.status for one in more] == [503, 503, 0, 503, 0]
        left = [one for one in [*crowd, *new, *more] if not one.task.done()]
        assert len(left) == 8
        held.go.set()
        await asyncio.gather(*(one.task for one in left))

    asyncio.run(test())


def test_a_stream_that_gives_way_ends_as_one_that_is_over() -> None:
    async def test() -> None:
        sent: list[Message] = []

        async def told(scope: Scope, receive: Receive, send: Send) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"hello", "more_body": True})
            await asyncio.Event().wait()

        async def keep(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        app = StreamLimit(told, Limits(streams=2), begins_with("/stream/"))
        scope = {"type": "http", "path": "/stream/x", "client": ("10.0.0.1", 1), "headers": []}
        streams = [asyncio.create_task(app(scope, receive, keep)) for _ in range(2)]
        await asyncio.sleep(0.01)
        other = asyncio.create_task(app({**scope, "client": ("10.0.0.2", 1)}, receive, keep))
        await streams[0]
        assert sent[-1]["more_body"] is False
        other.cancel()
        streams[1].cancel()
        ended = await asyncio.gather(other, streams[1], return_exceptions=True)
        assert all(isinstance(one, asyncio.CancelledError) for one in ended)

    asyncio.run(test())


def test_a_stream_that_fails_gives_its_place_back() -> None:
    async def test() -> None:
        async def fails(scope: Scope, receive: Receive, send: Send) -> None:
            raise ArithmeticError

        app = StreamLimit(fails, Limits(streams=1), begins_with("/stream/"))
        for _ in range(2):
            (one,) = await asked(app, ["a"], "/stream/x")
            with pytest.raises(ArithmeticError):
                await one.task

    asyncio.run(test())


def test_so_many_requests_are_at_work_and_so_many_wait() -> None:
    async def test() -> None:
        held = Held()
        app = limited(held, at_work=1, waiting=2, waiting_per_address=1)
        pages = await asked(app, ["a", "a", "a", "b", "c", LAPTOP])
        assert [one.status for one in pages] == [0, 0, 503, 0, 503, 0]
        assert held.at_work == ["a", LAPTOP]
        assert pages[2].header(b"retry-after") == b"5"
        held.go.set()
        await asyncio.gather(*(one.task for one in pages))
        assert held.at_work == ["a", LAPTOP, "a", "b"]

    asyncio.run(test())


def test_one_address_has_so_many_at_work_and_others_go_on() -> None:
    async def test() -> None:
        held = Held()
        app = limited(held, at_work=8, at_work_per_address=2)
        pages = await asked(app, ["a", "a", "a", "a", "b", "c"])
        assert held.at_work == ["a", "a", "b", "c"]
        held.go.set()
        await asyncio.gather(*(one.task for one in pages))
        assert [one.status for one in pages] == [200] * 6

    asyncio.run(test())


def test_devices_of_one_network_of_ipv6_are_one_address() -> None:
    async def test() -> None:
        held = Held()
        pages = await asked(limited(held, at_work_per_address=1), ["2001:db8::1", "2001:db8::2"])
        assert held.at_work == ["2001:db8::1"]
        held.go.set()
        await asyncio.gather(*(one.task for one in pages))

    asyncio.run(test())


@pytest.mark.parametrize("fails", [False, True])
def test_who_waits_for_something_else_keeps_nobody_from_working(fails: bool) -> None:
    async def test() -> None:
        waited, work = asyncio.Event(), Held()

        async def waits(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["path"] == "/waits":
                with contextlib.suppress(ArithmeticError):
                    async with out_of_turn(scope):
                        await waited.wait()
                        if fails:
                            raise ArithmeticError
            await work(scope, receive, send)

        app = StreamLimit(waits, Limits(at_work=1), begins_with("/stream/"))
        waiting = await asked(app, ["a"], "/waits")
        pages = await asked(app, ["b"])
        assert work.at_work == ["b"]
        waited.set()
        await asyncio.sleep(0.01)
        assert work.at_work == ["b"]  # until it has its turn again
        work.go.set()
        await asyncio.gather(*(one.task for one in [*waiting, *pages]))
        assert work.at_work == ["b", "a"]

    asyncio.run(test())


def test_who_takes_an_answer_slowly_keeps_nobody_from_theirs() -> None:
    async def test() -> None:
        held = Held()
        held.go.set()
        app = limited(held, at_work=1, waiting=1, waiting_per_address=1)
        slow = Asked(app, "a")
        slow.takes.clear()
        (quick,) = await asked(app, ["b"])
        assert (slow.status, quick.status) == (0, 200)
        slow.takes.set()
        await slow.task
        assert slow.status == 200

    asyncio.run(test())


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    return TestClient(
        small_and_secured(tmp_path, Limits(head=500, path=2000, body=1000))[1], base_url="http://localhost"
    )


def test_a_body_of_just_so_much_is_taken(client: TestClient) -> None:
    assert client.post("/form", content=b"x" * 1000, headers=SAME).status_code == 200
    assert client.post("/form", content=b"x" * 1001, headers=SAME).status_code == 413


def test_a_wrong_length_is_refused(client: TestClient) -> None:
    for length in (b"-1", b"x", b"1e3", b"", b"\xb2", b"9" * 30):
        headers = [(b"sec-fetch-site", b"same-origin"), (b"content-length", length)]
        assert client.post("/form", headers=headers).status_code == 400


@pytest.mark.parametrize("path, headers", [("/?" + "a" * 500, {}), ("/" + "a" * 500, {}), ("/", {"a": "b" * 500})])
def test_a_long_head_is_refused(client: TestClient, path: str, headers: dict[str, str]) -> None:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 431
    assert "Delete the cookies" in answer.text


def test_a_path_that_no_page_has_is_refused(client: TestClient) -> None:
    assert client.get("/player/" + "9" * 2000).status_code == 414


@pytest.mark.parametrize(
    "kind, status",
    [
        ("application/x-www-form-urlencoded", 200),
        ("application/x-www-form-urlencoded;charset=UTF-8", 200),
        ("multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW", 200),
        ('multipart/form-data; boundary="----geckoformboundary1"', 200),
        ("multipart/form-data; boundary=x; charset=punycode", 415),
        ("multipart/form-data; charset=idna; boundary=x", 415),
        ("application/x-www-form-urlencoded; charset=utf-16", 415),
        ("multipart/form-data", 415),
        ("text/plain", 415),
        ("application/json", 415),
    ],
)
def test_only_forms_as_browsers_write_them_are_taken(client: TestClient, kind: str, status: int) -> None:
    """A codec of the sender's choice may take a second for 64 KB, for which everybody waits."""
    assert client.post("/form", content=b"x", headers={**SAME, "content-type": kind}).status_code == status


def test_an_operator_may_send_a_list_of_entrants(tmp_path: Path) -> None:
    _, app = small_and_secured(tmp_path, Limits(body=10, body_of_operator=1000))
    client = TestClient(app, base_url="http://localhost")
    assert client.post("/form", content=b"x" * 11, headers=SAME).status_code == 413
    operators = Operators(tmp_path)
    operators.passcode.make_new()
    client.cookies.set(COOKIE, operators.sessions.begin("Ann"))
    assert client.post("/form", content=b"x" * 1000, headers=SAME).status_code == 200
    assert client.post("/form", content=b"x" * 1001, headers=SAME).status_code == 413


def read_by_app(*messages: Message) -> list[Message]:
    """What the app receives of these, and then."""
    got: list[Message] = []
    coming = iter(messages)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        got.append(await receive())
        got.append(await receive())

    async def receive() -> Message:
        return next(coming)

    async def send(message: Message) -> None:
        pass

    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": []}
    asyncio.run(BodyLimit(app, Limits())(scope, receive, send))
    return got


def part(body: bytes, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_the_app_has_the_body_in_one_and_then_hears_that_the_client_has_gone() -> None:
    gone = {"type": "http.disconnect"}
    assert read_by_app(part(b"a", True), part(b"b", False), gone) == [part(b"ab", False), gone]


def test_the_app_never_sees_a_request_whose_client_left_before_its_end() -> None:
    assert read_by_app(part(b"a", True), {"type": "http.disconnect"}) == []


def test_what_begins_so_is_a_stream_and_counts_as_one(tmp_path: Path) -> None:
    _, app = small_and_secured(tmp_path, Limits(streams=0))
    client = TestClient(app, base_url="http://localhost")
    assert client.get("/stream/quiet").status_code == 503
    assert client.get("/").status_code == 200
