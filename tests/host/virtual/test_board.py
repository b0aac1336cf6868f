"""The whole board, in a process of its own, with the test drive's firmware."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import serial

Start = Callable[..., Any]


def port_of(board: Any) -> serial.Serial:
    return serial.Serial(str(board.link), timeout=10)


def ask(port: serial.Serial, question: bytes, size: int) -> bytes:
    port.write(question)
    return port.read(size)


def test_from_first_line_to_quit(start_board: Start) -> None:
    board = start_board()
    assert board.line()["displays"] == {"A": "   0", "B": "   0", "S": "BOOT"}
    assert board.link.is_symlink()
    lines = board.do("press A1")
    assert lines[-2]["displays"] == {"A": "   1", "B": "   0", "S": "A1  "}
    assert lines[-1]["done"] == "press A1"
    assert board.do("hold A1")[-2]["displays"]["A"] == "  12"
    assert board.do("down UNDO")[-2]["displays"]["S"] == "UNDO"
    assert "done" in board.do("up UNDO")[-1]
    assert "done" in board.do("bounce B1")[-1]
    assert board.do("wait 500")[-1]["done"] == "wait 500"
    assert "C1" not in board.do("press C1")[-1]["error"].partition("valid are")[2]
    board.send("quit")
    assert board.line()["done"] == "quit"
    assert board.wait() == 0
    assert not os.path.lexists(board.link)


def test_many_commands_at_once_are_done_in_order(start_board: Start) -> None:
    board = start_board()
    board.send(*["press A1"] * 20, "quit")
    done = []
    shown = []
    while "quit" not in done:
        line = board.line()
        done += [line["done"]] if "done" in line else []
        shown += [line["displays"]["A"]] if "displays" in line else []
    assert done == ["press A1"] * 20 + ["quit"]
    assert shown[-1] == "  20"


def test_a_third_side(start_board: Start) -> None:
    board = start_board("--sides", "3")
    assert board.line()["displays"] == {"A": "   0", "B": "   0", "S": "BOOT", "C": "   3"}
    assert board.do("press C5")[-2]["displays"]["S"] == "C5  "


def test_real_time_board_handles_a_press(start_board: Start) -> None:
    board = start_board("--time-scale", "5")
    board.line()
    assert board.do("press A1")[-1]["done"] == "press A1"


def test_link_round_trips_and_reopening(start_board: Start) -> None:
    board = start_board()
    board.line()
    for _ in range(2):
        with port_of(board) as port:
            assert ask(port, b"hello\x00\xff\r\n\x03\x11", 11) == b"HELLO\x00\xff\r\n\x03\x11"
            assert ask(port, b"ab" * 3000, 6000) == b"AB" * 3000


def test_link_works_between_and_during_commands(start_board: Start) -> None:
    board = start_board()
    board.line()
    with port_of(board) as port:
        board.send(*["press A1"] * 5)
        assert ask(port, b"x", 1) == b"X"
        for _ in range(5):
            while "done" not in board.line():
                pass
        assert ask(port, b"y", 1) == b"Y"


def test_settings_come_from_the_drive_and_the_command_line_not_from_the_environment(start_board: Start) -> None:
    board = start_board("--game", "crokinole-official target=50")
    board.line()
    expected = repr(["test table", 7, "crokinole-official target=50", 2]).encode()
    with port_of(board) as port:
        assert ask(port, b"?", len(expected)) == expected


def test_circuitpython_10_gives_settings_as_text(start_board: Start) -> None:
    board = start_board("--circuitpython", "10", "--sides", "3")
    board.line()
    expected = repr(["test table", "7", None, 3]).encode()
    with port_of(board) as port:
        assert ask(port, b"?", len(expected)) == expected


def test_killed_it_is_the_same_board_again(start_board: Start) -> None:
    board = start_board()
    board.line()
    board.do("press A1")
    with port_of(board) as port:
        uid = ask(port, b"U", 8)
    board.kill()
    assert board.link.is_symlink()  # stale, and replaced
    again = start_board()
    assert again.line()["displays"]["A"] == "   1"
    with port_of(again) as port:
        assert ask(port, b"U", 8) == uid


def test_a_power_cut_in_a_write_keeps_the_bytes_before_it(
    start_board: Start, drive_with: Callable[[str], Path]
) -> None:
    writer = drive_with(
        """
        import board, busio, supervisor
        i2c = busio.I2C(board.GP5, board.GP4)
        i2c.try_lock()
        i2c.writeto(0x50, b"\\x00\\x00" + bytes(range(1, 201)))
        while True:
            supervisor.ticks_ms()
        """
    )
    board = start_board("--power-cut-after", "123", on=writer)
    assert board.wait() == -signal.SIGKILL
    stored = (board.state / "fram.bin").read_bytes()
    assert stored[:124] == bytes(range(1, 124)) + b"\x00"


def test_two_boards_cannot_share_a_state(start_board: Start) -> None:
    board = start_board()
    board.line()
    second = start_board()
    assert second.wait() == 2
    assert "is running on" in second.errors()
    assert board.do("press A1")[-1]["done"] == "press A1"
    assert board.link.is_symlink()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_end_it_and_take_the_link_away(start_board: Start, number: signal.Signals) -> None:
    board = start_board()
    board.line()
    board.process.send_signal(number)
    assert board.wait() == 0
    assert not os.path.lexists(board.link)


def test_after_the_end_of_input_it_runs_on(start_board: Start) -> None:
    board = start_board()
    board.process.stdin.write("press A1\nhold A1")  # the last line without its newline
    board.process.stdin.close()
    done: list[str] = []
    while len(done) < 2:
        line = board.line()
        done += [line["done"]] if "done" in line else []
    assert done == ["press A1", "hold A1"]
    with port_of(board) as port:
        assert ask(port, b"still", 5) == b"STILL"


def test_it_runs_on_when_nobody_reads_its_output(start_board: Start) -> None:
    board = start_board()
    board.line()
    board.process.stdout.close()
    board.send("press A1", "press A1")
    with port_of(board) as port:
        assert ask(port, b"still", 5) == b"STILL"
    board.process.terminate()
    assert board.wait() == 0


def test_a_file_at_the_link_is_not_touched(start_board: Start, tmp_path: Path) -> None:
    (tmp_path / "port").write_text("precious")
    board = start_board()
    assert board.wait() == 2
    assert "not a link" in board.errors()
    assert (tmp_path / "port").read_text() == "precious"


@pytest.mark.parametrize(
    "options", [("--sides", "4"), ("--storage", "tape"), ("--time-scale", "-1"), ("--without", "X")]
)
def test_arguments_that_cannot_be_used(start_board: Start, options: tuple[str, ...]) -> None:
    board = start_board(*options)
    assert board.wait() == 2
    assert len(board.errors().splitlines()) == 2


def test_a_reset_and_a_reload_start_the_firmware_again(start_board: Start) -> None:
    board = start_board()
    board.line()
    board.do("press A1")
    with port_of(board) as port:
        for request in (b"R", b"L"):
            port.write(request)
            assert board.shown() == {"A": "   1", "B": "   0", "S": "BOOT"}
            board.do("press B1")
            assert ask(port, b"ok", 2) == b"OK"


def test_an_exception_of_the_firmware_is_shown_and_ends_it(start_board: Start) -> None:
    board = start_board()
    board.line()
    with port_of(board) as port:
        port.write(b"X")
        assert board.wait() == 1
    assert "ValueError: asked for" in board.errors()
    assert not os.path.lexists(board.link)


def test_code_py_that_ends_is_reported(start_board: Start, drive_with: Callable[[str], Path]) -> None:
    board = start_board(on=drive_with("print('hello, console')"))
    assert board.wait() == 1
    assert board.process.stdout.read() == ""
    assert "hello, console" in board.errors()


def test_an_unplugged_display_comes_back(start_board: Start) -> None:
    board = start_board()
    board.line()
    dark, done = board.do("unplug S")
    assert (dark["displays"]["S"], done["done"]) == ("    ", "unplug S")
    assert "done" in board.do("press A1")[-1]
    board.do("wait 200")
    board.do("plug S")
    assert board.do("wait 200")[0]["displays"] == {"A": "   1", "B": "   0", "S": "A1  "}


def test_parts_that_are_missing_from_the_start(start_board: Start) -> None:
    board = start_board("--without", "FRAM", "--without", "B")
    assert board.line()["displays"] == {"A": "   0", "B": "    ", "S": "MEM?"}
    board.do("plug B")
    assert board.do("wait 200")[0]["displays"]["B"] == "   0"


def test_ticks_wrap_65_seconds_after_power_on(start_board: Start, drive_with: Callable[[str], Path]) -> None:
    watcher = drive_with(
        """
        import board, busio, keypad, supervisor
        from adafruit_ht16k33.segments import Seg7x4
        display = Seg7x4(busio.I2C(board.GP5, board.GP4), 0x70)
        keys = keypad.Keys((board.GP6,), value_when_pressed=False)
        before = supervisor.ticks_ms()
        display.print("   0")
        while True:
            now = supervisor.ticks_ms()
            if now < before:
                display.print("   1")
            before = now
            event = keys.events.get()
            if event and event.pressed:
                display.print(f"{event.timestamp // 1000:4}")
        """
    )
    board = start_board(on=watcher)
    assert board.line()["displays"]["A"] == "   0"
    wrap, done = board.do("wait 66000")
    assert wrap["displays"]["A"] == "   1"
    assert 65_536 <= wrap["ms"] <= 65_538
    assert done["ms"] > 66_000
    assert board.do("press A1")[0]["displays"]["A"] == "   0"
