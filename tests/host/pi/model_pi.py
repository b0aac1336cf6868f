"""A Raspberry Pi of models: what `gpiod` and Blinka's `board` and `busio` give there, and somebody at its keys.

    pi = ModelPi(folder)
    pi.play("press A1", "hold NEXT")     # [{"A": "  20.", …}, …]: what was lit after each

Time is the models' own: it goes on where the board waits.
"""

import enum
import io
import json
import os
import select
import sys
import time
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tallyboard.drive.files import pins_of
from tallyboard.pi import run as pi_run
from tallyboard.virtual import BoardSpec
from tallyboard.virtual.box.bus import FRAM, HT16K33, Bus
from tallyboard.virtual.script import BoardOff
from tallyboard.virtual.segments import display_text

WIRING = pins_of("pi")
PATIENCE_S = 60
STARTS_S = 0.3  # until a board listens to its keys

Lit = dict[str, str]


class Clock:
    """The Pi's CLOCK_MONOTONIC, which begins long before the board."""

    def __init__(self) -> None:
        self.ns = 86_400_000_000_000

    def monotonic_ns(self) -> int:
        return self.ns

    def monotonic(self) -> float:
        return self.ns / 1e9


# ---- gpiod 2


class Direction(enum.Enum):
    INPUT = 2


class Bias(enum.Enum):
    AS_IS = 1
    PULL_UP = 4


class Edge(enum.Enum):
    NONE = 1
    BOTH = 4


class Value(enum.Enum):
    INACTIVE = 0
    ACTIVE = 1

    def __bool__(self) -> bool:
        return self is Value.ACTIVE


class EdgeEvent:
    class Type(enum.Enum):
        RISING_EDGE = 1
        FALLING_EDGE = 2

    def __init__(self, event_type: "EdgeEvent.Type", timestamp_ns: int, line_offset: int, global_seqno: int) -> None:
        self.event_type = event_type
        self.timestamp_ns = timestamp_ns
        self.line_offset = line_offset
        self.global_seqno = global_seqno


class LineSettings:
    def __init__(
        self, direction: Direction | None = None, edge_detection: Edge = Edge.NONE, bias: Bias = Bias.AS_IS
    ) -> None:
        self.direction, self.edge_detection, self.bias = direction, edge_detection, bias


class LineRequest:
    """`fd` is readable while there are edges. The kernel keeps sixteen for each line, and drops the oldest."""

    def __init__(self, chip: "GpioChip", lines: dict[int, LineSettings]) -> None:
        self._chip, self._lines = chip, lines
        self._edges: list[EdgeEvent] = []
        self._seqno = 0
        self.fd, self._bell = os.pipe()

    def edge(self, number: int, down: bool, ns: int) -> None:
        if number in self._lines and self._lines[number].edge_detection == Edge.BOTH:
            self._seqno += 1
            kind = EdgeEvent.Type.FALLING_EDGE if down else EdgeEvent.Type.RISING_EDGE
            self._edges.append(EdgeEvent(kind, ns, number, self._seqno))
            del self._edges[: -16 * len(self._lines)]
            if len(self._edges) == 1:
                os.write(self._bell, b"!")

    def get_value(self, line: int) -> Value:
        pulled = self._lines[line].bias == Bias.PULL_UP
        return Value(int(pulled and line not in self._chip.closed))

    def wait_edge_events(self, timeout: float | None = None) -> bool:
        assert timeout == 0, "the board does not wait here"
        return bool(self._edges)

    def read_edge_events(self, max_events: int | None = None) -> list[EdgeEvent]:
        read, self._edges = self._edges[:64], self._edges[64:]
        if read and not self._edges:
            os.read(self.fd, 1)
        return read

    def release(self) -> None:
        os.close(self.fd)
        os.close(self._bell)
        self._chip.requests.remove(self)


