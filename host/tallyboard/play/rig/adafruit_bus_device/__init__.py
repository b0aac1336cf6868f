"""`adafruit_bus_device`: CircuitPython has it built in, so the drive's own is never the one that runs."""
