"""The drive with radio.py loaded: modelled/air.py in place of CircuitPython's modules, and a laptop in the air."""

import base64
from pathlib import Path
from typing import NamedTuple

from shared_rules.link import datagram
from tallyboard.link.radio import RadioPort, RadioPorts
from tests.emulator.chip import CONSOLE, Chip
from tests.emulator.drive import HERE, prepare

KEY = bytes(range(32))
BOX = ("10.0.0.7", 40_000)
TURN_PIN, MODEL_PIN = 2, 3  # see modelled/air.py
SESSION_MS = 12_000  # the longest until there is one
_STEP = b"            radio.step(now)\n"
_WATCHED = b"            air.turn.value = True; radio.step(now); air.turn.value = False\n"
_BEFORE = b"import air\n"  # also before the marker of a start: a board has these modules in its CircuitPython
_SENDS = 96  # bytes with the length before them
_AGAIN_MS = 40  # between two datagrams of the laptop, of which a Pico W keeps one
_STEP_MS = 2
_READ_MS = 50


def prepare_radio(deployed: Path, folder: Path, game: str | None, code: bytes | None = None) -> None:
    """As drive.prepare, for a board that is paired. `code`: its code.py, where that is not the deployed one."""
    code = code or (deployed / "code.py").read_bytes()
    if code.count(_STEP) != 1:
        raise RuntimeError("code.py has changed: where its radio has its turn, nobody knows")
    air = (HERE / "modelled" / "air.py").read_bytes()
    prepare(deployed, folder, game, files={"code.py": _BEFORE + code.replace(_STEP, _WATCHED), "lib/air.py": air})
    values = {"KEY": KEY.hex(), "SSID": "hall", "PASSWORD": "long enough", "HUB": ""}
    with (folder / "settings.toml").open("a", encoding="utf-8") as settings:
        settings.writelines(f'TALLYBOARD_RADIO_{name} = "{value}"\n' for name, value in values.items())


class AirPort:
    """A tallyboard.link.Port over the air, once there is a session. The board runs while the laptop reads."""

    name = "the emulated board, by radio"

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._ports = RadioPorts(lambda data, to: self._send(data), lambda: chip.ms / 1000)
        self._text = ""
        self._session: RadioPort | None = None
        self._waiting: list[bytes] = []
        self._next_at = 0.0
        chip.watch(TURN_PIN)
        chip.watch(MODEL_PIN)

    def _send(self, data: bytes) -> None:
        plain = bytes((len(data),)) + data
        if len(plain) > _SENDS:
            raise ValueError(f"a datagram of {len(data)} bytes is too long for the modelled air")
        self._chip.send(base64.b64encode(plain.ljust(_SENDS, b"\0")), CONSOLE)

    def _carry(self) -> None:
        """What is on its way arrives."""
        self._text += self._chip.receive(CONSOLE).decode(errors="replace")
        *lines, self._text = self._text.split("\n")
        for line in lines:
            if "~" in line:
                data = base64.b64decode(line.split("~")[1])
                header = datagram.read(data)
                assert header is not None, "no datagram"
                self._ports.know({header.board: KEY})
                self._ports.heard(data, BOX)
        if self._waiting and self._session is not None and self._chip.ms >= self._next_at:
            self._next_at = self._chip.ms + _AGAIN_MS
            self._session.write(self._waiting.pop(0))

    def wait_for_session(self) -> None:
        """Until the board has called and was heard."""
        until = self._chip.ms + SESSION_MS
        while not self._ports.ports():
            assert self._chip.ms < until, f"no session; console: {self._chip.console()[-600:]}"
            self._chip.wait(20)
            self._carry()
        (self._session,) = self._ports.ports()

    def receive(self) -> bytes:
        """What has come by now."""
        self._carry()
        assert self._session is not None
        return self._session.read() if self._session.has_news else b""

    def read(self) -> bytes:
        for _ in range(0, _READ_MS, _STEP_MS):
            self._chip.wait(_STEP_MS)
            data = self.receive()
            if data:
                return data
        return b""

    def write(self, data: bytes) -> None:
        """A frame, or more of them, one a datagram."""
        self._waiting += [part + b"\0" for part in data.split(b"\0") if part]
        self._carry()

    def close(self) -> None:
        pass


class Turn(NamedTuple):
    """A turn of the radio's: `ms` without what its modelled modules took; whether it received or sent."""

    at: float
    ms: float
    did: bool


def turns(chip: Chip) -> list[Turn]:
    """Every one since an AirPort was made."""
    models = chip.edges(MODEL_PIN)
    spans = [(up.ms, down.ms) for up, down in zip(models[::2], models[1::2], strict=False)]
    found = []
    edges = chip.edges(TURN_PIN)
    for up, down in zip(edges[::2], edges[1::2], strict=False):
        while spans and spans[0][1] < up.ms:
            spans.pop(0)
        inside = [end - start for start, end in spans[:2] if up.ms <= start and end <= down.ms]
        found.append(Turn(up.ms, down.ms - up.ms - sum(inside), bool(inside)))
    return found
