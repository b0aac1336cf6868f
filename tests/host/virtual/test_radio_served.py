"""Boards without a cable and a hub, as processes, in air that loses, doubles, delays and replays."""

import heapq
import os
import random
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from shared_rules.journal import record
from tallyboard.drive.files import firmware_dir
from tallyboard.store import Reader, open_store, radio, read_store
from tallyboard.store.verify import verify
from tallyboard.virtual.memory import MemoryFolder

PATIENCE_S = 60
JOINED = "wait 6000"  # the pause before a join, the join, and a look at it
KEY = bytes(range(32))
KEYS = ("A1", "A2", "UNDO", "B1", "UNDO", "A3")
Address = tuple[str, int]


class FaultyAir:
    """Datagrams to `port` go on to the hub's, and back, changed by a seed.

    `loss` and `doubling` of each, 0 to 1; `delay_s`: at most, each its own, so that they come in another order. With
    `replays` all that was ever said is said again, some of it with a bit changed.
    """

    def __init__(self, hub: int, seed: int) -> None:
        self.loss = self.doubling = self.delay_s = 0.0
        self.replays = False
        self._rng = random.Random(seed)
        self._hub: Address = ("127.0.0.1", hub)
        self._front = self._socket()
        self._behind: dict[Address, socket.socket] = {}  # by board, for the hub to tell them apart
        self._due: list[tuple[float, int, socket.socket, bytes, Address]] = []
        self._said: list[tuple[socket.socket, bytes, Address]] = []
        self._count = 0
        self._ends = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        number: int = self._front.getsockname()[1]
        return number

    @staticmethod
    def _socket() -> socket.socket:
        made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        made.bind(("127.0.0.1", 0))
        made.setblocking(False)
        return made

    def _run(self) -> None:
        while not self._ends:
            ready, _, _ = select.select([self._front, *self._behind.values()], [], [], 0.005)
            for one in ready:
                self._take(one)
            now = time.monotonic()
            while self._due and self._due[0][0] <= now:
                _, _, by, data, to = heapq.heappop(self._due)
                by.sendto(data, to)
            if self.replays and self._said and self._rng.random() < 0.5:
                by, data, to = self._rng.choice(self._said)
                if self._rng.random() < 0.5:
                    at = self._rng.randrange(len(data))
                    data = data[:at] + bytes((data[at] ^ 1 << self._rng.randrange(8),)) + data[at + 1 :]
                by.sendto(data, to)

    def _take(self, one: socket.socket) -> None:
        try:
            data, sender = one.recvfrom(4096)
        except OSError:  # the hub is not there
            return
        if one is self._front:
            if sender not in self._behind:
                self._behind[sender] = self._socket()
            self._send(self._behind[sender], data, self._hub)
        else:
            (board,) = [address for address, behind in self._behind.items() if behind is one]
            self._send(self._front, data, board)

    def _send(self, by: socket.socket, data: bytes, to: Address) -> None:
        self._said.append((by, data, to))
        for _ in range(1 + (self._rng.random() < self.doubling)):
            if self._rng.random() >= self.loss:
                self._count += 1
                due = time.monotonic() + self._rng.random() * self.delay_s
                heapq.heappush(self._due, (due, self._count, by, data, to))

    def close(self) -> None:
        self._ends = True
        self._thread.join()
        for one in (self._front, *self._behind.values()):
            one.close()


