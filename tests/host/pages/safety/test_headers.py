"""What every response says to the browser."""

from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse
from starlette.staticfiles import StaticFiles
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from tallyboard.pages.safety import origin
from tallyboard.pages.safety.origin import SafeHeaders, keep_private
from tests.host.pages.safety.serving import EXAMPLE, small_and_secured

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    _, app = small_and_secured(tmp_path)
    return TestClient(app, base_url="http://localhost", raise_server_exceptions=False)


@pytest.mark.parametrize(
    "method, path, host, status",
    [
        ("GET", "/", "localhost", 200),
        ("GET", "/nothing", "localhost", 404),
        ("GET", "/broken", "localhost", 500),
        ("GET", "/", "evil.example", 421),
        ("POST", "/form", "localhost", 403),
        ("PUT", "/form", "localhost", 405),
    ],
)
def test_every_response_has_them(client: TestClient, method: str, path: str, host: str, status: int) -> None:
    answer = client.request(method, path, headers={"host": host})
    assert answer.status_code == status
    assert answer.headers.get_list("content-security-policy") == [POLICY]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_one_page_may_be_framed(client: TestClient) -> None:
    answer = client.get("/framed")
    assert answer.headers["content-security-policy"] == POLICY.replace("ancestors 'none'", "ancestors *")
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"


def answer_of(kept: str, private: bool) -> str | None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if private:
            keep_private(scope)
        headers = {"cache-control": kept} if kept else {}
        await PlainTextResponse(EXAMPLE, headers=headers)(scope, receive, send)

    said: str | None = TestClient(SafeHeaders(app)).get("/").headers.get("cache-control")
    return said


def test_what_is_private_is_not_stored() -> None:
    assert answer_of("", private=True) == "no-store"
    assert answer_of("max-age=60", private=True) == "no-store"
    assert answer_of("public, max-age=60", private=True) == "public, max-age=60"
    assert answer_of("max-age=60", private=False) == "max-age=60"


def test_a_page_is_kept_for_nobody_else() -> None:
    assert answer_of("", private=False) == "private, no-cache"


def test_a_file_is_the_same_for_everybody(tmp_path: Path) -> None:
    (tmp_path / "stage.css").touch()
    client = TestClient(SafeHeaders(StaticFiles(directory=tmp_path)))
    assert "cache-control" not in client.get("/stage.css").headers


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """What goes to the log."""
    errors: list[Exception] = []
    monkeypatch.setattr(origin, "unforeseen", errors.append)
    return errors


def test_what_no_page_catches_is_told(logged: list[Exception]) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise ArithmeticError

    answer = TestClient(SafeHeaders(app)).get("/")
    assert answer.status_code == 500
    assert "Something went wrong on the laptop." in answer.text
    assert answer.headers["content-security-policy"] == POLICY
    assert [type(error) for error in logged] == [ArithmeticError]


@pytest.mark.parametrize("status, times", [(200, 1), (500, 0)])
def test_what_breaks_off_is_logged_once(logged: list[Exception], status: int, times: int) -> None:
    """With 500 it was the app that told it, and logged it."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": status, "headers": []})
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        TestClient(SafeHeaders(app)).get("/")
    assert len(logged) == times


def test_the_apps_own_header_gives_way() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse(EXAMPLE, headers={"Content-Security-Policy": "default-src *"})(scope, receive, send)

    assert TestClient(SafeHeaders(app)).get("/").headers.get_list("content-security-policy") == [POLICY]
