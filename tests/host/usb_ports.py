"""What pyserial lists of the ports of a computer."""

from collections.abc import Callable

import pytest
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


def plug(monkeypatch: pytest.MonkeyPatch, *paths: str) -> None:
    """What the system lists from now on: data ports of boards."""
    infos = [port(path, "CircuitPython CDC2 control", serial=f"{at}") for at, path in enumerate(paths)]
    monkeypatch.setattr("tallyboard.link.finding.list_ports.comports", listing(*infos))


@pytest.fixture(autouse=True)
def no_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    plug(monkeypatch)
