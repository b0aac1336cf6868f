"""A radio and the access point near it: CircuitPython's `wifi`, `socketpool`, `select`, and its form of `hashlib`.

    down ──connect──> joining ──┬─> up ── the access point dies ──> it is noticed ──┐
      ^                         └─> no such network, or another password ───────────┤
      └────────── the next connect leaves first, which takes up to 500 ms <─────────┘

As CircuitPython 10.2.1 on a Pico W has them; docs/radio-facts.md says which file says what. A socket holds one
datagram, and what comes meanwhile is lost. A call by which a board would stand still is a Failure, but for `connect`,
which cannot do without. What carries the datagrams is a `Wire`: on this machine see radio_link.py.
"""

import builtins
import hashlib

from .cpu import Failure
from .hardware import Module

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable, Iterable
    from typing import Protocol

    from .cpu import BoardTime

    Address = tuple[str, int]

    class Wire(Protocol):
        """What a socket sends into and receives from."""

        def send(self, data: bytes, to: Address) -> None: ...

        def receive(self) -> tuple[bytes, Address] | None:
            """The oldest that has come, and from where; None when nothing has."""

        def close(self) -> None: ...


LONGEST_MS = 10  # that a call of the firmware may wait by its own wish
LEAVE_MS = 500  # that a connect waits, at most, until the last join is undone
DEFAULT_MS = 8000  # of a connect without a timeout
SOCKETS = 8
ONE_PACKET = 1472  # bytes; longer ones go in pieces, each of which can be lost

# The board's numbers, whatever this machine's are.
EBADF, EAGAIN, ETIMEDOUT, EHOSTUNREACH = 9, 11, 110, 113
NO_CREDIT = -1  # what sendto raises when the chip takes nothing
JAMMED_MS = 1000  # after so long

POLLIN, POLLOUT = 1, 4

DOWN, JOINING, UP, NO_NETWORK, REFUSED, LOST = range(6)
_WHY = {NO_NETWORK: "No network with that ssid", REFUSED: "Authentication failure"}

for _name in ("ConnectionError",):  # a VM has none; a board has
    if not hasattr(builtins, _name):
        setattr(builtins, _name, type(_name, (OSError,), {}))


def _error(number: int) -> OSError:
    return OSError(number, "of the board")


class Air:
    """The access point of this name and password, and the board's radio; times in board ms.

    `is_jammed`: the chip can send nothing. `joining_ms`: what a join takes, `notices_ms`: until the radio knows that
    the access point is gone. `dropped`: datagrams that found their socket full.
    """

    def __init__(self, board: "BoardTime", open_wire: "Callable[[], Wire]", ssid: str, password: str) -> None:
        self.board = board
        self.open_wire = open_wire
        self.ssid = ssid
        self.password = password
        self.is_jammed = False
        self.joining_ms = 2000
        self.notices_ms = 3000
        self.dropped = 0
        self.sockets: "list[Socket]" = []
        self.radio = Radio(self)
        self._is_on = True
        self._status = DOWN
        self._at = 0  # when a join ends, or when it is noticed that the access point is gone
        self._wanted = ("", "")
        self._host = 2

    # ---- what happens in the hall

    def happens(self, word: str) -> None:
        """ "off" or "on", the access point; "move", another address."""
        if word == "move":
            self.move()
        else:
            self.switch(word == "on")

    def switch(self, on: bool) -> None:
        """The access point gets its power, or loses it."""
        status = self.status()
        self._is_on = on
        if status == UP:  # a short outage is never noticed
            self._at = self.board.ms + self.notices_ms

    def move(self) -> None:
        """The board gets another address."""
        self._host += 1
        for socket in self.sockets:
            socket.reopen()

    def carry(self) -> bool:
        """What has come by now reaches the sockets; whether something has."""
        came = False
        for socket in self.sockets:
            got = socket.wire.receive()
            while got is not None:
                came = True
                self._arrived(socket, got[0], got[1])
                got = socket.wire.receive()
        return came

    def _arrived(self, socket: "Socket", data: bytes, sender: "Address") -> None:
        if self.status() != UP or not self._is_on:
            return
        if socket.held is None:
            socket.held, socket.sender = data, sender
        else:
            self.dropped += 1

    def restart(self, hard: bool) -> None:
        """What a reset or a reload does: sockets are closed, and the network is left."""
        for socket in list(self.sockets):
            socket.close()
        if hard or self.status() == UP:
            self._status = DOWN

    # ---- the radio

    def status(self) -> int:
        """DOWN, JOINING, UP, NO_NETWORK, REFUSED or LOST."""
        if self._status == JOINING and self.board.ms >= self._at:
            ssid, password = self._wanted
            if not self._is_on or ssid != self.ssid:
                self._status = NO_NETWORK
            else:
                self._status = UP if password == self.password else REFUSED
        elif self._status == UP and not self._is_on and self.board.ms >= self._at:
            self._status = LOST
        return self._status

    def join(self, ssid: str, password: str, timeout_ms: int) -> None:
        """Leave what there is, begin to join, and wait so long for it. Raises ConnectionError."""
        if self.status() == UP and ssid == self._wanted[0]:
            return
        deadline = self.board.ms + timeout_ms  # before it leaves: of a short one nothing is left after that
        if self._status not in (DOWN, UP):
            self.board.turn(LEAVE_MS)
        self._status = JOINING
        self._wanted = ssid, password
        self._at = self.board.ms + self.joining_ms
        if self.board.ms < deadline:
            self.board.turn(deadline - self.board.ms)
        if self.status() != UP:
            raise ConnectionError(_WHY.get(self._status, "Unknown failure 1"))

    def address(self) -> str | None:
        """The board's, in dots; None while it has none."""
        return "192.168.4.%d" % self._host if self.status() == UP else None

    def send(self, socket: "Socket", data: bytes, to: "Address") -> None:
        """Raises OSError where no way leads out."""
        if len(data) > ONE_PACKET:
            raise Failure("a datagram of %d bytes goes in pieces" % len(data))
        if self.status() != UP:
            raise _error(EHOSTUNREACH)
        if self.is_jammed:
            self.board.turn(JAMMED_MS)
            raise _error(NO_CREDIT)
        if self._is_on:
            socket.wire.send(data, to)


