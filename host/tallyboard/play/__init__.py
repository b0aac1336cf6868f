"""The board in the browser: firmware/code.py, unchanged, on MicroPython that is compiled to WebAssembly.

    rig        the modelled parts and the names that code.py imports; they run on a MicroPython VM and on CPython
"""
