# Test drive: what a real boot.py does.
import supervisor
import usb_cdc

usb_cdc.enable(console=True, data=True)
supervisor.runtime.autoreload = False
