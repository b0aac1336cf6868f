"""code.py part by part: its functions and classes on small models of the platform, without the loop that they serve."""

import ast
import gc
import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from adafruit_ht16k33.ht16k33 import HT16K33  # type: ignore[import-untyped]  # has no types

from shared_rules import VERSION
from shared_rules.journal.reasons import RESETS
from tableside import displays, pins
from tableside.restarting import Restarting
from tableside.sound import CLICK_HZ, Sound
from tallyboard.drive.files import firmware_dir
from tests.harness.memory_chips import FramChip, NvmChip


@pytest.fixture
def code() -> SimpleNamespace:
    """The functions, classes and plain numbers of code.py; whoever needs the platform gives it."""
    path = firmware_dir() / "code.py"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef, ast.AnnAssign)
    tree.body = [
        node
        for node in tree.body
        if isinstance(node, kinds) or (isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant))
    ]
    for node in ast.walk(tree):  # their names stand behind `if False`
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
    import os
    import traceback

    names: dict[str, Any] = {"HT16K33": HT16K33, "displays": displays, "pins": pins, "os": os, "sys": sys}
    names["traceback"] = traceback
    exec(compile(tree, str(path), "exec"), names)
    found = SimpleNamespace(names=names)
    found.__dict__.update(names)
    return found


