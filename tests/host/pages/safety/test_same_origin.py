"""What changes something comes from a page of this laptop."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.host.pages.safety.serving import Small, small_and_secured

OURS = "http://localhost:8000"


@pytest.fixture
def small_and_client(tmp_path: Path) -> tuple[Small, TestClient]:
    small, app = small_and_secured(tmp_path)
    return small, TestClient(app, base_url=OURS)


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "same-origin", "origin": OURS},
        {"origin": OURS},
        {"origin": "HTTP://LOCALHOST:8000"},
    ],
)
def test_our_own_forms_are_taken(small_and_client: tuple[Small, TestClient], headers: dict[str, str]) -> None:
    small, client = small_and_client
    assert client.post("/form", content=b"a=1", headers=headers).status_code == 200
    assert small.posted == [b"a=1"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
        {"sec-fetch-site": ""},
        {"sec-fetch-site": "cross-site", "origin": OURS},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://evil.example"},
        {"origin": "http://localhost"},
        {"origin": "http://localhost:8001"},
        {"origin": "https://localhost:8000"},
        {"origin": "http://localhost:8000.evil.example"},
        {"referer": OURS + "/form"},
    ],
)
def test_those_of_others_are_not(small_and_client: tuple[Small, TestClient], headers: dict[str, str]) -> None:
    small, client = small_and_client
    answer = client.post("/form", content=b"a=1", headers=headers)
    assert answer.status_code == 403
    assert "that did not come from a page of this laptop" in answer.text
    assert small.posted == []


@pytest.mark.parametrize("name, value", [("sec-fetch-site", "same-origin"), ("origin", OURS)])
def test_said_twice_is_not_said(small_and_client: tuple[Small, TestClient], name: str, value: str) -> None:
    small, client = small_and_client
    assert client.post("/form", headers=[(name, value), (name, value)]).status_code == 403
    assert small.posted == []


def test_reading_needs_none_of_it(small_and_client: tuple[Small, TestClient]) -> None:
    _, client = small_and_client
    assert client.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200
    assert client.head("/").status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"])
def test_nothing_is_done_in_another_way(small_and_client: tuple[Small, TestClient], method: str) -> None:
    _, client = small_and_client
    assert client.request(method, "/form", headers={"sec-fetch-site": "same-origin"}).status_code == 405
    assert "Nothing here can be done in that way." in client.request(method, "/form").text


def test_the_scheme_counts(small_and_client: tuple[Small, TestClient]) -> None:
    _, client = small_and_client
    client.base_url = "https://localhost:8000"
    assert client.post("/form", headers={"origin": OURS}).status_code == 403
    assert client.post("/form", headers={"origin": "https://localhost:8000"}).status_code == 200
