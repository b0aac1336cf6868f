"""The board in the browser: firmware/code.py, unchanged, on MicroPython that is compiled to WebAssembly.

rig        the modelled parts and the names that code.py imports; they run on a MicroPython VM and on CPython
page       what the browser gets: the bench with the boxes, and what runs in the worker of each
laptop     what runs in a worker beside them: the host's own hub and store, on Pyodide
build      one HTML file of it, with the firmware and the VM inside
folder     the page with the laptop: what it loads lies beside it
host_code  the Python that goes there
npm        the VM and Pyodide, as their makers publish them
"""
