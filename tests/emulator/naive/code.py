"""The yardstick: the shortest scoreboard that works. No rules, no memory, one display, everything as the libraries
have it. Keys on GP6 and GP7, as A1 and A2 of a Tallyboard, the display at the address of A."""
# mypy: disable-error-code="attr-defined,import-untyped"

import board
import busio
import keypad
from adafruit_ht16k33.segments import Seg7x4

display = Seg7x4(busio.I2C(board.GP5, board.GP4, frequency=400_000), address=0x70)
keys = keypad.Keys((board.GP6, board.GP7), value_when_pressed=False, pull=True)
score = 0
display.print("%4d" % score)  # noqa: UP031 - as it is usually written
while True:
    event = keys.events.get()
    if event and event.pressed:
        score += 20
        display.print("%4d" % score)  # noqa: UP031 - as it is usually written
