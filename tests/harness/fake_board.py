"""A board that answers from a journal written by hand, on a port in memory or on a pty, over wires that can be bad."""

import os
import threading
import tty
from collections.abc import Callable
from typing import Any, Protocol

from shared_rules.journal import record
from shared_rules.link import board_half, frame
from tallyboard.errors import TallyboardError
from tests.harness.paper import Paper


class BoardHalf:
    """Answers requests from a Paper. `next` hides the end of it; `spoil` gives other bytes for a record number."""

    def __init__(self, paper: Paper, board: str = "e661640843", **fields: Any) -> None:
        self.paper = paper
        self.oldest = 0
        self.acked = 0
        self.next: int | None = None
        self.spoil: dict[int, bytes] = {}
        self.withhold: set[int] = set()
        self.requests: list[int] = []
        self.times: list[int] = []  # that it was told
        self.on_request: Callable[[int], None] = lambda kind: None
        self._fields = {"board": board, "firmware": "0.1.0", "table": "Table 3", "protocol": frame.PROTOCOL, **fields}
        self._decoder = frame.Decoder()

    @property
    def end(self) -> int:
        return len(self.paper.records) if self.next is None else self.next

    def receive(self, data: bytes) -> list[bytes]:
        """The coded frames that answer the requests in data."""
        answers = []
        for kind, request, body in self._decoder.feed(data):
            self.requests.append(kind)
            self.on_request(kind)
            answers += [frame.encode(reply, request, content) for reply, content in self._answer(kind, body)]
        return answers

    def _answer(self, kind: int, body: bytes) -> list[tuple[int, bytes]]:
        if kind == frame.HELLO:
            fields = {"format": record.FORMAT, "time_ms": 1, "damaged": len(self.spoil), **self._fields}
            fields.update(epoch=self.paper.epoch, oldest=self.oldest, next=self.end)
            fields.update(acked=min(self.acked, self.end))  # of a memory that was put back too
            return [(frame.WELCOME, board_half.welcome(fields))]
        if kind == frame.TIME:
            self.times.append(board_half.read_time(body))
            return [(frame.TIMED, board_half.timed(self.end))]
        epoch, number = board_half.read_pull(body)[:2] if kind == frame.PULL else board_half.read_ack(body)
        if epoch != self.paper.epoch:
            return [(frame.NO, board_half.no(frame.EPOCH, "the journal is of another epoch"))]
        if kind == frame.ACK:
            self.acked = max(self.acked, number)
            return [(frame.ACKED, board_half.acked(self.acked))]
        first = max(number, self.oldest)
        end = min(self.end, first + board_half.read_pull(body)[2])
        return [*self._runs(first, end), (frame.END, board_half.end(self.oldest, self.end))]

    def _runs(self, first: int, end: int) -> list[tuple[int, bytes]]:
        runs = []
        while first < end:
            upto = first
            while upto < end and upto - first < board_half.RECORDS_A_FRAME and upto not in self.withhold:
                upto += 1
            data = b"".join(self.spoil.get(seq, self.paper.records[seq]) for seq in range(first, upto))
            if data:
                runs.append((frame.REC, board_half.rec(first, data)))
            first = upto + (upto in self.withhold)
        return runs


class MemoryPort:
    """A port onto a BoardHalf without threads or waiting: an empty read moves `clock` on by 50 ms.

    `line` may change what a coded frame of the board looks like on the wire; `lives`: the device goes away after so
    many bytes; `stale`: what stands in the buffer before anything is asked.
    """

    name = "/dev/ttyFAKE"

    def __init__(
        self,
        board: BoardHalf | None,
        line: Callable[[bytes], bytes] = lambda coded: coded,
        lives: int | None = None,
        stale: bytes = b"",
    ) -> None:
        self._board = board
        self._line = line
        self._lives = lives
        self._out = bytearray(stale)
        self._now = 0.0

    def clock(self) -> float:
        return self._now

    def read(self) -> bytes:
        data = bytes(self._out[:512])
        if self._lives is not None:
            data = data[: self._lives]
            self._lives -= len(data)
            if not data and self._out:
                raise TallyboardError("The device went away.", "Sync again.")
        del self._out[: len(data)]
        if not data:
            self._now += 0.05
        return data

    def write(self, data: bytes) -> None:
        for coded in self._board.receive(data) if self._board else ():
            self._out += self._line(coded)

    def close(self) -> None:
        pass


class Answers(Protocol):
    """A board's half of the link: a BoardHalf, or another."""

    def receive(self, data: bytes) -> list[bytes]:
        """The coded frames that answer the requests in data."""


class PtyBoard:
    """Serves a board on a pty in a thread; `path` is the port. Use it with `with`."""

    def __init__(self, board: Answers, stale: bytes = b"") -> None:
        self._board = board
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        os.write(self._master, stale)
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def _serve(self) -> None:
        try:
            while data := os.read(self._master, 4096):
                for coded in self._board.receive(data):
                    os.write(self._master, coded)
        except OSError:
            return

    def __enter__(self) -> "PtyBoard":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()
        os.close(self._slave)

    def unplug(self) -> None:
        """The device goes away; may be called by the board itself, from within an answer."""
        master, self._master = self._master, -1
        if master < 0:
            return
        if threading.current_thread() is not self._thread:
            os.write(self._slave, b"\x00")  # wakes the thread, whose next read then fails
            self._thread.join(5)
        os.close(master)