class Bus:
    """An I2C bus that keeps what is written to each address."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.ram = bytearray(16)

    def __enter__(self) -> "Bus":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def write(self, data: bytes, *, end: int | None = None) -> None:
        self.sent.append(bytes(data[:end]))

    def write_then_readinto(self, address: bytes, into: bytearray) -> None:
        assert address == b"\x00"
        into[:] = self.ram


@pytest.fixture
def chip(code: SimpleNamespace) -> Any:
    """A Chip behind a driver that was not set up, and its bus."""
    made = code.Chip.__new__(code.Chip)
    made.i2c_device = [Bus()]
    made._buffer = bytearray(17)
    made._temp = bytearray(1)
    return made


def test_a_chip_is_cleared_before_the_driver_lights_it_and_writes_when_it_is_told_to(
    code: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[object, ...]] = []
    code.names["I2CDevice"] = lambda i2c, address: (i2c, address)
    monkeypatch.setattr(displays, "blank", lambda device: done.append(("blank", device)))
    monkeypatch.setattr(HT16K33, "__init__", lambda self, *given, **named: done.append((*given, named)))
    code.Chip("bus", 0x71)
    begins = {"auto_write": False, "brightness": (pins.MOST_LIGHT - 1) / 15}
    assert done == [("blank", ("bus", 0x71)), ("bus", 0x71, begins)]


def test_a_chip_is_sent_what_is_shown_in_one_write_from_the_first_address_on(chip: Any) -> None:
    chip.write(b"\x01\x02\x03")
    chip.write(bytes(range(16)))
    assert chip.i2c_device[0].sent == [b"\x00\x01\x02\x03", b"\x00" + bytes(range(16))]
    chip.i2c_device[0].ram[:] = bytes(range(100, 116))
    seen = bytearray(16)
    chip.read_into(seen)
    assert seen == bytes(range(100, 116))


@pytest.mark.parametrize("most", range(1, 17))
def test_sixteen_brightnesses_are_those_of_the_chip_up_to_what_the_supply_allows(
    code: SimpleNamespace, chip: Any, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """HT16K33 datasheet, "Dimming": 0xE0 is 1/16, 0xEF 16/16."""
    monkeypatch.setattr(pins, "MOST_LIGHT", most)
    chip._brightness = 0
    for level in range(1, 17):
        chip.light(level)
    assert [data[-1] for data in chip.i2c_device[0].sent] == [0xE0 + min(level, most - 1) for level in range(16)]


@pytest.mark.parametrize(
    ("value", "default", "text"),
    [(None, "", ""), (None, "fram", "fram"), ("nvm", "fram", "nvm"), (3, "", "3"), (0, "x", "0"), ("", "x", "")],
)
def test_a_setting_is_text_whatever_circuitpython_gives(
    code: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, value: object, default: str, text: str
) -> None:
    asked: list[str] = []

    def getenv(name: str) -> object:
        asked.append(name)
        return value

    monkeypatch.setattr("os.getenv", getenv)
    assert code.setting("TALLYBOARD_TABLE", default) == text
    assert asked == ["TALLYBOARD_TABLE"]
    assert code.setting("TALLYBOARD_TABLE") == ("" if value is None else text)


@pytest.mark.parametrize(("fitted", "sides"), [("AB", "AB"), ("ABC", "ABC")])
def test_which_keys_a_board_has(code: SimpleNamespace, fitted: str, sides: str) -> None:
    names = [name for name, _ in code.make_buttons(fitted)]
    assert sorted(names) == sorted([side + row for side in sides for row in "12345"] + ["UNDO", "NEXT", "MENU"])
    assert code.make_buttons(fitted) == [(name, dict(pins.BUTTONS)[name]) for name in names]


@pytest.mark.parametrize("name", "ABSC")
def test_a_face_is_at_its_address_and_only_the_status_has_14_segments(
    code: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    connected: list[tuple[object, int]] = []
    chip = SimpleNamespace(write=lambda ram: None)

    def chip_at(i2c: object, address: int) -> SimpleNamespace:
        connected.append((i2c, address))
        return chip

    code.names["Chip"] = chip_at
    face = code.make_face("bus", name)
    face.look()
    assert connected == [("bus", dict(pins.DISPLAYS)[name])]
    assert face._render is (displays.fourteen_segments if name == "S" else displays.seven_segments)


@pytest.mark.parametrize("safe_mode", [0, 7])
@pytest.mark.parametrize("reloaded", [False, True])
@pytest.mark.parametrize("reason", ["POWER_ON", "BROWNOUT", "WATCHDOG", "SOFTWARE", "NEVER_HEARD_OF"])
def test_why_it_started(
    code: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, reason: str, reloaded: bool, safe_mode: int
) -> None:
    memory = bytearray((safe_mode, 3))
    alarm = ModuleType("alarm")
    vars(alarm)["sleep_memory"] = memory
    monkeypatch.setitem(sys.modules, "alarm", alarm)
    known = {name: f"ResetReason.{name}" for name in ("POWER_ON", "BROWNOUT", "WATCHDOG", "SOFTWARE")}
    code.names["microcontroller"] = SimpleNamespace(
        cpu=SimpleNamespace(reset_reason=f"ResetReason.{reason}"), ResetReason=SimpleNamespace(**known)
    )
    code.names["supervisor"] = SimpleNamespace(
        runtime=SimpleNamespace(run_reason="RELOAD" if reloaded else "STARTUP"),
        RunReason=SimpleNamespace(STARTUP="STARTUP"),
    )
    why, word = code.why_started()
    assert word == safe_mode
    assert RESETS[why] == ("RELOAD" if reloaded else reason if reason in known else RESETS[0])
    assert memory == bytes((0, 3)), "it is told once"
    code.forget_safe_modes()
    assert memory == bytes((0, 0))


def test_a_fault_says_where_and_what(code: SimpleNamespace) -> None:
    try:
        compile("\n\n1 // 0", "/lib/tableside/views.py", "exec")
        exec(compile("\n\n1 // 0", "/lib/tableside/views.py", "exec"))
    except ZeroDivisionError as error:
        assert code.fault_text(error).startswith("views:3 ZeroDivisionError ")
        assert "division" in code.fault_text(error)
    assert code.fault_text(KeyError("x")) == " KeyError 'x'"


def test_a_fault_is_told_and_written_down_where_there_is_a_table(
    code: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    noted: list[tuple[str, int]] = []
    code.note(KeyError("early"))
    assert capsys.readouterr().out == "KeyError: 'early'\n\n"
    code.names["table"] = SimpleNamespace(note_fault=lambda text, at_ms: noted.append((text, at_ms)))
    code.note(KeyError("late"))
    assert noted == [(" KeyError 'late'", 0)]
    assert capsys.readouterr().out == "KeyError: 'late'\n\n"
    code.names["table"] = SimpleNamespace(note_fault=None)
    code.note(KeyError("later"))
    assert capsys.readouterr().out.splitlines()[-1].startswith("It could not be written down: ")


def test_a_module_is_forgotten_by_its_name_and_in_its_package(code: SimpleNamespace) -> None:
    package, module, other = (ModuleType(name) for name in ("a_package", "a_package.one", "a_package.two"))
    vars(package).update(one=module, two=other)
    loaded = {"a_package": package, "a_package.one": module, "a_package.two": other}
    code.names["sys"] = SimpleNamespace(modules=loaded)
    code.forget("a_package.one", "a_package.three")
    assert sorted(loaded) == ["a_package", "a_package.two"]
    assert (hasattr(package, "one"), hasattr(package, "two")) == (False, True)


def test_which_keys_are_down(code: SimpleNamespace) -> None:
    made: list[Any] = []

    class Pin:
        def __init__(self, wired: str) -> None:
            self.wired = wired
            self.pull: object = None
            self.open = True
            made.append(self)

        @property
        def value(self) -> bool:
            assert self.pull == "up"
            return self.wired not in ("pin 2", "pin 4")

        def deinit(self) -> None:
            self.open = False

    code.names["digitalio"] = SimpleNamespace(DigitalInOut=Pin, Pull=SimpleNamespace(UP="up"))
    code.names["board"] = SimpleNamespace(**{f"GP{number}": f"pin {number}" for number in range(5)})
    buttons = [(f"key {number}", f"GP{number}") for number in range(5)]
    assert code.pressed(buttons) == [2, 4]
    assert [pin.open for pin in made] == [False] * 5


class Scanner:
    """keypad.Keys with these edges in its queue."""

    def __init__(self, pins: list[str], **options: object) -> None:
        self.made = pins, options
        self.waiting: list[tuple[int, bool, int]] = []
        self.events = self
        self.overflowed = False
        self.open = True

    def get_into(self, event: SimpleNamespace) -> bool:
        if not self.waiting:
            return False
        event.key_number, event.pressed, event.timestamp = self.waiting.pop(0)
        return True

    def deinit(self) -> None:
        self.open = False


def test_edges_are_passed_on_and_a_queue_that_overflowed_is_looked_after(
    code: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[tuple[object, ...]] = []
    keys = SimpleNamespace(edge=lambda *edge: told.append(edge), reset=lambda *down: told.append(("reset", *down)))
    clock = SimpleNamespace(at=lambda ticks: ticks + 1000, now=5000)
    code.names["keypad"] = SimpleNamespace(Keys=Scanner, Event=SimpleNamespace)
    code.names["board"] = SimpleNamespace(GP6="pin 6", GP7="pin 7")
    buttons = [("A1", "GP6"), ("A2", "GP7")]
    code.names["pressed"] = lambda asked: [1] if asked is buttons else None
    switches = code.Switches(buttons)
    scanner = switches._scanner
    assert scanner.made == (
        ["pin 6", "pin 7"],
        {"value_when_pressed": False, "pull": True, "interval": 0.001},
    )
    assert switches.step(keys, clock) == 0
    scanner.waiting = [(0, True, 7), (1, False, 9)]
    assert switches.step(keys, clock) == 2
    assert told == [(0, True, 1007), (1, False, 1009)]
    assert switches._scanner is scanner
    scanner.overflowed = True
    assert switches.step(keys, clock) == 0
    assert told[2:] == [("reset", [1], 5000)]
    assert not scanner.open
    assert switches._scanner is not scanner
    assert switches._scanner.made == scanner.made
    assert capsys.readouterr().out == "Key queue overflow.\n"


def test_who_it_is_and_by_which_firmware(code: SimpleNamespace) -> None:
    code.names["microcontroller"] = SimpleNamespace(cpu=SimpleNamespace(uid=bytes((0xE6, 0x0A, 0xFF))))
    code.names["shared_rules"] = SimpleNamespace(VERSION=VERSION)
    assert code.about() == {"board": "e60aff", "firmware": VERSION}


@pytest.mark.parametrize(
    ("storage", "kind", "size"), [("fram", "Fram", 32_768), ("nvm", "Nvm", 4096), ("FRAM", None, 0), ("", None, 0)]
)
def test_the_settings_say_where_the_journal_is(
    code: SimpleNamespace, storage: str, kind: str | None, size: int
) -> None:
    from tableside.fram import Fram
    from tableside.journal import Journal

    opened: list[tuple[object, int]] = []

    def device(i2c: object, address: int) -> FramChip:
        opened.append((i2c, address))
        return FramChip()

    code.names.update(I2CDevice=device, Fram=Fram, Journal=Journal, microcontroller=SimpleNamespace(nvm=NvmChip()))
    find: Callable[[], Any] = code.journal_finder("bus", storage)
    if kind is None:
        with pytest.raises(ValueError, match=r"^TALLYBOARD_STORAGE names no medium$"):
            find()
        return
    journal = find()
    assert (type(journal._medium).__name__, journal._medium.size) == (kind, size)
    assert opened == ([("bus", 0x50)] if kind == "Fram" else [])
    assert len({find()._new_epoch() for _ in range(20)}) > 15
    assert max(find()._new_epoch() for _ in range(40)) >> 24, "all of its 32 bits are drawn"


def test_a_port_is_never_waited_for(code: SimpleNamespace) -> None:
    from tableside.restarting import Restarting

    port = SimpleNamespace(timeout=None, write_timeout=None)
    made: list[tuple[object, ...]] = []
    part = SimpleNamespace(step=lambda now_ms: None)

    def link(*given: object) -> SimpleNamespace:
        made.append(given)
        return part

    code.names.update(Restarting=Restarting, Link=link)
    code.names.update(usb_cdc=SimpleNamespace(data=port), table="table")
    code.make_link("screen").step(0)
    assert (port.timeout, port.write_timeout) == (0, 0)
    assert made == [(port, "table", code.about, "screen")]
    code.names["usb_cdc"] = SimpleNamespace(data=None)
    code.make_link("screen").step(0)
    assert made[1] == (None, "table", code.about, "screen")


def test_the_longest_that_an_rp2040_can_count_and_when_garbage_is_collected(code: SimpleNamespace) -> None:
    assert (code.WATCHDOG_SECONDS, code.RESTART_SECONDS, code.STEADY_MS) == (8, 5, 60_000)
    assert (code.COLLECT_EDGES, code.COLLECT_PAUSE_MS) == (32, 80)


class PwmModule(ModuleType):
    """pwmio with a PWMOut that remembers how it was made, or raises."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__("pwmio")
        self.made: list[tuple[object, dict[str, object]]] = []
        self._error = error

    def PWMOut(self, pin: object, **options: object) -> SimpleNamespace:  # noqa: N802 - the platform's name
        if self._error is not None:
            raise self._error
        self.made.append((pin, options))
        return SimpleNamespace(frequency=0, duty_cycle=0)


