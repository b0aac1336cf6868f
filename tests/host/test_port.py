"""Serial ports: every way in which one fails to open or goes away, and a pty in place of one."""

import errno
import os
import sys
from pathlib import Path

import pytest
import serial

from tallyboard.errors import TallyboardError
from tallyboard.journal.runs import Spans
from tallyboard.link import Client, SerialPort
from tallyboard.link.ports import READ_BYTES, pty_behind, refuse_stale
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


def left_over(link: Path, path: str) -> str:
    """A link to a pty that is younger: its number was somebody else's when the link was made."""
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(path)
    before = os.stat(path).st_ctime_ns - 5_000_000
    os.utime(link, ns=(before, before), follow_symlinks=False)
    return str(link)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ptys elsewhere do not say since when they are there")
def test_nothing_is_sent_where_a_link_leads_that_is_left_over(tmp_path: Path) -> None:
    half = BoardHalf(two_matches())
    with PtyBoard(half) as board:
        one = left_over(tmp_path / "port", board.path)
        (tmp_path / "table 3").symlink_to(one)
        for path in (one, str(tmp_path / "table 3")):
            with pytest.raises(TallyboardError, match=r"is left over.*Start the board again that made it"):
                SerialPort(path)
        (tmp_path / "fresh").symlink_to(board.path)
        (tmp_path / "table 4").symlink_to("fresh")
        for path in (board.path, str(tmp_path / "fresh"), str(tmp_path / "table 4")):
            SerialPort(path).close()
    assert half.requests == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ptys elsewhere do not say since when they are there")
def test_a_link_whose_pty_is_exchanged_is_left_over_whatever_the_clock_says(tmp_path: Path) -> None:
    """The clock was set back since: the next pty seems to be older than the link."""
    with PtyBoard(BoardHalf(two_matches())) as one, PtyBoard(BoardHalf(two_matches())) as other:
        link = tmp_path / "port"
        link.symlink_to(one.path)
        before = pty_behind(str(link))
        assert before is not None
        refuse_stale(str(link), before)
        with pytest.raises(TallyboardError, match="is left over"):
            refuse_stale(str(link), before._replace(pty=(os.stat(other.path).st_rdev, before.pty[1] + 1)))
        link.unlink()
        link.symlink_to(other.path)
        refuse_stale(str(link), before)  # a board that was started again has made it anew


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
        got = b"".join(data for _, data in client.pull(7, Spans([(0, 28)]), lambda *_: True))
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
    monkeypatch.setattr("tallyboard.link.ports.WRITE_S", 0.05)
    port = SerialPort(pty_board.path)  # nobody reads the other end
    with pytest.raises(TallyboardError, match="does not take"):
        for _ in range(100):
            port.write(b"x" * 4096)
    port.close()


READY = os.open(os.devnull, os.O_RDONLY)  # something can always be read there, if only its end


class Device:
    """What pyserial opens, with what it was opened with; `fails`: what reading and writing raises."""

    in_waiting = 0
    fails: Exception | None = None
    closed = False

    def __init__(self, *arguments: object, **named: object) -> None:
        self.opened = arguments, named
        self.counts: list[int] = []

    def fileno(self) -> int:
        return READY

    def read(self, count: int) -> bytes:
        if self.fails:
            raise self.fails
        self.counts.append(count)
        return b"x" * min(count, self.in_waiting)

    def write(self, data: bytes) -> None:
        if self.fails:
            raise self.fails

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> tuple[SerialPort, Device]:
    monkeypatch.setattr(serial, "Serial", Device)
    port = SerialPort("P")
    device = port._serial
    assert isinstance(device, Device)
    return port, device


def test_a_port_is_opened_for_us_alone_and_neither_a_read_nor_a_write_lasts_long(
    opened: tuple[SerialPort, Device],
) -> None:
    port, device = opened
    assert device.opened == (("P", 115_200), {"timeout": 0.1, "write_timeout": 2.0, "exclusive": True})
    assert port.name == "P"
    port.close()
    assert device.closed


@pytest.mark.parametrize(
    ("waiting", "counts"), [(0, [1]), (1, [1, 1]), (4095, [1, 4095]), (4096, [1, 4095]), (1 << 20, [1, 4095])]
)
def test_a_read_waits_for_one_byte_and_takes_what_is_there_up_to_4096(
    opened: tuple[SerialPort, Device], waiting: int, counts: list[int]
) -> None:
    port, device = opened
    device.in_waiting = waiting
    assert port.read() == (b"x" * sum(counts) if waiting else b"")
    assert device.counts == counts


@pytest.mark.parametrize("error", [OSError(5, "x"), serial.SerialException("x"), TypeError("closed under a read")])
def test_a_device_that_went_away_while_it_was_read(opened: tuple[SerialPort, Device], error: Exception) -> None:
    port, device = opened
    device.fails = error
    with pytest.raises(TallyboardError) as gone:
        port.read()
    assert (gone.value.cause, gone.value.next_step) == GONE


GONE = ("The device on P went away.", "Plug it in again: what had arrived is stored, the next sync brings the rest.")
DEAF = ("The device on P does not take what is sent to it.", "Unplug it and plug it in again.")


@pytest.mark.parametrize(
    ("error", "told"),
    [(OSError(5, "x"), GONE), (serial.SerialException("x"), GONE), (serial.SerialTimeoutException("x"), DEAF)],
)
def test_what_is_said_of_a_device_that_cannot_be_written_to(
    opened: tuple[SerialPort, Device], error: Exception, told: tuple[str, str]
) -> None:
    port, device = opened
    device.fails = error
    with pytest.raises(TallyboardError) as refused:
        port.write(b"x")
    assert (refused.value.cause, refused.value.next_step) == told
