"""The HT16K33 LED driver, at the level of its registers (datasheet Rev. 1.10, "Command Summary")."""

from tallyboard.virtual.chip.i2c import Target

RAM_BYTES = 16
_UNDEFINED = b"\xa5"  # what a byte of RAM holds after power-on: a firmware that lights it unwritten is to be seen


class HT16K33(Target):
    """One driver chip.

    A write starts with a command byte. Only the display data pointer (0x00…0x0F) is followed by data, which goes into
    RAM from there, the pointer stepping and wrapping at 16. A read gives RAM from the pointer.

    After power-on the oscillator is off and nothing is lit. RAM is then undefined by the datasheet.
    """

    def __init__(self) -> None:
        super().__init__()
        self.revision = 0
        """Counts every change that could change what is lit."""
        self._power_on()

    def _power_on(self) -> None:
        self.ram = bytearray(_UNDEFINED * RAM_BYTES)
        self.oscillator = False
        self.display_on = False
        self.blink = 0
        self.dimming = 15
        self._pointer = 0
        self.revision += 1

    @property
    def lit(self) -> bool:
        """Whether RAM is shown: plugged in, oscillator running, display on. A blinking display counts as shown."""
        return self.plugged and self.oscillator and self.display_on

    def write(self, data: bytes) -> None:
        """A command byte and, after a display data pointer, data."""
        command = data[0]
        group = command & 0xF0
        if group == 0x00:
            self._pointer = command & 0x0F
            for value in data[1:]:
                self.ram[self._pointer] = value
                self._pointer = (self._pointer + 1) % RAM_BYTES
        elif group == 0x20:
            self.oscillator = bool(command & 0x01)
        elif group == 0x80:
            self.display_on = bool(command & 0x01)
            self.blink = (command >> 1) & 0x03
        elif group == 0xE0:
            self.dimming = command & 0x0F
        # The rest is key scanning and test modes, which light nothing here.
        self.revision += 1

    def read(self, count: int) -> bytes:
        """Display RAM from the pointer on, wrapping."""
        data = bytes(self.ram[(self._pointer + step) % RAM_BYTES] for step in range(count))
        self._pointer = (self._pointer + count) % RAM_BYTES
        return data

    def unplug(self) -> None:
        """Pull the plug: the chip loses its RAM and its set-up."""
        super().unplug()
        self._power_on()

    def plug(self) -> None:
        """Put it back, in the power-on state: dark until somebody sets it up."""
        if not self.plugged:
            super().plug()
            self._power_on()
