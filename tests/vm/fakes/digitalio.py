"""`digitalio`: enough of it to read a switch before keypad does."""

from rig import rig


class Direction:
    INPUT = "digitalio.Direction.INPUT"
    OUTPUT = "digitalio.Direction.OUTPUT"


class Pull:
    UP = "digitalio.Pull.UP"
    DOWN = "digitalio.Pull.DOWN"


class DigitalInOut:
    """An input. Without a pull a pin floats; here it reads as if it were pulled down, so that none goes unnoticed."""

    def __init__(self, pin):
        self._pin = pin
        self.direction = Direction.INPUT
        self.pull = None

    def switch_to_input(self, pull=None):
        self.pull = pull

    @property
    def value(self):
        return self.pull == Pull.UP and not rig.closed.get(self._pin.name, False)

    def deinit(self):
        self._pin = None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.deinit()
