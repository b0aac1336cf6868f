"""A board with a radio, in a process of its own, and a hub that is a socket of this test."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tallyboard.drive.files import read_settings
from tallyboard.virtual.memory import MemoryFolder

Start = Callable[..., Any]

JOINED = "wait 2100"  # what a join takes, and a bit
NOTICED = "wait 3100"  # the same of an access point that is away

# Joins, again after 5 s; says that it is here ten times a second, and what it hears in upper case.
CODE = """
    import os

    import board
    import keypad
    import select
    import socketpool
    import supervisor
    import usb_cdc
    import wifi

    keys = keypad.Keys([board.GP15], value_when_pressed=False, pull=True)
    event = keypad.Event()
    hub = ("255.255.255.255", int(os.getenv("TALLYBOARD_RADIO_HUB")))
    at = socketpool.SocketPool(wifi.radio).socket(socketpool.SocketPool.AF_INET, socketpool.SocketPool.SOCK_DGRAM)
    at.settimeout(0)
    poll = select.poll()
    poll.register(at, select.POLLIN)
    heard = bytearray(100)
    tried = said = None
    while True:
        now = supervisor.ticks_ms()
        keys.events.get_into(event)
        if not wifi.radio.connected:
            if tried is None or now - tried > 5000:
                tried = now
                try:
                    wifi.radio.connect(
                        os.getenv("TALLYBOARD_RADIO_SSID"), os.getenv("TALLYBOARD_RADIO_PASSWORD"), timeout=0.001
                    )
                except ConnectionError:
                    pass
            continue
        if said is None or now - said > 100:
            said = now
            at.sendto(b"on a cable" if usb_cdc.data.connected else b"here", hub)
        for _ in poll.ipoll(0):
            count = at.recv_into(heard)
            at.sendto(bytes(heard[:count]).upper(), hub)
"""


@pytest.fixture
def hub() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as port:
        port.bind(("127.0.0.1", 0))
        port.settimeout(10)
        yield port


def pair(state: Path, hub: socket.socket) -> None:
    state.mkdir()
    names = {"SSID": "hall", "PASSWORD": "long enough", "KEY": "00" * 32, "HUB": str(hub.getsockname()[1])}
    lines = [f'TALLYBOARD_RADIO_{name} = "{value}"\n' for name, value in names.items()]
    (state / "settings.toml").write_text("".join(lines), encoding="utf-8")


def emptied(hub: socket.socket) -> int:
    """How many datagrams have come."""
    hub.setblocking(False)
    count = 0
    try:
        while True:
            hub.recv(100)
            count += 1
    except BlockingIOError:
        hub.settimeout(10)
        return count


def answer(hub: socket.socket, board: tuple[str, int]) -> bytes:
    """What the board makes of a word, asked until it has heard it: it may be full just then."""
    while True:
        hub.sendto(b"word", board)
        for _ in range(3):
            if (said := hub.recv(100)) != b"here":
                return said


def test_a_board_calls_hears_and_is_away_with_its_access_point(
    start_board: Start, drive_with: Callable[[str], Path], tmp_path: Path, hub: socket.socket
) -> None:
    pair(tmp_path / "state", hub)
    board = start_board("--radio", on=drive_with(CODE))
    board.line()
    board.do(JOINED)
    called, first = hub.recvfrom(100)
    assert called == b"here"
    assert answer(hub, first) == b"WORD"

    board.do("air move")
    emptied(hub)
    moved = hub.recvfrom(100)[1]
    assert moved != first
    assert answer(hub, moved) == b"WORD"

    board.do("air off")
    emptied(hub)
    hub.sendto(b"word", moved)
    board.do(NOTICED)
    assert emptied(hub) == 0
    board.do("air on")
    board.do("wait 8000")  # it tries again, leaves first, and joins
    assert hub.recv(100) == b"here"


def test_a_radio_beside_a_cable(start_board: Start, tmp_path: Path, hub: socket.socket) -> None:
    import serial

    pair(tmp_path / "state", hub)
    board = start_board("--radio", "--link", str(tmp_path / "port"))
    board.line()
    with serial.Serial(str(board.link), timeout=10) as port:
        port.write(b"x")
        assert port.read(1) == b"X"


def test_a_firmware_that_waits_is_an_error(
    start_board: Start, drive_with: Callable[[str], Path], tmp_path: Path, hub: socket.socket
) -> None:
    pair(tmp_path / "state", hub)
    board = start_board("--radio", on=drive_with('import wifi\n\nwifi.radio.connect("hall", "long enough")\n'))
    assert board.wait() == 1
    assert "wifi.radio.connect waits 8000 ms" in board.errors()


def test_without_a_key_it_says_how_to_get_one(start_board: Start, tmp_path: Path) -> None:
    board = start_board("--radio")
    assert board.wait() == 2
    cause, next_step = board.errors().splitlines()
    assert str(tmp_path / "state" / "settings.toml") in cause
    assert "tallyboard setup --port PATH --radio" in next_step


def test_without_a_radio_there_is_no_wifi_and_no_air(
    start_board: Start, drive_with: Callable[[str], Path], tmp_path: Path, hub: socket.socket
) -> None:
    pair(tmp_path / "state", hub)
    board = start_board()
    board.line()
    assert "there is no command 'air'" in board.do("air off")[-1]["error"]
    board = start_board(folder=tmp_path / "other", on=drive_with("import wifi\n"))
    assert board.wait() == 1
    assert "No module named 'wifi'" in board.errors()


def test_the_folder_looks_like_the_boards_drive(tmp_path: Path) -> None:
    folder = MemoryFolder(tmp_path)
    folder.be_a_drive()
    told = (tmp_path / "boot_out.txt").read_text(encoding="utf-8").splitlines()
    assert told[0].startswith("Adafruit CircuitPython 10.2.1 on ")
    assert told[1:] == ["Board ID:raspberry_pi_pico_w", f"UID:{folder.uid().hex().upper()}"]
    assert read_settings(tmp_path) == {}
    (tmp_path / "settings.toml").write_text('TALLYBOARD_TABLE = "4"\n', encoding="utf-8")
    folder.be_a_drive()
    assert read_settings(tmp_path) == {"TALLYBOARD_TABLE": "4"}
    folder.close()