class GpioChip:
    """The header's pins. `closed`: the lines whose switches are closed. `taken`: who has a line, by its number."""

    def __init__(self, clock: "Clock | types.ModuleType") -> None:
        self._clock = clock
        self.label = "pinctrl-bcm2711"
        self.closed: set[int] = set()
        self.taken: dict[int, str] = {}
        self.requests: list[LineRequest] = []
        self.lines = 54

    def switch(self, number: int, down: bool) -> None:
        (self.closed.add if down else self.closed.discard)(number)
        for request in self.requests:
            request.edge(number, down, self._clock.monotonic_ns())

    def module(self) -> types.SimpleNamespace:
        """`gpiod`, for a machine with this chip alone."""

        class Chip:
            def __init__(chip, path: str) -> None:  # noqa: N805
                assert Path(path).name == "gpiochip0"

            def __enter__(chip) -> "Chip":  # noqa: N805
                return chip

            def __exit__(chip, *_: object) -> None:  # noqa: N805
                pass

            def get_info(chip) -> Any:  # noqa: N805
                return types.SimpleNamespace(label=self.label, num_lines=self.lines)

            def get_line_info(chip, line: int) -> Any:  # noqa: N805
                if line >= self.lines:
                    raise ValueError("line offset of out range")
                return types.SimpleNamespace(used=line in self.taken, consumer=self.taken.get(line, ""))

        def request_lines(path: str, consumer: str, config: dict[tuple[int, ...], LineSettings]) -> LineRequest:
            lines = {line: settings for group, settings in config.items() for line in group}
            if max(lines) >= self.lines:
                raise ValueError("line offset of out range")
            if self.taken.keys() & lines.keys():
                raise OSError(16, "Device or resource busy")
            assert all(settings.direction == Direction.INPUT for settings in lines.values())
            self.requests.append(LineRequest(self, lines))
            return self.requests[-1]

        line = types.SimpleNamespace(Direction=Direction, Bias=Bias, Edge=Edge)
        return types.SimpleNamespace(
            Chip=Chip, request_lines=request_lines, line=line, LineSettings=LineSettings, EdgeEvent=EdgeEvent
        )


# ---- Blinka


