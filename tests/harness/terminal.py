"""Running the command line as a process of its own, into a pipe or on a terminal of a certain size."""

import fcntl
import os
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

COMMAND = (sys.executable, "-m", "tallyboard")


def environment(home: Path, **more: str) -> dict[str, str]:
    """A user's environment, with everything that is kept under `home`."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "TERM": "xterm", "LC_ALL": "C.UTF-8", **more}


def on_terminal(env: Mapping[str, str], *words: object, columns: int = 80, lines: int = 24) -> list[str]:
    """The lines that a command has printed on a terminal of this size, as they came, without their ends."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    shown = bytearray()

    def read() -> None:
        try:
            while data := os.read(master, 4096):
                shown.extend(data)
        except OSError:
            pass  # the other end is closed

    reader = threading.Thread(target=read)
    reader.start()
    try:
        done = subprocess.run(
            [*COMMAND, *map(str, words)], env=env, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave, check=False
        )
    finally:
        os.close(slave)
        reader.join()
        os.close(master)
    assert b"Traceback" not in shown, shown.decode()
    assert done.returncode in (0, 1, 2)
    return shown.decode().replace("\r\n", "\n").splitlines()


def running(folder: Path) -> list[str]:
    """The processes that have this folder on their command line: virtual boards and hubs."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it may have ended just now
            words = (process / "cmdline").read_text("utf-8", "replace").split("\0")
            if (
                words[0] == sys.executable
                and not {"demo", "rehearse"} & {*words}
                and any(str(folder) in word for word in words)
            ):
                found.append(" ".join(words))
    return found


def come_to_an_end(folder: Path) -> bool:
    """Whether these processes end by themselves, or still run after a minute."""
    until = time.monotonic() + 60
    while running(folder) and time.monotonic() < until:
        time.sleep(0.01)
    return not running(folder)
