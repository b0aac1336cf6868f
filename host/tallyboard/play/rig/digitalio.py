"""`digitalio`: enough of it to read a switch before keypad does."""

from rig import rig

if False:  # for mypy alone: see shared_rules/__init__.py
    from tallyboard.play.rig.board import Pin


class Direction:
    INPUT = "digitalio.Direction.INPUT"
    OUTPUT = "digitalio.Direction.OUTPUT"


class Pull:
    UP = "digitalio.Pull.UP"
    DOWN = "digitalio.Pull.DOWN"


class DigitalInOut:
    """An input. Without a pull a pin floats; here it reads as if it were pulled down, so that none goes unnoticed."""

    def __init__(self, pin: "Pin") -> None:
        self._pin: "Pin | None" = pin
        self.direction = Direction.INPUT
        self.pull: str | None = None

    def switch_to_input(self, pull: str | None = None) -> None:
        self.pull = pull

    @property
    def value(self) -> bool:
        assert self._pin is not None
        return self.pull == Pull.UP and not rig.closed.get(self._pin.name, False)

    def deinit(self) -> None:
        self._pin = None

    def __enter__(self) -> "DigitalInOut":
        return self

    def __exit__(self, *exception: object) -> None:
        self.deinit()
