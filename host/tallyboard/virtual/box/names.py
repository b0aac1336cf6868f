"""The names that code.py imports, as models of one board: `sys.modules` gets them before the firmware runs."""

from .bus import I2C, I2CDevice
from .cpu import ResetReason, RunMode, RunReason, SafeModeReason, WatchDogMode, WatchDogTimeout, WatchDogTimer
from .pins import DigitalInOut, Direction, DriveMode, EventQueue, KeyEvent, Pin, Pull, PWMOut
from .usb_serial import Serial

if False:  # for mypy alone: see shared_rules/__init__.py
    from .hardware import Hardware

HEAP_FREE = 120_000
"""A Pico's heap under CircuitPython with a program of this size, for "mem_free" of the gc module."""

# The RTC of an RP2040 starts here without a battery: 2000-01-01.
_RTC_AT_POWER_ON = 946_684_800


class Module:
    """What an import gives."""

    def __init__(self, **contents: object) -> None:
        for name in contents:
            setattr(self, name, contents[name])


def modules(hardware: "Hardware", in_boot: bool = False) -> dict[str, Module]:
    """Every platform module by its name. `in_boot`: for the run of boot.py, where USB can still be arranged."""
    event = type("Event", (KeyEvent,), {"board": hardware})
    keys = {"board": hardware, "event_type": event, "scanners": hardware.scanners}
    bus_device = Module(I2CDevice=I2CDevice)
    return {
        "adafruit_bus_device": Module(i2c_device=bus_device),
        "adafruit_bus_device.i2c_device": bus_device,
        "alarm": Module(sleep_memory=hardware.sleep_memory),
        "board": Module(board_id="raspberry_pi_pico", LED=hardware.pins["GP25"], **hardware.pins),
        "busio": Module(I2C=type("I2C", (I2C,), {"bus": hardware.bus}), SPI=_NotFitted, UART=_NotFitted),
        "digitalio": Module(DigitalInOut=DigitalInOut, Direction=Direction, Pull=Pull, DriveMode=DriveMode),
        "keypad": Module(Event=event, EventQueue=EventQueue, Keys=type("Keys", (hardware.keys_type,), keys)),
        "microcontroller": _microcontroller(hardware),
        "pwmio": Module(PWMOut=type("PWMOut", (PWMOut,), {"board": hardware, "outputs": hardware.outputs})),
        "storage": Module(remount=_nothing, disable_usb_drive=_nothing, enable_usb_drive=_nothing),
        "supervisor": _supervisor(hardware),
        "time": _time(hardware),
        "usb_cdc": _usb_cdc(hardware, in_boot),
        "usb_hid": Module(disable=_nothing, enable=_nothing, devices=()),
        "usb_midi": Module(disable=_nothing, enable=_nothing, ports=()),
        "watchdog": Module(WatchDogMode=WatchDogMode, WatchDogTimeout=WatchDogTimeout, WatchDogTimer=WatchDogTimer),
    }


def _nothing(*_arguments: object, **_options: object) -> None:
    """Something that a board does and that has no effect here."""


class _NotFitted:
    """A bus that nothing hangs on here. The Adafruit drivers need the name, for their annotations."""

    def __init__(self, *_arguments: object, **_options: object) -> None:
        raise NotImplementedError("the modelled board has only I2C")


def _microcontroller(hardware: "Hardware") -> Module:
    processor = Module(
        uid=bytearray(hardware.uid),
        reset_reason=hardware.reset_reason,
        frequency=125_000_000,
        temperature=27.0,
        voltage=3.3,
    )
    return Module(
        cpu=processor,
        cpus=(processor, processor),
        nvm=hardware.nvm,
        watchdog=hardware.watchdog,
        reset=lambda: hardware.reset(ResetReason.SOFTWARE, True),
        on_next_reset=_nothing,
        delay_us=_nothing,
        disable_interrupts=_nothing,
        enable_interrupts=_nothing,
        Pin=Pin,
        ResetReason=ResetReason,
        RunMode=RunMode,
    )


def _supervisor(hardware: "Hardware") -> Module:
    def ticks_ms() -> int:
        hardware.turn()
        return hardware.ticks_ms()

    return Module(
        ticks_ms=ticks_ms,
        reload=lambda: hardware.reset(ResetReason.SOFTWARE, False),
        runtime=Module(
            autoreload=True,
            usb_connected=True,
            serial_connected=False,
            serial_bytes_available=0,
            run_reason=hardware.run_reason,
            safe_mode_reason=SafeModeReason.NONE,
            rgb_status_brightness=255,
            display=None,
        ),
        status_bar=Module(console=True, display=True),
        RunReason=RunReason,
        SafeModeReason=SafeModeReason,
        set_usb_identification=_nothing,
        get_previous_traceback=_nothing,
    )


def _time(hardware: "Hardware") -> Module:
    """`time` in board time."""

    def monotonic_ns() -> int:
        hardware.turn()
        return hardware.monotonic_ms() * 1_000_000

    def sleep(seconds: float) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        # Whole milliseconds, and never none: a loop that only sleeps must get on.
        hardware.turn(max(1, round(seconds * 1000)))

    return Module(
        monotonic=lambda: monotonic_ns() / 1_000_000_000,
        monotonic_ns=monotonic_ns,
        time=lambda: _RTC_AT_POWER_ON + hardware.monotonic_ms() // 1000,
        sleep=sleep,
    )


def _usb_cdc(hardware: "Hardware", in_boot: bool) -> Module:
    def enable(*, console: bool = True, data: bool = False) -> None:
        if not in_boot:
            raise RuntimeError("Cannot change USB devices now")
        hardware.console_enabled = console
        hardware.data_enabled = data

    # In boot.py no port is open yet; code.py finds what boot.py asked for.
    return Module(
        enable=enable,
        disable=lambda: enable(console=False),
        console=hardware.console if hardware.console_enabled else None,
        data=hardware.data if hardware.data_enabled and not in_boot else None,
        Serial=Serial,
    )
