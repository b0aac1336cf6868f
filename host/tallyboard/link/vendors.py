"""The makers of boards by their USB numbers."""

VENDORS = (0x239A, 0x2E8A)
"""Adafruit, Raspberry Pi: the numbers that CircuitPython boards come with."""
