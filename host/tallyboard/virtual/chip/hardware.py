"""One virtual board: the parts, soldered together, and board time.

    firmware ─ platform modules ─ Hardware ─┬─ bus: three HT16K33, or four; FRAM
                                            ├─ pins: switches, keypad scanners, piezo
                                            └─ nvm, uid, watchdog, USB ports

Board time stands still until somebody calls `advance`. The firmware asks for the time or sleeps through `turn`; who
drives the board (the conductor, or a test) decides what a turn is by setting `on_turn`.
"""

import heapq
import os
from collections.abc import Callable
from itertools import count

from tallyboard.drive.wiring import Wiring
from tallyboard.virtual.chip.cells import Cells
from tallyboard.virtual.chip.cpu import BoardReset, Reason, ResetReason, RunReason, WatchDogTimer
from tallyboard.virtual.chip.fram import FRAM
from tallyboard.virtual.chip.ht16k33 import HT16K33
from tallyboard.virtual.chip.i2c import Bus, Target
from tallyboard.virtual.chip.keypad import Keys
from tallyboard.virtual.chip.nvm import ByteArray
from tallyboard.virtual.chip.pins import Pins
from tallyboard.virtual.chip.pwm import Heard, PWMOut
from tallyboard.virtual.chip.usb_serial import Serial

TICKS_PERIOD = 1 << 29
# CircuitPython's supervisor starts here so that the first wrap comes 65.536 s after power-on.
TICKS_AT_POWER_ON = TICKS_PERIOD - 65_536


class Hardware:
    """The board as it stands on the table.

    `ms` is board time since power-on of the process and never goes back; ticks_ms starts anew at a reset.
    """

    def __init__(self, wiring: Wiring, fram: Cells, nvm: Cells, uid: bytes) -> None:
        """`uid` is 8 bytes. `wiring` lists what is fitted."""
        self.wiring = wiring
        self.uid = uid
        self.urandom: Callable[[int], bytes] = os.urandom  # what the chip draws
        self.ms = 0
        self.on_turn: Callable[[int | None], None] = self._free_running
        self.pins = Pins()
        self.sda = self.pins.named[wiring.sda]
        self.scl = self.pins.named[wiring.scl]
        self.switches = {name: self.pins.named[pin] for name, pin in wiring.buttons}
        self.bus = Bus()
        self.displays = {name: HT16K33() for name, _ in wiring.displays}
        for name, address in wiring.displays:
            self.bus.targets[address] = self.displays[name]
        self.fram = FRAM(fram)
        self.bus.targets[wiring.fram_address] = self.fram
        self.parts: dict[str, Target] = {**self.displays, "FRAM": self.fram}
        self.nvm = ByteArray(nvm)
        self.watchdog = WatchDogTimer(self)
        self.sleep_memory = bytearray(256)
        self.scanners: list[Keys] = []
        self.outputs: list[PWMOut] = []
        self.on_heard: Callable[[Heard], None] = _nobody_listens
        self.console = Serial(self, connected=False)
        self.data = Serial(self, connected=True)
        self.console_enabled = True
        self.data_enabled = False
        self.reset_reason: Reason = ResetReason.POWER_ON
        self.run_reason = RunReason.STARTUP
        self._started_ms = 0
        self._agenda: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()

    # Time

    def ticks_ms(self) -> int:
        """supervisor.ticks_ms: 0…2**29-1."""
        return (TICKS_AT_POWER_ON + self.ms - self._started_ms) % TICKS_PERIOD

    def monotonic_ms(self) -> int:
        """Milliseconds since the chip started."""
        return self.ms - self._started_ms

    def turn(self, sleep_ms: int | None = None) -> None:
        """The firmware asks for the time (None) or sleeps for so many milliseconds."""
        self.on_turn(sleep_ms)

    def _free_running(self, sleep_ms: int | None) -> None:
        """A board that nobody drives: a turn is a millisecond."""
        self.polled_empty()
        self.advance(1 if sleep_ms is None else sleep_ms)

    def advance(self, milliseconds: int) -> None:
        """Let board time pass: due switch edges, then scans, each at its own millisecond."""
        for _ in range(milliseconds):
            self.ms += 1
            self._do_due()
            for scanner in self.scanners:
                scanner.scan_if_due()
            self.watchdog.check()

    def at(self, ms: int, action: Callable[[], None]) -> None:
        """Do something at a board time; at once when that is now or past."""
        heapq.heappush(self._agenda, (ms, next(self._order), action))
        self._do_due()

    def _do_due(self) -> None:
        while self._agenda and self._agenda[0][0] <= self.ms:
            heapq.heappop(self._agenda)[2]()

    # Keys

    def switch(self, name: str, closed: bool) -> None:
        """Close or open the switch of a key now."""
        self.pins.ground(self.switches[name], closed)

    def debounce_ms(self) -> int:
        """After this many milliseconds every edge has become an event in its queue."""
        return max((scanner.debounce_ms for scanner in self.scanners), default=0)

    def polled_empty(self) -> bool:
        """Whether the firmware has read a key queue to its end since this was last asked."""
        polled = False
        for scanner in self.scanners:
            polled = polled or scanner.events.polled_empty
            scanner.events.polled_empty = False
        return polled

    def written(self) -> int:
        """How many writes to displays and memory there have been; it stands still when the firmware has no work."""
        return self.bus.writes + self.nvm.page_programs + self.nvm.sector_erases

    # Starting again

    def restart(self, reset: BoardReset) -> None:
        """What a reset or reload does to the chip. Displays and FRAM keep their power and their state."""
        for output in list(self.outputs):
            output.deinit()
        self.pins.release_all()
        self.scanners.clear()
        self.watchdog.stop()
        self.run_reason = RunReason.STARTUP if reset.hard else RunReason.SUPERVISOR_RELOAD
        if reset.hard:
            self.reset_reason = reset.reason
            self._started_ms = self.ms
            self.data_enabled = False
            self.console_enabled = True
            self.console.clear()
            self.data.clear()


def _nobody_listens(_heard: Heard) -> None:
    """A board on which nobody has set `on_heard`."""
