"""`pwmio.PWMOut`, and what is heard of a piezo on its pin."""

from collections.abc import Callable
from typing import ClassVar, NamedTuple, Protocol

from tallyboard.virtual.chip.pins import Pin, Pins

_FULL = 0xFFFF  # of a duty cycle: always high, which is as silent as always low
_HIGHEST_HZ = 62_500_000  # half of the clock


class Heard(NamedTuple):
    """From this board time on a pin sounds so high, or not at all (0 Hz)."""

    ms: int
    pin: str
    hz: int


class HasSound(Protocol):
    """What PWMOut needs of the hardware."""

    pins: Pins
    ms: int
    on_heard: Callable[[Heard], None]
    outputs: list["PWMOut"]


class PWMOut:
    """`pwmio.PWMOut`. A subclass that sets `hardware` is what the firmware gets."""

    hardware: ClassVar[HasSound]

    def __init__(
        self, pin: Pin, *, duty_cycle: int = 0, frequency: int = 500, variable_frequency: bool = False
    ) -> None:
        """`duty_cycle` 0 to 65,535, `frequency` in Hz. Errors as CircuitPython's raspberrypi port gives them."""
        _check_frequency(frequency)
        self.hardware.pins.claim(pin)
        self._pin: Pin | None = pin
        self._variable = variable_frequency
        self._frequency = frequency
        self._heard_hz = 0
        self.duty_cycle = duty_cycle
        self.hardware.outputs.append(self)

    @property
    def duty_cycle(self) -> int:
        """The part of the time that the pin is high, of 65,535."""
        return self._duty_cycle

    @duty_cycle.setter
    def duty_cycle(self, duty_cycle: int) -> None:
        if not 0 <= duty_cycle <= _FULL:
            raise ValueError("duty_cycle must be 0-65535")
        self._duty_cycle = duty_cycle
        self._sound()

    @property
    def frequency(self) -> int:
        """In Hz; to be set only where the frequency is variable."""
        return self._frequency

    @frequency.setter
    def frequency(self, frequency: int) -> None:
        if not self._variable:
            raise AttributeError("PWM frequency not writable when variable_frequency is False on construction.")
        _check_frequency(frequency)
        self._frequency = frequency
        self._sound()

    def _sound(self) -> None:
        """Note what is heard from now on, when it is something else."""
        if self._pin is None:
            raise ValueError("Object has been deinitialized and can no longer be used. Create a new object.")
        hz = self._frequency if 0 < self._duty_cycle < _FULL else 0
        if hz != self._heard_hz:
            self._heard_hz = hz
            self.hardware.on_heard(Heard(self.hardware.ms, self._pin.name, hz))

    def deinit(self) -> None:
        """Be silent and give the pin back."""
        if self._pin is not None:
            self.duty_cycle = 0
            self.hardware.pins.release(self._pin)
            self.hardware.outputs.remove(self)
            self._pin = None

    def __enter__(self) -> "PWMOut":
        return self

    def __exit__(self, *_exception: object) -> None:
        self.deinit()


def _check_frequency(frequency: int) -> None:
    if not 0 < frequency <= _HIGHEST_HZ:
        raise ValueError("Invalid frequency")
