"""The rest of what code.py imports: time, resets, the watchdog, the ports, the environment."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tallyboard.virtual.box.cpu import BoardReset
from tallyboard.virtual.box.hardware import Hardware
from tallyboard.virtual.conductor import WallTime
from tallyboard.virtual.power import installed


def test_only_inside_is_this_process_a_board(hardware: Hardware, drive: Path) -> None:
    real_time, real_getenv, path, before = sys.modules["time"], os.getenv, list(sys.path), dict(sys.modules)
    with installed(hardware, drive, {"TABLE": "one"}, in_boot=False):
        import board

        from tableside import pins

        assert board.GP28.number == 28  # type: ignore[attr-defined]  # the model's has it
        assert pins.SDA == "GP4"
        assert (os.getenv("TABLE"), os.getenv("PATH")) == ("one", None)
        assert str(drive) not in sys.path
    assert sys.modules["time"] is real_time is time
    assert os.getenv is real_getenv
    assert sys.path == path
    for name in ("tableside", "tableside.pins", "adafruit_ht16k33", "board"):
        assert sys.modules.get(name) is before.get(name)


def test_what_the_chip_draws_is_the_hardwares(hardware: Hardware, drive: Path) -> None:
    real, hardware.urandom = os.urandom, bytes
    with installed(hardware, drive, {}, in_boot=False):
        assert os.urandom(3) == b"\0\0\0"
    assert os.urandom is real


def test_each_run_imports_the_drive_anew(hardware: Hardware, drive: Path) -> None:
    seen = []
    for _ in range(2):
        with installed(hardware, drive, {}, in_boot=False):
            from tableside import pins

            seen.append(pins)
    assert seen[0] is not seen[1]


def test_time_is_board_time(hardware: Hardware, on_board: None) -> None:
    import time

    import supervisor

    time.sleep(1.5)
    assert hardware.ms == 1500
    assert time.monotonic() == 1.501
    assert time.monotonic_ns() == 1_502_000_000
    assert supervisor.ticks_ms() == (1 << 29) - 65_536 + 1503
    time.sleep(0)
    assert hardware.ms == 1504
    assert time.time() == 946_684_801
    with pytest.raises(ValueError):
        time.sleep(-1)


def test_uid_stays_with_the_board(make_hardware: Callable[..., Hardware], tmp_path: Path, drive: Path) -> None:
    one, other = make_hardware(tmp_path / "one"), make_hardware(tmp_path / "other")
    assert len(one.uid) == 8
    assert one.uid != other.uid
    assert (tmp_path / "one" / "uid").read_bytes() == one.uid
    with installed(one, drive, {}, in_boot=False):
        import microcontroller

        assert microcontroller.cpu.uid == one.uid
        assert microcontroller.cpu.reset_reason is microcontroller.ResetReason.POWER_ON


def test_the_data_port_is_none_until_boot_py_asks_for_it(hardware: Hardware, drive: Path) -> None:
    with installed(hardware, drive, {}, in_boot=False):
        import usb_cdc

        assert usb_cdc.data is None
        with pytest.raises(RuntimeError):
            usb_cdc.enable(data=True)
    with installed(hardware, drive, {}, in_boot=True):
        import usb_cdc

        usb_cdc.enable(console=True, data=True)
        assert usb_cdc.data is None
    with installed(hardware, drive, {}, in_boot=False):
        import usb_cdc

        assert usb_cdc.data is hardware.data
        assert usb_cdc.data.connected
        assert not usb_cdc.console.connected


def test_a_port_takes_what_its_fifo_holds(hardware: Hardware) -> None:
    port = hardware.data
    port.timeout = port.write_timeout = 0
    assert port.write(b"x" * 300) == 256
    assert port.write(b"y") == 0
    port.sent(100)
    assert (port.out_waiting, port.write(bytes(101))) == (156, 100)
    port.arrived(b"hello")
    assert (port.in_waiting, port.room) == (5, 251)
    into = bytearray(3)
    assert (port.readinto(into), bytes(into)) == (3, b"hel")
    assert (port.read(1), port.read(), port.read()) == (b"l", b"o", b"")


def test_a_port_waits_in_board_time(hardware: Hardware) -> None:
    port = hardware.data
    port.timeout = 0.25
    port.arrived(b"ab")
    assert port.read(3) == b"ab"
    assert hardware.ms == 250
    hardware.at(300, lambda: port.arrived(b"c"))
    port.timeout = None
    assert port.read(1) == b"c"
    assert hardware.ms == 300
    port.write(bytes(256))
    hardware.at(400, lambda: port.sent(1))
    assert port.write(b"d") == 1
    assert hardware.ms == 400


def test_nobody_at_the_console_loses_the_oldest(hardware: Hardware) -> None:
    hardware.console.write_timeout = 0
    assert hardware.console.write(b"a" * 200) == 200
    assert hardware.console.write(b"b" * 200) == 200
    assert hardware.console.leaving() == b"a" * 56 + b"b" * 200


def test_resets_end_the_run(hardware: Hardware, on_board: None) -> None:
    import microcontroller
    import supervisor

    with pytest.raises(BoardReset) as reset:
        microcontroller.reset()
    assert reset.value.hard
    with pytest.raises(BoardReset) as reset:
        supervisor.reload()
    assert not reset.value.hard


def test_a_hard_reset_starts_ticks_anew_and_leaves_displays_lit(hardware: Hardware, drive: Path) -> None:
    with installed(hardware, drive, {}, in_boot=False):
        import board
        import keypad

        keypad.Keys((board.GP6,), value_when_pressed=False)
        hardware.displays["A"].write(b"\x21")
        start = hardware.ticks_ms()
        hardware.advance(1000)
        with pytest.raises(BoardReset) as reset:
            import microcontroller

            microcontroller.reset()
    hardware.restart(reset.value)
    assert hardware.ticks_ms() == start
    assert hardware.ms == 1000
    assert hardware.displays["A"].oscillator
    with installed(hardware, drive, {}, in_boot=False):
        import board
        import keypad
        import microcontroller

        keypad.Keys((board.GP6,), value_when_pressed=False)
        assert microcontroller.cpu.reset_reason is microcontroller.ResetReason.SOFTWARE


def test_an_unfed_watchdog_resets(hardware: Hardware, on_board: None) -> None:
    import microcontroller
    import watchdog

    dog = microcontroller.watchdog
    assert dog is not None
    with pytest.raises(ValueError):
        dog.timeout = 9
    with pytest.raises(NotImplementedError):
        dog.mode = watchdog.WatchDogMode.RAISE
    dog.timeout = 2
    dog.mode = watchdog.WatchDogMode.RESET
    hardware.advance(2000)
    dog.feed()
    hardware.advance(2000)
    with pytest.raises(BoardReset) as reset:
        hardware.advance(1)
    assert reset.value.reason is microcontroller.ResetReason.WATCHDOG


def test_a_switch_on_digitalio(hardware: Hardware, on_board: None) -> None:
    import board
    import digitalio

    switch = digitalio.DigitalInOut(board.GP18)
    assert not switch.value, "without a pull"
    switch.pull = digitalio.Pull.UP
    assert switch.value
    hardware.switch("MENU", True)
    assert not switch.value


def test_pacing_at_a_scale() -> None:
    now = [100.0]
    wall_time = WallTime(10, clock=lambda: now[0])
    assert wall_time.seconds_until(5) == pytest.approx(0.0005)
    assert wall_time.due(0, most=5) == 0
    now[0] += 0.0003
    assert wall_time.due(0, most=5) == 3
    now[0] += 0.1
    assert wall_time.due(3, most=5) == 5  # behind: no waiting, but no more than a step
    assert wall_time.seconds_until(8) == 0
    now[0] += 3600  # a laptop asleep does not make the board run after the lost hour
    assert wall_time.due(8, most=5) == 5
    assert wall_time.seconds_until(18) == pytest.approx(0.0005)


def test_scale_zero_is_real_time_when_idle() -> None:
    now = [0.0]
    wall_time = WallTime(0, clock=lambda: now[0])
    assert wall_time.unpaced
    wall_time.rebase(5000)
    assert wall_time.seconds_until(5005) == pytest.approx(0.005)
