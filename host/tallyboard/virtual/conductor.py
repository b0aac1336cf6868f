"""What happens between two turns of the firmware's loop: commands, output, waiting, the cable.

One thread, one place that waits: the firmware asks for the time or sleeps, and gets it when wall time says so, when
bytes come in, or at once.
"""

import os
import select
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from tallyboard.virtual.box.hardware import Hardware
from tallyboard.virtual.box.usb_serial import Serial
from tallyboard.virtual.script import BoardOff, Script

# A board that has fallen further behind than this (a laptop asleep, a scale too fast for the machine) does not run
# after the lost time.
MOST_LAG_S = 0.25


class WallTime:
    """Says how long to wait until a board millisecond is due, and which one is due now. `scale` is board milliseconds a
    wall millisecond. 0: while there is work nothing is waited for, and without work time goes on at 1."""

    def __init__(self, scale: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`scale` >= 0; `clock` in seconds."""
        self.unpaced = scale == 0
        self._rate = (scale or 1.0) * 1000  # board ms a wall second
        self._clock = clock
        self._anchor_s = clock()
        self._anchor_ms = 0

    def rebase(self, board_ms: int) -> None:
        """From here on, this board millisecond is now."""
        self._anchor_s = self._clock()
        self._anchor_ms = board_ms

    def seconds_until(self, board_ms: int) -> float:
        """Wall seconds until a board millisecond is due; 0 when it is."""
        return max(0.0, self._anchor_s + (board_ms - self._anchor_ms) / self._rate - self._clock())

    def due(self, board_ms: int, most: int) -> int:
        """How many whole milliseconds, 0…`most`, board time may go on from `board_ms`."""
        behind = self._anchor_ms + (self._clock() - self._anchor_s) * self._rate - board_ms
        if behind > most + MOST_LAG_S * self._rate:
            self.rebase(board_ms + most)
            return most
        # A wait until exactly a millisecond may wake a hair early.
        return max(0, min(most, int(behind + 0.01)))


class Link(Protocol):
    """Carries bytes between a port's FIFOs, or a radio's sockets, and the laptop. `fd` can be waited for."""

    @property
    def fd(self) -> int:
        """-1 for none."""

    def publish(self) -> None:
        """The board has started."""

    def close(self) -> None:
        """The board is off."""

    def wants(self, port: Serial) -> tuple[bool, bool]:
        """Whether to wait until there is something to read, and until there is room to write."""

    def carry(self, port: Serial, is_readable: bool, is_writable: bool) -> bool:
        """Carry what can be carried, once a turn; whether something was."""


# Without work a turn may take this much board time: thirty boards share a small machine.
IDLE_STEP_MS = 5
# After bytes have come or gone the firmware gets so many turns without waiting, to answer.
AWAKE_TURNS = 4
# No wait is longer, in seconds: a signal is seen after it.
LONGEST_WAIT_S = 0.1
READ_BYTES = 65_536


class Conductor:
    """Drives a board: `hardware.on_turn` is its `turn`."""

    def __init__(
        self, hardware: Hardware, script: Script, wall_time: WallTime, links: Sequence[Link], commands_fd: int | None
    ) -> None:
        """`commands_fd` is what command lines are read from, None for no commands."""
        self._hardware = hardware
        self._script = script
        self._wall_time = wall_time
        self._links = links
        self._commands_fd = commands_fd
        self._partial_line = b""
        self._awake = 0
        self._ended = False

    def turn(self, sleep_ms: int | None = None) -> None:
        """One turn. A sleep ends when its milliseconds are over, asking for the time as soon as something is due.
        Raises BoardOff when the board is to end."""
        if self._ended:
            raise BoardOff
        self._script.between_turns(self._hardware.polled_empty())
        if sleep_ms is None:
            self._pass(IDLE_STEP_MS)
            return
        left = sleep_ms
        while left > 0:
            left -= self._pass(min(left, IDLE_STEP_MS))
            if self._ended:
                raise BoardOff

    def end(self, *_: object) -> None:
        """For a signal: the board ends at its next turn; at the second one at once, should it not take turns."""
        if self._ended:
            raise BoardOff
        self._ended = True

    def _pass(self, most: int) -> int:
        """Wait, serve the file descriptors, and let at most `most` board milliseconds pass; how many did."""
        hardware, wall_time = self._hardware, self._wall_time
        if self._script.busy:
            # Exactly one: edges and the ends of commands fall between turns, none may be jumped over.
            most = 1
        if self._script.busy and wall_time.unpaced:
            self._serve(0)
            wall_time.rebase(hardware.ms + most)
        else:
            self._serve(0 if self._awake else min(LONGEST_WAIT_S, wall_time.seconds_until(hardware.ms + most)))
            if self._script.busy:
                most = 1  # a command has just come in: it starts on this millisecond, not up to five later
            most = wall_time.due(hardware.ms, most)
        self._awake = max(0, self._awake - 1)
        hardware.advance(most)
        return most

    def _serve(self, wait: float) -> None:
        """Wait at most so many seconds for anything to read or write, and do it."""
        port = self._hardware.data
        wants = [(link.fd, *link.wants(port)) for link in self._links]
        readable = [fd for fd, reads, _ in wants if reads]
        # While a command runs the next ones wait in the pipe, and their sender with them.
        if self._commands_fd is not None and not self._script.busy:
            readable.append(self._commands_fd)
        writable = [fd for fd, _, writes in wants if writes]
        read, write, _ = select.select(readable, writable, [], wait)
        for link, (fd, _, _) in zip(self._links, wants, strict=True):
            if link.carry(port, fd in read, fd in write):
                self._awake = AWAKE_TURNS
        if self._commands_fd in read:
            self._read_commands(self._commands_fd)

    def _read_commands(self, descriptor: int) -> None:
        data = os.read(descriptor, READ_BYTES)
        *lines, self._partial_line = (self._partial_line + data).split(b"\n")
        if not data:  # end of input: what has no newline is a line too, and the board runs on
            lines, self._partial_line = [self._partial_line], b""
            self._commands_fd = None
        for line in lines:
            self._script.add(line.decode("utf-8", "replace"))
