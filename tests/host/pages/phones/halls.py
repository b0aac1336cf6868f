"""A hall under attack: `serve` as a process, a box on a pty, a phone of good manners, somebody who looks at pages."""

import contextlib
import json
import random
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tallyboard.pages.safety.connections import raise_to
from tallyboard.store import Store, open_store
from tallyboard.store.seats import close_seats, open_seats
from tests.browser.serving import Server
from tests.harness.firmware_board import BOARD, FirmwareBoard
from tests.host.pages.phones.gates import token
from tests.host.pages.safety.sockets import opened

PATIENCE = 60.0  # seconds until somebody who did nothing counts as kept from playing
EPOCH = 7  # of every journal here
TABLES = [f"Table {number}" for number in range(1, 6)]
GOOD, BAD = "127.0.0.5", "127.0.0.66"  # where the phone of good manners comes from, and who attacks


class HonestPhone:
    """A phone at a table, from its scan on; it never connects a second time. Use it with `with`."""

    def __init__(self, port: int, secret: str, source: str = GOOD, board: str | None = None) -> None:
        """`board`: the id that it says, another one than it was given."""
        self._says = board
        self.token = token()
        self.texts: list[dict[str, Any]] = []
        self._stack = contextlib.ExitStack()
        self.socket = self._stack.enter_context(opened(port, source))
        self.socket.send(json.dumps({"admit": {"seat": secret, "token": self.token}}))
        self.told = json.loads(self.socket.recv(PATIENCE))
        if "admit" in self.told:
            self.board_id = str(self.told["admit"]["board"])
            self.board = FirmwareBoard(self.told["admit"]["table"], board=board or self.board_id)
        self._thread = threading.Thread(target=self._answer, daemon=True)

    def _answer(self) -> None:
        with contextlib.suppress(ConnectionClosed, OSError):
            while True:
                said = self.socket.recv()
                if isinstance(said, str):
                    self.texts.append(json.loads(said))
                else:
                    for answer in self.board.receive(said):
                        self.socket.send(answer)

    def __enter__(self) -> "HonestPhone":
        if "admit" in self.told:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()
        if self._thread.is_alive():
            self._thread.join(PATIENCE)


class Hall:
    """`secrets`: of the seats, by table. `good`: the table of the phone of good manners; each time another, for at one
    table not many journals begin in so short a time."""

    def __init__(self, server: Server, store: Store, box: FirmwareBoard, seats: dict[str, str]) -> None:
        self.server, self.store, self.box, self.secrets = server, store, box, seats
        self.port = server.port
        self.good = ""
        self._goods = 0

    def stored(self, board: str) -> int:
        """How many records of this board the laptop has."""
        return sum(end - first for first, end in self.store.held(board, EPOCH))

    def boards(self) -> set[str]:
        """Of which boards it has any."""
        with self.store.reading() as sql:
            return {str(row[0]) for row in sql.rows("SELECT id FROM boards")}

    def begin_anew(self, table: str) -> str:
        """Have nobody at this table, and a new board for whoever comes; its secret."""
        if table in self.secrets:
            close_seats(self.store, [table])
        (seat,) = open_seats(self.store, [table])
        self.secrets[table] = seat.secret
        return seat.secret

    @contextlib.contextmanager
    def goes_on(self, attack: Callable[["Hall"], object]) -> Iterator[None]:
        """While somebody does this, again and again, and after it: what is pressed at a phone and at a box arrives, a
        page is there, and no line breaks."""
        ended, failed = threading.Event(), list[BaseException]()

        def attacks() -> None:
            try:
                while not ended.is_set():
                    attack(self)
            except BaseException as error:
                failed.append(error)

        self._goods += 1
        self.good = f"Good {self._goods}"
        with HonestPhone(self.port, self.begin_anew(self.good)) as phone:
            self.is_well(phone)
            attacker = threading.Thread(target=attacks)
            attacker.start()
            try:
                for _ in range(3):
                    self.is_well(phone)
            finally:
                ended.set()
                attacker.join(4 * PATIENCE)  # each thing that it waits for takes its time
            if failed:
                raise failed[0]
            assert not attacker.is_alive()
            self.is_well(phone)
            yield
            self.is_well(phone)
        assert phone.texts == []
        self.errs_not()

    def is_well(self, phone: HonestPhone) -> None:
        """A press at each arrives, and a page is there."""
        for board, name in ((phone.board, phone.board_id), (self.box, BOARD)):
            board.press("A 20", "A off 20")
            self._arrive(board, name)
        with urllib.request.urlopen(f"{self.server.url}/", timeout=PATIENCE) as answer:
            assert answer.status == 200

    def arrive(self, phone: HonestPhone) -> None:
        """All that was pressed at it is stored."""
        self._arrive(phone.board, phone.board_id)

    def _arrive(self, board: FirmwareBoard, name: str) -> None:
        end = time.monotonic() + PATIENCE
        while self.stored(name) < len(board.journal):
            assert time.monotonic() < end, f"{name}: {self.stored(name)} of {len(board.journal)}"
            time.sleep(0.05)

    def errs_not(self) -> None:
        """Nothing went wrong that nobody has foreseen."""
        logs = list(self.server.folder.rglob("errors.log"))
        assert logs == [], logs[0].read_text(encoding="utf-8")[-3000:]
        assert "Traceback" not in self.server.printed


@contextlib.contextmanager
def hall_in(folder: Path) -> Iterator[Hall]:
    """With TABLES open to phones, and a box at table 9."""
    raise_to(4096)  # sockets of those who attack
    box = FirmwareBoard("Table 9")
    with (
        Server(folder, [box]) as server,
        contextlib.closing(open_store(f"sqlite:///{server.db}")) as store,
    ):
        seats = {seat.table: seat.secret for seat in open_seats(store, TABLES)}
        yield Hall(server, store, box, seats)


def source(draw: random.Random) -> str:
    """One of some forty addresses."""
    return f"127.0.7.{draw.randrange(2, 42)}"


def is_refused(socket: ClientConnection) -> int:
    """Hear until it is closed; the code."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            socket.recv(PATIENCE)
    return socket.close_code or 1006
