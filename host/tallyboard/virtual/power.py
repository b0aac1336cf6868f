"""From power-on to power-off: puts a board together, runs its firmware, starts it again after a reset."""

import gc
import json
import os
import random
import runpy
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, redirect_stdout
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TextIO

from tallyboard.drive.files import (
    ADAFRUIT,
    BOOT,
    CODE,
    Setting,
    Wiring,
    adafruit_library,
    board_file,
    getenv_for,
    pins_of,
    read_wiring,
)
from tallyboard.errors import TallyboardError
from tallyboard.terminal.streams import OutputError
from tallyboard.text.language import _
from tallyboard.virtual import BoardSpec
from tallyboard.virtual.box.cpu import BoardReset
from tallyboard.virtual.box.hardware import HEAP_FREE, Controller, Hardware, Module
from tallyboard.virtual.conductor import Conductor, Link, WallTime
from tallyboard.virtual.memory import MemoryFolder, PowerCut
from tallyboard.virtual.pty_link import PtyLink
from tallyboard.virtual.script import BoardOff, Script, line_of

if TYPE_CHECKING:
    from tallyboard.virtual.hall_link import HallLink
    from tallyboard.virtual.radio_link import RadioLink

ENDED = 0
FIRMWARE_FAILED = 1


def power_on(spec: BoardSpec, settings: Mapping[str, Setting], stdin: TextIO | None, stdout: TextIO) -> int:
    """Run one board with these settings to its end; ENDED or FIRMWARE_FAILED. Errors as run.run_board."""
    wiring = (read_wiring(spec.drive) if spec.board is None else pins_of(spec.board)).fitted(spec.sides)
    if not (spec.drive / CODE).is_file():
        raise TallyboardError(
            "The drive %(drive)s has no code.py.", "Reinstall Tallyboard, or name another drive.", drive=spec.drive
        )
    power_cut = PowerCut(spec.power_cut_after) if spec.power_cut_after is not None else None
    with ExitStack() as stack:
        folder = stack.enter_context(closing(MemoryFolder(spec.state, power_cut)))
        emit = partial(write_line, stdout)
        cable = stack.enter_context(closing(PtyLink(spec.link))) if spec.link is not None else None
        seat = stack.enter_context(closing(seat_of(spec, folder, wiring.fram_bytes, emit))) if spec.hall else None
        if seat is not None:
            seat.begin()
        else:
            folder.be_a_drive()
        hardware = _hardware(spec, wiring, folder)
        links: list[Link] = [link for link in (cable, seat) if link is not None]
        if spec.radio:
            hardware.data.connected = cable is not None
            links.append(stack.enter_context(closing(_radio(hardware, settings))))

        def publish() -> None:
            for link in links:
                link.publish()

        script = Script(hardware, emit, publish, seat)
        if seat is not None:
            seat.tell = script.say
        conductor = Conductor(hardware, script, WallTime(spec.time_scale), links, _descriptor(stdin))
        hardware.on_turn = conductor.turn
        stack.enter_context(on_signals(conductor.end, signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
        return run_firmware(hardware, spec, settings)


def seat_of(spec: BoardSpec, folder: MemoryFolder, fram_bytes: int, emit: Callable[[str], None]) -> "HallLink":
    """What the board has in place of a cable. `emit`: see Script."""
    assert spec.hall is not None
    # A board on a pty starts without WebSockets.
    from tallyboard.virtual import hall_line, hall_link

    def tell(**what: object) -> None:
        """Before the board has a time of its own."""
        try:
            emit(line_of(0, **what))
        except BoardOff as off:
            raise off.failure or off from None

    return hall_link.HallLink(hall_line.read_address(spec.hall), folder, fram_bytes, spec.takes_over, tell)


def _radio(hardware: Hardware, settings: Mapping[str, Setting]) -> "RadioLink":
    """In reach of an access point that has the name and the password of the board's settings."""
    from tallyboard.virtual.radio_link import RadioLink

    ssid, password = (str(settings.get(f"TALLYBOARD_RADIO_{name}", "")) for name in ("SSID", "PASSWORD"))
    link = RadioLink(hardware, ssid, password)
    hardware.air = link.air
    return link


def _hardware(spec: BoardSpec, wiring: Wiring, folder: MemoryFolder) -> Hardware:
    """The board's parts, with the memories that are kept in its folder."""
    urandom = os.urandom if spec.seed is None else random.Random(spec.seed).randbytes
    hardware = Hardware(wiring, folder.fram(wiring.fram_bytes), folder.nvm(), folder.uid(), urandom)
    for name in spec.without:
        if name not in hardware.parts:
            raise TallyboardError(
                "There is no part %(name)s.", "Valid are %(parts)s.", name=f"{name!r}", parts=", ".join(hardware.parts)
            )
        hardware.parts[name].unplug()
    if spec.heard is not None:
        hardware.on_heard = partial(_write_down, spec.heard)
    return hardware


def _write_down(heard: Path, ms: int, pin: str, hz: int) -> None:
    with heard.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"ms": ms, "pin": pin, "hz": hz}) + "\n")


