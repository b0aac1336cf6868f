"""A Raspberry Pi as a table: firmware/code.py, unchanged, on real displays and keys.

    parts   what hangs on the Pi, as the firmware asks for it: switches by the kernel's edge events, the bus, and a
            journal in a file that stands on the bus where an FRAM would
    run     whether there is such a Pi, and from its start to its end
    unit    what systemd is told, to start it with the Pi

The controller, its USB port, the hall socket and the pty are those of the virtual board. The switches are read with
libgpiod's `gpiod` and the bus with Blinka's `busio`; both are imported by `run` and by nobody else.
"""
