"""The link without a cable: joins the network, calls for a laptop, and answers it in sealed datagrams.

    parked ──── a pause in the play ───> joining ── the network is there ──> calling ── a laptop answers ──> heard
      ^            (1, 2, 4 … 60 s)         │                                  ^                               │
      └───── an error, no network ──────────┴──────────────────────────────────┴─── silence, or a cable ───────┘

An optional part: nothing here waits, but for one thing that cannot be had otherwise. To begin to join takes some tens
of ms on a Pico W, up to 500 where a join was tried before, and seconds on an ESP32-S3; so it is only done while nobody
presses. The rest is at most one datagram a turn. What CircuitPython's modules do, how a session begins, and why nothing
replayed is ever taken stands in docs/link.md.
"""

import struct

from shared_rules.link import datagram
from tableside.link import Link

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from typing import Any

    from tableside.screen import Screen
    from tableside.table import Table

PORT = 8766  # where laptops listen
EVERYONE = "255.255.255.255"
CALL_MS = 1_000  # between two calls
SILENCE_MS = 6_000  # without a word of the laptop until another one is called for
CABLE_MS = 3_000  # since the last question by cable: so long that goes first
_JOIN_S = 0.001  # 0 is 8 s on a Pico W
_JOINING_MS = 10_000  # until it is given up
_LOOK_MS = 500  # between two looks whether the network is there still
_LONGEST_REST_MS = 60_000
_EVERYONE_TOO = 4  # of so many calls one goes to everyone, where a laptop's address is known: it may have another now

PARKED, JOINING, CALLING, HEARD = 0, 1, 2, 3


class Settings:
    """What the drive says: the network's name and `password`, the board's `key` in hex digits, `hub` an IPv4 address,
    with :PORT where that is another, or "". Raises ValueError where the key or the port is none."""

    def __init__(self, network: str, password: str, key: str, hub: str) -> None:
        self.network = network
        self.password = password
        self.seal = datagram.Seal(bytes([int(key[i : i + 2], 16) for i in range(0, len(key), 2)]))
        host, _, port = hub.strip().partition(":")
        self.port = int(port) if port else PORT
        self.hub = host


