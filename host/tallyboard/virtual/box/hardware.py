"""One modelled board: the parts, soldered together; and the names by which code.py imports them, which `sys.modules`
gets before the firmware runs.

firmware ─ names ─ Hardware ─┬─ bus: three HT16K33, or four; FRAM
                             ├─ pins: switches, keypad scanners, piezo
                             ├─ nvm, uid, watchdog, USB ports
                             └─ air: the radio, where it has one
"""

from .bus import FRAM, HT16K33, I2C, Bus, ByteArray, I2CDevice
from .cpu import BoardReset, BoardTime, ResetReason, RunReason, WatchDogMode, WatchDogTimer
from .pins import DigitalInOut, KeyEvent, Keys, Pin, Pull, PWMOut, edges
from .usb_serial import FIFO_BYTES, Serial

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable

    from tallyboard.drive.files import Wiring

    from .air import Air
    from .bus import Memory, Target

_GPIOS = 29


class Controller(BoardTime):
    """The microcontroller, without what is wired to it; `nvm`: None where it has none."""

    fifo_bytes = FIFO_BYTES

    def __init__(self, nvm: ByteArray | None, uid: bytes, urandom: "Callable[[int], bytes]") -> None:
        """`uid`: the chip's number; `urandom` gives what it draws."""
        BoardTime.__init__(self)
        self.uid = uid
        self.urandom = urandom
        self.nvm = nvm
        self.watchdog = WatchDogTimer(self)
        self.ticking.append(self.watchdog)
        self.sleep_memory = bytearray(256)
        self.console = Serial(self, False)
        self.data = Serial(self, True, self.fifo_bytes)
        self.console_enabled = True
        self.data_enabled = False
        self.reset_reason = ResetReason.POWER_ON
        self.run_reason = RunReason.STARTUP

    def modules(self, in_boot: bool) -> "dict[str, Module]":
        """See `modules` below."""
        raise NotImplementedError

    def restart(self, reset: BoardReset) -> None:
        """What a reset or reload does to the chip."""
        self.watchdog.stop()
        self.run_reason = RunReason.STARTUP if reset.hard else RunReason.SUPERVISOR_RELOAD
        if reset.hard:
            self.reset_reason = reset.reason
            self.started_ms = self.ms
            self.data_enabled = False
            self.console_enabled = True
            self.console.clear()
            self.data.clear()


class Hardware(Controller):
    """The board as it stands on the table: a Pico, or what has the pins of another wiring."""

    nvm: ByteArray
    keys_type: type[Keys] = Keys

    def __init__(
        self, wiring: "Wiring", fram: "Memory", nvm: "Memory", uid: bytes, urandom: "Callable[[int], bytes]"
    ) -> None:
        """`uid` is 8 bytes; `urandom` gives what the chip draws."""
        Controller.__init__(self, ByteArray(nvm), uid, urandom)
        self.pins = {}
        wired = [wiring.sda, wiring.scl] + [pin for name, pin in wiring.buttons]
        names = ["GP%d" % number for number in range(_GPIOS)]
        if wired[0] not in names:  # of another board, as far as they are known: its bus on the first two
            names = wired
        for number in range(len(names)):
            self.pins[names[number]] = Pin(number, names[number])
        self.switches = {name: self.pins[pin] for name, pin in wiring.buttons}
        self.bus = Bus(self.pins[wiring.sda], self.pins[wiring.scl])
        self.displays = {}
        for name, address in wiring.displays:
            self.displays[name] = self.bus.targets[address] = HT16K33()
        self.fram = self.bus.targets[wiring.fram_address] = FRAM(fram)
        self.parts: "dict[str, Target]" = {}
        self.parts.update(self.displays)
        self.parts["FRAM"] = self.fram
        self.scanners: "list[Keys]" = []
        self.outputs: "list[PWMOut]" = []
        self.air: "Air | None" = None

    def modules(self, in_boot: bool) -> "dict[str, Module]":
        return modules(self, in_boot)

    # Keys

    def switch(self, name: str, closed: bool) -> None:
        """Close or open the switch of a key now."""
        self.switches[name].grounded = closed
        for scanner in self.scanners:
            scanner.look()

    def move(self, verb: str, name: str) -> int:
        """Begin to press, hold or bounce a key, to close it ("down") or open it ("up"), with the next millisecond, for
        this one has been scanned already; when that is over."""
        start = self.ms + 1
        moves, over = ([(start, verb == "down")], start) if verb in ("down", "up") else edges(verb, start)
        for ms, closed in moves:
            self.at(ms, lambda closed=closed: self.switch(name, closed))  # type: ignore[misc]
        return over

    def debounce_ms(self) -> int:
        """After this many milliseconds every edge has become an event in its queue."""
        return max([0] + [scanner.debounce_ms for scanner in self.scanners])

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
        """What a reset or reload does to the chip. Displays and FRAM keep their power and their state, and switches,
        which are outside the chip."""
        for output in list(self.outputs):
            output.deinit()
        for scanner in list(self.scanners):
            scanner.deinit()
        for pin in self.pins.values():
            pin.release()
        if self.air is not None:
            self.air.restart(reset.hard)
        Controller.restart(self, reset)


