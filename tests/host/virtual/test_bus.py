"""busio.I2C as adafruit_bus_device uses it, and its refusals."""

import errno
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tallyboard.virtual.box.hardware import Hardware

if TYPE_CHECKING:
    import busio


def test_scan_finds_what_is_fitted(hardware: Hardware, i2c: "busio.I2C") -> None:
    assert i2c.try_lock()
    assert i2c.scan() == [0x50, 0x70, 0x71, 0x72]
    hardware.parts["FRAM"].unplug()
    assert i2c.scan() == [0x70, 0x71, 0x72]


def test_the_lock_is_needed_and_is_one(i2c: "busio.I2C") -> None:
    with pytest.raises(RuntimeError, match="lock"):
        i2c.writeto(0x70, b"\x21")
    assert i2c.try_lock()
    assert not i2c.try_lock()
    i2c.unlock()
    assert i2c.try_lock()


def test_nobody_answers_is_enodev(i2c: "busio.I2C") -> None:
    i2c.try_lock()
    actions: list[Callable[[], None]] = [
        lambda: i2c.writeto(0x33, b""),
        lambda: i2c.writeto(0x33, b"\x00"),
        lambda: i2c.writeto_then_readfrom(0x33, b"\x00", bytearray(1)),
    ]
    for action in actions:
        with pytest.raises(OSError) as error:
            action()
        assert error.value.errno == errno.ENODEV


def test_slices_and_counting(hardware: Hardware, i2c: "busio.I2C") -> None:
    i2c.try_lock()
    i2c.writeto(0x70, b"", start=0)
    i2c.writeto(0x70, b"zz\x0e\x11\x22zz", start=2, end=5)
    i2c.writeto(0x70, b"\x0e")
    into = bytearray(2)
    i2c.writeto_then_readfrom(0x70, b"", into)
    assert into == b"\x11\x22"
    i2c.writeto_then_readfrom(0x70, b"\x0f", into)
    assert into[0] == 0x22
    assert hardware.displays["A"].writes == 2
    assert hardware.bus.writes == 2


def test_pins_are_checked_as_on_rp2040(i2c: "busio.I2C") -> None:
    import board
    import busio

    with pytest.raises(ValueError, match="Invalid pins"):
        busio.I2C(board.GP4, board.GP5)
    with pytest.raises(ValueError, match="Invalid pins"):
        busio.I2C(board.GP7, board.GP4)
    with pytest.raises(ValueError, match="in use"):
        busio.I2C(board.GP5, board.GP4)
    with pytest.raises(RuntimeError, match="No pull up"):
        busio.I2C(board.GP1, board.GP0)
    i2c.deinit()
    busio.I2C(board.GP5, board.GP4)
