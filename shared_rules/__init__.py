"""What the board and the laptop must agree on: the games, their events, the bytes of a record and of a frame.

Pure: no clock, no I/O, no floats. The same files run on CircuitPython 9 and 10, on MicroPython and on CPython 3.11+.
The numbered paragraphs cited in comments are those of the five rule books: 000 American Southwest Pichenotte,
001 AQJP pichenottes, 002 World Crokinole "The Game", 003 Woodestic crokinole, 004 Ritzenthaler washers.
"""

VERSION = "0.2.0"
