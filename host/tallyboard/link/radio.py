"""Boards without a cable: each sends datagrams that its key seals, and is a port like any other.

docs/link.md says how a session begins. Nothing is kept of who calls before a board has answered with numbers that were
made for it just now, so that whoever replays what was said once displaces nobody.
"""

import hashlib
import hmac
import secrets
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import suppress

from shared_rules.link import datagram, frame
from shared_rules.link.datagram import Header, Seal
from tallyboard.errors import CoreError
from tallyboard.errors import link as errors
from tallyboard.link.fed_ports import FedPort, FedPorts
from tallyboard.link.finding import RADIO, FoundPorts
from tallyboard.link.ports import Whose

UDP_PORT = 8766
BEGINS = "radio "  # the name of such a port, and then the board's id
SILENCE_S = 6.0  # without a datagram until a board is out of reach: it is asked every second
UNKNOWN, MISFIT, REPEATS = "unknown", "key", "repeat"  # what is noted of a board, see Notes
_AGAIN_S = 1.0  # between two answers to a board whose key does not fit
_MOST_NOTED = 64  # boards: whoever makes ids up fills nothing
_REMEMBERED = 64  # numbers that a board has had

Address = tuple[str, int]
Notes = Mapping[tuple[str, str], int]  # by board and one of the three: how many datagrams since the last time


class RadioPort(FedPort):
    """The port of a board in one session: what is written is sealed and sent to where the board was heard last."""

    def __init__(
        self, heard: Header, seal: Seal, send: Callable[[bytes, Address], None], clock: Callable[[], float]
    ) -> None:
        name = BEGINS + heard.board
        super().__init__(name, Whose(heard.board), errors.RADIO_AWAY, self._write, lambda why: None, clock)
        self.began = heard
        self.seal = seal
        self.address: Address = ("", 0)
        self._datagram = send
        self._counting = threading.Lock()
        self._sent = self._heard = 0
        self.is_new = True  # nobody was told of it

    def belongs(self, header: Header) -> bool:
        """Whether this datagram is of its session."""
        return (header.boards, header.laptops) == (self.began.boards, self.began.laptops)

    def take(self, header: Header, sender: Address) -> bool:
        """Whether this sound datagram of its session is none that was here before; then what it says has arrived."""
        if header.counter <= self._heard:
            return False
        self._heard, self.address = header.counter, sender
        # Nothing as well: it is known to be there.
        self.arrived(b"" if header.frame is None else frame.encode(*header.frame))
        return True

    def _write(self, data: bytes) -> None:
        """One frame, as the link codes it."""
        said = frame.decode(data[:-1])
        with self._counting:
            self._sent += 1
            its = self.began
            header = Header(datagram.FROM_LAPTOP, its.board, its.boards, its.laptops, self._sent, said)
            self._datagram(datagram.write(self.seal, header), self.address)


