"""A board and laptops in one air, in simulated time."""

from collections.abc import Callable

from tableside.journal import Journal
from tableside.radio import RadioLink, Settings
from tableside.screen import Screen
from tallyboard.link.client import Client, Patience
from tallyboard.link.radio import RadioPort, RadioPorts
from tests.harness.memory_chips import FramChip, medium_of
from tests.harness.working_table import WorkingTable
from tests.radio.air import Address, Air, Poll, Pool, Wifi

BOARD = "e661640843"
KEY = bytes(range(32))
ANOTHER_KEY = bytes(32)
LAPTOP = ("10.0.0.1", 8766)
ANOTHER_LAPTOP = ("10.0.0.2", 8766)
BOX = ("10.0.0.7", 40_000)
EVERYONE = ("255.255.255.255", 8766)
TURN_MS = 5


def no_randomness(size: int) -> bytes:
    """What a board without any has."""
    return bytes(size)


class Hall:
    """`on_air`: each datagram that was sent, with who sent it and to whom. `catches` may take one away: it is not
    delivered where that gives True."""

    def __init__(self, key: bytes = KEY, hub: str = "") -> None:
        self.air = Air(self._deliver)
        self.on_air: list[tuple[bytes, Address, Address]] = []
        self.catches: Callable[[bytes, Address, Address], bool] = lambda data, sender, receiver: False
        self.laptops: dict[Address, RadioPorts] = {}
        self.chip = FramChip()
        self.pressed_at: int | None = None
        self.cabled_at: int | None = None
        self._settings = Settings("the hall", "its password", key.hex(), hub)
        self.switch_on()

    def switch_on(self) -> None:
        """Power on."""
        self.wifi = Wifi(self.air, BOX)
        self.pool = Pool(self.air, self.wifi)
        poll = Poll()
        self.table = WorkingTable(
            lambda: Journal(medium_of(self.chip), lambda: 7), 2, "crokinole-official", name="Table 3"
        )
        self.table.step(0)
        self.link = RadioLink(
            lambda: (self.wifi, self.pool, poll),
            self._settings,
            no_randomness,
            lambda: self.pressed_at,
            lambda: self.cabled_at,
            2000,
            self.table,
            lambda: {"board": BOARD, "firmware": "0.2.0"},
            Screen(self.table, []),
        )
        self._on_at = self.air.now

    @property
    def board_ms(self) -> int:
        return self.air.now - self._on_at

    def laptop(self, address: Address = LAPTOP, key: bytes | None = KEY) -> RadioPorts:
        """Another laptop; None: it knows no board."""
        ports = RadioPorts(lambda data, to: self._deliver(data, address, to), lambda: self.air.now / 1000)
        ports.know({} if key is None else {BOARD: key})
        self.laptops[address] = ports
        return ports

    def _deliver(self, data: bytes, sender: Address, receiver: Address) -> None:
        self.on_air.append((data, sender, receiver))
        if self.air.up and not self.catches(data, sender, receiver):
            self.arrive(data, sender, receiver)

    def arrive(self, data: bytes, sender: Address, receiver: Address) -> None:
        if receiver == self.wifi.address and self.pool.socket_of is not None:
            self.pool.socket_of.arrive(data, sender)
        for address, ports in self.laptops.items():
            if receiver in (address, EVERYONE):
                ports.heard(data, sender)

    def run(self, ms: int) -> None:
        until = self.air.now + ms
        while self.air.now < until:
            self.air.now += TURN_MS
            self.link.step(self.board_ms)
            if self.air.now % 500 == 0:
                for ports in self.laptops.values():
                    ports.look()

    def client(self, ports: RadioPorts) -> Client:
        """A conversation with the board that this laptop has."""
        (port,) = ports.ports()
        return Client(Waiting(port, self), Patience((0.25,) * 8), lambda: self.air.now / 1000)

    def to_board(self) -> list[bytes]:
        """What was sent to the board so far."""
        return [data for data, _, receiver in self.on_air if receiver == BOX]

    def from_board(self) -> list[bytes]:
        return [data for data, sender, _ in self.on_air if sender == BOX]


class Waiting:
    """A port on which time goes on where somebody waits for it."""

    def __init__(self, port: RadioPort, hall: Hall) -> None:
        self.name = port.name
        self.whose = port.whose
        self._port = port
        self._hall = hall
        self.write = port.write
        self.close = port.close

    def read(self) -> bytes:
        self._hall.run(TURN_MS)
        return self._port.read() if self._port.has_news else b""
