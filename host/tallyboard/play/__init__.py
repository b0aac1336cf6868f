"""The board in the browser: firmware/code.py, unchanged, on MicroPython that is compiled to WebAssembly.

rig        the modelled parts and the names that code.py imports; they run on a MicroPython VM and on CPython
page       what the browser gets: the bench with the boxes, and what runs in the worker of each
build      one HTML file of it, with the firmware and the VM inside
npm        the VM itself, as its makers publish it
"""
