"""A hall in which every place is taken at once, and a copy of the store while it is played in."""

import asyncio
import json
import sqlite3
import subprocess
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tallyboard.pages.safety.connections import raise_to
from tallyboard.pages.safety.protocols import SOCKET
from tallyboard.store import Store, open_store, seats
from tallyboard.store.seats import MOST, check_of
from tests.browser.serving import Server
from tests.harness.firmware_board import FirmwareBoard
from tests.harness.terminal import COMMAND, environment
from tests.host.pages.phones.gates import token
from tests.host.pages.phones.halls import HonestPhone

ADDRESSES = 40  # that phones come from: one address has sixty places
LONG_S = 240.0  # for all that is waited for, on a machine that has much else to do


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Server]:
    raise_to(4096)
    with Server(tmp_path) as server:
        yield server


@pytest.fixture
def store(laptop: Server) -> Iterator[Store]:
    with closing(open_store(str(laptop.db))) as store:
        yield store


class Seated:
    """A phone on one thread with all others. `told`: what it was answered to its scan."""

    def __init__(self, port: int, number: int, secret: str) -> None:
        self._port, self._secret = port, secret
        self._source = f"127.0.7.{2 + number % ADDRESSES}"
        self.token = token()
        self.told: dict[str, Any] = {}
        self.board: FirmwareBoard | None = None
        self._socket: ClientConnection | None = None
        self._answering: asyncio.Task[None] | None = None

    async def scan(self) -> None:
        """Until it is answered; where it is let in its board answers from then on."""
        at: dict[str, Any] = {"host": "127.0.0.1", "port": self._port, "local_addr": (self._source, 0)}
        usual: dict[str, Any] = {"proxy": None, "compression": None, "ping_interval": None, "open_timeout": LONG_S}
        self._socket = await connect(f"ws://localhost:{self._port}{SOCKET}", **at, **usual)
        await self._socket.send(json.dumps({"admit": {"seat": self._secret, "token": self.token}}))
        self.told = json.loads(await asyncio.wait_for(self._socket.recv(), LONG_S))
        if "admit" in self.told:
            at_table = self.told["admit"]
            self.board = self.board or FirmwareBoard(at_table["table"], board=at_table["board"])
            self.board.press("A 20")
            self._answering = asyncio.create_task(self._answer(self._socket, self.board))

    async def _answer(self, socket: ClientConnection, board: FirmwareBoard) -> None:
        async for said in socket:
            if isinstance(said, bytes):
                for answer in board.receive(said):
                    await socket.send(answer)

    async def leave(self) -> None:
        if self._answering is not None:
            self._answering.cancel()
        if self._socket is not None:
            await self._socket.close()


async def until(so: Callable[[], bool]) -> None:
    """Wait until it is so."""
    async with asyncio.timeout(LONG_S):
        while not so():
            await asyncio.sleep(0.2)


def in_a_loop(work: Coroutine[Any, Any, None]) -> None:
    """Do this in a thread of its own: a browser that another test drives from this one has a loop there already."""
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, work).result()


def stored(store: Store) -> set[str]:
    """The boards whose match has the press."""
    with store.reading() as sql:
        return {board for (board,) in sql.rows("SELECT board FROM records GROUP BY board HAVING COUNT(*) >= 3")}


def test_every_place_is_taken_at_once_and_one_more_waits(
    laptop: Server, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The laptop has as many places as seats can be open; here the desk has opened one more."""
    monkeypatch.setattr(seats.changing, "MOST", MOST + 1)
    opened = seats.open_seats(store, [str(number + 1) for number in range(MOST + 1)])
    phones = [Seated(laptop.port, number, seat.secret) for number, seat in enumerate(opened)]

    async def evening() -> None:
        *some, late = phones
        try:
            await asyncio.gather(*(one.scan() for one in some))
            assert [one.told.get("void") for one in some] == [None] * MOST
            assert len({one.told["admit"]["board"] for one in some}) == MOST
            assert {one.told["admit"]["table"] for one in some} == {seat.table for seat in opened[:-1]}
            boards = {one.told["admit"]["board"] for one in some}
            await until(lambda: stored(store) == boards)
            await late.scan()
            assert late.told == {"void": "full"}
            await some[7].leave()
            while "admit" not in late.told:  # the laptop may not know yet that one has left
                assert late.told == {"void": "full"}
                await late.scan()
            await until(lambda: late.told["admit"]["board"] in stored(store))
        finally:
            await asyncio.gather(*(one.leave() for one in phones))

    in_a_loop(asyncio.wait_for(evening(), 2 * LONG_S))


def test_a_copy_while_phones_play_has_each_record_and_no_secret(laptop: Server, store: Store, tmp_path: Path) -> None:
    opened = seats.open_seats(store, [str(number + 1) for number in range(6)])
    copy = tmp_path / "copy.db"

    def copied() -> None:
        words = [*COMMAND, "copy", "--from", str(laptop.db), "--to", str(copy)]
        done = subprocess.run(words, env=environment(tmp_path), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def all_records(path: Path) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(path)) as file:
            return list(file.execute("SELECT board, epoch, seq, data FROM records ORDER BY board, epoch, seq"))

    with ExitStack() as stack:
        phones = [stack.enter_context(HonestPhone(laptop.port, seat.secret)) for seat in opened]
        for _ in range(3):
            before = all_records(laptop.db)
            for phone in phones:
                phone.board.press(*["A 20", "undo"] * 8)
            copied()
            assert set(before) <= set(all_records(copy)) <= set(all_records(laptop.db))
        wanted = {(one.board_id, seq, data) for one in phones for seq, data in one.board.journal}

        in_a_loop(until(lambda: {(row[0], *row[2:]) for row in all_records(laptop.db)} >= wanted))
        copied()
        assert all_records(copy) == all_records(laptop.db)
        tokens = [one.token for one in phones]
    with closing(sqlite3.connect(copy)) as file:
        for table in ("seats", "phones", "seat_asks"):
            assert list(file.execute(f"SELECT * FROM {table}")) == []
    bytes_of_copy = b"".join(path.read_bytes() for path in tmp_path.glob("copy.db*"))
    for hidden in (*(seat.secret for seat in opened), *tokens, *map(check_of, tokens)):
        assert hidden.encode() not in bytes_of_copy
    bytes_of_laptop = b"".join(path.read_bytes() for path in tmp_path.glob("club.db*"))
    assert all(seat.secret.encode() in bytes_of_laptop for seat in opened), "else nothing is shown by that"
