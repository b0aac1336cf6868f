"""The pins of a Raspberry Pi Pico (its datasheet, figure 2); Pico W, Pico 2 and Pico 2 W have the same."""

# By name; GND is on eight of them, AGND among these.
GPIO = {
    **dict(zip((f"GP{n}" for n in range(16)), (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20), strict=True)),
    **dict(zip((f"GP{n}" for n in range(16, 23)), (21, 22, 24, 25, 26, 27, 29), strict=True)),
    "GP26": 31,
    "GP27": 32,
    "GP28": 34,
}
GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)
OTHERS = {"RUN": 30, "ADC_VREF": 35, "3V3": 36, "3V3_EN": 37, "VSYS": 39, "VBUS": 40}
PINS = 40


def i2c_of(pin: str) -> tuple[str, str]:
    """Which bus this pin can be of, and its role there: by its number, in turns of four (RP2040 datasheet, "GPIO
    functions")."""
    bus, role = divmod(int(pin.removeprefix("GP")) % 4, 2)
    return f"I2C{bus}", ("SDA", "SCL")[role]
