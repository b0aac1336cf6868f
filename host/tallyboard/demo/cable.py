"""A cable between a board's port and the laptop that is pulled after so many bytes."""

import fcntl
import os
import select
import sys
import termios
import threading
import time
import tty
from pathlib import Path

LOOK_S = 0.005
QUIET_LOOKS = 20  # in a row without anything waiting, before the cable is gone


class Cable:
    """A pty that passes bytes to and from the port at `board` until `after` bytes have come from it; then it is gone.

        with Cable(Path("board"), Path("cable"), after=300):
            ...  # use the port `cable`

    `passed` is how many bytes came from the board.
    """

    def __init__(self, board: Path, end: Path, after: int) -> None:
        self._board = board
        self._end = end
        self._after = after
        self.passed = 0
        self._stop, self._stopper = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Cable":
        self._far = os.open(self._board, os.O_RDWR | os.O_NOCTTY)
        self._near, slave = os.openpty()
        tty.setraw(slave)
        self._slave = slave  # kept open until the laptop has its own, or reading the other end would fail
        self._end.symlink_to(os.ttyname(slave))
        self._thread.start()
        return self

    def _run(self) -> None:
        ways = {self._near: self._far, self._far: self._near}
        while self.passed < self._after:
            ready, _, _ = select.select([self._stop, *ways], [], [])
            if self._stop in ready:
                break
            for source in ready:
                data = os.read(source, 64)
                if source == self._far:
                    data = data[: self._after - self.passed]
                    self.passed += len(data)
                os.write(ways[source], data)
        self._let_arrive()
        self._end.unlink()
        os.close(self._slave)
        os.close(self._near)
        os.close(self._far)

    def _let_arrive(self) -> None:
        """A pty that closes takes with it what was not read yet; a cable does not. At most a second.

        Linux hands over what is written to a pty a little later, so nothing waiting says little: it has to stay so.
        """
        quiet = 0
        for _ in range(200):
            waiting = fcntl.ioctl(self._slave, termios.FIONREAD, bytes(4))
            quiet = 0 if int.from_bytes(waiting, sys.byteorder) else quiet + 1
            if quiet == QUIET_LOOKS:
                break
            time.sleep(LOOK_S)

    def __exit__(self, *exc: object) -> None:
        os.write(self._stopper, b"x")
        self._thread.join()
        os.close(self._stop)
        os.close(self._stopper)
