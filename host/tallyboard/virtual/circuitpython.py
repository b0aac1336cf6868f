"""The names that code.py imports: modelled modules in sys.modules while the firmware runs.

Blinka, which the Adafruit libraries bring along, owns `board`, `busio`, `keypad`… on a computer, so the models go in
before anything of the firmware is imported, and everything that was imported over them goes out again afterwards.
"""

import contextlib
import gc
import os
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType, SimpleNamespace

from tallyboard.drive.files import ADAFRUIT
from tallyboard.drive.settings import Setting, getenv_for
from tallyboard.virtual.chip import cpu, i2c, keypad, pins, pwm
from tallyboard.virtual.chip.hardware import Hardware

# A Pico's heap under CircuitPython with a program of this size; see "mem_free" of the gc module.
_HEAP_FREE = 120_000
# The RTC of an RP2040 starts here without a battery: 2000-01-01.
_RTC_AT_POWER_ON = 946_684_800


@contextlib.contextmanager
def installed(
    hardware: Hardware, drive: Path, settings: Mapping[str, Setting], in_boot: bool, text_only: bool = False
) -> Iterator[None]:
    """Make this process a board: inside, `import board` and the rest give models of `hardware`.

    `in_boot`: the run of boot.py, where USB can still be arranged. `text_only`: see settings.getenv_for.
    """
    modules = modelled_modules(hardware, in_boot)
    before = dict(sys.modules)
    path = list(sys.path)
    _forget(drive, before)
    sys.modules.update(modules)
    # Never the drive itself: a code.py on the path hides the standard library's `code`.
    sys.path.insert(0, str(drive / "lib"))
    try:
        with (
            _set(os, "getenv", getenv_for(settings, text_only)),
            _set(os, "urandom", hardware.urandom),
            _set(gc, "mem_free", lambda: _HEAP_FREE),
            _set(gc, "mem_alloc", lambda: 0),
            contextlib.redirect_stdout(sys.stderr),  # print() goes to the board's console, not among our lines
        ):
            yield
    finally:
        sys.path[:] = path
        _forget(drive, before)
        for name in modules:
            sys.modules.pop(name, None)
        for name, module in before.items():
            sys.modules.setdefault(name, module)


@contextlib.contextmanager
def _set(module: ModuleType, name: str, value: object) -> Iterator[None]:
    """Give a real module another attribute for the time being."""
    missing = object()
    before = getattr(module, name, missing)
    setattr(module, name, value)
    try:
        yield
    finally:
        if before is missing:
            delattr(module, name)
        else:
            setattr(module, name, before)


def _forget(drive: Path, before: Mapping[str, ModuleType]) -> None:
    """Drop what belongs to a run of the firmware: the drive's own modules and libraries that hold on to models."""
    theirs = {path.stem for path in (drive / "lib").iterdir()} | set(ADAFRUIT)
    for name in list(sys.modules):
        package = name.partition(".")[0]
        if package in theirs or (package == "shared_rules" and name not in before):
            del sys.modules[name]


def modelled_modules(hardware: Hardware, in_boot: bool = False) -> dict[str, ModuleType]:
    """Every platform module by its name."""
    microcontroller = _microcontroller(hardware)
    return {
        "alarm": _module("alarm", sleep_memory=hardware.sleep_memory),
        "board": _module("board", board_id="raspberry_pi_pico", LED=hardware.pins.named["GP25"], **hardware.pins.named),
        "microcontroller": microcontroller,
        "busio": _module("busio", I2C=type("I2C", (i2c.I2C,), {"hardware": hardware}), SPI=_NotFitted, UART=_NotFitted),
        "digitalio": _module(
            "digitalio",
            DigitalInOut=type("DigitalInOut", (pins.DigitalInOut,), {"hardware": hardware}),
            Direction=pins.Direction,
            Pull=pins.Pull,
            DriveMode=pins.DriveMode,
        ),
        "keypad": _keypad(hardware),
        "pwmio": _module("pwmio", PWMOut=type("PWMOut", (pwm.PWMOut,), {"hardware": hardware})),
        "supervisor": _supervisor(hardware),
        "usb_cdc": _usb_cdc(hardware, in_boot),
        "watchdog": _module(
            "watchdog",
            WatchDogMode=cpu.WatchDogMode,
            WatchDogTimeout=cpu.WatchDogTimeout,
            WatchDogTimer=cpu.WatchDogTimer,
        ),
        "time": _time(hardware),
        "storage": _module("storage", remount=_nothing, disable_usb_drive=_nothing, enable_usb_drive=_nothing),
        "usb_hid": _module("usb_hid", disable=_nothing, enable=_nothing, devices=()),
        "usb_midi": _module("usb_midi", disable=_nothing, enable=_nothing, ports=()),
    }


