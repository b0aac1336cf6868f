"""A laptop's `watch` in simulated time: the true followers on a cable and in the air, over a store of its own."""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from shared_rules.link import frame
from shared_rules.link.datagram import Header, Seal
from tallyboard.errors import TallyboardError
from tallyboard.errors import link as errors
from tallyboard.hub.follower import Follower
from tallyboard.hub.following import Following, KnownPorts
from tallyboard.link import Client, Port
from tallyboard.link.finding import CABLE, RADIO, Pace
from tallyboard.link.ports import GoneError
from tallyboard.link.radio import RadioPort, RadioPorts
from tallyboard.store import orders
from tests.harness.random_matches import LINES
from tests.link.cable import Cable, LaptopPort
from tests.link.channel import PERFECT, Past
from tests.link.laptop import Laptop
from tests.link.moments import ANYWHERE, AWAY
from tests.link.oracle import ALTERED, LOST, BrokenError
from tests.link.table import BOARD
from tests.radio.air import Address
from tests.radio.fibers import Event
from tests.radio.judge import Judge
from tests.radio.world import World

USB = "/dev/ttyTABLE"
_NOON = 1_800_000_000  # the laptops' time (Unix time) at the start of a world
_READ_MS = 50


class Ports(RadioPorts):
    """The true ones, whose sessions are told to a judge."""

    judge: Judge

    def _begin(self, header: Header, seal: Seal) -> RadioPort:
        had = self._port_of(header.board)
        present = None if had is None else (had.began.boards, had.began.laptops)
        self.judge.laptop_begins((header.boards, header.laptops), present)
        return super()._begin(header, seal)


class Heard:
    """A port in the air of which every word is judged, and on which simulated time passes."""

    def __init__(self, port: RadioPort, program: "Program") -> None:
        self.name, self.whose, self.close = port.name, port.whose, port.close
        self._port = port
        self._program = program
        self._decoder = frame.Decoder()
        self._place = program.judge.to_laptops.count

    def read(self) -> bytes:
        self._program.laptop.moment("read")
        if not self._port.has_news:
            self._program.world.rest(_READ_MS, lambda: self._port.has_news)
        data = self._port.read() if self._port.has_news else b""
        for said in self._decoder.feed(data):
            self._place = self._program.judge.to_laptops.behind(said, self._place)
        return data

    def write(self, data: bytes) -> None:
        self._program.laptop.moment("write", data)
        for said in frame.Decoder().feed(data):
            self._program.judge.to_board.said(said)
        self._port.write(data)
        self._program.laptop.moment("wrote", data)


class _Explainer:
    """Of a TallyboardError a hub tells; anything else is a fault."""

    def explain(self, error: Exception) -> TallyboardError:
        if isinstance(error, TallyboardError):
            return error
        raise error


class _Follower(Follower):
    """The true one, in a fiber."""

    def __init__(self, path: str, program: "Program", opener: Any, pace: Pace) -> None:
        world = program.world
        super().__init__(
            path,
            program.laptop.desk,
            program.told,
            program.known,
            opener,
            world.seconds,
            cast(Any, program.client),
            pace,
        )
        self._stopping, self._news = cast(Any, Event(world.rest)), cast(Any, Event(world.rest))
        self._explainer = cast(Any, _Explainer())
        self._wall: Callable[[], float] = lambda: _NOON + world.seconds()

    def _follow(self, client: Client) -> None:
        self._following = Following(
            client, self._database, self._say, self._stopping, self._clock, self._wall, self._known
        )
        self._following.run(self._met)

    def heard_at(self) -> float:
        """When the board answered last, in seconds; -1 for never."""
        at = None if self._following is None else self._following.heard_at
        return -1.0 if at is None or self._following is None or self._following.board is None else at


