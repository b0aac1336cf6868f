"""A Raspberry Pi Pico with a Tallyboard's displays, keys and memory around it, running CircuitPython in an emulator.

    with Chip(uf2, drive) as chip:
        chip.boot()
        chip.do("press A1", "hold NEXT")
        chip.lit                            # {"A": "° 20.", "B": "   0.", "S": "R 1 "}
        chip.cut()                          # the power goes
        chip.boot()                         # and comes back; drive, FRAM and nvm have kept what they held

Commands are those of the virtual board. All times are simulated ms since the chip was made; power cuts do not stop that
clock.
"""

import base64
import json
import math
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from tallyboard.virtual.box.pins import CHATTER_MS, HOLD_MS, PRESS_MS, UP_MS
from tallyboard.virtual.script import parse
from tallyboard.virtual.segments import DARK, fourteen_segment_text, seven_segment_text
from tests.emulator.drive import BOARD, MARKER_PIN, PIEZO_PIN
from tests.emulator.missing import EMULATOR

BOOT_MS = 20_000  # the longest that a boot may take
CONSOLE, DATA = 0, 1  # USB serial ports
_TIDY_MS = 100  # behind the score, until everything is lit and what the start has left behind is cleared away
_LONGEST_PERIOD_MS = 10  # of what can be heard
_STEP_MS = 5  # how often a condition is looked at
_TERMINAL_SEQUENCES = re.compile(r"\x1b\][^\x1b\x07]*(?:\x1b\\|\x07)|\x1b\[[0-9;]*[A-Za-z]|\r")


class PowerCutError(Exception):
    """The power has failed, as it was told to."""


class Light(NamedTuple):
    """A display has come to show something else: the time of the last acknowledged byte of the write that did it."""

    ms: float
    display: str
    text: str


class Edge(NamedTuple):
    """The level of a pin has changed."""

    ms: float
    high: bool


class Tone(NamedTuple):
    """The piezo's pin went up and down from this time on, so often a second, for so long; both are rounded."""

    at: float
    hz: int
    ms: float


