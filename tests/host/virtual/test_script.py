"""Commands and what is said about them, in one process and without wall time."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tallyboard.virtual.box.hardware import Hardware
from tallyboard.virtual.script import AIR, MOST_LOOPS, STUCK_MS, BadCommand, BoardOff, IdleDetector, Script, parse

KEYS = ("A1", "A2", "UNDO")
DISPLAYS = ("A", "S")


@pytest.mark.parametrize("line", ["press A1", "hold a2", "DOWN undo", "up UNDO", "bounce A1", " plug  s ", "quit"])
def test_commands(line: str) -> None:
    verb, *target = line.split()
    command = parse(line, KEYS, DISPLAYS)
    assert (command.verb, command.target) == (verb.lower(), "".join(target).upper())
    assert command.text == line.strip()
    assert parse("wait 500", KEYS, DISPLAYS).ms == 500


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("jump A1", "press KEY"),
        ("press", "press KEY"),
        ("press A1 A2", "press KEY"),
        ("press C1", "A1, A2, UNDO"),
        ("unplug B", "A, S"),
        ("wait", "wait MS"),
        ("wait -1", "milliseconds"),
        ("wait 1.5", "milliseconds"),
        ("wait ٣", "milliseconds"),
        ("quit now", "quit"),
    ],
)
def test_a_bad_command_names_what_is_valid(line: str, names: str) -> None:
    with pytest.raises(BadCommand, match=names) as error:
        parse(line, KEYS, DISPLAYS)
    assert str(error.value).startswith(line)


def test_the_air_of_a_board_with_a_radio() -> None:
    assert parse("air OFF", KEYS, DISPLAYS, AIR).target == "off"
    with pytest.raises(BadCommand, match=r"expected 'air off\|on\|move'"):
        parse("air out", KEYS, DISPLAYS, AIR)
    with pytest.raises(BadCommand, match="valid are press KEY"):
        parse("air off", KEYS, DISPLAYS)


def test_idle_after_quiet_loops_or_after_many() -> None:
    idle = IdleDetector(written=7)
    assert [idle.step(polled, 7) for polled in (True, False, True, True)] == [False, False, False, True]
    idle = IdleDetector(written=7)
    assert [idle.step(True, 8), idle.step(True, 8), idle.step(True, 8)] == [False, False, False]
    assert idle.step(True, 8)
    idle = IdleDetector(written=0)
    loops = 1
    while not idle.step(True, loops):
        loops += 1
    assert loops == MOST_LOOPS


class Played:
    """A script on a board whose firmware is `loop`, called once a millisecond."""

    def __init__(self, hardware: Hardware, loop: Callable[[], None]) -> None:
        self.hardware = hardware
        self.loop = loop
        self.lines: list[dict[str, Any]] = []
        self.booted_after = -1
        self.script = Script(hardware, lambda line: self.lines.append(json.loads(line)), self._booted)

    def _booted(self) -> None:
        self.booted_after = len(self.lines)

    def run(self, *commands: str) -> list[dict[str, Any]]:
        """The lines that these commands give."""
        first = len(self.lines)
        for command in commands:
            self.script.add(command)
        while self.script.busy:
            self.loop()
            self.script.between_turns(self.hardware.polled_empty())
            self.hardware.advance(1)
        return self.lines[first:]


@pytest.fixture
def played(hardware: Hardware, on_board: None) -> Played:
    """A firmware that lights the number of events it has seen in the first byte of display A."""
    import board
    import keypad

    keys = keypad.Keys((board.GP6, board.GP7), value_when_pressed=False, interval=0.001)
    hardware.bus.write(0x70, b"\x21")
    hardware.bus.write(0x70, bytes(17))
    hardware.bus.write(0x70, b"\x81")
    digits = (0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F)
    seen = [0]

    def loop() -> None:
        while keys.events.get() is not None:
            seen[0] += 1
            hardware.bus.write(0x70, bytes((0x00, digits[seen[0] % 10])))

    return Played(hardware, loop)


def test_the_first_line_is_the_state_after_boot(played: Played) -> None:
    lines = played.run()
    assert played.booted_after == 0
    assert [line["displays"] for line in lines] == [{"A": "    ", "B": "    ", "S": "    "}]


def test_what_a_firmware_lights_without_having_written_it_is_seen_in_the_first_line(
    hardware: Hardware, on_board: None
) -> None:
    import board
    import keypad

    keys = keypad.Keys((board.GP6, board.GP7), value_when_pressed=False, interval=0.001)
    for address in (0x70, 0x72):
        hardware.bus.write(address, b"\x21")
        hardware.bus.write(address, b"\x81")
    hardware.bus.write(0x70, b"\x00\x3f")
    played = Played(hardware, lambda: keys.events.clear() if keys.events.get() is None else None)
    assert played.run()[0]["displays"] == {"A": "0?.?.?.", "B": "    ", "S": "????"}


def test_press_is_60_ms_down_and_60_up_and_shown_before_done(played: Played) -> None:
    played.run()
    start = played.hardware.ms
    down, up, done = played.run("press A1")
    assert down["displays"]["A"] == "1   "
    assert up["displays"]["A"] == "2   "
    assert up["ms"] - down["ms"] == 60
    assert done == {"ms": done["ms"], "done": "press A1"}
    assert start + 120 < done["ms"] < start + 130


def test_hold_is_a_second(played: Played) -> None:
    played.run()
    down, up, _done = played.run("hold A2")
    assert up["ms"] - down["ms"] == 1000


def test_bounce_chatters_for_5_ms_at_both_edges(played: Played) -> None:
    played.run()
    lines = played.run("bounce A1")
    assert [line["displays"]["A"][0] for line in lines[:-1]] == [str(n % 10) for n in range(1, 11)]
    times = [line["ms"] for line in lines[:-1]]
    assert (times[4] - times[0], times[5] - times[0], times[9] - times[5]) == (4, 60, 4)


def test_down_and_up_are_edges(played: Played) -> None:
    played.run()
    assert len(played.run("down A1")) == 2
    assert "is down already" in played.run("press A1")[0]["error"]
    assert [list(line)[1] for line in played.run("down A1")] == ["done"]  # pushing what is down moves nothing
    assert len(played.run("up A1")) == 2
    assert [list(line)[1] for line in played.run("up A1")] == ["done"]


def test_commands_are_done_in_order(played: Played) -> None:
    played.run()
    lines = played.run("wait 500", "press A1", "wait 20")
    assert [line["done"] for line in lines if "done" in line] == ["wait 500", "press A1", "wait 20"]
    assert lines[0]["done"] == "wait 500"
    assert lines[-1]["ms"] - lines[-2]["ms"] == 20


def test_an_error_changes_nothing_and_the_next_command_is_done(played: Played) -> None:
    played.run()
    lines = played.run("press Q7", "", "wait 1")
    assert [list(line)[1] for line in lines] == ["error", "done"]


def test_unplug_is_dark_and_plug_is_power_on(played: Played) -> None:
    played.run()
    played.run("press A1")
    dark, done = played.run("unplug A")
    assert dark["displays"] == {"A": "    ", "B": "    ", "S": "    "}
    assert done["done"] == "unplug A"
    assert [line["done"] for line in played.run("plug A")] == ["plug A"]
    assert not played.hardware.displays["A"].lit


def test_the_memory_can_be_unplugged_too(played: Played) -> None:
    played.run()
    played.run("unplug FRAM")
    assert not played.hardware.bus.answers(0x50)
    played.run("plug FRAM")
    assert played.hardware.bus.answers(0x50)


def test_quit_ends_the_board_in_its_turn(played: Played) -> None:
    played.run()
    with pytest.raises(BoardOff):
        played.run("wait 5", "quit")
    assert [line["done"] for line in played.lines[-2:]] == ["wait 5", "quit"]


def test_a_firmware_that_no_longer_looks_at_its_keys_is_reported(played: Played) -> None:
    played.run()
    played.loop = lambda: None
    (line,) = played.run("press A1")
    assert line["error"].startswith("press A1: ")
    assert str(STUCK_MS) in line["error"]
