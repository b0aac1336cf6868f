"""A gate that tests hold in their hands, and phones that speak to a server in words."""

import json
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from tallyboard.hub.seats import Charge, Message
from tallyboard.link.fed_ports import HallPort, HallPorts
from tallyboard.store.seats import Admitted, SeatWish, Taken, Void, check_of
from tallyboard.store.seats.reading import HandedJournal
from tests.host.pages.safety.serving import PATIENCE


def token() -> str:
    return secrets.token_urlsafe(32)


def secret() -> str:
    return secrets.token_urlsafe(16)


class FakeGate:
    """Lets in who has a secret, and keeps what it was asked. `outcomes`: these instead, one after the other."""

    def __init__(self, tables: dict[str, str]) -> None:
        self.tables = tables  # by secret
        self.outcomes: list[Admitted | Taken | Void] = []
        self.asked: list[dict[str, Any]] = []
        self.said: list[tuple[Any, ...]] = []
        self.left: list[HallPort] = []
        self.ports = HallPorts()
        self.tells: dict[str, Callable[[Message], None]] = {}  # by table
        self.waiting: dict[str, Callable[[str], None]] = {}  # by check
        self.holds: dict[str, threading.Event] = {}  # by table, where its admission waits
        self.journal: HandedJournal | None = None

    def admit(self, wish: SeatWish) -> Admitted | Taken | Void:
        self.asked.append(wish._asdict())
        table = self.tables.get(wish.secret or "")
        if table in self.holds:
            assert self.holds[table].wait(PATIENCE)
        if self.outcomes:
            return self.outcomes.pop(0)
        return Void("renewed") if table is None else self.admitted(table, wish.token)

    def admitted(self, table: str, token: str) -> Admitted:
        board = f"70686f6e65{sum(table.encode()):014d}"
        return Admitted(check_of(token), table, board, False, True, False, self.journal)

    def follow(self, admitted: Admitted, send: Callable[[bytes], None], tell: Callable[[Message], None]) -> HallPort:
        def let_go(why: str) -> None:
            tell({"void": why} if why else {})

        port = HallPort(admitted.board, admitted.table, admitted.check, send, let_go)
        self.tells[admitted.table] = tell
        self.ports.take(port)
        return port

    def leave(self, port: HallPort) -> None:
        self.left.append(port)
        self.ports.went(port)

    def wait(self, token: str, changed: Callable[[str], None]) -> Callable[[], None]:
        check = check_of(token)
        self.waiting[check] = changed

        def end() -> None:
            self.waiting.pop(check, None)

        return end

    def answer(self, check: str, agreed: bool) -> None:
        self.said.append((check, agreed))

    def battery(self, check: str, charge: Charge) -> None:
        self.said.append((check, *charge))

    def port(self, table: str) -> HallPort:
        """The port of this table, when it is there."""
        until(lambda: any(port.table == table for port in self.ports.ports()))
        return next(port for port in self.ports.ports() if port.table == table)


def until(true: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait for it; fails when the test's patience (s) ends."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def heard_by(port: HallPort) -> bytes:
    """What comes next at this port."""
    end = time.monotonic() + PATIENCE
    while not (data := port.read()):
        assert time.monotonic() < end
    return data


def talking(client: TestClient) -> WebSocketTestSession:
    return client.websocket_connect("/link")


def say(session: WebSocketTestSession, **said: Any) -> None:
    """One message of one key; `take_over` is `take over`."""
    session.send_text(json.dumps({key.replace("_", " "): value for key, value in said.items()}))


def hear(session: WebSocketTestSession) -> dict[str, Any]:
    """The next message of text."""
    said: dict[str, Any] = json.loads(session.receive_text())
    return said
