"""A hall full of boards that come and go: which ports are followed, which are asked first, and what is told."""

import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from serial.tools.list_ports_common import ListPortInfo

from tallyboard.hub import hub
from tallyboard.hub.hub import Hall
from tallyboard.link.client import Patience
from tallyboard.link.finding import PortSource, UsbPorts
from tests.harness.fake_board import BoardHalf, PtyBoard
from tests.harness.paper import two_matches
from tests.host.test_port import left_over
from tests.host.usb_ports import port

DATA, CONSOLE = "CircuitPython CDC2 control", "CircuitPython CDC control"


class Recorder:
    """A Follower that only notes what becomes of it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.fate = "made"
        self.is_busy = False

    def start(self) -> None:
        self.fate = "started"

    def stop(self, unplugged: bool = False) -> None:
        self.fate = "unplugged" if unplugged else "stopped"

    def is_alive(self) -> bool:
        return self.is_busy or self.fate == "started"

    def join(self, timeout_s: float) -> None:
        self.fate += " and waited for"


class Listed:
    """A Hall over a system whose ports are in `infos`. `made`: the followers, in order; `told`: what it told."""

    def __init__(self, *overrides: str) -> None:
        self.infos: list[ListPortInfo] = []
        self.made: list[Recorder] = []
        self.told: list[Mapping[str, Any]] = []

        def follow(source: PortSource, path: str) -> Any:
            self.made.append(Recorder(path))
            return self.made[-1]

        self.source = UsbPorts(overrides, lambda: list(self.infos))
        self.hall = Hall([self.source], self.told.append, follow)

    def step(self, *infos: ListPortInfo) -> list[tuple[str, str]]:
        """A look while these are there, and all questions asked; (path, fate) of every follower so far."""
        self.infos = list(infos)
        self.hall.step()
        for thread in threading.enumerate():
            if thread.name.startswith("ask "):
                thread.join()
        return [(one.path, one.fate) for one in self.made]


@pytest.fixture
def listed() -> Iterator[Listed]:
    made = Listed()
    yield made
    made.hall.close()


@pytest.fixture
def served() -> Iterator[PtyBoard]:
    with PtyBoard(BoardHalf(two_matches())) as board:
        yield board


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "Patience", lambda: Patience(answers=(0.1,) * 3))


ONE = port("/dev/ttyACM1", DATA, serial="E1")
TWO = port("/dev/ttyACM3", DATA, serial="E2")


def test_boards_are_followed_as_they_come_and_let_go_as_they_leave(listed: Listed) -> None:
    assert listed.step() == []
    assert listed.step(ONE) == [("/dev/ttyACM1", "started")]
    assert listed.step(ONE, TWO) == [("/dev/ttyACM1", "started"), ("/dev/ttyACM3", "started")]
    assert listed.step(TWO) == [("/dev/ttyACM1", "unplugged"), ("/dev/ttyACM3", "started")]
    assert listed.step(ONE, TWO)[2:] == [("/dev/ttyACM1", "started")]
    listed.hall.close()
    fates = [one.fate for one in listed.made]
    assert fates == ["unplugged", "stopped and waited for", "stopped and waited for"]


def test_a_board_that_is_plugged_in_elsewhere_is_followed_there(listed: Listed) -> None:
    listed.step(ONE)
    moved = port("/dev/ttyACM7", DATA, serial="E1")
    assert listed.step(moved) == [("/dev/ttyACM1", "unplugged"), ("/dev/ttyACM7", "started")]


def test_a_port_that_is_back_waits_for_the_follower_that_has_not_finished(listed: Listed) -> None:
    listed.step(ONE)
    listed.made[0].is_busy = True
    listed.step()
    assert listed.step(ONE) == [("/dev/ttyACM1", "unplugged")]
    listed.made[0].is_busy = False
    assert listed.step(ONE) == [("/dev/ttyACM1", "unplugged"), ("/dev/ttyACM1", "started")]


def test_what_is_left_to_finish_is_waited_for_in_the_end(listed: Listed) -> None:
    listed.step(ONE)
    listed.made[0].is_busy = True
    listed.step()
    listed.hall.close()
    assert listed.made[0].fate == "unplugged and waited for"


def test_a_board_without_a_data_port_is_told_once_and_when_it_goes(listed: Listed) -> None:
    console = port("/dev/ttyACM0", CONSOLE)
    for _ in range(3):
        assert listed.step(console) == []
    (told,) = listed.told
    assert (told["event"], told["port"], told["board"]) == ("no_data_port", "/dev/ttyACM0", None)
    assert told["cause"].endswith("has no data port: boot.py has not run.")
    assert told["next_step"].startswith("Run `tallyboard deploy`")
    assert listed.step(console, port("/dev/ttyACM1", DATA)) == [("/dev/ttyACM1", "started")]
    assert [event["event"] for event in listed.told] == ["no_data_port", "unplugged"]
    listed.step(console)
    assert [event["event"] for event in listed.told] == ["no_data_port", "unplugged", "no_data_port"]


def test_a_port_that_is_only_a_guess_is_followed_once_a_board_has_answered(listed: Listed, served: PtyBoard) -> None:
    assert listed.step(port(served.path)) == [(served.path, "started")]
    assert listed.step(port(served.path)) == [(served.path, "started")]


def test_something_else_on_such_a_port_is_left_alone(listed: Listed, tmp_path: Path) -> None:
    (tmp_path / "ttyUSB0").touch()
    printer = port(str(tmp_path / "ttyUSB0"), ids=(0x1A86, 0x7523))
    assert listed.step(printer, ONE) == [("/dev/ttyACM1", "started")]
    assert listed.step(printer, ONE) == [("/dev/ttyACM1", "started")]


def test_of_a_board_without_names_the_console_is_not_asked(listed: Listed, served: PtyBoard) -> None:
    console = BoardHalf(two_matches())
    with PtyBoard(console) as beside:
        infos = [port(beside.path, at="1-2:1.0"), port(served.path, at="1-2:1.2")]
        assert listed.step(*infos) == [(served.path, "started")]
    assert console.requests == []


def test_a_board_that_answers_when_it_is_all_over_is_not_followed(listed: Listed, served: PtyBoard) -> None:
    listed.hall.close()
    assert listed.step(port(served.path)) == []


def test_a_port_that_the_user_names_is_followed_before_it_is_there(tmp_path: Path) -> None:
    named = Listed(str(tmp_path / "port"), "COM7")
    assert named.step(ONE) == [(str(tmp_path / "port"), "started"), ("COM7", "started")]
    assert named.step() == [(str(tmp_path / "port"), "started"), ("COM7", "started")]


def test_a_pattern_is_looked_up_every_time(tmp_path: Path) -> None:
    named = Listed(str(tmp_path / "*" / "port"))
    assert named.step(ONE) == []
    for table in ("t2", "t10"):
        (tmp_path / table).mkdir()
        (tmp_path / table / "port").touch()
    two, ten = (str(tmp_path / table / "port") for table in ("t2", "t10"))
    assert named.step() == [(two, "started"), (ten, "started")]
    (tmp_path / "t2" / "port").unlink()
    assert named.step() == [(two, "unplugged"), (ten, "started")]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ptys elsewhere do not say since when they are there")
def test_a_link_that_is_left_over_hides_no_board_and_a_new_one_is_followed_anew(
    tmp_path: Path, served: PtyBoard
) -> None:
    with PtyBoard(BoardHalf(two_matches())) as other:
        gone = left_over(tmp_path / "a" / "port", served.path)
        (tmp_path / "b").mkdir()
        link = tmp_path / "b" / "port"
        link.symlink_to(served.path)
        named = Listed(str(tmp_path / "*" / "port"))
        assert named.step() == [(gone, "started"), (str(link), "started")]
        assert named.step() == [(gone, "started"), (str(link), "started")]
        link.unlink()
        link.symlink_to(other.path)
        assert named.step() == [(gone, "started"), (str(link), "unplugged")]
        assert named.step() == [(gone, "started"), (str(link), "unplugged"), (str(link), "started")]


def test_a_device_that_goes_away_while_it_is_described_is_seen_at_the_next_look(listed: Listed) -> None:
    """pyserial 3.5, SysFS.__init__: int(None) where a file of the device is gone already."""
    listed.step(ONE)
    good = listed.source._lister

    def fail() -> list[ListPortInfo]:
        return [int(None)]  # type: ignore[call-overload]

    for _ in range(3):
        listed.source._lister = fail
        for _ in range(9):
            listed.hall.step()
        listed.source._lister = good
        assert listed.step(ONE) == [("/dev/ttyACM1", "started")]
    listed.source._lister = fail
    for _ in range(9):
        listed.hall.step()
    with pytest.raises(TypeError):  # at the tenth look in a row
        listed.hall.step()
