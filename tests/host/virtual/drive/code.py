# mypy: ignore-errors
"""Test drive: a counter in FRAM, written the way a CircuitPython program is, with the real Adafruit drivers.

A1 counts on A, a hold of 800 ms on A1 counts ten more. B counts edges of B1. S names the last key. The link answers
each byte: "?" the settings, "R" a reset, "L" a reload, "X" an exception, anything else itself in upper case.
"""

import os

import board
import busio
import keypad
import microcontroller
import supervisor
import usb_cdc
from adafruit_bus_device.i2c_device import I2CDevice
from adafruit_ht16k33.segments import Seg7x4, Seg14x4

from tableside import pins

i2c = busio.I2C(getattr(board, pins.SCL), getattr(board, pins.SDA), frequency=pins.FREQUENCY)
sides = int(os.getenv("TALLYBOARD_SIDES", 2))
names = [name for name, _ in pins.BUTTONS if sides == 3 or name[0] != "C"]
keys = keypad.Keys(
    [getattr(board, dict(pins.BUTTONS)[name]) for name in names], value_when_pressed=False, pull=True, interval=0.005
)
event = keypad.Event()
addresses = dict(pins.DISPLAYS)
displays = {}
texts = {"A": "   0", "B": "   0", "S": "BOOT"}
if sides == 3:
    texts["C"] = "   3"
turns = 0
try:
    fram = I2CDevice(i2c, pins.FRAM_ADDRESS)
    two = bytearray(2)
    with fram:
        fram.write_then_readinto(bytes(2), two)
    count = two[0] << 8 | two[1]
except (ValueError, OSError):
    fram = None
    count = 0
    texts["S"] = "MEM?"


def draw(name: str) -> None:
    """Show a text; a display that does not answer is set up again with a later draw."""
    try:
        if displays.get(name) is None:
            kind = Seg14x4 if name == "S" else Seg7x4
            displays[name] = kind(i2c, addresses[name], auto_write=False)
        displays[name].print(texts[name])
        displays[name].show()
    except (ValueError, OSError):
        displays[name] = None


def count_on(by: int) -> None:
    """Store first, then show."""
    global count
    count += by
    if fram is not None:
        with fram:
            fram.write(bytes((0, 0, count >> 8, count & 0xFF)))
    texts["A"] = f"{count:4}"
    draw("A")


count_on(0)
edges = 0
held_since = None
for name in texts:
    draw(name)
link = usb_cdc.data
link.timeout = 0
link.write_timeout = 0
answer = b""
while True:
    now = supervisor.ticks_ms()
    while keys.events.get_into(event):
        key = names[event.key_number]
        if key == "A1":
            held_since = event.timestamp if event.pressed else None
            if event.pressed:
                count_on(1)
        if key == "B1":
            edges += 1
            texts["B"] = f"{edges:4}"
            draw("B")
        texts["S"] = f"{key:4}"
        draw("S")
    if held_since is not None and (now - held_since) % (1 << 29) >= 800:
        held_since = None
        count_on(10)
    turns += 1
    if turns % 100 == 0:
        for name in texts:
            draw(name)
    if link.in_waiting:
        for byte in link.read(link.in_waiting):
            if byte == ord("?"):
                answer += repr([os.getenv("TABLE"), os.getenv("BRIGHT"), os.getenv("TALLYBOARD_START"), sides]).encode()
            elif byte == ord("U"):
                answer += bytes(microcontroller.cpu.uid)
            elif byte == ord("R"):
                microcontroller.reset()
            elif byte == ord("L"):
                supervisor.reload()
            elif byte == ord("X"):
                raise ValueError("asked for")
            else:
                answer += bytes((byte,)).upper()
    if answer:
        answer = answer[link.write(answer) :]