@pytest.fixture
def sounding(code: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """What make_sound() gives with this pwmio (None: there is none) and this setting; `noted` of it has the errors."""

    def make(pwmio: ModuleType | None, said: str | None = None, piezo: str | None = "GP9") -> Any:
        make.noted = []  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "pwmio", pwmio)
        monkeypatch.setattr(pins, "PIEZO", piezo)
        monkeypatch.setattr("os.getenv", lambda name: said if name == "TALLYBOARD_SOUND" else None)
        code.names.update(board=SimpleNamespace(GP9="pin 9"), note=make.noted.append)  # type: ignore[attr-defined]
        code.names.update(table=SimpleNamespace(sound=0), Sound=Sound, CLICK_HZ=CLICK_HZ)
        return code.make_sound()

    return make


def test_a_piezo_is_on_its_pin_and_silent(sounding: Any) -> None:
    pwmio = PwmModule()
    assert sounding(pwmio) is not None
    assert pwmio.made == [("pin 9", {"frequency": 4000, "duty_cycle": 0, "variable_frequency": True})]
    assert sounding.noted == []


@pytest.mark.parametrize(
    ("said", "on"), [(None, True), ("on", True), ("off", False), ("OFF", False), ("", True), ("of course", True)]
)
def test_the_settings_switch_the_piezo_off(sounding: Any, said: str | None, on: bool) -> None:
    assert sounding(PwmModule(), said).is_on() == on


