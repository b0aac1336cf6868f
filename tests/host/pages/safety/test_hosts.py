"""By which names the laptop may be asked."""

import asyncio

import pytest
from starlette.testclient import TestClient

from tallyboard.pages.safety import origin
from tallyboard.pages.safety.origin import LOOPBACK, OurOwn, lan_addresses, names_of_laptop
from tests.host.pages.safety.serving import Small


def asked(names: frozenset[str], *said: str) -> int:
    """The status of a request with these Host headers."""
    sent: list[int] = []

    async def send(message: dict[str, object]) -> None:
        if message["type"] == "http.response.start":
            sent.append(int(str(message["status"])))

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", host.encode("latin-1")) for host in said],
    }
    asyncio.run(OurOwn(Small().app, names)(scope, receive, send))  # type: ignore[arg-type]
    return sent[0]


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LocalHost:8000",
        "localhost.",
        "127.0.0.1",
        "127.0.0.1:80",
        "[::1]",
        "[::1]:8000",
        "[0:0:0:0:0:0:0:1]",
    ],
)
def test_its_own_names_are_served_on_any_port(host: str) -> None:
    assert asked(LOOPBACK, host) == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "evil-localhost", "127.0.0.2", "[::2]", "192.168.1.5:8000", "::1"],
)
def test_other_names_are_not(host: str) -> None:
    assert asked(LOOPBACK, host) == 421


NO_HOSTS = ["", " ", "localhost:", "localhost:x", "localhost:123456", "[::1", "::1]", "a b", "local\xffhost"]
NO_HOSTS += ["localhost/x", "x@localhost", "localhost,localhost", "localhost#", "localhost\\x"]


@pytest.mark.parametrize("host", NO_HOSTS)
def test_what_is_no_host_is_refused(host: str) -> None:
    assert asked(LOOPBACK, host) == 421


def test_none_and_two_are_refused() -> None:
    assert asked(LOOPBACK) == 421
    assert asked(LOOPBACK, "localhost", "localhost") == 421


def test_the_names_given_are_read_in_any_spelling() -> None:
    assert asked(frozenset({"Desk.LOCAL", "FE80:0::1"}), "desk.local:8000") == 200
    assert asked(frozenset({"Desk.LOCAL", "FE80:0::1"}), "[fe80::1]") == 200


def test_the_page_says_what_was_asked_for_in_the_readers_language() -> None:
    client = TestClient(OurOwn(Small().app, LOOPBACK), base_url="http://evil.example")
    english, french = client.get("/"), client.get("/", headers={"accept-language": "fr"})
    assert english.status_code == 421
    assert "This laptop is not called evil.example." in english.text
    assert '<html lang="fr">' in french.text and "pas evil.example." in french.text


def test_what_it_may_be_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(origin, "laptop_name", lambda: "Desk")
    assert names_of_laptop(False, ["192.168.1.5"]) == {"localhost", "127.0.0.1", "::1"}
    assert names_of_laptop(True, ["192.168.1.5"]) == LOOPBACK | {"desk", "desk.local", "192.168.1.5"}
    monkeypatch.setattr(origin, "laptop_name", lambda: "Desk.local")
    assert names_of_laptop(True) == LOOPBACK | {"desk", "desk.local"}


def test_its_addresses_are_not_those_of_the_laptop_alone() -> None:
    for address in lan_addresses():
        assert not address.startswith("127.") and address != "::1"
