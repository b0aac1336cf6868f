"""Runs once at power-on, before USB: the data port for the laptop, and no restart when the drive is touched.

Whoever holds UNDO, NEXT and MENU meanwhile gets the drive of the chip's bootloader, on which a new CircuitPython is
copied: the button for it is inside the box.
"""

import microcontroller
import supervisor
import usb_cdc

usb_cdc.enable(console=True, data=True)
supervisor.runtime.autoreload = False  # a laptop that looks at the drive must not restart a match's board


def held(keys: tuple[str, ...]) -> bool:
    """Whether all of these keys are down."""
    import board
    import digitalio

    from tableside.pins import BUTTONS

    pins = [digitalio.DigitalInOut(getattr(board, pin)) for key, pin in BUTTONS if key in keys]
    for pin in pins:
        pin.pull = digitalio.Pull.UP
    down = all(not pin.value for pin in pins)
    for pin in pins:
        pin.deinit()
    return down


if hasattr(microcontroller, "RunMode"):  # no model of a board has a bootloader
    if held(("UNDO", "NEXT", "MENU")):
        microcontroller.on_next_reset(microcontroller.RunMode.UF2)
        microcontroller.reset()
