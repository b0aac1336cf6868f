"""What boot.py asks for; and on a CircuitPython that Tallyboard is not made for, code.py says so before it fails."""

import ast
import runpy
import sys
import time
from collections.abc import Callable
from itertools import combinations
from types import ModuleType, SimpleNamespace

import pytest

from tableside.pins import BUTTONS
from tallyboard.drive.deploy import MAJORS
from tallyboard.drive.files import firmware_dir

CODE = firmware_dir() / "code.py"
PLATFORM = ("board", "busio", "digitalio", "keypad", "microcontroller", "supervisor", "usb_cdc", "watchdog")

Start = Callable[[tuple[int, int, int, str], Exception], str]


class NoLibraryError(Exception):
    """Where these tests end."""


class Reload(BaseException):
    """supervisor.reload() does not come back."""


def reload() -> None:
    raise Reload


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Start:
    """code.py up to its first import from lib/, which fails so; what it prints."""

    def run(version: tuple[int, int, int, str], error: Exception) -> str:
        class Library:
            @staticmethod
            def find_spec(name: str, path: object = None, target: object = None) -> None:
                if name.startswith("adafruit_"):
                    raise error

        for name in PLATFORM:
            module = ModuleType(name)
            vars(module).update(watchdog=None, WatchDogMode=None, reload=reload)
            monkeypatch.setitem(sys.modules, name, module)
        for name in [name for name in sys.modules if name.startswith("adafruit_")]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setattr(sys, "meta_path", [Library, *sys.meta_path])
        implementation = SimpleNamespace(**{**vars(sys.implementation), "name": "circuitpython", "version": version})
        monkeypatch.setattr(sys, "implementation", implementation)
        monkeypatch.setattr(time, "sleep", lambda seconds: print(f"{seconds} s later"))
        with pytest.raises((Reload, NoLibraryError)):
            runpy.run_path(str(CODE))
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize("major", [8, 11])
def test_another_major_version_is_named_and_those_that_are_supported(start: Start, major: int) -> None:
    assert start((major, 2, 6, ""), NoLibraryError()) == (
        f"CircuitPython {major}.2.6 is not what Tallyboard is made for: 9 and 10. "
        "Install one of them (circuitpython.org).\n"
    )


@pytest.mark.parametrize("major", MAJORS)
def test_one_that_is_supported_is_not_talked_about(start: Start, major: int) -> None:
    assert start((major, 0, 0, ""), NoLibraryError()) == ""


def test_compiled_files_that_do_not_fit_are_told_with_the_next_step(start: Start) -> None:
    traceback, said = start((10, 2, 1, ""), ValueError("Inkompatible .mpy-Datei")).split("\n\n")
    assert traceback.endswith("ValueError: Inkompatible .mpy-Datei")
    assert said == (
        "CircuitPython 10.2.1 does not run the compiled files of lib/, made for 9 and 10.\n"
        "Run `tallyboard deploy` again, then unplug the board and plug it in again.\n"
        "5 s later\n"
    )


def test_board_and_laptop_mean_the_same_versions() -> None:
    """code.py cannot import them: what it is about is that imports fail."""
    values = {
        node.targets[0].id: node.value
        for node in ast.parse(CODE.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    assert ast.literal_eval(values["MADE_FOR"]) == MAJORS


BOOTLOADER = ("UNDO", "NEXT", "MENU")


class Switches:
    """`digitalio` of a board on which these keys are down: a pin is high only where it is pulled up and open."""

    class Pull:
        UP = "up"

    def __init__(self, *down: str) -> None:
        self.down = [dict(BUTTONS)[key] for key in down]
        self.made = 0

    def DigitalInOut(self, pin: str) -> SimpleNamespace:  # noqa: N802
        class Pin(SimpleNamespace):
            @property
            def value(pin_itself) -> bool:  # noqa: N805
                return pin_itself.pull == "up" and pin not in self.down

            def deinit(pin_itself) -> None:  # noqa: N805
                self.made -= 1

        self.made += 1
        return Pin(pull=None)


def booted(monkeypatch: pytest.MonkeyPatch, *down: str) -> list[object]:
    """What boot.py asks of a chip with a bootloader on which these keys are held."""
    asked: list[object] = []
    supervisor, usb_cdc, chip = ModuleType("supervisor"), ModuleType("usb_cdc"), ModuleType("microcontroller")
    vars(supervisor)["runtime"] = runtime = SimpleNamespace(autoreload=True)
    vars(usb_cdc)["enable"] = lambda **ports: asked.append(ports)
    vars(chip).update(
        RunMode=SimpleNamespace(UF2="uf2"), on_next_reset=asked.append, reset=lambda: asked.append("reset")
    )
    switches = Switches(*down)
    pins = SimpleNamespace(**{pin: pin for _, pin in BUTTONS})
    modules = {"supervisor": supervisor, "usb_cdc": usb_cdc, "microcontroller": chip, "board": pins}
    for name, module in {**modules, "digitalio": switches}.items():
        monkeypatch.setitem(sys.modules, name, module)
    runpy.run_path(str(firmware_dir() / "boot.py"))
    assert runtime.autoreload is False
    assert switches.made == 0, "a pin that is kept is not free for keypad"
    return asked


@pytest.mark.parametrize("down", [(), *combinations(BOOTLOADER, 2), ("A1", "A2", "A3")])
def test_boot_py_asks_for_both_ports_and_no_restart_when_the_drive_is_touched(
    monkeypatch: pytest.MonkeyPatch, down: tuple[str, ...]
) -> None:
    assert booted(monkeypatch, *down) == [{"console": True, "data": True}]


def test_who_holds_the_three_keys_in_the_middle_gets_the_bootloader(monkeypatch: pytest.MonkeyPatch) -> None:
    assert booted(monkeypatch, *BOOTLOADER)[1:] == ["uf2", "reset"]
    assert booted(monkeypatch, *BOOTLOADER, "A1")[1:] == ["uf2", "reset"]
