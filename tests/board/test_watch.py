"""`tallyboard watch` over virtual boards, all of them processes that are killed: every press is stored, once."""

import contextlib
import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tallyboard.journal.runs import Spans
from tallyboard.link import Client, SerialPort
from tallyboard.store import open_store
from tallyboard.store.verify import verify
from tests.harness.board_process import PATIENCE_S, Board


class Watch:
    """The process, its standard output read into `output` as it comes. `terminal`: columns and lines of one."""

    def __init__(self, folder: Path, *arguments: str, terminal: tuple[int, int] | None = None) -> None:
        self.output = b""
        self._seen = 0
        self._news = threading.Condition()
        ours, theirs = pty.openpty() if terminal else os.pipe()
        if terminal:
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", terminal[1], terminal[0], 0, 0))
        command = [sys.executable, "-m", "tallyboard", "watch", "--no-radio", "--db", str(folder / "db"), *arguments]
        command += ["--port", str(folder / "*" / "port")]
        environment = {**os.environ, "XDG_STATE_HOME": str(folder / "xdg"), "TERM": "xterm"}
        self.process = subprocess.Popen(command, env=environment, stdout=theirs, stderr=subprocess.PIPE)
        assert self.process.stderr is not None
        self.errors = self.process.stderr
        os.close(theirs)
        self._reader = threading.Thread(target=self._read, args=(ours,), daemon=True)
        self._reader.start()

    def _read(self, descriptor: int) -> None:
        with contextlib.suppress(OSError):  # a pty whose other end is closed
            while data := os.read(descriptor, 65_536):
                with self._news:
                    self.output += data
                    self._news.notify_all()
        os.close(descriptor)

    def _wait_for(self, there: Callable[[], bool]) -> None:
        with self._news:
            assert self._news.wait_for(there, PATIENCE_S), f"nothing more after {self.output[-2000:]!r}"

    def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next event of this kind with these fields, waited for."""
        while True:
            self._wait_for(lambda: b"\n" in self.output[self._seen :])
            line, _, _ = self.output[self._seen :].partition(b"\n")
            self._seen += len(line) + 1
            event: dict[str, Any] = json.loads(line)
            if event["event"] == kind and all(event[name] == value for name, value in fields.items()):
                return event

    def until_text(self, words: str) -> None:
        """Wait until this has been printed."""
        self._wait_for(lambda: words.encode() in self.output)

    def end(self, how: signal.Signals) -> int:
        """Send this signal; the exit code."""
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        return code

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.errors.close()


StartWatch = Callable[..., Watch]
StartBoard = Callable[[str, str], Board]


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[StartWatch]:
    """Starts `tallyboard watch` on the ports of all boards that there are and will be."""
    started: list[Watch] = []

    def start(*arguments: str, terminal: tuple[int, int] | None = None) -> Watch:
        started.append(Watch(tmp_path, *arguments, terminal=terminal))
        return started[-1]

    yield start
    for process in started:
        process.close()


@pytest.fixture
def board(tmp_path: Path) -> Iterator[StartBoard]:
    """Starts a virtual board in a folder of this name with this game."""
    started: list[Board] = []

    def start(name: str, game: str) -> Board:
        (tmp_path / name).mkdir()
        started.append(Board(tmp_path / name, game))
        return started[-1]

    yield start
    for process in started:
        process.close()


def read_out(port: Path) -> tuple[str, int, list[tuple[int, bytes]]]:
    """(board, epoch, records) of the board on this port."""
    with closing(SerialPort(str(port))) as opened:
        client = Client(opened)
        fields = client.hello()
        runs = client.pull(fields["epoch"], Spans([(fields["oldest"], fields["next"])]), lambda *_: True)
        records = [(first + at // 8, data[at : at + 8]) for first, data in runs for at in range(0, len(data), 8)]
        return fields["board"], fields["epoch"], sorted(records)


def play(following: Watch, played: Board, port: Path, score: dict[str, Any], *presses: str) -> dict[str, Any]:
    """Press on a board whose last score event this is; the one after the presses, each of which is a record."""
    played.run(*[f"press {key}" for key in presses])
    return following.until("score", port=str(port), next=score["next"] + len(presses))


def test_every_press_is_stored_once_whatever_is_killed(tmp_path: Path, watch: StartWatch, board: StartBoard) -> None:
    first = watch("--json")
    one = board("one", "crokinole-official")
    port = tmp_path / "one" / "port"
    met = first.until("connected", port=str(port))
    score = first.until("score", board=met["board"])
    score = play(first, one, port, score, "A1", "A1", "B2", "NEXT", "B1", "A4", "A3")
    assert (score["live"]["totals"], score["live"]["raw"]) == ([25, 0], [15, 20])
    assert (score["match"]["totals"], score["behind"]) == ({"A": 25, "B": 0}, 0)

    two = board("two", "washers-ritzenthaler")
    port_two = tmp_path / "two" / "port"
    score_two = first.until("score", port=str(port_two))
    assert score_two["board"] != score["board"]
    play(first, two, port_two, score_two, "A1", "A2", "B3")

    # A power cut in the middle of presses; the board comes back on the same port.
    one.send(*["press A1", "press UNDO"] * 20)
    one.collect(9)
    one.kill()
    assert "Plug" in first.until("disconnected", board=score["board"])["next_step"]
    one.close()
    one.switch_on()
    first.until("connected", board=score["board"])
    score = first.until("score", board=score["board"])
    score = play(first, one, port, score, "B1", "B1")

    # The same board in another socket.
    one.kill()
    first.until("disconnected", board=score["board"])
    one.close()
    port.unlink()
    assert first.until("unplugged")["board"] == score["board"]
    (tmp_path / "other").mkdir()
    port = tmp_path / "other" / "port"
    one.options += ["--link", str(port)]
    one.switch_on()
    assert first.until("connected", port=str(port))["board"] == score["board"]
    score = first.until("score", port=str(port))
    play(first, one, port, score, "B1")

    # The laptop's turn: killed, and started again after some more presses.
    first.process.kill()
    first.process.wait()
    one.run("press A2", "press B2")
    second = watch("--json")
    assert second.until("connected", board=score["board"])["received"] == 2
    second.until("score", board=score["board"])
    assert second.end(signal.SIGTERM) == 0

    with closing(open_store(str(tmp_path / "db"))) as store:
        for place in (port, port_two):
            name, epoch, records = read_out(place)
            assert records[0][0] == 0
            assert list(store.records(name, epoch)) == records
        assert verify(store).sound
        assert len(store.matches()) == 2


def test_on_a_terminal_the_last_picture_stays(watch: StartWatch, board: StartBoard) -> None:
    board("one", "crokinole-official").run("press A1", "hold NEXT", "press B2")
    shown = watch(terminal=(80, 24))
    shown.until_text("80 to go")
    assert shown.end(signal.SIGINT) == 0
    before, left, after = shown.output.decode().partition("\x1b[?1049l")  # the terminal's other screen is left
    assert "Ctrl-C ends." in before
    assert left
    assert "20 : 0   0 : 15  80 to go" in after
    assert after.endswith(" new records: everything that arrived is stored.\r\n")


def test_into_a_pipe_every_change_is_a_line(watch: StartWatch, board: StartBoard) -> None:
    said = watch()
    said.until_text("Waiting for boards: plug one in.\n")
    played = board("one", "crokinole-official")
    said.until_text(": A : B, 0 : 0, 100 to go\n")
    played.run("press A1")
    said.until_text(": A : B, 0 : 0, (20 : 0), 100 to go\n")
    played.run("quit")
    said.until_text(": unplugged\n")
    assert said.end(signal.SIGINT) == 0
    assert said.output.decode().splitlines()[-1].startswith("1 board, ")
    assert said.errors.read() == b""
