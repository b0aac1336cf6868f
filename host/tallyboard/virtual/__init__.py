"""The virtual board: firmware/code.py, unchanged, on modelled hardware.

From the wire inwards, one idea a file:

    box/        the modelled parts, and the names by which code.py imports them; the page in a browser has them too
    memory      the --state folder, and bytes in it that survive the process being killed
    segments    what is to be read on a display
    script      what stdin says is done to the board, and when it has been handled
    conductor   board time against wall time, stdin and the link
    pty_link    the link on a pty, in place of a USB cable
    hall_link   the link on the hall socket of `tallyboard serve`, as a phone has it: its seat, and who may have that;
                hall_line: where the laptop is, and a WebSocket that is opened again and again
    radio_link  the link by radio: datagrams of this machine
    run, power  whether it can be, and from power-on to power-off

Which pin and which address is what, and the settings, are read from the drive (tallyboard/drive), without importing the
firmware: the hardware must not know what runs on it. A command happens at board milliseconds, however long they take,
so that the same commands light the same digits on a slow laptop.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tallyboard.drive.files import firmware_dir

BOX = Path(__file__).parent / "box"
"""The package `box` as a VM has it on its path."""


@dataclass(frozen=True)
class BoardSpec:
    """What board to run.

    `link` becomes a symlink to the port, `state` is the folder that makes it the same board next time. `hall` instead
    of `link`: the address of a table's card, on whose hall socket it plays as a phone; it `takes_over` the table of
    another one. `radio`, with a `link` or without: the board has one. `board` names one of hardware/boards/ whose pins
    it has, None for those on its drive. `game` is
    "ID OPTION=…" to start a match with, `storage` "fram" or "nvm", both None for what settings.toml says. `sides` is 2
    or 3. `time_scale` is board milliseconds a wall millisecond, 0 for as fast as commands come.

    For tests: `drive` is another drive than the installed firmware; `without` names parts (displays, "FRAM") that are
    unplugged at power-on; the process is killed after `power_cut_after` bytes stored; `circuitpython` 10 gives
    settings as text, as its os.getenv does; `heard` is a file to which every change of what a piezo sounds is added;
    with a `seed` what the chip draws is the same in every run.
    """

    link: Path | None
    state: Path
    game: str | None = None
    storage: str | None = None
    sides: int = 2
    time_scale: float = 1.0
    drive: Path = field(default_factory=firmware_dir)
    without: Sequence[str] = ()
    power_cut_after: int | None = None
    circuitpython: int = 9
    heard: Path | None = None
    seed: int | None = None
    hall: str | None = None
    takes_over: bool = False
    board: str | None = None
    radio: bool = False
