"""GPIO: the pins of a Pico, the switches on them, and the little of `digitalio` that reads or drives a pin."""

from typing import ClassVar, Protocol

LAST_GPIO = 28


class Pin:
    """`microcontroller.Pin`: made once by the hardware, compared by identity."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.name = f"GP{number}"

    def __repr__(self) -> str:
        return f"board.{self.name}"


class Pins:
    """GP0…GP28, which of them are in use, and which have a closed switch to ground."""

    def __init__(self) -> None:
        self.all = tuple(Pin(number) for number in range(LAST_GPIO + 1))
        self.named = {pin.name: pin for pin in self.all}
        self._claimed: set[Pin] = set()
        self._grounded: set[Pin] = set()

    def check_free(self, pin: Pin) -> None:
        """Raise ValueError when the pin is in use, TypeError when it is none."""
        if not isinstance(pin, Pin):
            raise TypeError(f"pin must be of type Pin, not {type(pin).__name__}")
        if pin in self._claimed:
            raise ValueError(f"{pin.name} in use")

    def claim(self, pin: Pin) -> None:
        """Take a pin for one use. Raises as check_free."""
        self.check_free(pin)
        self._claimed.add(pin)

    def release(self, pin: Pin) -> None:
        """Give a pin back."""
        self._claimed.discard(pin)

    def release_all(self) -> None:
        """What a reset does to the pins. The switches are outside the chip: they stay as they are."""
        self._claimed.clear()

    def ground(self, pin: Pin, closed: bool) -> None:
        """Close or open the switch between the pin and ground."""
        if closed:
            self._grounded.add(pin)
        else:
            self._grounded.discard(pin)

    def level(self, pin: Pin, pulled_down: bool) -> bool:
        """What the pin reads. A pin without a pull floats; here it reads high, as near a pulled-up neighbour."""
        return pin not in self._grounded and not pulled_down


class HasPins(Protocol):
    """What DigitalInOut needs of the hardware."""

    pins: Pins


class Direction:
    """`digitalio.Direction`."""

    INPUT = "digitalio.Direction.INPUT"
    OUTPUT = "digitalio.Direction.OUTPUT"


class Pull:
    """`digitalio.Pull`."""

    UP = "digitalio.Pull.UP"
    DOWN = "digitalio.Pull.DOWN"


class DriveMode:
    """`digitalio.DriveMode`."""

    PUSH_PULL = "digitalio.DriveMode.PUSH_PULL"
    OPEN_DRAIN = "digitalio.DriveMode.OPEN_DRAIN"


class DigitalInOut:
    """`digitalio.DigitalInOut`, enough for a lamp and for reading a switch at start."""

    hardware: ClassVar[HasPins]

    def __init__(self, pin: Pin) -> None:
        self.hardware.pins.claim(pin)
        self._pin = pin
        self.switch_to_input()

    def switch_to_input(self, pull: str | None = None) -> None:
        """Make it an input, with `Pull.UP`, `Pull.DOWN` or none."""
        self.direction = Direction.INPUT
        self.pull = pull

    def switch_to_output(self, value: bool = False, drive_mode: str = DriveMode.PUSH_PULL) -> None:
        """Make it an output with this level."""
        self.direction = Direction.OUTPUT
        self.drive_mode = drive_mode
        self._driven = value

    @property
    def value(self) -> bool:
        """The level of the pin."""
        if self.direction == Direction.OUTPUT:
            return self._driven
        return self.hardware.pins.level(self._pin, self.pull == Pull.DOWN)

    @value.setter
    def value(self, value: bool) -> None:
        if self.direction != Direction.OUTPUT:
            raise AttributeError("Cannot set value when direction is input.")
        self._driven = bool(value)

    def deinit(self) -> None:
        """Give the pin back."""
        self.hardware.pins.release(self._pin)

    def __enter__(self) -> "DigitalInOut":
        return self

    def __exit__(self, *_exception: object) -> None:
        self.deinit()
