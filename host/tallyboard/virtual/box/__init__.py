"""One modelled box, for CPython, MicroPython and a browser alike: the parts, each modelled after its datasheet or after
CircuitPython's source, and the names by which code.py imports them.

cpu         board time, resets and why they came, the watchdog
bus         I2C and the chips on it: displays and FRAM; nvm beside them
pins        GPIO: switches, keypad, digitalio, pwmio
usb_serial  a port with its FIFOs
air         the radio of a board that has one, and its access point: wifi, socketpool, select, hashlib
hardware    one board of these, and what `import board` and the others give
rig         a board that plays a script and tells all that it does, for tests and for the page in a browser
power       a power-on in the rig: settings, boot.py, code.py
turns       the same turn by turn, for whoever has the time
unsent      what the board has that no laptop has taken

The virtual board uses all above the rig, with the clock of the wall; the rig moves time itself. On a VM this folder is
the package `box`, beside the drive's lib/ on the path.
"""
