"""Puts the board together and runs it: the only file that knows the platform."""

import os

import board
import busio
import keypad
import microcontroller
import supervisor
import usb_cdc
from adafruit_bus_device.i2c_device import I2CDevice
from adafruit_ht16k33 import segments

from shared_rules import VERSION
from tableside import displays, media, pins
from tableside.journal import Journal
from tableside.keys import Keys
from tableside.link import Link
from tableside.panel import Panel
from tableside.table import Table
from tableside.ticks import Clock

# Seconds between two looks at the switches. Short, for a press to show at once; the lock-out makes it safe.
SCAN_INTERVAL = 0.003

sides = 3 if str(os.getenv("TALLYBOARD_SIDES")) == "3" else 2  # an int on CircuitPython 9, text on newer ones
storage = os.getenv("TALLYBOARD_STORAGE") or "fram"
fitted = "ABC"[:sides]

i2c = busio.I2C(getattr(board, pins.SCL), getattr(board, pins.SDA), frequency=pins.FREQUENCY)


def face(name, address):
    """The display of this name, there or not."""
    if name == "S":
        return displays.Face(
            lambda: displays.FourteenChip(segments.Seg14x4(i2c, address=address, auto_write=False)),
            displays.fourteen_segments(segments.CHARS),
        )
    return displays.Face(
        lambda: displays.SevenChip(segments.Seg7x4(i2c, address=address, auto_write=False)), displays.seven_segments
    )


def find_journal():
    """The journal on the medium that the settings name; raises OSError or ValueError when it does not answer."""
    if storage not in ("fram", "nvm"):
        raise ValueError("TALLYBOARD_STORAGE names no medium")
    if storage == "fram":
        medium = media.Fram(I2CDevice(i2c, pins.FRAM_ADDRESS), pins.FRAM_BYTES)
    else:
        medium = media.Nvm(microcontroller.nvm)
    return Journal(medium, lambda: int.from_bytes(os.urandom(4), "little"))


def about():
    """What HELLO is answered with, besides the journal's numbers."""
    return {
        "board": "".join(["%02x" % b for b in microcontroller.cpu.uid]),
        "firmware": VERSION,
        "table": str(os.getenv("TALLYBOARD_TABLE") or ""),
    }


clock = Clock(supervisor.ticks_ms)
buttons = [(name, pin) for name, pin in pins.BUTTONS if name[0] in fitted or len(name) > 2]
switches = keypad.Keys(
    [getattr(board, pin) for name, pin in buttons], value_when_pressed=False, pull=True, interval=SCAN_INTERVAL
)
addresses = dict(pins.DISPLAYS)
faces = [face(name, addresses[name]) for name in fitted + "S"]
watch = displays.Watch(faces)
table = Table(find_journal, sides, str(os.getenv("TALLYBOARD_GAME") or ""), os.getenv("TALLYBOARD_START"))
panel = Panel(table, [name for name, pin in buttons], faces)
keys = Keys(len(buttons), panel)
port = usb_cdc.data
if port is not None:
    port.timeout = port.write_timeout = 0
link = Link(port, lambda: table.journal, about, panel.synced)

panel.step(clock.step())
print("Tallyboard", VERSION, "on", storage)
if table.journal is None:
    print("The journal's memory (TALLYBOARD_STORAGE, fram or nvm) does not answer; presses are refused until it does.")
elif table.journal.damaged:
    print("Unreadable records in the journal:", table.journal.damaged, "- everything else is kept.")
if table.fault:
    print("TALLYBOARD_GAME:", table.fault)

event = keypad.Event()
while True:
    now = clock.step()
    while switches.events.get_into(event):
        keys.edge(event.key_number, event.pressed, clock.at(event.timestamp))
    if switches.events.overflowed:
        switches.events.clear()
        switches.reset()
        keys.reset(now)
    keys.step(now)
    panel.step(now)
    link.step(now)
    watch.step(now)
