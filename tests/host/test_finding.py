"""Which ports are asked: by the names CircuitPython gives them, by vendor where there are none, or as the user says."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from serial.tools.list_ports_common import ListPortInfo

from tallyboard.link.finding import Sure, data_port_beside, look
from tests.host.usb_ports import listing, port

LINUX = listing(
    ListPortInfo("/dev/ttyS0", skip_link_detection=True),
    port("/dev/ttyACM0", "CircuitPython CDC control", at="1-2:1.0"),
    port("/dev/ttyACM1", "CircuitPython CDC2 control", at="1-2:1.2"),
)


def asked(infos: Callable[[], list[ListPortInfo]], *overrides: str) -> list[tuple[str, Sure]]:
    return [(found.path, found.sure) for found in look(overrides, infos).ports]


def test_linux_names_the_data_port() -> None:
    assert asked(LINUX) == [("/dev/ttyACM1", Sure.NAMED)]


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_where_pyserial_has_no_names_adafruits_toolkit_gives_them(
    monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    nameless = [port("COM3"), port("COM4"), port("COM5", ids=(0x0403, 0x6001), serial="FT1")]
    named = [port("COM3", "CircuitPython CDC2 control"), port("COM4", "CircuitPython CDC control")]
    toolkit = ModuleType("adafruit_board_toolkit")
    toolkit.circuitpython_serial = SimpleNamespace(comports=lambda: named)  # type: ignore[attr-defined]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: nameless)
    monkeypatch.setitem(sys.modules, "adafruit_board_toolkit", toolkit)
    monkeypatch.setattr("sys.platform", platform)
    assert [(found.path, found.sure) for found in look().ports] == [("COM3", Sure.NAMED), ("COM5", Sure.HARDLY)]
    assert data_port_beside("COM4") == (True, "COM3")


def test_a_board_without_a_data_port_is_told_apart_from_the_one_beside_it() -> None:
    found = look((), listing(*LINUX(), port("/dev/ttyACM2", "CircuitPython CDC control", serial="E66999")))
    assert [one.path for one in found.ports] == ["/dev/ttyACM1"]
    assert [one.path for one in found.consoles] == ["/dev/ttyACM2"]


def test_a_board_whose_console_is_off_has_its_data_port() -> None:
    found = look((), listing(port("/dev/ttyACM0", "CircuitPython CDC2 control")))
    assert ([one.path for one in found.ports], found.consoles) == (["/dev/ttyACM0"], ())


@pytest.mark.parametrize("name", ["CircuitPython CDC data", "CircuitPython CDC2 data"])
def test_macos_gives_both_ports_one_name(name: str) -> None:
    found = look((), listing(port("/dev/cu.usbmodem1441", name), port("/dev/cu.usbmodem1443", name)))
    assert [(one.path, one.sure) for one in found.ports] == [
        ("/dev/cu.usbmodem1443", Sure.LIKELY),
        ("/dev/cu.usbmodem1441", Sure.LIKELY),
    ]
    assert found.consoles == ()


def test_windows_gives_no_names_but_the_number_of_the_interface() -> None:
    infos = listing(port("COM3", at="1-2:x.2"), port("COM12", at="1-2:x.0"), port("COM4", at="1-3:x.0", serial="E7"))
    found = look((), infos).ports
    assert [(one.path, one.sure) for one in found] == [
        ("COM3", Sure.LIKELY),
        ("COM12", Sure.LIKELY),
        ("COM4", Sure.LIKELY),
    ]
    assert found[0].device == found[1].device != found[2].device


def test_nameless_ports_of_other_vendors_come_last() -> None:
    other = port("COM1", ids=(0x0403, 0x6001), serial="A1")
    pico = port("COM9", ids=(0x2E8A, 0x000A), serial="A2")
    assert asked(listing(other, pico)) == [("COM9", Sure.LIKELY), ("COM1", Sure.HARDLY)]


def test_a_port_with_another_name_is_not_asked() -> None:
    assert asked(listing(port("/dev/ttyACM0", "Board CDC"), port("/dev/ttyACM1", "J-Link"))) == []


def test_devices_without_a_serial_number_are_told_apart_by_where_they_are() -> None:
    infos = [port("COM3", at=f"1-{place}:x.0", serial=None) for place in (2, 3)]
    assert len({found.device for found in look((), listing(*infos)).ports}) == 2


def test_the_user_wins_over_all_discovery(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "not yet")
    assert asked(LINUX, nowhere, "COM7") == [(nowhere, Sure.GIVEN), ("COM7", Sure.GIVEN)]


def test_a_pattern_is_expanded_anew_each_time(tmp_path: Path) -> None:
    pattern = str(tmp_path / "*" / "port")
    assert asked(LINUX, pattern) == []
    for table in ("t10", "t9", "1"):
        (tmp_path / table).mkdir()
        (tmp_path / table / "port").touch()
    expected = [(str(tmp_path / table / "port"), Sure.GIVEN) for table in ("1", "t9", "t10")]
    assert asked(LINUX, pattern) == expected
    (tmp_path / "t9" / "port").unlink()
    assert asked(LINUX, pattern) == [expected[0], expected[2]]


def test_a_port_that_is_named_twice_is_asked_once(tmp_path: Path) -> None:
    (tmp_path / "ttyACM1").touch()
    (tmp_path / "by-id").symlink_to(tmp_path / "ttyACM1")
    assert asked(LINUX, str(tmp_path / "by-id"), str(tmp_path / "tty*")) == [(str(tmp_path / "by-id"), Sure.GIVEN)]


def test_a_name_that_looks_like_a_pattern_and_is_there_is_a_name(tmp_path: Path) -> None:
    path = tmp_path / "table [3]"
    path.touch()
    assert asked(LINUX, str(path)) == [(str(path), Sure.GIVEN)]


@pytest.mark.parametrize(
    ("vendor", "name", "sure"),
    [
        (0x239A, None, Sure.LIKELY),
        (0x2E8A, None, Sure.LIKELY),
        (0x239B, None, Sure.HARDLY),
        (0x2E89, None, Sure.HARDLY),
        (0x0403, None, Sure.HARDLY),
        (0x239A, "CircuitPython CDC2 control", Sure.NAMED),
        (0x0403, "CircuitPython CDC2 control", Sure.NAMED),
        (0x239A, "CircuitPython CDC3 control", None),
        (0x239A, "CircuitPython CDC2", None),
        (0x239A, "a CircuitPython CDC2 control", None),
    ],
)
def test_how_sure_it_is_that_a_board_is_there(vendor: int, name: str | None, sure: Sure | None) -> None:
    found = asked(listing(port("COM3", name, ids=(vendor, 1))))
    assert found == ([] if sure is None else [("COM3", sure)])


def test_the_surest_come_first_and_a_serial_port_that_is_not_usb_never() -> None:
    infos = [
        port("COM1", ids=(0x0403, 1), serial="A1"),
        port("COM2", ids=(0x2E8A, 1), serial="A2"),
        port("COM3", "CircuitPython CDC2 control", serial="A3"),
        ListPortInfo("COM4", skip_link_detection=True),
    ]
    assert asked(listing(*infos)) == [("COM3", Sure.NAMED), ("COM2", Sure.LIKELY), ("COM1", Sure.HARDLY)]
    assert Sure.NAMED < Sure.GIVEN


def test_of_one_device_the_last_interface_comes_first_by_its_number() -> None:
    places = ["1-2:x.2", "1-2:x.10", "1-2:x.0"]
    infos = [port(f"COM{number}", at=at) for number, at in enumerate(places)]
    assert [path for path, _ in asked(listing(*infos))] == ["COM1", "COM0", "COM2"]
    unplaced = [port(name) for name in ("COM9", "COM10", "COM2")]
    assert [path for path, _ in asked(listing(*unplaced))] == ["COM10", "COM9", "COM2"]


CONTROL, DATA = "CircuitPython CDC control", "CircuitPython CDC2 control"


@pytest.mark.parametrize(
    ("infos", "path", "beside"),
    [
        ([("A", CONTROL), ("B", DATA)], "A", (True, "B")),
        ([("B", DATA), ("A", CONTROL)], "A", (True, "B")),
        ([("A", CONTROL), ("B", DATA)], "B", (False, None)),
        ([("A", CONTROL), ("B", DATA)], "C", (False, None)),
        ([("A", CONTROL)], "A", (True, None)),
        ([("A", CONTROL), ("B", CONTROL)], "A", (False, None)),
        ([("A", None), ("B", DATA)], "A", (False, None)),
        ([("A", CONTROL), ("B", None)], "A", (True, None)),
        ([("A", "J-Link")], "A", (False, None)),
    ],
)
def test_the_data_port_beside_a_console(
    tmp_path: Path, infos: list[tuple[str, str | None]], path: str, beside: tuple[bool, str | None]
) -> None:
    there = {name: str(tmp_path / name) for name in "ABC"}
    lister = listing(*[port(there[name], said) for name, said in infos])
    expected = (beside[0], beside[1] and there[beside[1]])
    assert data_port_beside(there[path], lister) == expected
    (tmp_path / path).touch()
    (tmp_path / "by-id").symlink_to(there[path])
    assert data_port_beside(str(tmp_path / "by-id"), lister) == expected
