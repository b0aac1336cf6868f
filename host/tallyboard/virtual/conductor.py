"""What happens between two turns of the firmware's loop: commands, output, waiting, the cable.

One thread, one place that waits: the firmware asks for the time or sleeps, and gets it when wall time says so, when
bytes come in, or at once.
"""

import os
import select

from tallyboard.virtual.chip.hardware import Hardware
from tallyboard.virtual.pty_link import PtyLink
from tallyboard.virtual.script import BoardOff, Script
from tallyboard.virtual.wall_time import WallTime

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
        self, hardware: Hardware, script: Script, wall_time: WallTime, link: PtyLink, commands_fd: int | None
    ) -> None:
        """`commands_fd` is what command lines are read from, None for no commands."""
        self._hardware = hardware
        self._script = script
        self._wall_time = wall_time
        self._link = link
        self._commands_fd = commands_fd
        self._partial_line = b""
        self._awake = 0
        self.ended = False
        """Set from a signal handler: the board ends at the next turn."""

    def turn(self, sleep_ms: int | None = None) -> None:
        """One turn. A sleep ends when its milliseconds are over, asking for the time as soon as something is due.

        Raises BoardOff when the board is to end.
        """
        if self.ended:
            raise BoardOff
        self._script.between_turns(self._hardware.polled_empty())
        if sleep_ms is None:
            self._pass(IDLE_STEP_MS)
            return
        left = sleep_ms
        while left > 0:
            left -= self._pass(min(left, IDLE_STEP_MS))
            if self.ended:
                raise BoardOff

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
        port, link = self._hardware.data, self._link
        readable = [link.fd] if port.room else []
        # While a command runs the next ones wait in the pipe, and their sender with them.
        if self._commands_fd is not None and not self._script.busy:
            readable.append(self._commands_fd)
        writable = [link.fd] if port.out_waiting else []
        read, write, _ = select.select(readable, writable, [], wait)
        if link.fd in read:
            link.receive(port)
        if write:
            link.send(port)
        if link.fd in read or write:
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
