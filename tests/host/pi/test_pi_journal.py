"""The journal's file keeps what an FRAM keeps: after a cut at any byte a prefix of what was written, and nothing is
lit that is not on the disk."""

import os
from pathlib import Path
from typing import Any

import pytest

from tableside.fram import Fram
from tableside.journal import Journal
from tallyboard.errors import TallyboardError
from tallyboard.pi.parts import I2C, JournalFile
from tallyboard.virtual.script import BoardOff
from tests.firmware.matches import SCRIPTS, Player
from tests.harness.memory_chips import FramChip, PowerCut, Step
from tests.host.pi.model_pi import ModelPi, failing

SIZE = 1_088  # a header, and 128 records: the ring goes round
ADDRESS = 0x50
CUT = ("back", "room")


class Device:
    """An I2CDevice on the board's bus, at the file's address."""

    def __init__(self, file: JournalFile) -> None:
        self.i2c = type("OnFile", (I2C,), {"bus": None, "fram_address": ADDRESS, "file": file})(None, None)

    def __enter__(self) -> "Device":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def write(self, data: bytes) -> None:
        self.i2c.writeto(ADDRESS, data)

    def write_then_readinto(self, address: bytes, into: bytearray) -> None:
        self.i2c.writeto_then_readfrom(ADDRESS, address, into)


def cut_after(monkeypatch: pytest.MonkeyPatch, count: int, ends: type[BaseException] = PowerCut) -> None:
    """The power goes when so many bytes of the next write are in the file; this ends the board then."""
    write = os.pwrite

    def cut(fd: int, data: Any, at: int) -> int:
        write(fd, bytes(data)[:count], at)
        raise ends

    monkeypatch.setattr(os, "pwrite", cut)


@pytest.mark.parametrize("script", [one for one in SCRIPTS if one.name in CUT], ids=lambda one: one.name)
def test_a_cut_at_any_byte_leaves_what_an_fram_holds_then(
    script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """tests/firmware/test_power_cuts.py shows of an FRAM's that no press is lost."""
    chip = script.chip("fram")
    path = tmp_path / "fram.bin"
    path.write_bytes(bytes(chip.memory))
    monkeypatch.setattr(os, "fdatasync", lambda fd: None)  # thousands of them
    monkeypatch.setattr(os, "fsync", lambda fd: None)
    writes: list[tuple[int, bytes, list[Step]]] = []
    chip.wrote = lambda at, data, steps: writes.append((at, data, list(steps)))
    player = Player(script, chip, Journal, "")
    for at in range(len(script.gestures)):
        player.do(at)
    assert len(writes) > 100
    file = JournalFile(path, len(chip))
    held = FramChip(len(chip))
    file.read_into(0, held.memory)
    for number, (at, data, steps) in enumerate(writes):
        if number % (5 if len(data) > 8 else 31) == 0:  # headers and records
            for count in range(len(data)):
                with monkeypatch.context() as patched:
                    cut_after(patched, count)
                    with pytest.raises(PowerCut):
                        Fram(Device(file), len(chip)).write(at, data)
                file.close()
                assert path.read_bytes() == held.memory[:at] + data[:count] + held.memory[at + count :]
                path.write_bytes(held.memory)
                file = JournalFile(path, len(chip))
        Fram(Device(file), len(chip)).write(at, data)
        for step in steps:
            held.memory[step.at : step.at + 1] = step.new
        assert path.read_bytes() == held.memory
    assert held.memory == chip.memory


@pytest.mark.parametrize("count", [0, 1, 4, 7, 8])
def test_a_board_goes_on_from_a_file_that_was_cut_in_a_press(
    pi: ModelPi, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    with monkeypatch.context() as patched:
        lit = pi.play("press A1", lambda: cut_after(patched, count, BoardOff), "press B1", "wait 1")
    assert len(lit) == 2, "the power went in the press"
    assert (lit[-1]["A"], lit[-1]["B"]) == ("° 20.", "   0.")
    shown = pi.play("wait 1", "press A1")
    assert (shown[0]["A"], shown[0]["B"]) == ("° 20.", "  20." if count == 8 else "   0.")
    assert shown[1]["A"] == "° 40."


def test_a_press_is_on_the_disk_before_it_is_lit(pi: ModelPi, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, write = os.fdatasync, os.pwrite

    def synced(fd: int) -> None:
        sync(fd)
        done.append("on the disk")

    def written(fd: int, data: Any, at: int) -> int:
        done.append("written")
        return write(fd, data, at)

    def watch() -> None:
        monkeypatch.setattr(os, "fdatasync", synced)
        monkeypatch.setattr(os, "pwrite", written)
        pi.bus.on_write = lambda address, _: done.append("lit") if address == 0x70 else None

    pi.play("press A1", watch, "press A1")
    assert done[:3] == ["written", "on the disk", "lit"]


def test_what_a_failed_sync_may_have_lost_is_written_anew_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "fram.bin"
    file = JournalFile(path, SIZE)
    file.store(100, b"kept")
    node = path.stat().st_ino
    with failing(monkeypatch, "fdatasync", OSError(5, "Input/output error")), pytest.raises(OSError):
        file.store(104, b"lost")
    file.look()
    assert path.stat().st_ino != node, "it is another file, which was synced whole"
    assert path.read_bytes()[100:108] == b"kept\0\0\0\0"
    file.store(104, b"more")
    assert JournalFile(path, SIZE).size == SIZE and path.read_bytes()[100:108] == b"keptmore"


def test_a_write_that_falls_short_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = JournalFile(tmp_path / "fram.bin", SIZE)
    file.look()
    with monkeypatch.context() as patched:
        patched.setattr(os, "pwrite", lambda fd, data, at: len(data) - 1)
        with pytest.raises(OSError):
            file.store(0, b"whole")
    view = bytearray(5)
    file.read_into(0, view)
    assert view == bytes(5)


def test_what_a_killed_process_left_unsynced_is_synced_before_it_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "fram.bin"
    path.write_bytes(bytes(SIZE))
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    JournalFile(path, SIZE).look()
    assert len(synced) == 1


def test_a_file_that_is_read_only_answers_no_more_than_a_chip_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "fram.bin"
    path.write_bytes(bytes(SIZE))
    with failing(monkeypatch, "open", OSError(30, "Read-only file system")), pytest.raises(OSError):
        JournalFile(path, SIZE).look()


def test_another_boards_memory_is_told(tmp_path: Path) -> None:
    (tmp_path / "fram.bin").write_bytes(bytes(4096))
    with pytest.raises(TallyboardError, match="4096 bytes instead of 1088"):
        JournalFile(tmp_path / "fram.bin", SIZE)
