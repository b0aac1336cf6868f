"""The virtual board: firmware/code.py, unchanged, on modelled hardware.

From the wire inwards, one idea a file:

    chip/cells                              bytes that survive the process being killed
    chip/ht16k33, chip/fram, chip/nvm       the parts, at register level
    chip/i2c, chip/pins, chip/keypad, chip/usb_serial, chip/cpu
                                            what CircuitPython's busio, keypad, usb_cdc… do with them
    chip/hardware                           one board: its parts and its clock
    chip/segments                           what is to be read on a display
    circuitpython                           the names that code.py imports, put into sys.modules
    commands, script, idle                  what stdin says is done to the board, and when it has been handled
    wall_time, conductor, pty_link          board time against wall time, stdin and the pty
    memory_folder                           the --state folder
    board_spec                              what board it is
    run, power                              whether it can be, and from power-on to power-off

Which pin and which address is what, and the settings, are read from the drive (tallyboard/drive), without importing the
firmware: the hardware must not know what runs on it. A command happens at board milliseconds, however long they take,
so that the same commands light the same digits on a slow laptop.
"""
