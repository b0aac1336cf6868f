"""The board's half of the link: it answers, one bounded piece of work a loop turn, and never waits for the laptop."""

from shared_rules import frame, messages
from tableside.answers import Answers

_READ = 64  # bytes taken from the port a turn


class Link:
    """`port` is usb_cdc.data (timeout and write_timeout 0) or None; the rest: see answers.py. `screen` is told when the
    laptop takes records.
    """

    def __init__(self, port, table, about, screen):
        self._port = port
        self._table = table
        self._screen = screen
        self._answers = Answers(table, about, screen)
        self._decoder = frame.Decoder()
        self._buffer = bytearray(_READ)
        self._view = memoryview(self._buffer)
        self._out = b""
        self._sent = 0
        self._requests = []
        self._pull = None  # request id, epoch, next number, records still to send
        self._greeted = False  # a HELLO came: the next PULL begins a collection, others only follow the play

    def step(self, now_ms):
        """Once a loop turn: send what is waiting, else listen and make the next answer."""
        port = self._port
        if port is None:
            return
        if self._sent < len(self._out):
            self._sent += port.write(memoryview(self._out)[self._sent :]) or 0
            return
        if not self._requests and port.in_waiting:
            count = port.readinto(self._buffer)
            if count:
                self._requests.extend(self._decoder.feed(self._view[:count]))
        if self._requests:
            self._pull = None  # the laptop asks for something else now
            self._answer(self._requests.pop(0), now_ms)
        elif self._pull is not None:
            self._next_records(now_ms)

    def busy(self):
        """Whether there is something to send without being asked again."""
        return self._sent < len(self._out) or self._pull is not None or bool(self._requests)

    def _reply(self, kind, request, body):
        self._out = frame.encode(kind, request, body)
        self._sent = 0

    def _answer(self, received, now_ms):
        kind, request, body = received
        reply, content = self._answers.to(kind, body, now_ms)
        if reply == frame.REC:  # a stream of them, which begins with the next turn
            self._pull = [request] + content
            return
        if reply == frame.WELCOME:
            self._greeted = True
        self._reply(reply, request, content)

    def _next_records(self, now_ms):
        request, epoch, start, left = self._pull
        count = min(left, messages.RECORDS_A_FRAME)
        reply, content = self._answers.records(epoch, start, count)
        self._reply(reply, request, content)
        if reply == frame.REC:
            self._pull[2] = start + count
            self._pull[3] = left - count
            if self._greeted:
                self._screen.synced(now_ms)
            return
        self._pull = None
        if reply == frame.END:
            self._greeted = False
