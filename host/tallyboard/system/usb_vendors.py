"""Who makes boards, by the numbers that USB has for them."""

VENDORS = (0x239A, 0x2E8A)
"""Adafruit, Raspberry Pi: the numbers that CircuitPython boards come with."""
