"""The board in the browser: firmware/code.py, unchanged, on MicroPython that is compiled to WebAssembly.

page       what the browser gets: the bench with the boxes, and what runs in the worker of each
build      one HTML file of it, with the firmware, the modelled box and the VM inside
npm        the VM, as its makers publish it

In a checkout, browser/ makes the folder of the page that has the laptop too.
"""
