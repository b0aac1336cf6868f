"""The virtual board: firmware/code.py, unchanged, on modelled hardware.

From the wire inwards, one idea a file:

    box/        the modelled parts, and the names by which code.py imports them; the page in a browser has them too
    memory      the --state folder, and bytes in it that survive the process being killed
    segments    what is to be read on a display
    script      what stdin says is done to the board, and when it has been handled
    conductor   board time against wall time, stdin and the pty
    run, power  what board it is and whether it can be, and from power-on to power-off

Which pin and which address is what, and the settings, are read from the drive (tallyboard/drive), without importing the
firmware: the hardware must not know what runs on it. A command happens at board milliseconds, however long they take,
so that the same commands light the same digits on a slow laptop.
"""

from pathlib import Path

BOX = Path(__file__).parent / "box"
"""The package `box` as a VM has it on its path."""
