"""A port that cannot be opened: the program that has it and the group that may have it are named."""

import getpass
import grp
import os
import subprocess
import sys
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from tallyboard.errors import TallyboardError
from tallyboard.link import SerialPort
from tallyboard.link.ports import in_use, not_allowed
from tallyboard.system.files import Holder, holders
from tests.harness.fake_board import BoardHalf, PtyBoard
from tests.harness.paper import two_matches
from tests.host.marks import linux_only


@pytest.fixture
def terminal() -> Iterator[str]:
    """The path of a pty."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield os.ttyname(slave)
    os.close(slave)
    os.close(master)


@linux_only
def test_the_program_that_has_the_port_is_named(terminal: str, tmp_path: Path) -> None:
    link = tmp_path / "port"
    link.symlink_to(terminal)
    assert holders(str(link)) == []  # this process has it open, and does not count
    with open(terminal, "rb", buffering=0) as device, subprocess.Popen(["sleep", "60"], stdin=device) as other:
        assert holders(str(link)) == [Holder(other.pid, "sleep")]
        error = in_use(str(link))
        other.kill()
    assert error.cause == f"The port {link} is in use by sleep (process {other.pid})."
    assert error.next_step == "Close that program, then try again."


@linux_only
def test_the_far_end_of_a_pty_is_the_device_and_no_rival(terminal: str) -> None:
    code = "import os, sys\nos.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)\nos.openpty()\nprint(flush=True)\ninput()"
    command = [sys.executable, "-c", code, terminal]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as board:
        assert board.stdout is not None
        board.stdout.readline()
        assert holders(terminal) == []
        board.kill()


@linux_only
def test_a_locked_port_says_by_whom() -> None:
    code = (
        "import sys\nfrom tallyboard.link import SerialPort\n"
        "port = SerialPort(sys.argv[1])\nprint(flush=True)\nsys.stdin.readline()"
    )
    with (
        PtyBoard(BoardHalf(two_matches())) as served,
        subprocess.Popen(
            [sys.executable, "-c", code, served.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as other,
    ):
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(TallyboardError, match=rf"in use by python\S* \(process {other.pid}\)\. Close that program"):
            SerialPort(served.path)
        other.kill()


def processes(folder: Path, **names: str) -> Path:
    """A /proc in which this user sees names and no open files; keyword p123: its name."""
    for number, name in names.items():
        (folder / number[1:]).mkdir(parents=True)
        (folder / number[1:] / "comm").write_text(name + "\n")
    (folder / "meminfo").touch()
    return folder


def test_modem_manager_has_a_remedy_of_its_own(tmp_path: Path) -> None:
    error = in_use("/dev/ttyACM1", processes(tmp_path, p1="systemd", p812="ModemManager"))
    assert error.cause == "The port /dev/ttyACM1 is in use by another program, probably by ModemManager (process 812)."
    assert "wait, then try again" in error.next_step
    assert "systemctl disable --now ModemManager" in error.next_step


def test_a_program_that_cannot_be_seen_is_shown_by_lsof(tmp_path: Path) -> None:
    error = in_use("/dev/ttyACM1", processes(tmp_path, p1="systemd"))
    assert error.cause == "The port /dev/ttyACM1 is in use by another program."
    assert "`sudo lsof /dev/ttyACM1` shows which" in error.next_step
    assert in_use("COM3", tmp_path / "no proc").cause == "The port COM3 is in use by another program."


@pytest.fixture
def device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A device that a group may use."""
    monkeypatch.setattr("sys.platform", "linux")
    path = tmp_path / "ttyACM1"
    path.touch()
    path.chmod(0o660)
    return path


def test_the_group_that_owns_the_device_is_named(device: Path) -> None:
    group = grp.getgrgid(device.stat().st_gid).gr_name
    error = not_allowed(str(device))
    assert error.cause == f"You may not open the port {device}."
    assert f"`sudo usermod -aG {group} $USER` and log in again" in error.next_step


