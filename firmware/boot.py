"""Runs once at power-on, before USB: the data port for the laptop, and no restart when the drive is touched."""

import supervisor
import usb_cdc

usb_cdc.enable(console=True, data=True)
supervisor.runtime.autoreload = False  # a laptop that looks at the drive must not restart a match's board