class Program:
    """`is_on`: it runs. `plugged`: a cable leads to the board. `away_rate`: how often its database fails."""

    def __init__(self, world: World, judge: Judge, laptop: Laptop, address: Address, draw: random.Random) -> None:
        self.world, self.judge, self.laptop, self.address = world, judge, laptop, address
        self.known = KnownPorts()
        self.is_on = self.plugged = False
        self.away_rate = 0.0
        self.keys: Mapping[str, bytes] = {}
        self.ports: Ports
        self.done: list[str] = []  # keys of orders
        self._draw = draw
        self._pasts = Past(), Past()
        self._followers: dict[str, tuple[_Follower, Any]] = {}
        laptop.away = self._fails

    # ---- from outside

    def start(self) -> None:
        """The command begins, unless it runs."""
        if self.is_on:
            return
        self.laptop.restarts_hub()
        desk = self.laptop.desk
        desk.has_turn = lambda: self._draw.random() < 0.8
        desk.wait = lambda seconds: self.world.rest(1000 * seconds)
        desk.on_end = self._ended
        desk.look()
        self.known = KnownPorts()
        self.ports = Ports(lambda data, to: self.world.send(data, self.address, to), self.world.seconds)
        self.ports.judge = self.judge
        self.ports.know(self.keys)
        self.ports.on_news(self._come)
        self.is_on = True

    def pair(self, key: bytes) -> None:
        """From now on the board's key is this one."""
        self.keys = {BOARD: key}
        if self.is_on:
            self.ports.know(self.keys)

    def kill(self) -> None:
        """It ends, wherever it is."""
        self.is_on = False
        if not self.laptop.killed:
            self.laptop.dies_at(ANYWHERE, 1)  # where it writes anything on its way out
        for _, fiber in self._followers.values():
            self.world.end(fiber)
        self._followers.clear()
        self.laptop.ends()

    def look(self) -> None:
        """What a hub does twice a second: follow what is there."""
        if not self.is_on:
            return
        there = {one.path: RADIO for one in self.ports.look().ports}
        if self.plugged:
            there[USB] = CABLE
        for path in [path for path in self._followers if path not in there]:
            self._followers.pop(path)[0].stop(True)
        for path in there.keys() - self._followers.keys():
            follower = _Follower(path, self, self._cabled if path == USB else self._by_radio, there[path])
            self._followers[path] = follower, self.world.begin(follower.run, self)
        self.laptop.desk.write()

    def heard_at(self) -> float:
        """When the board was heard in the air last, in seconds."""
        return max((one.heard_at() for path, (one, _) in self._followers.items() if path != USB), default=-1.0)

    def order(self, key: str) -> None:
        """Somebody wants a match played."""
        what = {"key": key, "line": self._draw.choice(LINES), "names": ["Ann", "Zoë"], "first": None}
        orders.give(self.laptop.store.true, BOARD, None, [("match", what)], "the campaign")
        if self.is_on:
            self.laptop.desk.look()

    # ---- for its followers

    def client(self, port: Port, **others: Any) -> Client:
        client = Client(port, **others)
        client.request = self._draw.randrange(256)
        return client

    def told(self, event: Mapping[str, Any]) -> None:
        if event["event"] == "alarm":
            raise BrokenError(ALTERED, f"{self.laptop.name} tells of conflicts: {event['numbers']}")

    def _come(self, path: str) -> None:
        if path in self._followers:
            self._followers[path][0].come()

    @contextmanager
    def _by_radio(self, path: str) -> Iterator[Port]:
        with self.ports.opener(path) as port:
            yield Heard(cast(RadioPort, port), self)

    @contextmanager
    def _cabled(self, path: str) -> Iterator[Port]:
        world = self.world
        if not self.plugged:
            raise GoneError(errors.RADIO_AWAY, port=path)
        board = world.board
        cable = Cable(board.port, PERFECT, self._pasts, False, None, True, self._draw, world.tally)
        world.cable = cable
        try:
            yield LaptopPort(cable, self._draw, lambda: world.now, world.rest, self.laptop.moment)
        finally:
            cable.close()

    def _fails(self) -> str:
        if self._draw.random() >= self.away_rate:
            return ""
        self.world.tally["database away"] += 1
        return self._draw.choice(AWAY)

    def _ended(self, order: orders.Order, state: orders.State) -> None:
        self.world.tally[f"orders {state}"] += 1
        if state == "done" and order.what["key"] not in self.world.board.taken:
            raise BrokenError(LOST, f"{order.what['key']} is done, and the board never took it")
