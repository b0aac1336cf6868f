"""What one request may bring; without a server."""

import asyncio
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from tallyboard.pages.safety import bodies
from tallyboard.pages.safety.bodies import WholeBody
from tallyboard.pages.safety.operators import COOKIE, Operators
from tests.host.pages.safety.serving import small_and_secured

SAME = {"sec-fetch-site": "same-origin"}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setattr(bodies, "BODY", 1000)
    return TestClient(small_and_secured(tmp_path)[1], base_url="http://localhost")


def test_a_body_of_just_so_much_is_taken(client: TestClient) -> None:
    assert client.post("/form", content=b"x" * 1000, headers=SAME).status_code == 200
    assert client.post("/form", content=b"x" * 1001, headers=SAME).status_code == 413


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


def test_an_operator_may_send_a_list_of_entrants(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "BODY_OF_OPERATOR", 2000)
    assert client.post("/form", content=b"x" * 1001, headers=SAME).status_code == 413
    operators = Operators(tmp_path)
    operators.passcode.make_new()
    client.cookies.set(COOKIE, operators.sessions.begin("Ann"))
    assert client.post("/form", content=b"x" * 2000, headers=SAME).status_code == 200
    assert client.post("/form", content=b"x" * 2001, headers=SAME).status_code == 413


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
    asyncio.run(WholeBody(app)(scope, receive, send))
    return got


def part(body: bytes, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_the_app_has_the_body_in_one_and_then_hears_that_the_client_has_gone() -> None:
    gone = {"type": "http.disconnect"}
    assert read_by_app(part(b"a", True), part(b"b", False), gone) == [part(b"ab", False), gone]


def test_the_app_never_sees_a_request_whose_client_left_before_its_end() -> None:
    assert read_by_app(part(b"a", True), {"type": "http.disconnect"}) == []