class Laptop:
    """`tallyboard watch` on a database, with a port for boards without a cable."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.db = str(folder / "club.sqlite")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
            free.bind(("127.0.0.1", 0))
            self.radio_port: int = free.getsockname()[1]
        words = ["watch", "--db", self.db, "--port", f"{folder}/*/port", "--radio-port", str(self.radio_port)]
        self._watch = subprocess.Popen(
            [sys.executable, "-m", "tallyboard", *words],
            env={**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_STATE_HOME": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def pair(self, state: Path, air: FaultyAir) -> None:
        """A board of this folder, as `setup --radio` does by cable."""
        with closing(MemoryFolder(state)) as folder, open_store(self.db) as store:
            radio.pair(store, folder.uid().hex(), KEY, "somebody")
        names = {"SSID": "hall", "PASSWORD": "long enough", "KEY": KEY.hex(), "HUB": f"127.0.0.1:{air.port}"}
        lines = [f'TALLYBOARD_RADIO_{name} = "{value}"\n' for name, value in names.items()]
        (state / "settings.toml").write_text("".join(lines), encoding="utf-8")

    def wait_for(self, board: Any, presses: int) -> None:
        """Until so many of the board's are here, and no more."""
        self._until(lambda reader, uid: self._presses(reader, uid) == presses, board)
        with read_store(self.db) as reader:
            assert not verify(reader).differences

    @staticmethod
    def _presses(reader: Reader, uid: str) -> int:
        with reader.reading() as sql:
            rows = sql.rows("SELECT data FROM records WHERE board = :board", board=uid)
            return sum(data[0] < record.SETTING for (data,) in rows)

    def wait_for_misfits(self, board: Any) -> None:
        """Until it is noted that somebody speaks for the board who has not its key."""

        def noted(reader: Reader, uid: str) -> bool:
            with reader.reading() as sql:
                return any((note.board, note.what) == (uid, "key") for note in radio.notes(sql))

        self._until(noted, board)

    def _until(self, is_so: Callable[[Reader, str], bool], board: Any) -> None:
        uid = (board.state / "uid").read_bytes().hex()
        deadline = time.monotonic() + PATIENCE_S
        with read_store(self.db) as reader:
            while not is_so(reader, uid):
                assert time.monotonic() < deadline, is_so
                time.sleep(0.05)

    def close(self) -> None:
        self._watch.kill()
        self._watch.wait()


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    with closing(Laptop(tmp_path_factory.mktemp("laptop"))) as one:
        yield one


class Box:
    """A board that was paired; `pressed`: how often."""

    def __init__(self, start: Callable[..., Any], laptop: Laptop, air: FaultyAir, folder: Path) -> None:
        self._start = start
        self.pressed = 0
        laptop.pair(folder / "state", air)
        self.board = start("--radio", "--game", "crokinole-official target=9999", on=firmware_dir())
        self.board.line()
        self.board.do(JOINED)

    def power_cut(self, *options: str) -> None:
        self.board.kill()
        self.board = self._start("--radio", *options, on=firmware_dir())
        self.board.line()
        self.board.do(JOINED)

    def press(self, times: int) -> None:
        for _ in range(times):
            assert "done" in self.board.do(f"press {KEYS[self.pressed % len(KEYS)]}")[-1]
            self.pressed += 1


@pytest.mark.parametrize("seed", range(3))
def test_what_is_pressed_arrives_once_through_air_that_loses_and_doubles(
    start_board: Callable[..., Any], laptop: Laptop, tmp_path: Path, seed: int
) -> None:
    with closing(FaultyAir(laptop.radio_port, seed)) as air:
        box = Box(start_board, laptop, air, tmp_path)
        air.loss, air.doubling, air.delay_s = 0.4, 0.2, 0.3
        for part in range(3):
            box.press(6)
            for happens in (["air off", JOINED, "air on"], ["air move"], [])[(seed + part) % 3]:
                box.board.do(happens)
            if part == 1:
                box.power_cut()
        air.loss = air.delay_s = 0.0
        box.board.do("wait 12000")
        laptop.wait_for(box.board, box.pressed)


def test_who_replays_all_that_was_said_presses_nothing_and_takes_nothing(
    start_board: Callable[..., Any], laptop: Laptop, tmp_path: Path
) -> None:
    with closing(FaultyAir(laptop.radio_port, 7)) as air:
        box = Box(start_board, laptop, air, tmp_path)
        box.press(6)
        laptop.wait_for(box.board, 6)
        air.replays = True
        box.press(6)
        laptop.wait_for(box.board, box.pressed)
        box.power_cut()
        box.press(6)
        laptop.wait_for(box.board, box.pressed)
        laptop.wait_for_misfits(box.board)


def test_on_cable_and_by_radio_it_is_one_board(start_board: Callable[..., Any], laptop: Laptop, tmp_path: Path) -> None:
    with closing(FaultyAir(laptop.radio_port, 0)) as air:
        box = Box(start_board, laptop, air, tmp_path)
        box.press(6)
        laptop.wait_for(box.board, 6)
        port = laptop.folder / "usb" / "port"
        port.parent.mkdir()
        box.power_cut("--link", str(port))
        box.press(6)
        laptop.wait_for(box.board, 12)