class Chip:
    """Made switched off; `boot` or `power_on` it.

    `drive`: the folder that is CIRCUITPY at first. `seed`: of the chip's random numbers. Every method that lets time
    pass raises PowerCutError when the power fails meanwhile.
    """

    def __init__(self, uf2: Path, drive: Path, seed: int = 1) -> None:
        self.keys = {name: _number(pin) for name, pin in BOARD["buttons"].items()}
        self._down = dict.fromkeys(self.keys, False)
        self.addresses: dict[str, int] = dict(BOARD["displays"])
        self._names = {address: name for name, address in self.addresses.items()}
        command = ["node", str(EMULATOR / "bridge.mjs"), str(uf2), str(drive), str(EMULATOR / "bootrom.mjs"), str(seed)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        i2c, fram = BOARD["i2c"], BOARD["fram"]
        self._ask(
            "fit",
            sda=_number(i2c["sda"]),
            scl=_number(i2c["scl"]),
            displays=list(self.addresses.values()),
            fram=fram["address"],
            bytes=fram["bytes"],
        )
        self._ask("watch", pin=MARKER_PIN)
        if PIEZO_PIN is not None:
            self._ask("watch", pin=PIEZO_PIN)

    def _ask(self, op: str, **values: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"op": op, **values}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the emulator ended with {self._process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"the emulator, at {op}: {answer['error']}")
        return answer["ok"]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the emulator."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()

    # ---- power

    def power_on(self, *held: str) -> None:
        """Power on, with these keys down and no other."""
        for key in self.keys:
            (self.down if key in held else self.up)(key)
        self._ask("power_on")

    def boot(self) -> None:
        """Power on, and wait until a score is shown and the laptop has both serial ports."""
        self.power_on()
        self.wait_until(lambda: self.shows_score and self.usb_ready, BOOT_MS, "no score, or no USB")
        self.wait(_TIDY_MS)

    def cut(self) -> None:
        """The power goes, now."""
        self._ask("cut")

    def cut_at_fram_byte(self, count: int) -> None:
        """The power will fail when so many more bytes are stored in the FRAM: the last of them is."""
        self._ask("cut_at_fram_byte", count=count)

    def cut_at_flash(self, kind: str, count: int = 1, done: int = 0) -> None:
        """The power will fail in the count-th "program" (of a page) or "erase" (of a sector) from now.

        `done`: how many bytes of it have changed by then: of those that a program changes, of all in an erase.
        """
        self._ask("cut_at_flash", kind=kind, count=count, done=done)

    # ---- time

    @property
    def ms(self) -> float:
        """Simulated time."""
        return float(self._state("ms"))

    def wait(self, ms: float) -> None:
        """Let simulated time pass."""
        self._ask("run", ms=ms)
        if self._state("off"):
            raise PowerCutError(f"at {self.ms:.1f} ms")

    def wait_until(self, condition: Callable[[], bool], ms: float, what: str) -> None:
        """Let time pass until the condition holds; raises AssertionError with `what` when it does not within `ms`."""
        end = self.ms + ms
        while not condition():
            if self.ms >= end:
                raise AssertionError(f"{what} for {ms} simulated ms; lit: {self.lit}; console: {self.console()[-600:]}")
            self.wait(_STEP_MS)

    def _state(self, name: str) -> Any:
        return self._ask("state")[name]

    # ---- keys and displays

    def do(self, *commands: str) -> None:
        """`press A1`, `hold NEXT`, `bounce A1`, `down UNDO`, `up UNDO`, `wait 500`, `unplug S`, `plug S`, in turn."""
        for line in commands:
            command = parse(line, self.keys, self.addresses)
            if command.verb in ("press", "hold"):
                self.down(command.target)
                self.wait(PRESS_MS if command.verb == "press" else HOLD_MS)
                self.up(command.target)
                self.wait(UP_MS)
            elif command.verb == "bounce":
                self._chatter(command.target)
                self.wait(PRESS_MS)
                self._chatter(command.target)
                self.wait(UP_MS)
            elif command.verb == "wait":
                self.wait(command.ms)
            elif command.verb in ("down", "up"):
                getattr(self, command.verb)(command.target)
            elif command.verb in ("unplug", "plug"):
                self._ask(command.verb, address=self.addresses[command.target])
            else:
                raise ValueError(f"not for this board: {line}")

    def _chatter(self, key: str) -> None:
        """An edge of a switch that opens and closes for 5 ms before it comes to rest the other way."""
        pressed = self._down[key]
        for _ in range(3):
            for move in (self.up, self.down) if pressed else (self.down, self.up):
                move(key)
                self.wait(CHATTER_MS / 6)
        (self.up if pressed else self.down)(key)

    def down(self, key: str) -> None:
        """Connect a key's pin to ground."""
        self._down[key] = True
        self._ask("pin", pin=self.keys[key], level=False)

    def up(self, key: str) -> None:
        """Let go of a key."""
        self._down[key] = False
        self._ask("pin", pin=self.keys[key], level=None)

    @property
    def lit(self) -> dict[str, str]:
        """What is to be read on every display; blanks on one that is dark, was never lit, or is not fitted."""
        return {name: self._text(name, self._ask("visible", address=at)) for name, at in self.addresses.items()}

    @property
    def brightest(self) -> dict[str, int]:
        """The brightness, 1 to 16, that each display was ever told at most; 0 for one that was told none."""
        return {name: int(self._ask("brightest", address=at)) + 1 for name, at in self.addresses.items()}

    @property
    def shows_score(self) -> bool:
        """Whether A shows a number."""
        return any(character.isdigit() for character in self.lit["A"])

    def lights(self, since: int = 0) -> list[Light]:
        """Every change of what can be seen, from the `since`-th on."""
        found = self._ask("lights", since=since)
        return [Light(ms, self._names[at], self._text(self._names[at], ram)) for ms, at, ram in found]

    @staticmethod
    def _text(name: str, ram: str) -> str:
        if not ram:
            return DARK
        decode = fourteen_segment_text if name == "S" else seven_segment_text
        return decode(bytes.fromhex(ram))

    def marks(self) -> list[Edge]:
        """Every change of MARKER_PIN."""
        return self.edges(MARKER_PIN)

    def watch(self, number: int) -> None:
        """Keep the edges of this pin too, from now on."""
        self._ask("watch", pin=number)

    def edges(self, number: int) -> list[Edge]:
        """Every change of a watched pin."""
        return [Edge(ms, high) for ms, pin, high in self._ask("edges", since=0) if pin == number]

    def tones(self, since_ms: float = 0) -> list[Tone]:
        """What was to be heard of the piezo, from this time on."""
        assert PIEZO_PIN is not None
        rises = [edge.ms for edge in self.edges(PIEZO_PIN) if edge.high and edge.ms >= since_ms]
        found: list[list[float]] = []
        period = 0.0
        for before, at in zip([-math.inf, *rises], rises, strict=False):
            if at - before > _LONGEST_PERIOD_MS or (period and abs(at - before - period) > period / 4):
                found.append([])  # silence, or another tone
                period = 0.0
            else:
                period = at - before
            found[-1].append(at)
        return [_tone(each) for each in found if len(each) > 1]

    # ---- memory

    @property
    def fram(self) -> bytes:
        """All that the FRAM holds; can be set, before power-on say."""
        return bytes.fromhex(self._ask("fram_read", **{"from": 0, "to": BOARD["fram"]["bytes"]}))

    @fram.setter
    def fram(self, image: bytes) -> None:
        self._ask("fram_write", **{"from": 0, "hex": image.hex()})

    @property
    def nvm(self) -> bytes:
        """All 4 KB of microcontroller.nvm; can be set while the power is off."""
        return bytes.fromhex(self._ask("nvm_read", **{"from": 0, "to": 4096}))

    @nvm.setter
    def nvm(self, image: bytes) -> None:
        self._ask("nvm_write", **{"from": 0, "hex": image.hex()})

    @property
    def live_heap(self) -> int:
        """Bytes of the Python heap that are in use, as a collection would find them. The program does not notice."""
        return int(self._ask("heap")["live"])

    def files(self) -> dict[str, bytes]:
        """What is on CIRCUITPY, by path."""
        return {name: base64.b64decode(data) for name, data in self._ask("files").items()}

    # ---- the cable

    @property
    def boots_to(self) -> int | None:
        """The address at which the chip's ROM would go on after a reset that asked for it; else None."""
        address: int | None = self._state("boots_to")
        return address

    @property
    def usb_ready(self) -> bool:
        """Whether the laptop has found the serial ports and opened them."""
        return bool(self._state("usb_ready"))

    @property
    def ports(self) -> list[str]:
        """The names of the serial ports, in the order in which the laptop sees them."""
        return list(self._state("ports"))

    def send(self, data: bytes, port: int = DATA) -> None:
        """Bytes from the laptop; they arrive as time passes."""
        self._ask("send", port=port, hex=data.hex())

    def receive(self, port: int = DATA) -> bytes:
        """What the laptop has got since it was last asked."""
        return bytes.fromhex(self._ask("receive", port=port))

    def console(self, since: int = 0) -> str:
        """What was printed, without the sequences that move a terminal's cursor."""
        return _TERMINAL_SEQUENCES.sub("", self._ask("console", since=since))

    def type(self, text: str, awaited: str, ms: float = 5000) -> str:
        """Type into the console; what is printed from then on, as soon as `awaited` is in it."""
        # JavaScript counts the snake in the terminal's title twice.
        since = len(self._ask("console", since=0).encode("utf-16-le")) // 2
        self.send(text.encode(), CONSOLE)
        self.wait_until(lambda: awaited in self.console(since), ms, f"{awaited!r} is not printed")
        return self.console(since)

    def interrupt(self) -> None:
        """Ctrl-C, and on to the REPL."""
        self.type("\x03", "Press any key to enter the REPL")
        self.type("\r", ">>> ")

    def answer(self, line: str) -> str:
        """What the REPL prints for a line."""
        printed = self.type(line + "\r", "\n>>> ")
        return printed.split(line, 1)[1].strip().removesuffix(">>>").strip()

    def reload(self) -> None:
        """Ctrl-D in the REPL, and wait for a score."""
        self.type("\x04", "soft reboot")
        since = len(self.lights())
        self.wait_until(lambda: self.shows_score and len(self.lights()) > since, BOOT_MS, "no score")


def _tone(rises: list[float]) -> Tone:
    period = (rises[-1] - rises[0]) / (len(rises) - 1)
    return Tone(rises[0], round(1000 / period), round(rises[-1] - rises[0] + period, 1))


def _number(pin: str) -> int:
    return int(pin.removeprefix("GP"))