class BlinkaI2C:
    """`busio.I2C` of Blinka on Linux; `takes_nothing`: a write of no bytes fails, as on a Pi 5."""

    def __init__(self, bus: Bus, takes_nothing: bool) -> None:
        self._bus, self._takes_nothing = bus, takes_nothing
        self._is_locked = False

    def try_lock(self) -> bool:
        was, self._is_locked = self._is_locked, True
        return not was

    def unlock(self) -> None:
        self._is_locked = False

    def writeto(self, address: int, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        data = bytes(memoryview(buffer)[start:end])
        if not data and self._takes_nothing:
            raise OSError(95, "Operation not supported")
        self._bus.write(address, data)

    def readfrom_into(self, address: int, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        self._bus.write_then_read(address, b"", memoryview(buffer)[start:end])

    def writeto_then_readfrom(
        self,
        address: int,
        buffer_out: Any,
        buffer_in: Any,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
        stop: bool = False,
    ) -> None:
        data = bytes(memoryview(buffer_out)[out_start:out_end])
        self._bus.write_then_read(address, data, memoryview(buffer_in)[in_start:in_end])


class Cells:
    """An FRAM's, which outlast a start."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.cells = bytearray(size)

    def read_into(self, at: int, view: Any) -> None:
        view[:] = self.cells[at : at + len(view)]

    def store(self, at: int, data: Any) -> None:
        self.cells[at : at + len(data)] = data

    def fill(self, value: int) -> None:
        self.cells[:] = bytes([value]) * self.size


class ModelPi:
    """One Pi; `play` is a start of its board. `fram`: an FRAM hangs on its bus. `said`: what the board told."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, fram: bool = False, is_real_time: bool = False
    ) -> None:
        self.state = folder / "state"
        self.dev = folder / "dev"
        self.dev.mkdir()
        (self.dev / "gpiochip0").touch()
        self.clock = Clock()
        self.chip = GpioChip(time if is_real_time else self.clock)
        self.bus = Bus(None, None)  # type: ignore[arg-type]
        self.displays = {name: HT16K33() for name, _ in WIRING.fitted(3).displays}
        self.bus.targets = {address: self.displays[name] for name, address in WIRING.fitted(3).displays}
        self.memory = Cells(WIRING.fram_bytes)
        if fram:
            self.bus.targets[WIRING.fram_address] = FRAM(self.memory)
        self.takes_nothing = False
        self.has_bus = True
        self.said = io.StringIO()
        self.keys = dict(WIRING.buttons)
        if not is_real_time:
            monkeypatch.setattr(pi_run, "time", self.clock)
        monkeypatch.setattr(pi_run, "_SERIAL", folder / "serial-number")
        monkeypatch.setattr("tallyboard.pi.parts._DEV", self.dev)
        (folder / "serial-number").write_text("10000000abcdef12\0")
        monkeypatch.setitem(sys.modules, "gpiod", self.chip.module())
        pins = {f"D{number}": types.SimpleNamespace(id=number) for number in range(28)}
        monkeypatch.setitem(sys.modules, "board", types.SimpleNamespace(**pins))
        monkeypatch.setitem(sys.modules, "busio", types.SimpleNamespace(I2C=self._i2c))

    def _i2c(self, scl: Any, sda: Any) -> BlinkaI2C:
        if (scl.id, sda.id) != (3, 2) or not self.has_bus:
            raise ValueError("No Hardware I2C")
        return BlinkaI2C(self.bus, self.takes_nothing)

    def lit(self) -> Lit:
        return {name: display_text(name, chip) for name, chip in self.displays.items() if chip.lit}

    def told(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.said.getvalue().splitlines()]

    def play(self, *commands: "str | Callable[[], Iterable[float] | None]", **spec: Any) -> list[Lit]:
        """Start the board and do this to it: press KEY, hold KEY, bounce KEY, down KEY, up KEY, wait MS, or what a
        function does, which may give pauses in seconds; what is lit after each. In the end its plug is pulled."""
        self.lit_after: list[Lit] = []
        script = self._script(commands)
        pause = 0.0

        def wait(reads: list[int], writes: list[int], _: list[int], timeout: float) -> Any:
            nonlocal pause
            left = timeout
            while True:
                ready = select.select(reads, writes, [], 0)
                if any(ready) or left <= 0:
                    return ready
                step = min(left, pause)
                self.clock.ns += round(step * 1e9)
                left -= step
                pause -= step
                while pause <= 1e-9:
                    pause = next(script, -1.0)
                    if pause < 0:
                        raise BoardOff

        code = pi_run.run_pi(BoardSpec(spec.pop("link", None), self.state, **spec), self.said, wait)
        assert code == 0, "the firmware has failed"
        return self.lit_after

    def _script(self, commands: Any) -> Iterator[float]:
        yield STARTS_S
        for command in commands:
            if callable(command):
                yield from command() or [0.02]
            else:
                yield from self._do(*command.split())
            self.lit_after.append(self.lit())

    def _do(self, verb: str, what: str) -> Iterator[float]:
        if verb == "wait":
            yield int(what) / 1000
            return
        number = int(self.keys[what][1:])
        for down, seconds in {
            "press": [(True, 0.06), (False, 0.06)],
            "hold": [(True, 1.0), (False, 0.06)],
            "bounce": [(True, 0.001), (False, 0.001), (True, 0.06), (False, 0.001), (True, 0.001), (False, 0.06)],
            "down": [(True, 0.02)],
            "up": [(False, 0.02)],
        }[verb]:
            self.chip.switch(number, down)
            yield seconds


def until(holds: Callable[[], object]) -> Iterator[float]:
    """Pauses of the board, until others, who live in real time, have done this."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "nothing has come of it"
        time.sleep(0.002)
        yield 0.005


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException) -> Iterator[None]:
    """os.NAME raises this meanwhile."""

    def fails(*_: object) -> None:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(os, name, fails)
        yield