def run_firmware(hardware: Controller, spec: BoardSpec, settings: Mapping[str, Setting]) -> int:
    """boot.py and code.py, again after every reset, to the end; ENDED or FIRMWARE_FAILED."""
    is_new = spec.circuitpython >= 10 or spec.radio  # a radio asks for that
    pins = _pins_module(spec.board)
    board = partial(installed, hardware, spec.drive, settings, text_only=is_new, pins=pins)
    hard = True
    try:
        while True:
            try:
                if hard and (spec.drive / BOOT).is_file():
                    with board(in_boot=True):
                        runpy.run_path(str(spec.drive / BOOT), run_name="__main__")
                with board(in_boot=False):
                    runpy.run_path(str(spec.drive / CODE), run_name="__main__")
                break
            except BoardReset as reset:
                hard = reset.hard
                hardware.restart(reset)
                hardware.turn()  # a firmware that does nothing but reset can still be ended
    except BoardOff as off:
        if off.failure is not None:
            raise off.failure from None
        return ENDED
    except SystemExit:
        pass
    except BaseException:
        traceback.print_exc(file=sys.stderr)
        return FIRMWARE_FAILED
    print(_("The firmware's code.py came to its end; a board would wait for a reload now."), file=sys.stderr)
    return FIRMWARE_FAILED


def _pins_module(name: str | None) -> ModuleType | None:
    """What the firmware imports as its pins on the board of this name; None for what lies on the drive."""
    if name is None:
        return None
    pins = ModuleType("tableside.pins")
    exec(board_file(name).pins, vars(pins))
    return pins


def _descriptor(stdin: TextIO | None) -> int | None:
    """What command lines are read from; None when there is nothing."""
    try:
        return stdin.fileno() if stdin is not None else None
    except (OSError, ValueError):
        return None


def write_line(stdout: TextIO, line: str) -> None:
    """Write it at once. When nobody reads any more the board runs on, silently. Raises BoardOff where that fails, for
    the firmware would take another error as its own."""
    try:
        stdout.write(line + "\n")
        stdout.flush()
    except BrokenPipeError:
        # What is still buffered must not fail again when the interpreter ends.
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, stdout.fileno())
        os.close(silence)
    except OSError as error:
        raise BoardOff(OutputError(error)) from None
    except OutputError as error:
        raise BoardOff(error) from None


@contextmanager
def on_signals(handler: Callable[..., None] | signal.Handlers, *numbers: signal.Signals) -> Iterator[None]:
    """What these signals do meanwhile; as ever where this is not the main thread, which alone may say it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


# --- A process as a board


@contextmanager
def installed(
    hardware: Controller,
    drive: Path,
    settings: Mapping[str, Setting],
    in_boot: bool,
    text_only: bool = False,
    pins: ModuleType | None = None,
) -> Iterator[None]:
    """Make this process a board: inside, `import board` and the rest give models of `hardware`.

    Blinka, where it is installed, owns `board`, `busio`, `keypad`… on a computer, so the models go in before anything
    of the firmware is imported, and everything that was imported over them goes out again.
    `in_boot`: the run of boot.py, where USB can still be arranged. `text_only`: see getenv_for.
    `pins`: in place of the drive's own.
    """
    models: dict[str, Any] = {"micropython": Module(const=lambda value: value), **hardware.modules(in_boot)}
    if pins is not None:
        models["tableside.pins"] = pins
    for name, real in vars(time).items():  # the standard library imports it too
        if not hasattr(models["time"], name):
            setattr(models["time"], name, real)
    libraries = [str(adafruit_library(name).parent) for name in ADAFRUIT]  # which are models below
    before = dict(sys.modules)
    path = list(sys.path)
    _forget(drive, before)
    sys.modules.update(models)
    # Never the drive itself: a code.py on the path hides the standard library's `code`.
    sys.path.insert(0, str(drive / "lib"))
    sys.path += libraries
    try:
        with (
            _set(os, "getenv", getenv_for(settings, text_only)),
            _set(os, "urandom", hardware.urandom),
            _set(gc, "mem_free", lambda: HEAP_FREE),
            _set(gc, "mem_alloc", lambda: 0),
            redirect_stdout(sys.stderr),  # print() goes to the board's console, not among our lines
        ):
            yield
    finally:
        sys.path[:] = path
        _forget(drive, before)
        for name in models:
            sys.modules.pop(name, None)
        for name, module in before.items():
            sys.modules.setdefault(name, module)
            package, _, last = name.rpartition(".")
            if name.startswith("shared_rules.") and not hasattr(before[package], last):
                setattr(before[package], last, module)  # which the firmware has made it forget


@contextmanager
def _set(module: ModuleType, name: str, value: object) -> Iterator[None]:
    """Give a real module another attribute for the time being."""
    missing = object()
    before = getattr(module, name, missing)
    setattr(module, name, value)
    try:
        yield
    finally:
        if before is missing:
            delattr(module, name)
        else:
            setattr(module, name, before)


def _forget(drive: Path, before: Mapping[str, ModuleType]) -> None:
    """Drop what belongs to a run of the firmware: the drive's own modules and libraries that hold on to models."""
    theirs = {path.stem for path in (drive / "lib").iterdir()} | set(ADAFRUIT)
    for name in list(sys.modules):
        package = name.partition(".")[0]
        if package in theirs or (package == "shared_rules" and name not in before):
            del sys.modules[name]
