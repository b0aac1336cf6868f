"""The board in the browser: firmware/code.py, unchanged, on MicroPython that is compiled to WebAssembly.

page       what the browser gets: the bench with the boxes, and what runs in the worker of each
laptop     what runs in a worker beside them: the host's own hub and store, on Pyodide
build      one HTML file of it, with the firmware, the modelled box and the VM inside
folder     the page with the laptop, whose code lies beside it
npm        the VM and Pyodide, as their makers publish them
"""
