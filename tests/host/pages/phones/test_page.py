"""The page of a phone: small, kept by browsers, and free to run what stands in it and nothing else."""

import base64
import gzip
import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response as Answer
from starlette.testclient import TestClient

from tallyboard.hub.database import LazyStore
from tallyboard.pages.app import protected
from tallyboard.pages.phones.build import PhonePage
from tallyboard.pages.safety.operators import Operators
from tallyboard.pages.site import Site

MOST_BYTES = 400_000  # of a first visit


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    store = LazyStore(str(tmp_path / "a.db"))
    app = protected(Site(store, tmp_path), Operators(tmp_path), {"127.0.0.1"})
    return TestClient(app, base_url="http://127.0.0.1:8765")


def body(answer: Answer) -> str:
    return answer.content.decode()


def data_of(document: str) -> dict[str, Any]:
    (text,) = re.findall(r'<script type="application/json" id="data">([^<]*)</script>', document)
    data: dict[str, Any] = json.loads(text)
    return data


def test_a_first_visit_is_small(phone_page: PhonePage) -> None:
    assert len(phone_page.document) + sum(len(part.data) for part in phone_page.parts.values()) < MOST_BYTES


def test_it_is_packed_and_kept(client: TestClient, phone_page: PhonePage) -> None:
    answer = client.get("/phone")
    assert answer.headers["content-encoding"] == "gzip"
    assert "max-age=" in answer.headers["cache-control"], "so that it opens while the laptop is away"
    assert body(answer) == gzip.decompress(phone_page.document).decode()


def test_it_asks_for_parts_that_are_there_and_kept_for_good(client: TestClient) -> None:
    parts = data_of(body(client.get("/phone")))["parts"]
    assert set(parts) == {"vm", "wasm", "files"}
    for address in parts.values():
        answer = client.get(address)
        assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
        assert (
            sha256(gzip.compress(answer.content, 9, mtime=0))
            .hexdigest()
            .startswith(address.rpartition("/")[2].partition("-")[0])
        ), "a name says what is in it"
    assert client.get(parts["wasm"]).content[:4] == b"\0asm"


def test_who_takes_no_gzip_gets_it_all_the_same(client: TestClient) -> None:
    answer = client.get("/phone", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in answer.headers and "<!doctype html>" in body(answer)


def test_a_part_of_another_version_is_not_there(client: TestClient) -> None:
    assert client.get("/phone/parts/0123456789abcdef-vm").status_code == 404


def test_its_policy_lets_it_run_what_stands_in_it_and_no_other(client: TestClient) -> None:
    answer = client.get("/phone")
    policy = answer.headers["content-security-policy"]
    scripts = re.findall(r"<script>(.*?)</script>", body(answer), re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", body(answer), re.DOTALL)
    for text in (*scripts, *styles):
        assert f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'" in policy
    assert len(scripts) == len(styles) == 1
    assert "unsafe-inline" not in policy and "'unsafe-eval'" not in policy
    assert "ws://127.0.0.1:8765 " in policy and "HOST" not in policy
    assert "'wasm-unsafe-eval'" not in client.get("/").headers["content-security-policy"], "other pages run nothing"


def test_nothing_is_left_to_fill_in(phone_page: PhonePage) -> None:
    document = gzip.decompress(phone_page.document).decode()
    assert "{{" not in document
    assert data_of(document)["version"] == phone_page.version


def test_the_laptop_says_that_it_is_here(client: TestClient) -> None:
    answer = client.get("/phone/here")
    assert answer.status_code == 204 and answer.headers["cache-control"] == "no-store"
