"""What pyserial lists of the ports of a computer."""

from collections.abc import Callable

from serial.tools.list_ports_common import ListPortInfo

PICO = 0x239A, 0x80F4


def port(
    path: str, interface: str | None = None, ids: tuple[int, int] = PICO, serial: str | None = "E66164", at: str = ""
) -> ListPortInfo:
    """What pyserial says of a USB port."""
    info = ListPortInfo(path, skip_link_detection=True)
    info.vid, info.pid = ids
    info.serial_number = serial
    info.location = at or None
    info.product = "Pico"
    info.interface = interface
    info.apply_usb_info()
    return info


def listing(*infos: ListPortInfo) -> Callable[[], list[ListPortInfo]]:
    return lambda: list(infos)
