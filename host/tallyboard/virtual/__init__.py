"""The virtual board: firmware/code.py, unchanged, on modelled hardware.

From the wire inwards, one idea a file:

    wiring      which pin and which address is what; read from the drive, without importing the firmware
    cells       bytes that survive the process being killed
    ht16k33, fram, nvm      the parts, at register level
    i2c, pins, keypad_model, serial_model, cpu      what CircuitPython's busio, keypad, usb_cdc… do with them
    hardware    one board: its parts and its clock
    platform    the names that code.py imports, put into sys.modules
    decode      segments to text
    commands, script, settling      what stdin says is done to the board, and when it has been handled
    pace, conductor, pty_link       board time against wall time, stdin and the pty
    state, settings                 the --state folder, settings.toml
    run, power                      the arguments, and from power-on to power-off

The design's section "The virtual board" is the contract.
"""