class RadioLink(Link):
    """`network()` gives (wifi.radio, a socket pool, select.poll()), `random(n)` bytes. `pressed_at()` and
    `cabled_at()`: when a key was touched, and when a laptop asked by cable, last, in board time; None: never.
    `pause_ms`: without a press until it is joined. `table`, `about`, `screen`: see Link.

    `state`: PARKED, JOINING, CALLING or HEARD. `misfits`: answers to its calls of which the seal did not fit.
    `datagrams`: how many came or went since somebody set it to 0; each leaves some garbage.
    """

    _tells = False  # the status says nothing of the radio

    def __init__(
        self,
        network: "Callable[[], tuple[Any, Any, Any]]",
        settings: Settings,
        random: "Callable[[int], bytes]",
        pressed_at: "Callable[[], int | None]",
        cabled_at: "Callable[[], int | None]",
        pause_ms: int,
        table: "Table",
        about: "Callable[[], dict[str, Any]]",
        screen: "Screen",
    ) -> None:
        Link.__init__(self, None, table, about, screen)
        self._network = network
        self._settings = settings
        self._random = random
        self._pressed_at = pressed_at
        self._cabled_at = cabled_at
        self._pause_ms = pause_ms
        self._board: str = about()["board"]
        self._buffer = bytearray(datagram.SIZE)  # for what comes
        self._view = memoryview(self._buffer)
        self._sent_buffer = bytearray(datagram.SIZE)
        self._sent_view = memoryview(self._sent_buffer)
        self._reply_waits: "tuple[int, int, bytes] | None" = None  # a frame that was made and is sent in the next turn
        self._radio: "Any" = None
        self._pool: "Any" = None
        self._poll: "Any" = None
        self._socket: "Any" = None
        self.state = PARKED
        self.misfits = 0
        self.datagrams = 0
        self._due_at = 0  # parked: when to join; joining: when to look; else: when to look at the network
        self._until = 0  # joining: when it is given up
        self._rest_ms = 0  # how long it was parked the last time
        self._call_at = 0
        self._calls = 0
        self._sessions = 0
        self._boards = b""  # its number of the session
        self._head = b""  # of a laptop's datagrams of this session, without the laptop's number
        self._at = 0  # where that number ends
        self._laptops = datagram.NOBODY
        self._sent_count = self._heard_count = 0
        self._heard_at = 0
        self._to: "tuple[str, int] | None" = None

    def step(self, now_ms: int) -> None:
        """Once a loop turn."""
        try:
            if self.state == PARKED:
                if now_ms >= self._due_at and self._is_quiet(now_ms):
                    self._join(now_ms)
            elif self.state == JOINING:
                if now_ms >= self._due_at:
                    self._look(now_ms)
            else:
                self._speak(now_ms)
        except (OSError, RuntimeError) as error:
            print("Radio:", error)
            self._park(now_ms)

    def air(self) -> int:
        """0: no laptop answers; 1: one does that has another key; 2: one does."""
        if self.state == HEARD:
            return 2
        return 1 if self.misfits else 0

    def busy(self) -> bool:
        return self._reply_waits is not None or Link.busy(self)

    # ---- the network

    def _is_quiet(self, now_ms: int) -> bool:
        at = self._pressed_at()
        return at is None or now_ms - at >= self._pause_ms

    def _join(self, now_ms: int) -> None:
        if self._radio is None:
            self._radio, self._pool, self._poll = self._network()
        self.state = JOINING
        self._due_at = now_ms + _LOOK_MS
        self._until = now_ms + _JOINING_MS
        if not self._radio.connected:
            try:
                self._radio.connect(self._settings.network, self._settings.password, timeout=_JOIN_S)
            except ConnectionError:
                pass  # as nearly always on a Pico W, where it goes on behind our back

    def _look(self, now_ms: int) -> None:
        """Whether it has been joined."""
        if self._radio.connected:
            self._open()
            self._begin(now_ms)
        elif now_ms >= self._until:
            self._park(now_ms)
        else:
            self._due_at = now_ms + _LOOK_MS

    def _open(self) -> None:
        self._socket = self._pool.socket(self._pool.AF_INET, self._pool.SOCK_DGRAM)
        self._socket.settimeout(0)
        self._poll.register(self._socket, 1)  # select.POLLIN

    def _park(self, now_ms: int) -> None:
        """Let go of everything, for longer each time until a laptop was heard."""
        self._rest_ms = min(_LONGEST_REST_MS, 2 * self._rest_ms or 1_000)
        self.state = PARKED
        self._due_at = now_ms + self._rest_ms
        self._forget()
        socket, self._socket = self._socket, None
        if socket is not None:
            try:
                self._poll.unregister(socket)
                socket.close()
            except (OSError, KeyError):
                pass

    # ---- a session

    def _begin(self, now_ms: int) -> None:
        """Call for a laptop, under a number that was never used: whatever was said before is no answer to it."""
        self._forget()
        self.state = CALLING
        self.misfits = 0
        self._boards = self._number()
        self._laptops = datagram.NOBODY
        head = datagram.head(datagram.FROM_BOARD, self._board, self._boards, self._laptops)
        self._at = len(head)
        self._sent_buffer[: self._at] = head
        self._head = datagram.head(datagram.FROM_LAPTOP, self._board, self._boards, b"")
        self._sent_count = self._heard_count = 0
        self._heard_at = self._call_at = now_ms
        self._to = None

    def _number(self) -> bytes:
        """One that no session had: where randomness fails, the journal, of which a start is a record, has grown, or its
        header was written again."""
        self._sessions += 1
        journal = self._table.journal
        where = (0, 0, 0) if journal is None else (journal.epoch, journal.next, journal.headers())
        number = struct.pack("<IIII", where[0], where[1], where[2], self._sessions)
        return self._settings.seal.of(self._random(8) + number)

    def _forget(self) -> None:
        """Nobody is answered any more."""
        self._requests.clear()
        self._reply_waits = None
        self._stream = None
        self._greeted = False

    def _speak(self, now_ms: int) -> None:
        """At most one datagram in, or one out."""
        cabled_at = self._cabled_at()
        if cabled_at is not None and now_ms - cabled_at < CABLE_MS:
            if self.state == HEARD or self._sent_count:
                self._begin(now_ms)
            return
        if now_ms >= self._due_at:
            self._due_at = now_ms + _LOOK_MS
            if not self._radio.connected:
                self._park(now_ms)
                return
        if self._reply_waits is not None:
            self._say(self._reply_waits)
            self._reply_waits = None
            return
        if not self._requests:
            for _ in self._poll.ipoll(0):
                self._receive(now_ms)
                return
        if self.state == HEARD and now_ms - self._heard_at >= SILENCE_MS:
            self._begin(now_ms)
        if self.state == HEARD:
            self._go_on(now_ms)
        elif now_ms >= self._call_at:
            self._call(now_ms)

    def _call(self, now_ms: int) -> None:
        """Say that the board is there, once a second until somebody asks."""
        self._call_at = now_ms + CALL_MS
        if self._laptops != datagram.NOBODY and now_ms - self._heard_at >= SILENCE_MS:
            self._begin(now_ms)
        if self._laptops == datagram.NOBODY:
            self._calls += 1
            is_known = self._settings.hub and self._calls % _EVERYONE_TOO
            self._to = (self._settings.hub if is_known else EVERYONE, self._settings.port)
        self._say(None)

    def _receive(self, now_ms: int) -> None:
        self.datagrams += 1
        count, sender = self._socket.recvfrom_into(self._buffer)
        at = len(self._head)
        if self._view[:at] != self._head:
            return  # no datagram, another session's, or from no laptop
        data = self._view[:count]
        said = datagram.get(data, self._at)
        if said is None:
            return
        laptops = bytes(data[at : self._at])
        if laptops == datagram.NOBODY:
            return
        if self._laptops != datagram.NOBODY and (laptops != self._laptops or said[0] <= self._heard_count):
            return  # another laptop's, or here before
        if not self._settings.seal.fits(data):
            self.misfits += 1
            return
        self.misfits = 0
        self._rest_ms = 0
        self._laptops = laptops
        self._sent_buffer[at : self._at] = laptops
        self._heard_count, frame = said
        self._heard_at = now_ms
        self._to = sender
        if frame is None:
            self._call_at = now_ms  # it heard the call: say at once that it was heard
        else:
            self.state = HEARD
            self.asked_at = now_ms
            self._requests.append(frame)

    def _say(self, frame: "tuple[int, int, bytes] | None") -> None:
        self.datagrams += 1
        self._sent_count += 1
        count = datagram.put(self._sent_buffer, self._at, self._settings.seal, self._sent_count, frame)
        self._socket.sendto(self._sent_view[:count], self._to)

    def _reply(self, kind: int, request: int, body: bytes) -> None:
        self._reply_waits = (kind, request, body)  # to make it and to seal it is two turns' work
