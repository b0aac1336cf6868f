"""Serial ports: every way in which one fails to open or goes away, and a pty in place of one."""

import errno
import os
from pathlib import Path

import pytest
import serial

from tallyboard.errors import TallyboardError
from tallyboard.journal.spans import Spans
from tallyboard.link import Client, SerialPort
from tallyboard.link.port import READ_BYTES
from tests.harness.fake_board import BoardHalf, PtyBoard
from tests.harness.paper import two_matches


@pytest.fixture
def pty_board() -> PtyBoard:
    return PtyBoard(BoardHalf(two_matches()))


def test_there_is_no_such_port(tmp_path: Path) -> None:
    with pytest.raises(TallyboardError, match=r"There is no port .*ttyACM9.*Plug the board in"):
        SerialPort(str(tmp_path / "ttyACM9"))


@pytest.mark.parametrize("kind", ["file", "folder", "null", "pipe"])
def test_the_path_is_no_serial_device(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "thing"
    if kind == "file":
        path.write_bytes(b"score 105 : 40")
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path = Path(os.devnull)
    with pytest.raises(TallyboardError, match=r"is not a serial port.*Give the name of the port"):
        SerialPort(str(path))
    if kind == "file":
        assert path.read_bytes() == b"score 105 : 40"


def test_an_open_port_is_busy_for_everyone_else(pty_board: PtyBoard) -> None:
    with pty_board:
        first = SerialPort(pty_board.path)
        with pytest.raises(TallyboardError, match=r"in use by another program.*Close that program"):
            SerialPort(pty_board.path)
        first.close()
        SerialPort(pty_board.path).close()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, "may not open.*dialout"),
        (errno.EBUSY, "in use by another program"),
        (errno.ENXIO, "Nothing is connected"),
        (errno.EMFILE, "cannot be opened: .*Too many open files"),
    ],
)
def test_what_the_system_refuses_is_a_sentence(monkeypatch: pytest.MonkeyPatch, number: int, words: str) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise serial.SerialException(number, f"could not open port: {os.strerror(number)}")

    monkeypatch.setattr(serial, "Serial", refuse)
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(TallyboardError, match=words):
        SerialPort("/dev/ttyACM0")


def test_one_read_takes_no_more_than_it_may(pty_board: PtyBoard) -> None:
    class Full:
        """A device whose system has buffered a great deal."""

        in_waiting = 1 << 24

        def read(self, count: int) -> bytes:
            return bytes(count)

        def close(self) -> None:
            pass

    with pty_board:
        port = SerialPort(pty_board.path)
        port._serial.close()
        port._serial = Full()  # type: ignore[assignment]
        assert len(port.read()) == READ_BYTES


def test_a_pty_has_no_dtr_and_serves_all_the_same(pty_board: PtyBoard) -> None:
    with pty_board:
        port = SerialPort(pty_board.path)
        client = Client(port)
        assert client.hello()["board"] == "e661640843"
        got = b"".join(data for _, data in client.pull(7, Spans([(0, 28)])))
        assert got == b"".join(two_matches().records)
        port.close()


def test_the_device_goes_away_in_use(pty_board: PtyBoard) -> None:
    with pty_board:
        port = SerialPort(pty_board.path)
        Client(port).hello()
        pty_board.unplug()
        with pytest.raises(TallyboardError, match=r"went away.*next sync"):
            for _ in range(3):
                port.write(b"\x00" * 10)
                port.read()
        port.close()


def test_a_device_that_takes_nothing_is_a_sentence(monkeypatch: pytest.MonkeyPatch, pty_board: PtyBoard) -> None:
    monkeypatch.setattr("tallyboard.link.port.WRITE_S", 0.05)
    port = SerialPort(pty_board.path)  # nobody reads the other end
    with pytest.raises(TallyboardError, match="does not take"):
        for _ in range(100):
            port.write(b"x" * 4096)
    port.close()