class IPv4Address:
    """`ipaddress.IPv4Address`, as far as a radio gives one."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text


class Radio:
    """`wifi.radio`. Nobody can ask why a join has failed; `connected` alone tells that it has not come about."""

    def __init__(self, air: Air) -> None:
        self._air = air
        self._hostname = "cpy-virtual"

    @property
    def connected(self) -> bool:
        """Whether it is in the network and has an address."""
        return self._air.status() == UP

    @property
    def ipv4_address(self) -> IPv4Address | None:
        """A new object each time; None while it has no address."""
        text = self._air.address()
        return None if text is None else IPv4Address(text)

    @property
    def hostname(self) -> str:
        """1 to 253 letters, digits, dashes and dots."""
        return self._hostname

    @hostname.setter
    def hostname(self, name: str) -> None:
        if not 1 <= len(name) <= 253 or not all([part and part[0] != "-" for part in name.split(".")]):
            raise ValueError("invalid hostname")
        for letter in name.lower():
            if letter not in "abcdefghijklmnopqrstuvwxyz0123456789-.":
                raise ValueError("invalid hostname")
        self._hostname = name

    def connect(
        self,
        ssid: str | bytes,
        password: str | bytes = b"",
        *,
        channel: int = 0,
        bssid: bytes | None = None,
        timeout: float | None = None,
    ) -> None:
        """Begin to join, or to join anew, and wait `timeout` seconds for it, 8 without one or with 0.

        Raises ConnectionError when it has not come about by then; it goes on by itself. Raises ValueError for a name or
        a password of no possible length.
        """
        name, word = _bytes(ssid), _bytes(password)
        if not 1 <= len(name) <= 32:
            raise ValueError("ssid length must be 1-32")
        if word and not 8 <= len(word) <= 64:
            raise ValueError("password length must be 8-64")
        waits = DEFAULT_MS if timeout is None or timeout <= 0 else -int(-timeout * 1000 // 1)
        if waits > LONGEST_MS:
            raise Failure("wifi.radio.connect waits %d ms" % waits)
        self._air.join(name.decode(), word.decode(), waits)


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else bytes(text)


class Socket:
    """`socketpool.Socket` for datagrams. `held`: the one that has come and was not read, `sender`: from where."""

    def __init__(self, air: Air) -> None:
        self._air = air
        self.wire = air.open_wire()
        self.held: bytes | None = None
        self.sender: "Address" = ("", 0)
        self.is_closed = False
        self._timeout_ms: int | None = None  # for ever, until somebody says otherwise
        air.sockets.append(self)

    def settimeout(self, seconds: float | None) -> None:
        """0: not at all. None, for ever, is refused, and so is more than a moment."""
        if seconds is None or seconds * 1000 > LONGEST_MS:
            raise Failure("a socket that waits")
        self._timeout_ms = int(seconds * 1000)

    def setblocking(self, flag: bool) -> None:
        self.settimeout(None if flag else 0)

    def reopen(self) -> None:
        """Have another port."""
        self.wire.close()
        self.wire = self._air.open_wire()

    def sendto(self, data: bytes | bytearray | memoryview, address: "Address") -> int:
        """To an IPv4 address in dots; "255.255.255.255" for all. Raises OSError."""
        self._check()
        self._air.send(self, bytes(data), _numeric(address))
        return len(data)

    def recv_into(self, buffer: bytearray | memoryview, bufsize: int = 0) -> int:
        """How many bytes of the datagram that has come are in the buffer now; what does not fit is gone. Raises OSError
        when none has come."""
        if bufsize > len(buffer):
            raise ValueError("buffer too small for requested bytes")
        return self._take(buffer, bufsize or len(buffer))

    def recvfrom_into(self, buffer: bytearray | memoryview) -> "tuple[int, Address]":
        """The same, and from where."""
        count = self._take(buffer, len(buffer))
        return count, self.sender

    def _take(self, buffer: bytearray | memoryview, most: int) -> int:
        self._check()
        if self.held is None:
            if self._timeout_ms is None:
                raise Failure("a socket that waits for ever")
            if self._timeout_ms == 0:
                raise _error(EAGAIN)
            self._air.board.turn(self._timeout_ms)
            if self.held is None:
                raise _error(ETIMEDOUT)
        data, self.held = self.held, None
        count = min(most, len(data))
        buffer[:count] = data[:count]
        return count

    def _check(self) -> None:
        if self.is_closed:
            raise _error(EBADF)

    def close(self) -> None:
        """Give it back to the pool."""
        if not self.is_closed:
            self.is_closed = True
            self.held = None
            self._air.sockets.remove(self)
            self.wire.close()


def _numeric(address: "Address") -> "Address":
    """Raises Failure for a name: each time that it is used, a name server would be asked, and waited for."""
    host, port = address
    parts = host.split(".")
    if len(parts) != 4 or not all([part.isdigit() and int(part) < 256 for part in parts]):
        raise Failure("%r is no address in dots" % host)
    return host, port


class SocketPool:
    """`socketpool.SocketPool`. A subclass that sets `air` is what the firmware gets."""

    air: Air
    AF_INET = 2
    SOCK_STREAM = 1
    SOCK_DGRAM = 2

    def __init__(self, radio: Radio) -> None:
        if radio is not self.air.radio:
            raise ValueError("SocketPool can only be used with wifi.radio")

    def socket(self, family: int = AF_INET, type: int = SOCK_STREAM, proto: int = 0) -> Socket:
        """A socket, of which there are eight. Raises RuntimeError when all are open."""
        if (family, type) != (self.AF_INET, self.SOCK_DGRAM):
            raise Failure("the model has sockets for datagrams")
        if len(self.air.sockets) == SOCKETS:
            raise RuntimeError("Out of sockets")
        return Socket(self.air)


class Poll:
    """What `select.poll` gives. Asking for what is ready takes no memory while nothing is."""

    def __init__(self) -> None:
        self._asked: "list[tuple[Socket, int]]" = []

    def register(self, socket: Socket, flags: int = POLLIN | POLLOUT) -> None:
        """Ask for these from now on."""
        self.unregister(socket)
        self._asked.append((socket, flags))

    def unregister(self, socket: Socket) -> None:
        for entry in list(self._asked):
            if entry[0] is socket:
                self._asked.remove(entry)

    def ipoll(self, timeout: int = -1, flags: int = 0) -> "Iterable[tuple[Socket, int]]":
        """(socket, flags) of each that is ready. `timeout` in ms; -1, which waits for ever, and more than a moment are
        refused. A closed socket must not be asked: an ESP32 would look at memory that is none of its."""
        if not 0 <= timeout <= LONGEST_MS:
            raise Failure("a poll that waits")
        for entry in self._asked:
            if entry[0].is_closed:
                raise Failure("a closed socket is polled")
            if entry[1] & POLLOUT or entry[0].held is not None:
                return self._ready()
        return ()

    def _ready(self) -> "list[tuple[Socket, int]]":
        found = []
        for socket, asked in self._asked:
            ready = asked & (POLLOUT | (0 if socket.held is None else POLLIN))
            if ready:
                found.append((socket, ready))
        return found


class Hash:
    """What `hashlib.new` gives: it goes on after a digest, and cannot be copied."""

    digest_size = 32

    def __init__(self, data: bytes) -> None:
        self._data = bytearray(data)

    def update(self, data: bytes | bytearray | memoryview) -> None:
        self._data.extend(data)

    def digest(self) -> bytes:
        return hashlib.sha256(self._data).digest()


def new_hash(name: str, data: bytes | bytearray | memoryview = b"") -> Hash:
    """`hashlib.new`. Raises ValueError for another than "sha256"; a board has "sha1" too."""
    if name != "sha256":
        raise ValueError("Unsupported hash algorithm")
    return Hash(bytes(data))


def modules(air: Air) -> dict[str, Module]:
    """What a board with a radio has beside the rest."""
    return {
        "wifi": Module(radio=air.radio),
        "socketpool": Module(SocketPool=type("SocketPool", (SocketPool,), {"air": air})),
        "select": Module(poll=Poll, POLLIN=POLLIN, POLLOUT=POLLOUT),
        "hashlib": Module(new=new_hash),
    }