def test_without_a_piezo_pwmio_is_not_asked_for(sounding: Any) -> None:
    assert sounding(None, piezo=None) is None
    assert sounding.noted == []


@pytest.mark.parametrize(
    ("pwmio", "piezo", "error"),
    [
        (None, "GP9", ModuleNotFoundError),
        (ModuleType("pwmio"), "GP9", ImportError),
        (PwmModule(ValueError("GP9 in use")), "GP9", ValueError),
        (PwmModule(OSError(5)), "GP9", OSError),
        (PwmModule(RuntimeError("All timers in use")), "GP9", RuntimeError),
        (PwmModule(), "GP99", AttributeError),
    ],
)
def test_a_piezo_that_cannot_be_had_is_told_and_done_without(
    sounding: Any, pwmio: ModuleType | None, piezo: str, error: type[Exception]
) -> None:
    assert sounding(pwmio, piezo=piezo) is None
    assert [type(each) for each in sounding.noted] == [error]


class Ended(Exception):  # noqa: N818
    """The loop was gone round often enough."""


def test_the_loop_feeds_steps_and_collects_in_a_pause(code: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns at these times, with so many edges each: garbage goes 80 ms after the start and the last of 32 edges."""
    turns = [
        (79, 0),
        (80, 0),
        (81, 0),
        (100, 31),
        (179, 0),
        (180, 0),
        (300, 1),
        (379, 0),
        (380, 0),
        (381, 0),
        (59_999, 0),
        (60_000, 0),
    ]
    turns += [(60_001, 0), (60_100, 31), (60_180, 0), (60_181, 1), (60_260, 0), (60_261, 0), (60_400, 0)]
    told: list[tuple[object, ...]] = []
    waiting = iter(turns)
    now = edges = 0

    def step_clock() -> int:
        nonlocal now, edges
        turn = next(waiting, None)
        if turn is None:
            raise Ended
        now, edges = turn
        return now

    def part(name: str) -> SimpleNamespace:
        return SimpleNamespace(step=lambda now_ms: told.append((name, now_ms)))

    clock = SimpleNamespace(step=step_clock, now=0)
    switches = SimpleNamespace(step=lambda keys, clock: edges)
    code.names.update(
        gc=SimpleNamespace(collect=lambda: told.append(("collect", now))),
        watchdog=SimpleNamespace(feed=lambda: told.append(("fed", now))),
        show=lambda screen, now_ms: told.append(("show", screen, now_ms)),
        forget_safe_modes=lambda: told.append(("steady", now)),
    )
    code.names["sound"] = part("sound")
    with pytest.raises(Ended):
        code.loop(clock, switches, part("keys"), part("panel"), "screen", part("link"), part("watch"))
    assert [each for each in told if each[0] == "collect"] == [("collect", 80), ("collect", 380), ("collect", 60_261)]
    assert [each for each in told if each[0] == "steady"] == [("steady", 60_000)]
    first = [each for each in told if each[-1] == 100]
    assert first == [
        *[("fed", 100), ("keys", 100), ("panel", 100), ("show", "screen", 100), ("sound", 100)],
        *[("link", 100), ("watch", 100)],
    ]
    assert [each[1] for each in told if each[0] == "watch"] == [at for at, _ in turns]


def test_a_press_counts_from_the_first_number_that_is_lit(code: SimpleNamespace) -> None:
    told: list[tuple[object, ...]] = []
    screen = SimpleNamespace(
        draw_numbers=lambda faces: told.append(("numbers", faces)), step=lambda now: told.append(("step", now))
    )

    def step_clock() -> int:
        told.append(("asked",))
        return 7

    assert code.show_score(["A", "B", "S"], screen, SimpleNamespace(step=step_clock)) == 7
    assert told == [("numbers", ["A"]), ("asked",), ("step", 7)]


@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize("room", [False, True])
def test_what_the_table_has_done_is_shown(code: SimpleNamespace, anew: bool, room: bool) -> None:
    told: list[tuple[object, ...]] = []
    code.names["table"] = SimpleNamespace(step=lambda now: anew and now == 7, make_room=lambda now: room and now == 7)
    screen = SimpleNamespace(
        read_anew=lambda now: told.append(("anew", now)),
        changed=lambda: told.append(("changed",)),
        step=lambda now: told.append(("step", now)),
    )
    code.show(screen, 7)
    assert told == [("anew", 7)] * anew + [("changed",)] * room + [("step", 7)]


def a_radio(code: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, key: str, hub: str = "") -> Any:
    """What make_radio gives with these settings, and what it makes."""
    settings = {"SSID": "hall", "PASSWORD": "secret12", "HUB": hub, "KEY": key}
    monkeypatch.setattr("os.getenv", lambda name: settings.get(name.removeprefix("TALLYBOARD_RADIO_")))
    code.names.update(Restarting=Restarting, gc=gc)
    code.names.update(table=None, about=lambda: {"board": "00"}, note=lambda error: None)
    return code.make_radio(None, SimpleNamespace(edge_at=1234), SimpleNamespace(part=None))


def test_without_a_key_there_is_no_radio(code: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    assert a_radio(code, monkeypatch, "") is None


@pytest.mark.parametrize(("key", "hub"), [("00", ""), ("zz" * 32, ""), ("00" * 32, "1.2.3.4:port")])
def test_a_radio_that_cannot_be_is_told_once(
    code: SimpleNamespace,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    key: str,
    hub: str,
) -> None:
    assert a_radio(code, monkeypatch, key, hub) is None
    assert capsys.readouterr().out.startswith("No radio: ")


@pytest.mark.parametrize(("platform", "pause_ms"), [("RP2040", 2_000), ("Espressif", 30_000)])
def test_a_radio_joins_in_pauses_and_knows_when_the_cable_was_used(
    code: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, platform: str, pause_ms: int
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    made = a_radio(code, monkeypatch, "00" * 32)._make()
    assert (made._pause_ms, made._pressed_at(), made._cabled_at()) == (pause_ms, 1234, None)


def test_a_board_without_a_radio_says_so_and_plays(code: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wifi", None)
    monkeypatch.setitem(sys.modules, "socketpool", SimpleNamespace())
    with pytest.raises(RuntimeError, match="this board has none"):
        code.network()
