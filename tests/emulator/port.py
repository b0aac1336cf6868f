"""The emulated board's data port for the laptop's own code: as an object in simulated time, and as a serial device."""

import os
import pty
import select
import subprocess
import tty
from collections.abc import Sequence

from tallyboard.link import Client
from tests.emulator.chip import Chip

_READ_MS = 50
_STEP_MS = 2


class DataPort:
    """A tallyboard.link.Port. The board runs while the laptop reads."""

    name = "the emulated board"

    def __init__(self, chip: Chip) -> None:
        self._chip = chip

    def read(self) -> bytes:
        for _ in range(0, _READ_MS, _STEP_MS):
            self._chip.wait(_STEP_MS)
            data = self._chip.receive()
            if data:
                return data
        return b""

    def receive(self) -> bytes:
        """What has come by now."""
        return self._chip.receive()

    def write(self, data: bytes) -> None:
        self._chip.send(data)

    def close(self) -> None:
        pass


def client(chip: Chip) -> Client:
    """The laptop's half of the link; its patience is in simulated time, so a slow emulator is not a silent board."""
    return Client(DataPort(chip), clock=lambda: chip.ms / 1000)


def run_beside(chip: Chip, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a program with the board's data port as a serial device, "{port}" in `command`, until it ends."""
    mine, theirs = pty.openpty()
    tty.setraw(theirs)
    named = [part.replace("{port}", os.ttyname(theirs)) for part in command]
    process = subprocess.Popen(named, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        while process.poll() is None:
            if select.select([mine], [], [], 0)[0]:
                chip.send(os.read(mine, 4096))
            chip.wait(_STEP_MS)
            data = chip.receive()
            if data:
                os.write(mine, data)
        out, errors = process.communicate()
    finally:
        process.kill()
        process.wait()
        os.close(mine)
        os.close(theirs)
    return subprocess.CompletedProcess(named, process.returncode, out, errors)
