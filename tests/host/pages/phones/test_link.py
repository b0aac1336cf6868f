"""What the hall socket says and hears, of a gate that tests hold in their hands."""

import itertools
import json
import threading
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from tallyboard.hub.database import LazyStore
from tallyboard.pages.app import make_app
from tallyboard.pages.phones import build, link
from tallyboard.pages.site import Site
from tallyboard.store.seats import Taken, Void, check_of
from tallyboard.store.seats.reading import HandedJournal
from tests.host.pages.phones.gates import FakeGate, hear, heard_by, say, talking, token, until

FOUR, SEVEN = "4" * 22, "7" * 22


@pytest.fixture
def gate() -> FakeGate:
    return FakeGate({FOUR: "Table 4", SEVEN: "Table 7"})


def site_in(folder: Path) -> Site:
    return Site(LazyStore(f"sqlite:///{folder / 'no.db'}"), folder)


@pytest.fixture
def client(gate: FakeGate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(build, "version", lambda: "1a")  # of no page that has to be made first
    site = site_in(tmp_path)
    site.seats = gate  # type: ignore[assignment]
    with TestClient(make_app(site)) as made:
        yield made


def closed(session: WebSocketTestSession) -> tuple[int, str]:
    """The code and the words with which it is closed, whatever comes before."""
    with pytest.raises(WebSocketDisconnect) as told:
        while True:
            session.receive_text()
    return told.value.code, told.value.reason


def at_table(session: WebSocketTestSession, seat: str = FOUR, **more: Any) -> str:
    """Be let in; returns the token."""
    mine = token()
    say(session, admit={"seat": seat, "token": mine, **more})
    assert "admit" in hear(session)
    return mine


def test_a_phone_is_let_in_and_the_bytes_go_both_ways(client: TestClient, gate: FakeGate) -> None:
    mine = token()
    with talking(client) as phone:
        say(phone, admit={"seat": FOUR, "token": mine})
        port = gate.port("Table 4")
        told = {"table": "Table 4", "board": port.board, "token": mine, "locked": False, "version": "1a"}
        assert hear(phone) == {"admit": {**told, "journal": None}}
        for cut in (b"\x01\x02", b"", b"\x00" * 4096):
            phone.send_bytes(cut)
        heard = b""
        while len(heard) < 4098:
            heard += heard_by(port)
        assert heard == b"\x01\x02" + bytes(4096)
        port.write(b"what is asked\x00")
        assert phone.receive_bytes() == b"what is asked\x00"
    until(lambda: gate.left == [port])
    asked = {"secret": FOUR, "token": mine, "has": (), "old": None, "empty": False, "takes_over": False}
    assert gate.asked == [asked]


def test_all_that_a_scan_says_is_asked(client: TestClient, gate: FakeGate) -> None:
    mine, others, old = token(), [token(), token()], token()
    gate.outcomes = [gate.admitted("Table 4", others[1])]
    with talking(client) as phone:
        say(phone, admit={"token": mine, "has": others, "old": old, "empty": [others[0], mine]})
        assert hear(phone)["admit"]["token"] == others[1]  # the one that counts
    asked = gate.asked[0]
    assert (asked["secret"], asked["old"], asked["has"]) == (None, old, tuple(others))
    assert asked["empty"] == {others[0], mine}


def test_a_journal_comes_with_it(client: TestClient, gate: FakeGate) -> None:
    records = bytes(range(256)) * 100
    gate.journal = HandedJournal(7, 10, 3210, records, True)
    with talking(client) as phone:
        say(phone, admit={"seat": FOUR, "token": token(), "empty": True})
        journal = {"epoch": 7, "first": 10, "next": 3210, "records": b64encode(records).decode()}
        assert hear(phone)["admit"]["journal"] == journal


@pytest.mark.parametrize("why", ["renewed", "closed", "unknown", "moved", "away"])
def test_who_is_not_let_in_is_told_why(client: TestClient, gate: FakeGate, why: str) -> None:
    gate.outcomes = [Void(why)]
    with talking(client) as phone:
        say(phone, admit={"seat": FOUR, "token": token()})
        assert hear(phone) == {"void": why}
        assert closed(phone)[0] == 1008
    assert gate.tells == {}


SAYS: dict[str, Any] = {"seat": FOUR, "token": "t" * 43}
NO_ADMISSIONS: list[dict[str, Any]] = [
    {"more": 1},
    {"token": "t" * 42},
    {"token": "t" * 44},
    {"token": "t" * 42 + "\n"},
    {"token": "t" * 42 + "é"},
    {"token": "t" * 42 + "\ud800"},
    {"token": ["t" * 43]},
    {"token": None},
    {"seat": "s" * 21},
    {"seat": None},
    {"seat": 5},
    {"has": "t" * 43},
    {"has": ["t" * 43] * 17},
    {"has": ["t" * 43, 5]},
    {"has": None},
    {"old": None},
    {"old": "short"},
    {"empty": 1},
    {"empty": ["x"]},
    {"empty": {"t" * 43: True}},
]
NO_MESSAGES = [
    "",
    "x",
    "{}",
    "[]",
    "null",
    '"admit"',
    '{"admit": {}}',
    '{"admit": null}',
    '{"void": "taken"}',
    '{"lock": true}',
    '{"admit": {"token": "T"}, "battery": {}}'.replace("T", "t" * 43),
    '{"admit": {"token": "T", "token": "T"}}'.replace("T", "t" * 43),
    '{"battery": {"percent": 5, "charging": true}}',
    '{"take over": "ask"}',
    "[" * 4000,
    '{"admit":' * 400,
    '{"admit": NaN}',
    '{"admit": Infinity}',
    '{"admit": 1e999}',
    '{"admit": ' + "9" * 4000 + "}",
    *(json.dumps({"admit": {**SAYS, **wrong}}) for wrong in NO_ADMISSIONS),
]


@pytest.mark.parametrize("said", NO_MESSAGES, ids=itertools.count())
def test_what_is_none_of_the_messages_ends_it(client: TestClient, gate: FakeGate, said: str) -> None:
    with talking(client) as phone:
        phone.send_text(said)
        code, reason = closed(phone)
    assert code == 1008 and reason.endswith(".") and len(reason.encode()) <= 123
    assert gate.asked == []


def test_bytes_of_nobody_end_it(client: TestClient, gate: FakeGate) -> None:
    with talking(client) as phone:
        phone.send_bytes(b"\x01\x02\x00")
        assert closed(phone) == (1008, "Say first who you are.")
    assert gate.asked == []


def test_who_says_nothing_is_not_waited_for(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "FIRST_S", 0.02)
    with talking(client) as phone:
        assert closed(phone) == (1008, "You did not say who you are.")


NOT_AT_A_TABLE: list[dict[str, Any]] = [
    {"admit": {"seat": FOUR, "token": "t" * 43}},
    {"admit": {"seat": SEVEN, "token": "t" * 43}},
    {"take over": "ask"},
    {"take over": "maybe"},
    {"take over": True},
    {"take over": {"state": "yes"}},
    {"battery": {"percent": 101, "charging": False}},
    {"battery": {"percent": -1, "charging": False}},
    {"battery": {"percent": 50.5, "charging": False}},
    {"battery": {"percent": True, "charging": False}},
    {"battery": {"percent": 50, "charging": 1}},
    {"battery": {"percent": 50}},
    {"battery": {"percent": 50, "charging": False, "level": 1}},
    {"lock": False},
    {"void": "taken"},
]


@pytest.mark.parametrize("said", NOT_AT_A_TABLE)
def test_what_may_not_be_said_at_a_table_ends_it(client: TestClient, gate: FakeGate, said: dict[str, Any]) -> None:
    with talking(client) as other, talking(client) as phone:
        at_table(other, SEVEN)
        at_table(phone)
        phone.send_text(json.dumps(said))
        assert closed(phone)[0] == 1008
        until(lambda: [port.table for port in gate.left] == ["Table 4"])
        gate.port("Table 7").write(b"on\x00")
        assert other.receive_bytes() == b"on\x00"
    assert gate.said == []


def test_what_the_hub_tells_is_told(client: TestClient, gate: FakeGate) -> None:
    wanted = {"take over": {"table": "Table 4", "heard_s": None, "state": "wanted"}}
    with talking(client) as phone:
        at_table(phone)
        gate.port("Table 4")
        for told in ({"lock": True}, wanted, {"lock": False}):
            gate.tells["Table 4"](told)
            assert hear(phone) == told
        gate.tells["Table 4"]({"void": "taken"})
        assert hear(phone) == {"void": "taken"}
        assert closed(phone)[0] == 1008
    until(lambda: len(gate.left) == 1)


def test_a_line_that_the_hub_lets_go_may_come_again(client: TestClient, gate: FakeGate) -> None:
    with talking(client) as phone:
        at_table(phone)
        gate.port("Table 4").close()
        assert closed(phone)[0] == 1001
    with talking(client) as phone:
        at_table(phone)
        gate.port("Table 4").close("board")
        assert hear(phone) == {"void": "board"}
        assert closed(phone)[0] == 1008


def test_what_nobody_reads_is_not_kept_without_end(client: TestClient, gate: FakeGate) -> None:
    with talking(client) as phone:
        at_table(phone)
        for _ in range(70):  # more than a port holds
            phone.send_bytes(bytes(4096))
        assert closed(phone)[0] == 1001


def test_what_a_phone_does_not_take_is_not_kept_without_end(
    client: TestClient, gate: FakeGate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "_UNSENT", 1000)
    with talking(client) as phone:
        at_table(phone)
        gate.port("Table 4").write(bytes(2000))
        assert closed(phone) == (1008, "You do not take what is sent.")


def test_the_same_phone_has_one_line(client: TestClient, gate: FakeGate, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, places = token(), list[str]()
    monkeypatch.setattr(link._PhoneLine, "has_place", lambda _, how: places.append(how))
    with talking(client) as dead, talking(client) as alive:
        for phone in (dead, alive):
            say(phone, admit={"seat": FOUR, "token": mine})
            assert "admit" in hear(phone)
        assert closed(dead)[0] == 1001
        assert places == ["settle", "unsettle", "settle"]
        until(lambda: len(gate.left) == 1)
        gate.port("Table 4").write(b"on\x00")
        assert alive.receive_bytes() == b"on\x00"


def test_so_many_phones_have_a_place(client: TestClient, gate: FakeGate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "MOST", 1)
    mine = token()
    with talking(client) as first:
        say(first, admit={"seat": FOUR, "token": mine})
        hear(first)
        with talking(client) as second:
            say(second, admit={"seat": SEVEN, "token": token()})
            assert hear(second) == {"void": "full"}
            assert closed(second)[0] == 1008
        with talking(client) as again:  # the one that has a place keeps it
            say(again, admit={"seat": FOUR, "token": mine})
            assert "admit" in hear(again)
    until(lambda: len(gate.left) == 2)
    with talking(client) as second:
        at_table(second, SEVEN)


def test_a_battery_is_noted_once_in_a_while(client: TestClient, gate: FakeGate) -> None:
    with talking(client) as phone:
        mine = at_table(phone)
        for percent in (80, 79, 78):
            say(phone, battery={"percent": percent, "charging": False})
        say(phone, take_over="no")
        until(lambda: len(gate.said) == 2)
    assert gate.said == [(check_of(mine), 80, False), (check_of(mine), False)]


# ---- another phone has the table


MINE = "m" * 43


def stands(state: str) -> dict[str, Any]:
    return {"take over": {"table": "Table 4", "heard_s": 3.0, "state": state, "number": "02"}}


TAKEN, ASKED = Taken("Table 4", 3.0, "taken"), Taken("Table 4", 3.0, "asked")


def test_who_asks_for_a_table_waits_and_gets_it(client: TestClient, gate: FakeGate) -> None:
    gate.outcomes = [TAKEN, ASKED, gate.admitted("Table 4", MINE)]
    with talking(client) as phone:
        say(phone, admit={"seat": FOUR, "token": MINE})
        assert hear(phone) == stands("taken")
        say(phone, take_over="ask")
        assert hear(phone) == stands("asked")
        until(lambda: check_of(MINE) in gate.waiting)
        assert gate.ports.ports() == []
        gate.waiting.pop(check_of(MINE))("agreed")
        assert hear(phone)["admit"]["token"] == MINE
    assert [asked["takes_over"] for asked in gate.asked] == [False, True, True]
    assert gate.waiting == {}


def test_or_not(client: TestClient, gate: FakeGate) -> None:
    gate.outcomes = [TAKEN, ASKED, ASKED]
    with talking(client) as phone:
        say(phone, admit={"seat": FOUR, "token": MINE})
        hear(phone)
        for answer, told in (("refused", "refused"), ("gone", "taken")):
            say(phone, take_over="ask")
            assert hear(phone) == stands("asked")
            until(lambda: check_of(MINE) in gate.waiting)
            gate.waiting.pop(check_of(MINE))(answer)
            assert hear(phone) == stands(told)
    until(lambda: gate.waiting == {})
    assert gate.ports.ports() == []


def test_meanwhile_it_is_told_again_how_it_stands(
    client: TestClient, gate: FakeGate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a line without a word for five seconds a phone believes that it is dead. It is asked anew each time."""
    monkeypatch.setattr(link, "_STILL_S", 0.01)
    gate.outcomes = [TAKEN, TAKEN, TAKEN._replace(heard_s=5.0), Void("closed")]
    with talking(client) as phone:
        say(phone, admit={"seat": FOUR, "token": MINE})
        told = [hear(phone) for _ in range(4)]
    assert told[:2] == [stands("taken")] * 2
    assert told[2]["take over"]["heard_s"] == 5.0
    assert told[3] == {"void": "closed"}
    assert [asked["takes_over"] for asked in gate.asked] == [False] * 4


def test_who_is_in_line_asks_again_by_itself(
    client: TestClient, gate: FakeGate, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = TAKEN._replace(state="waits")
    gate.outcomes = [TAKEN, waits, waits, ASKED, Void("closed")]
    with talking(client) as phone:
        say(phone, admit={"seat": FOUR, "token": MINE})
        assert hear(phone) == stands("taken")
        say(phone, take_over="ask")
        assert hear(phone) == stands("waits")
        monkeypatch.setattr(link, "_STILL_S", 0.01)
        told = [hear(phone) for _ in range(3)]
    assert told == [stands("waits"), stands("asked"), {"void": "closed"}]
    assert [asked["takes_over"] for asked in gate.asked] == [False, True, True, True, True]
    assert gate.waiting == {}


def test_who_leaves_while_it_is_let_in_has_left(client: TestClient, gate: FakeGate) -> None:
    gate.outcomes = [TAKEN, gate.admitted("Table 4", MINE)]
    with talking(client) as phone:
        say(phone, admit={"seat": FOUR, "token": MINE})
        assert hear(phone) == stands("taken")
        gate.holds["Table 4"] = threading.Event()
        say(phone, take_over="ask")
        until(lambda: len(gate.asked) == 2)
        phone.close()
        gate.holds["Table 4"].set()
        assert phone.receive()["type"] == "websocket.close"
    assert gate.tells == {}


def test_who_has_asked_gets_the_table_when_the_other_phone_is_away(
    client: TestClient, gate: FakeGate, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate.outcomes = [TAKEN, ASKED, ASKED, ASKED, gate.admitted("Table 4", MINE)]
    with talking(client) as phone:
        say(phone, admit={"seat": FOUR, "token": MINE})
        assert hear(phone) == stands("taken")
        say(phone, take_over="ask")
        assert hear(phone) == stands("asked")
        monkeypatch.setattr(link, "_STILL_S", 0.01)
        until(lambda: len(gate.asked) == 5, 30.0)
        assert [hear(phone) for _ in range(2)] == [stands("asked")] * 2
        assert hear(phone)["admit"]["token"] == MINE
    assert [asked["takes_over"] for asked in gate.asked] == [False, True, True, True, True]
    assert gate.waiting == {}


@pytest.mark.parametrize(
    "said",
    [
        {"take over": "yes"},
        {"take over": "no"},
        {"admit": {"seat": FOUR, "token": "t" * 43}},
        {"battery": {"percent": 5, "charging": True}},
    ],
)
def test_who_is_at_no_table_agrees_to_nothing(client: TestClient, gate: FakeGate, said: dict[str, Any]) -> None:
    gate.outcomes = [TAKEN]
    with talking(client) as phone:
        say(phone, admit={"seat": FOUR, "token": MINE})
        phone.send_text(json.dumps(said))
        assert closed(phone)[0] == 1008
    assert gate.said == [] and len(gate.asked) == 1


def test_nobody_stands_there_for_ever(client: TestClient, gate: FakeGate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "_WAITS_S", 0.02)
    gate.outcomes = [TAKEN]
    with talking(client) as phone:
        say(phone, admit={"seat": FOUR, "token": MINE})
        assert closed(phone)[0] == 1008


def test_a_void_ends_the_waiting(client: TestClient, gate: FakeGate) -> None:
    gate.outcomes = [TAKEN, Void("closed")]
    with talking(client) as phone:
        say(phone, admit={"seat": FOUR, "token": MINE})
        hear(phone)
        say(phone, take_over="ask")
        assert hear(phone) == {"void": "closed"}
        assert closed(phone)[0] == 1008


# ---- and others


def test_whose_admission_waits_keeps_no_other_waiting(client: TestClient, gate: FakeGate) -> None:
    gate.holds["Table 7"] = threading.Event()
    with talking(client) as slow, talking(client) as quick:
        say(slow, admit={"seat": SEVEN, "token": token()})
        until(lambda: len(gate.asked) == 1)
        quick.scope["client"] = ("192.168.1.9", 1)
        at_table(quick)
        gate.holds["Table 7"].set()
        assert "admit" in hear(slow)


def test_where_no_tables_are_followed_there_is_none(tmp_path: Path) -> None:
    with TestClient(make_app(site_in(tmp_path))) as client:
        with pytest.raises(WebSocketDenialResponse) as told, talking(client):
            pass
        assert told.value.status_code == 404
        assert client.get("/link").status_code == 404