class RadioPorts(FedPorts[RadioPort]):
    """The source of these ports: one a board. `send(data, address)` hands a datagram on, and does not wait.

    `refused`: how many datagrams were dropped that no key of these boards has sealed, or that were here before.
    """

    pace = RADIO
    gone = errors.RADIO_AWAY

    def __init__(self, send: Callable[[bytes, Address], None], clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self.refused = 0
        self._send = send
        self._seals: dict[str, Seal] = {}
        self._keys: Mapping[str, bytes] = {}
        self._salts: dict[str, bytes] = {}  # by board; another one since each session
        self._used: dict[str, deque[bytes]] = {}
        self._answered: dict[str, float] = {}
        self._noted: Counter[tuple[str, str]] = Counter()
        self._noting = threading.Lock()

    def know(self, keys: Mapping[str, bytes]) -> None:
        """The keys of the boards that are paired, by their ids; a board that has another one now begins anew."""
        if keys == self._keys:
            return
        changed = {board for board in self._keys if self._keys[board] != keys.get(board)}
        self._seals = {board: Seal(key) for board, key in keys.items()}
        self._keys = dict(keys)
        for port in self.ports():
            if port.whose.board in changed:
                self.went(port)

    def notes(self) -> Notes:
        """What there is to note since the last time."""
        with self._noting:
            noted, self._noted = self._noted, Counter()
        return noted

    def look(self) -> FoundPorts:
        for port in self.ports():
            if port.heard_at is not None and self._clock() - port.heard_at >= SILENCE_S:
                self.went(port)
        return super().look()

    # ---- datagrams; from one thread

    def heard(self, data: bytes, sender: Address) -> None:
        """Take a datagram in, whatever it is."""
        header = datagram.read(data)
        if header is None or header.origin != datagram.FROM_BOARD:
            self.refused += 1
            return
        seal = self._seals.get(header.board)
        if seal is None:
            self.refused += 1
            self._note(header.board, UNKNOWN)
        elif not seal.fits(data):
            self.refused += 1
            self._note(header.board, MISFIT)
            if header.laptops == datagram.NOBODY:
                self._answer_seldom(header, seal, sender)
        elif header.laptops == datagram.NOBODY:
            self._answer(header, seal, sender)
        else:
            self._take(header, seal, sender)

    def _take(self, header: Header, seal: Seal, sender: Address) -> None:
        port = self._port_of(header.board)
        if port is None or not port.belongs(header):
            if not hmac.compare_digest(header.laptops, self._number_for(header)):
                self.refused += 1  # of a session that has ended, or of another laptop
                return
            port = self._begin(header, seal)
        if not port.take(header, sender):
            self.refused += 1
        elif port.is_new:
            port.is_new = False
            self.take(port)

    def _port_of(self, board: str) -> RadioPort | None:
        return next((port for port in self.ports() if port.whose.board == board), None)

    def _begin(self, header: Header, seal: Seal) -> RadioPort:
        """The board is there, now: it has answered with the number that was made for it."""
        self._salts.pop(header.board, None)  # no other session ever has that number
        used = self._used.setdefault(header.board, deque(maxlen=_REMEMBERED))
        if header.boards in used:
            self._note(header.board, REPEATS)
        used.append(header.boards)
        return RadioPort(header, seal, self._send, self._clock)

    def _number_for(self, header: Header) -> bytes:
        """This laptop's number of a session that the board may begin under its own: nothing needs to be kept of it."""
        salt = self._salts.setdefault(header.board, secrets.token_bytes(32))
        return hmac.digest(salt, header.boards, hashlib.sha256)[: datagram.SESSION_BYTES]

    def _answer(self, call: Header, seal: Seal, sender: Address) -> None:
        """Tell a board that calls that it was heard, and the number of the session that may begin."""
        number = self._number_for(call)
        answer = Header(datagram.FROM_LAPTOP, call.board, call.boards, number, 0)
        self._send(datagram.write(seal, answer), sender)

    def _answer_seldom(self, call: Header, seal: Seal, sender: Address) -> None:
        """The board sees by the answer that it has another key."""
        now = self._clock()
        if now - self._answered.get(call.board, -_AGAIN_S) >= _AGAIN_S:
            self._answered[call.board] = now
            self._answer(call, seal, sender)

    def _note(self, board: str, what: str) -> None:
        with self._noting:
            if (board, what) in self._noted or len(self._noted) < _MOST_NOTED:
                self._noted[board, what] += 1


class Radio:
    """The datagrams of this laptop, in a thread of its own. Raises CoreError where another program has the UDP port."""

    def __init__(self, number: int = UDP_PORT) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.bind(("", number))
        except OSError as error:
            self._socket.close()
            raise CoreError(errors.NO_RADIO, number=number, why=error.strerror) from None
        self._socket.settimeout(1)  # s: it ends also where a machine has no loopback to be woken by
        self.number: int = self._socket.getsockname()[1]
        self.ports = RadioPorts(self._send)
        self._stopping = False
        self._thread = threading.Thread(target=self._listen, name="radio", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more."""
        self._stopping = True
        with suppress(OSError):  # wakes whoever waits there
            self._socket.sendto(b"", ("127.0.0.1", self.number))
        self._thread.join()
        self.ports.close()
        self._socket.close()

    def _send(self, data: bytes, address: Address) -> None:
        with suppress(OSError):  # lost: the link asks again
            self._socket.sendto(data, address)

    def _listen(self) -> None:
        while not self._stopping:
            try:
                data, sender = self._socket.recvfrom(datagram.SIZE + 1)
            except OSError:  # Windows says here that somebody did not take the last one
                continue
            self.ports.heard(data, sender)
