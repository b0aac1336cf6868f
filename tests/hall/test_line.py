"""The line between a laptop and the server: what is sent comes whole and in order, or waits, or the line is broken."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.lines import SOCKET, Line, Lines, ServerLine

_GUARD_S = 30


class Echo:
    """Somebody in the server's place, who sends back whatever comes."""

    def __init__(self, path: Path) -> None:
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(path))
        self._listening.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection:
            try:
                while data := connection.recv(4096):
                    connection.sendall(data)
            except OSError:
                return

    def close(self) -> None:
        self._listening.close()


@pytest.fixture
def lines() -> Iterator[Lines]:
    made = Lines()
    yield made
    made.close()


@pytest.fixture
def line(lines: Lines, tmp_path: Path) -> Iterator[Line]:
    served = tmp_path / "server"
    echo = Echo(served)
    yield lines.add(ServerLine(tmp_path, served))
    echo.close()


def connect(folder: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(_GUARD_S)
    connection.connect(str(folder / SOCKET))
    return connection


def answer(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size and (more := connection.recv(size)):
        data += more
    return data


def is_over(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("delay_s", [0.0, 0.02])
def test_what_is_sent_comes_whole_and_in_order(line: Line, tmp_path: Path, delay_s: float) -> None:
    line.delay_s = delay_s
    sent = bytes(range(256)) * 2000
    with connect(tmp_path) as connection:
        threading.Thread(target=connection.sendall, args=(sent,), daemon=True).start()
        assert answer(connection, len(sent)) == sent


def test_what_is_sent_waits_while_the_line_hangs(lines: Lines, line: Line, tmp_path: Path) -> None:
    with connect(tmp_path) as connection:
        connection.sendall(b"before")
        assert answer(connection, 6) == b"before"
        lines.hold(line)
        connection.sendall(b"meanwhile")
        connection.settimeout(0.1)
        with pytest.raises(TimeoutError):
            connection.recv(1)
        connection.settimeout(_GUARD_S)
        lines.release(line)
        assert answer(connection, 9) == b"meanwhile"


def test_a_line_that_broke_can_be_used_again(lines: Lines, line: Line, tmp_path: Path) -> None:
    with connect(tmp_path) as connection:
        connection.sendall(b"one")
        assert answer(connection, 3) == b"one"
        lines.cut(line)
        assert is_over(connection)
    with connect(tmp_path) as connection:
        connection.sendall(b"two")
        assert answer(connection, 3) == b"two"


def test_without_a_server_nobody_is_connected_for_long(lines: Lines, tmp_path: Path) -> None:
    lines.add(ServerLine(tmp_path, tmp_path / "nobody"))
    with connect(tmp_path) as connection:
        assert is_over(connection)