HEAP_FREE = 120_000
"""A Pico's heap under CircuitPython with a program of this size, for "mem_free" of the gc module."""

# The RTC of an RP2040 starts here without a battery: 2000-01-01.
_RTC_AT_POWER_ON = 946_684_800


class Module:
    """What an import gives."""

    def __init__(self, **contents: object) -> None:
        for name in contents:
            setattr(self, name, contents[name])


def modules(hardware: Hardware, in_boot: bool = False) -> dict[str, Module]:
    """Every platform module by its name, with what a drive may ask of it. `in_boot`: for the run of boot.py, where USB
    can still be arranged."""
    event = type("Event", (KeyEvent,), {"board": hardware})
    keys = {"board": hardware, "event_type": event, "scanners": hardware.scanners}
    bus_device = Module(I2CDevice=I2CDevice)
    found = controller_modules(hardware, in_boot)
    found.update(
        {
            "adafruit_bus_device": Module(i2c_device=bus_device),
            "adafruit_bus_device.i2c_device": bus_device,
            "board": Module(LED=hardware.pins.get("GP25"), **hardware.pins),
            "busio": Module(I2C=type("I2C", (I2C,), {"bus": hardware.bus})),
            "digitalio": Module(DigitalInOut=DigitalInOut, Pull=Pull),
            "keypad": Module(Event=event, Keys=type("Keys", (hardware.keys_type,), keys)),
            "pwmio": Module(PWMOut=type("PWMOut", (PWMOut,), {"board": hardware, "outputs": hardware.outputs})),
        }
    )
    if hardware.air is not None:
        from . import air  # of a board without one it would only take room

        found.update(air.modules(hardware.air))
    return found


def controller_modules(chip: Controller, in_boot: bool) -> dict[str, Module]:
    """Those of them that have to do with the microcontroller alone."""
    return {
        "alarm": Module(sleep_memory=chip.sleep_memory),
        "microcontroller": Module(
            cpu=Module(uid=bytearray(chip.uid), reset_reason=chip.reset_reason),
            nvm=chip.nvm,
            watchdog=chip.watchdog,
            reset=lambda: chip.reset(ResetReason.SOFTWARE, True),
            ResetReason=ResetReason,
        ),
        "supervisor": Module(
            ticks_ms=lambda: _now(chip).ticks_ms(),
            reload=lambda: chip.reset(ResetReason.SOFTWARE, False),
            runtime=Module(autoreload=True, run_reason=chip.run_reason),
            RunReason=RunReason,
        ),
        "time": _time(chip),
        "usb_cdc": _usb_cdc(chip, in_boot),
        "watchdog": Module(WatchDogMode=WatchDogMode),
    }


def _now(hardware: Controller) -> Controller:
    """The firmware asks for the time: a turn of its loop."""
    hardware.turn()
    return hardware


def _time(hardware: Controller) -> Module:
    """`time` in board time."""

    def sleep(seconds: float) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        # Whole milliseconds, and never none: a loop that only sleeps must get on.
        hardware.turn(max(1, round(seconds * 1000)))

    return Module(
        monotonic=lambda: _now(hardware).monotonic_ms() / 1000,
        monotonic_ns=lambda: _now(hardware).monotonic_ms() * 1_000_000,
        time=lambda: _RTC_AT_POWER_ON + hardware.monotonic_ms() // 1000,
        sleep=sleep,
    )


def _usb_cdc(hardware: Controller, in_boot: bool) -> Module:
    def enable(*, console: bool = True, data: bool = False) -> None:
        if not in_boot:
            raise RuntimeError("Cannot change USB devices now")
        hardware.console_enabled = console
        hardware.data_enabled = data

    # In boot.py no port is open yet; code.py finds what boot.py asked for.
    return Module(
        enable=enable,
        console=hardware.console if hardware.console_enabled else None,
        data=hardware.data if hardware.data_enabled and not in_boot else None,
    )
