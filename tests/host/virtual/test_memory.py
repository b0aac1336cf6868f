"""FRAM behind an I2CDevice, nvm as an RP2040 writes it, and power cuts in both."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tallyboard.errors import TallyboardError
from tallyboard.virtual.box.bus import FRAM, ByteArray
from tallyboard.virtual.box.hardware import Hardware
from tallyboard.virtual.memory import Cells


def test_a_device_reads_and_writes_the_fram(hardware: Hardware, on_board: None) -> None:
    import board
    import busio
    from adafruit_bus_device.i2c_device import I2CDevice

    read = bytearray(6)
    with I2CDevice(busio.I2C(board.GP5, board.GP4), 0x50) as fram:  # type: ignore[call-arg]  # as the stub has it
        fram.write(b"\x12\x34tall")
        fram.write_then_readinto(b"\x12\x33", read)
    assert read == b"\x00tall\x00"
    assert hardware.fram.writes == 1


def test_a_missing_fram_is_refused(hardware: Hardware, on_board: None) -> None:
    import board
    import busio
    from adafruit_bus_device.i2c_device import I2CDevice

    hardware.parts["FRAM"].unplug()
    with pytest.raises(ValueError, match="No I2C device"):
        I2CDevice(busio.I2C(board.GP5, board.GP4), 0x50)


def read(fram: FRAM, count: int) -> bytearray:
    data = bytearray(count)
    fram.read_into(data)
    return data


def test_fram_wraps_and_reads_on(hardware: Hardware) -> None:
    fram = hardware.fram
    fram.write(b"\x7f\xff\x01\x02\x03")
    fram.write(b"\x7f\xff")
    assert read(fram, 2) == b"\x01\x02"
    assert read(fram, 1) == b"\x03"
    fram.write(b"\xff\xff")  # the highest address bit does not count
    assert read(fram, 1) == b"\x01"
    fram.write(b"\x12")  # half an address
    assert read(fram, 1) == b"\x02"


def test_fram_persists(make_hardware: Callable[..., Hardware], tmp_path: Path) -> None:
    cells = Cells(tmp_path / "fram.bin", 32, 0)
    FRAM(cells).write(b"\x00\x05abc")
    assert (tmp_path / "fram.bin").read_bytes() == bytes(5) + b"abc" + bytes(24)
    assert read(FRAM(Cells(tmp_path / "fram.bin", 32, 0)), 8) == bytes(5) + b"abc"


def test_a_file_of_another_size_is_not_this_boards_memory(tmp_path: Path) -> None:
    (tmp_path / "fram.bin").write_bytes(b"abc")
    with pytest.raises(TallyboardError, match="3 bytes instead of 32"):
        Cells(tmp_path / "fram.bin", 32, 0)


class Cut(BaseException):
    """The power is gone."""


def cut_after(stores: int) -> Callable[[], None]:
    left = [stores]

    def on_store() -> None:
        left[0] -= 1
        if left[0] == 0:
            raise Cut

    return on_store


@pytest.mark.parametrize("stores", [1, 2, 3])
def test_a_power_cut_keeps_exactly_the_bytes_stored_before_it(tmp_path: Path, stores: int) -> None:
    fram = FRAM(Cells(tmp_path / "fram.bin", 32, 0, cut_after(stores)))
    with pytest.raises(Cut):
        fram.write(b"\x00\x00abcd")
    assert (tmp_path / "fram.bin").read_bytes()[:4] == b"abcd"[:stores].ljust(4, b"\x00")


def nvm_on(tmp_path: Path, on_store: Callable[[], None] | None = None) -> ByteArray:
    return ByteArray(Cells(tmp_path / "nvm.bin", 4096, 0xFF, on_store))


def test_nvm_writes_erased_bytes_without_erasing(tmp_path: Path) -> None:
    nvm = nvm_on(tmp_path)
    assert (len(nvm), nvm[0], nvm[-1]) == (4096, 255, 255)
    nvm[10:13] = b"abc"
    nvm[13] = 7
    assert (nvm.page_programs, nvm.sector_erases) == (2, 0)
    assert bytes(nvm[9:15]) == b"\xffabc\x07\xff"
    nvm[250:262] = bytes(12)  # over the border of two pages
    assert (nvm.page_programs, nvm.sector_erases) == (4, 0)
    assert bytes(nvm_on(tmp_path)[10:13]) == b"abc"


def test_nvm_erases_the_sector_to_change_a_written_byte(tmp_path: Path) -> None:
    nvm = nvm_on(tmp_path)
    nvm[10:13] = b"abc"
    nvm[12:14] = b"xy"
    assert nvm.sector_erases == 1
    assert bytes(nvm[9:15]) == b"\xffabxy\xff"
    nvm[10] = ord("a")  # the same value again is a rewrite too
    assert nvm.sector_erases == 2


def test_a_power_cut_in_a_rewrite_loses_the_sector(tmp_path: Path) -> None:
    nvm_on(tmp_path)[0:4] = b"gone"
    with pytest.raises(Cut):
        nvm_on(tmp_path, cut_after(1))[2:3] = b"?"
    assert (tmp_path / "nvm.bin").read_bytes() == b"\xff" * 4096


def test_a_power_cut_in_an_append_keeps_what_was_there(tmp_path: Path) -> None:
    nvm_on(tmp_path)[0:4] = b"kept"
    with pytest.raises(Cut):
        nvm_on(tmp_path, cut_after(2))[4:8] = b"torn"
    assert (tmp_path / "nvm.bin").read_bytes()[:8] == b"keptto\xff\xff"


def test_nvm_refuses_what_the_device_refuses(tmp_path: Path) -> None:
    nvm = nvm_on(tmp_path)
    with pytest.raises(ValueError, match="lengths"):
        nvm[0:4] = b"abc"
    with pytest.raises(IndexError):
        nvm[4096] = 1
    with pytest.raises(ValueError, match="0-255"):
        nvm[0] = 256
    with pytest.raises(NotImplementedError):
        nvm[0:4:2]
    with pytest.raises(TypeError):
        iter(nvm)