def test_a_member_only_has_to_log_in_again(device: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = grp.struct_group(("uucp", "x", 14, [getpass.getuser()]))
    monkeypatch.setattr(grp, "getgrgid", {device.stat().st_gid: entry}.__getitem__)
    assert not_allowed(str(device)).next_step.startswith("You are in its group uucp, but")


def test_a_group_without_a_name_is_given_by_its_number(device: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grp, "getgrgid", dict[int, object]().__getitem__)
    assert f"group {device.stat().st_gid} with" in not_allowed(str(device)).next_step


def test_a_device_of_its_owner_alone(device: Path) -> None:
    device.chmod(0o600)
    assert not_allowed(str(device)).next_step == f"Only its owner may; `ls -l {device}` shows who that is."


MODEM = (
    "It tries every new port for a minute: wait, then try again. Where no mobile modem is used, "
    "`sudo systemctl disable --now ModemManager` ends that for good."
)
SEVERAL = [Holder(5, "cat"), Holder(7, "minicom")]


@pytest.mark.parametrize(
    ("seen", "running", "cause", "step"),
    [
        (SEVERAL[:1], {}, "cat (process 5)", "Close that program, then try again."),
        (SEVERAL, {}, "cat (process 5) and minicom (process 7)", "Close that program, then try again."),
        (SEVERAL[:1], {"p9": "ModemManager"}, "cat (process 5)", "Close that program, then try again."),
        ([Holder(9, "ModemManager")], {}, "ModemManager (process 9)", MODEM),
        ([*SEVERAL, Holder(9, "ModemManager")], {}, None, MODEM),
        ([], {"p9": "ModemManager"}, "another program, probably by ModemManager (process 9)", MODEM),
        ([], {}, "another program", "Close that program, then try again; `sudo lsof P` shows which it is."),
        (
            [],
            {"p9": "ModemManagers"},
            "another program",
            "Close that program, then try again; `sudo lsof P` shows which it is.",
        ),
    ],
)
def test_what_is_said_of_a_port_that_is_in_use(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seen: list[Holder],
    running: dict[str, str],
    cause: str | None,
    step: str,
) -> None:
    monkeypatch.setattr("tallyboard.link.ports.holders", lambda port, proc: seen)
    error = in_use("P", processes(tmp_path, **running))
    assert error.next_step == step
    if cause:
        assert error.cause == f"The port P is in use by {cause}."


@pytest.mark.parametrize(
    ("mode", "member", "step"),
    [
        (0o660, False, "Add yourself to the group uucp with `sudo usermod -aG uucp $USER` and log in again."),
        (0o666, False, "Add yourself to the group uucp with `sudo usermod -aG uucp $USER` and log in again."),
        (0o660, True, "You are in its group uucp, but since your login only: log in again."),
        (0o600, True, "Only its owner may; `ls -l {}` shows who that is."),
        (0o640, True, "Only its owner may; `ls -l {}` shows who that is."),
        (0o620, False, "Only its owner may; `ls -l {}` shows who that is."),
    ],
)
def test_how_to_be_allowed_to(
    device: Path, monkeypatch: pytest.MonkeyPatch, mode: int, member: bool, step: str
) -> None:
    device.chmod(mode)
    entry = grp.struct_group(("uucp", "x", 14, [getpass.getuser()] if member else ["somebody"]))
    monkeypatch.setattr(grp, "getgrgid", {device.stat().st_gid: entry}.__getitem__)
    error = not_allowed(str(device))
    assert (error.cause, error.next_step) == (f"You may not open the port {device}.", step.format(device))


@pytest.mark.parametrize(
    ("platform", "step"),
    [
        ("linux", "Add yourself to the group dialout with `sudo usermod -aG dialout $USER` and log in again."),
        ("darwin", "Close any program that uses it, then try again."),
        ("win32", "Close any program that uses it, then try again."),
    ],
)
def test_a_device_that_cannot_be_seen(monkeypatch: pytest.MonkeyPatch, platform: str, step: str) -> None:
    monkeypatch.setattr("sys.platform", platform)
    assert not_allowed("/no/port").next_step == step
