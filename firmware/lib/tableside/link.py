"""The board's half of the link: it answers, one bounded piece of work a loop turn, and never waits for the laptop."""

from shared_rules.link import board_half, frame
from tableside.answers import Answers

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from typing import Any

    from tableside.screen import Screen
    from tableside.table import Table

_READ = 64  # bytes taken from the port a turn


class Link:
    """`port` is usb_cdc.data (timeout and write_timeout 0) or None; the rest: see answers.py. `screen` is told when the
    laptop takes records.
    """

    _tells = True

    def __init__(self, port: "Any", table: "Table", about: "Callable[[], dict[str, Any]]", screen: "Screen") -> None:
        self._port = port
        self._table = table
        self._screen = screen
        self._answers = Answers(table, about, screen)
        self._decoder = frame.Decoder()
        self._buffer = bytearray(_READ)
        self._view = memoryview(self._buffer)
        self._out = b""
        self._sent = 0
        self._requests: list[tuple[int, int, bytes]] = []
        self._stream: "list[Any] | None" = (
            None  # request id, epoch, next number, records still to send; None: all that are made
        )
        self._greeted = False  # a HELLO came: the next PULL begins a collection, others only follow the play
        self.asked_at: int | None = None  # when the laptop asked last, in board time

    def step(self, now_ms: int) -> None:
        """Once a loop turn: send what is waiting, else listen and make the next answer."""
        port = self._port
        if port is None:
            return
        if self._sent < len(self._out):
            self._send()
            return
        if not self._requests and port.in_waiting:
            count = port.readinto(self._buffer)
            if count:
                self._requests.extend(self._decoder.feed(self._view[:count]))
        self._go_on(now_ms)

    def _go_on(self, now_ms: int) -> None:
        """Make the next answer."""
        stream = self._stream
        if self._requests:
            if stream is not None and stream[3] is None:
                self._end_of_following()
            else:
                self._stream = None  # the laptop asks for something else now
                self.asked_at = now_ms
                self._answer(self._requests.pop(0), now_ms)
        elif stream is None:
            return
        elif stream[3] is not None:
            self._next_records(now_ms)
        elif self._table.journal is None or stream[2] != self._table.journal.next:
            self._follow()

    def busy(self) -> bool:
        """Whether there is something to send without being asked again."""
        following = self._stream is not None and self._stream[3] is None
        return self._sent < len(self._out) or (self._stream is not None and not following) or bool(self._requests)

    def _send(self) -> None:
        self._sent += self._port.write(memoryview(self._out)[self._sent :]) or 0

    def _reply(self, kind: int, request: int, body: bytes) -> None:
        self._out = frame.encode(kind, request, body)
        self._sent = 0
        self._send()

    def _answer(self, received: tuple[int, int, bytes], now_ms: int) -> None:
        kind, request, body = received
        reply, content = self._answers.to(kind, body, now_ms)
        if reply == frame.REC:  # a stream of them, which begins with the next turn
            self._stream = [request] + content
            return
        if reply == frame.WELCOME:
            self._greeted = True
        self._reply(reply, request, content)

    def _next_records(self, now_ms: int) -> None:
        request, epoch, start, left = self._stream
        count = min(left, board_half.RECORDS_A_FRAME)
        reply, content = self._answers.records(epoch, start, count)
        self._reply(reply, request, content)
        if reply == frame.REC:
            self._stream[2] = start + count
            self._stream[3] = left - count
            if self._greeted and self._tells:
                self._screen.synced(now_ms)
            return
        self._stream = None
        if reply == frame.END:
            self._greeted = False

    def _follow(self) -> None:
        """What was pressed in this turn is on its way in this turn."""
        request, epoch, start, _ = self._stream
        journal = self._table.journal
        count = 0 if journal is None else max(1, min(journal.next - start, board_half.RECORDS_A_FRAME))
        reply, content = self._answers.records(epoch, start, count)
        self._stream = [request, epoch, start + count, None] if reply == frame.REC else None
        self._reply(reply, request, content)

    def _end_of_following(self) -> None:
        request, epoch, start, _ = self._stream
        self._stream = None
        self._greeted = False
        reply, content = self._answers.records(epoch, start, 0)
        self._reply(reply, request, content)