def _module(name: str, **contents: object) -> ModuleType:
    module = ModuleType(name, f"Model of CircuitPython's {name}.")
    vars(module).update(contents)
    return module


def _nothing(*_arguments: object, **_options: object) -> None:
    """Something that a board does and that has no effect here."""


class _NotFitted:
    """A bus that nothing hangs on here. The Adafruit drivers need the name, for their annotations."""

    def __init__(self, *_arguments: object, **_options: object) -> None:
        raise NotImplementedError("the virtual board has only I2C")


def _keypad(hardware: Hardware) -> ModuleType:
    event = type("Event", (keypad.Event,), {"hardware": hardware})
    keys = type("Keys", (keypad.Keys,), {"hardware": hardware, "event_type": event})
    return _module("keypad", Event=event, EventQueue=keypad.EventQueue, Keys=keys)


def _microcontroller(hardware: Hardware) -> ModuleType:
    def reset() -> None:
        raise cpu.BoardReset(cpu.ResetReason.SOFTWARE, hard=True)

    processor = SimpleNamespace(
        uid=bytearray(hardware.uid),
        reset_reason=hardware.reset_reason,
        frequency=125_000_000,
        temperature=27.0,
        voltage=3.3,
    )
    return _module(
        "microcontroller",
        cpu=processor,
        cpus=(processor, processor),
        nvm=hardware.nvm,
        watchdog=hardware.watchdog,
        reset=reset,
        on_next_reset=_nothing,
        delay_us=_nothing,
        disable_interrupts=_nothing,
        enable_interrupts=_nothing,
        Pin=pins.Pin,
        ResetReason=cpu.ResetReason,
        RunMode=cpu.RunMode,
    )


def _supervisor(hardware: Hardware) -> ModuleType:
    def ticks_ms() -> int:
        hardware.turn()
        return hardware.ticks_ms()

    def reload() -> None:
        raise cpu.BoardReset(cpu.ResetReason.SOFTWARE, hard=False)

    runtime = SimpleNamespace(
        autoreload=True,
        usb_connected=True,
        serial_connected=False,
        serial_bytes_available=0,
        run_reason=hardware.run_reason,
        safe_mode_reason=cpu.SafeModeReason.NONE,
        rgb_status_brightness=255,
        display=None,
    )
    return _module(
        "supervisor",
        ticks_ms=ticks_ms,
        reload=reload,
        runtime=runtime,
        status_bar=SimpleNamespace(console=True, display=True),
        RunReason=cpu.RunReason,
        SafeModeReason=cpu.SafeModeReason,
        set_usb_identification=_nothing,
        get_previous_traceback=_nothing,
    )


def _usb_cdc(hardware: Hardware, in_boot: bool) -> ModuleType:
    def enable(*, console: bool = True, data: bool = False) -> None:
        if not in_boot:
            raise RuntimeError("Cannot change USB devices now")
        hardware.console_enabled = console
        hardware.data_enabled = data

    def disable() -> None:
        enable(console=False, data=False)

    # In boot.py no port is open yet; code.py finds what boot.py asked for.
    return _module(
        "usb_cdc",
        enable=enable,
        disable=disable,
        console=hardware.console if hardware.console_enabled else None,
        data=hardware.data if hardware.data_enabled and not in_boot else None,
        Serial=type(hardware.data),
    )


def _time(hardware: Hardware) -> ModuleType:
    """`time` in board time. The rest of the module is the real one: the standard library imports it too."""

    def monotonic() -> float:
        hardware.turn()
        return hardware.monotonic_ms() / 1000

    def monotonic_ns() -> int:
        hardware.turn()
        return hardware.monotonic_ms() * 1_000_000

    def seconds_since_1970() -> int:
        return _RTC_AT_POWER_ON + hardware.monotonic_ms() // 1000

    def sleep(seconds: float) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        # Whole milliseconds, and never none: a loop that only sleeps must get on.
        hardware.turn(max(1, round(seconds * 1000)))

    board_time = {"monotonic": monotonic, "monotonic_ns": monotonic_ns, "time": seconds_since_1970, "sleep": sleep}
    return _module("time", **{**vars(time), **board_time})
