"""`adafruit_bus_device.i2c_device` (CircuitPython, shared-module/adafruit_bus_device/i2c_device)."""

from rig import Failure

if False:  # for mypy alone: see shared_rules/__init__.py
    from tallyboard.play.rig.busio import I2C


class I2CDevice:
    """One address of a bus; `with device:` holds the bus's lock. Nobody there: ValueError at once, OSError later."""

    def __init__(self, i2c: "I2C", device_address: int, probe: bool = True) -> None:
        self.i2c = i2c
        self.device_address = device_address
        if probe:
            with self:
                try:
                    i2c.writeto(device_address, b"")
                except OSError:
                    raise ValueError("No I2C device at address: 0x%x" % device_address) from None

    def __enter__(self) -> "I2CDevice":
        if not self.i2c.try_lock():
            raise Failure("the bus is locked, and a board would wait for ever")
        return self

    def __exit__(self, *exception: object) -> None:
        self.i2c.unlock()

    def readinto(self, buf: bytearray, *, start: int = 0, end: int | None = None) -> None:
        self.i2c.readfrom_into(self.device_address, buf, start=start, end=len(buf) if end is None else end)

    def write(self, buf: bytes | bytearray, *, start: int = 0, end: int | None = None) -> None:
        self.i2c.writeto(self.device_address, buf, start=start, end=len(buf) if end is None else end)

    def write_then_readinto(
        self,
        out_buffer: bytes | bytearray,
        in_buffer: bytearray,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        out = memoryview(out_buffer)[out_start : len(out_buffer) if out_end is None else out_end]
        into = memoryview(in_buffer)[in_start : len(in_buffer) if in_end is None else in_end]
        self.i2c.writeto_then_readfrom(self.device_address, out, into)
