"""Boards that are damaged, mad or hostile, on a pty: what the laptop is sent where it expects a board."""

import os
import random
import threading
import time
import tty
from collections.abc import Callable
from typing import Any

from shared_rules.games import catalogue
from shared_rules.journal import record
from shared_rules.link import board_half, frame
from tests.damage.base import AskedBoard, club
from tests.damage.values import HOSTILE
from tests.harness.fake_board import BoardHalf, PtyBoard
from tests.harness.paper import Paper
from tests.harness.stores import started


class Stream:
    """A pty on which `said` gives what comes next, whatever is asked, until it is closed. Use it with `with`."""

    def __init__(self, said: Callable[[], bytes]) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        self._said = said
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._conversation, daemon=True)

    def _conversation(self) -> None:
        while not self._done.is_set():
            try:
                os.write(self._master, self._said())
                time.sleep(0.001)  # some of what a cable carries: the laptop is not to be kept busy, but from ending
                os.read(self._master, 4096)
            except BlockingIOError:
                time.sleep(0.002)
            except OSError:
                return

    def __enter__(self) -> "Stream":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join(10)
        os.close(self._master)
        os.close(self._slave)


def endless_frames() -> Stream:
    """Sound frames without an end, under every request id."""
    draw = random.Random(1)
    kinds = (frame.REC, frame.END, frame.WELCOME, frame.NO, frame.LIVE)

    def said() -> bytes:
        return frame.encode(draw.choice(kinds), draw.randrange(256), draw.randbytes(draw.choice((0, 2, 24, 100))))

    return Stream(said)


def dripping_bytes() -> Stream:
    """A byte now and then, which never make a frame."""

    def said() -> bytes:
        time.sleep(0.02)
        return b"\x42"

    return Stream(said)


def noise() -> Stream:
    """Anything, as fast as it can be read."""
    draw = random.Random(2)
    return Stream(lambda: draw.randbytes(400))


def _served(paper: Paper | None = None, **fields: Any) -> AskedBoard:
    return AskedBoard(paper or club()[0].paper, "e6614103e7452d2f", **{"table": "Table 1", **fields})


class _Grown(AskedBoard):
    """Says that it has nearly all the records there can be, in every answer."""

    @property
    def end(self) -> int:
        return 2**32 - 1

    def _runs(self, first: int, end: int) -> list[tuple[int, bytes]]:
        return super()._runs(first, min(end, len(self.paper.records)))


class _Rising(AskedBoard):
    """Frees a few records whenever it is asked for any."""

    def _answer(self, kind: int, body: bytes) -> list[tuple[int, bytes]]:
        if kind == frame.PULL:
            self.oldest = min(self.oldest + 3, self.end)
        return super()._answer(kind, body)


class _Risen(AskedBoard):
    """Says that the oldest record it has is beyond the next one."""

    def _answer(self, kind: int, body: bytes) -> list[tuple[int, bytes]]:
        self.oldest = 2**32 - 1
        if kind == frame.PULL:
            return [(frame.END, board_half.end(self.oldest, self.end))]
        return super()._answer(kind, body)


def _half_damaged() -> BoardHalf:
    made = _served()
    draw = random.Random(3)
    for seq in range(0, len(made.paper.records), 2):
        made.spoil[seq] = draw.randbytes(8)
    return made


def _hostile_players() -> BoardHalf:
    """Names of players and a key that would move the cursor, within what a record of a name can hold."""
    paper = Paper(0xBAD, catalogue.EDITION).boot()
    for one, other in zip(HOSTILE[0:-1:2], HOSTILE[1::2], strict=False):
        names = (one.encode()[:20].decode("utf-8", "ignore"), other.encode()[:20].decode("utf-8", "ignore"))
        started(paper, "crokinole-official target=40", *names).press("A 20", "A 20", "next")
    paper.append(record.TEXT | record.NAME, 0xFF, 0xC0, 0x80)  # no UTF-8
    paper.start("twenties-shootout").press("A 20")
    return _served(paper, table="\x1b]0;owned\x07\x9b2J\u202e", firmware="\x1b[2J0.2.0\r\n")


def _grown() -> BoardHalf:
    return _Grown(club()[0].paper, "e6614103e7452d2f", table="Table 1")


def _rising() -> BoardHalf:
    return _Rising(club()[0].paper, "e6614103e7452d2f", table="Table 1")


def _risen() -> BoardHalf:
    return _Risen(club()[0].paper, "e6614103e7452d2f", table="Table 1")


# Each makes what can be entered with `with` and has a `path`.
BOARDS: dict[str, Callable[[], Any]] = {
    "endless frames": endless_frames,
    "dripping bytes": dripping_bytes,
    "noise": noise,
    "hostile names": lambda: PtyBoard(_hostile_players()),
    "half of its records damaged": lambda: PtyBoard(_half_damaged()),
    "next 2**32 - 1": lambda: PtyBoard(_grown()),
    "rising oldest": lambda: PtyBoard(_rising()),
    "oldest beyond next": lambda: PtyBoard(_risen()),
    "an empty journal": lambda: PtyBoard(_served(Paper(5))),
    "an id of strange letters": lambda: PtyBoard(AskedBoard(club()[0].paper, "\x1b[31m../..", table="../../x")),
}
