"""`adafruit_bus_device.i2c_device` (CircuitPython, shared-module/adafruit_bus_device/i2c_device)."""

from rig import Failure


class I2CDevice:
    """One address of a bus; `with device:` holds the bus's lock. Nobody there: ValueError at once, OSError later."""

    def __init__(self, i2c, device_address, probe=True):
        self.i2c = i2c
        self.device_address = device_address
        if probe:
            with self:
                try:
                    i2c.writeto(device_address, b"")
                except OSError:
                    raise ValueError("No I2C device at address: 0x%x" % device_address) from None

    def __enter__(self):
        if not self.i2c.try_lock():
            raise Failure("the bus is locked, and a board would wait for ever")
        return self

    def __exit__(self, *exception):
        self.i2c.unlock()
        return False

    def readinto(self, buf, *, start=0, end=None):
        self.i2c.readfrom_into(self.device_address, buf, start=start, end=len(buf) if end is None else end)

    def write(self, buf, *, start=0, end=None):
        self.i2c.writeto(self.device_address, buf, start=start, end=len(buf) if end is None else end)

    def write_then_readinto(self, out_buffer, in_buffer, *, out_start=0, out_end=None, in_start=0, in_end=None):
        out = memoryview(out_buffer)[out_start : len(out_buffer) if out_end is None else out_end]
        into = memoryview(in_buffer)[in_start : len(in_buffer) if in_end is None else in_end]
        self.i2c.writeto_then_readfrom(self.device_address, out, into)
