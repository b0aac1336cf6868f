"""The commands of stdin, done one after the other in board time, and the lines of stdout about them.

       start       until          handled
    ─────┬───────────┬───────────────┬─────  next command
         │  edges    │ not yet idle  └ displays, done
         └ down…up ──┘

All of it happens between two turns of the firmware's loop, in `between_turns`, with board time standing still.
"""

import json
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from tallyboard.errors import TallyboardError
from tallyboard.virtual.box.hardware import Hardware
from tallyboard.virtual.segments import display_text

# What stands behind each verb.
ARGUMENTS = {
    **dict.fromkeys(("press", "hold", "down", "up", "bounce"), "KEY"),
    "wait": "MS",
    **dict.fromkeys(("unplug", "plug"), "DISPLAY"),
    "quit": "",
}
# And of a board on a hall socket, to somebody who wants its table: whether it agrees.
ANSWERS = {"agree": True, "refuse": False}
# And of a board with a radio: what the access point does, or that the board gets another address.
AIR = {"air": "off|on|move"}
PRESSES = ("press", "hold", "down", "bounce")
LONGEST_WAIT_MS = 1 << 31


class BadCommand(ValueError):  # noqa: N818
    """A line that is no command; the text says why and what would be."""


@dataclass(frozen=True)
class Command:
    """One line: `target` is the key, the part or the word, `ms` the argument of wait, `text` the line as it was
    written."""

    verb: str
    text: str
    target: str = ""
    ms: int = 0


def parse(
    line: str, keys: Collection[str], parts: Collection[str], more: Mapping[str, str] = MappingProxyType({})
) -> Command:
    """The command of a line that is not blank; `more`: verbs beside ARGUMENTS, as there. Case does not matter. Raises
    BadCommand."""
    text = line.strip()
    first, *given = text.split()
    verb = first.lower()
    arguments = {**ARGUMENTS, **more}
    forms = {known: f"{known} {argument}".rstrip() for known, argument in arguments.items()}
    if verb not in forms:
        raise BadCommand(f"{text}: there is no command {first!r}; valid are {', '.join(forms.values())}")
    argument = arguments[verb]
    if len(given) != len(argument.split()):
        raise BadCommand(f"{text}: expected {forms[verb]!r}")
    if not given:
        return Command(verb, text)
    (word,) = given
    if argument == "MS":
        if not (word.isascii() and word.isdecimal() and int(word) <= LONGEST_WAIT_MS):
            raise BadCommand(f"{text}: {word!r} is not a number of milliseconds, 0 to {LONGEST_WAIT_MS}")
        return Command(verb, text, ms=int(word))
    if "|" in argument:
        if word.lower() not in argument.split("|"):
            raise BadCommand(f"{text}: expected {forms[verb]!r}")
        return Command(verb, text, target=word.lower())
    known = keys if argument == "KEY" else parts
    name = word.upper()
    if name not in known:
        raise BadCommand(f"{text}: there is no {argument.lower()} {word!r}; valid are {', '.join(known)}")
    return Command(verb, text, target=name)


# Loops that must pass: one to take the event, one for what it left for the next turn, and one without any write.
QUIET_LOOPS = 3
# A firmware that writes in every loop (a scrolling text) is not waited for longer.
MOST_LOOPS = 50


class IdleDetector:
    """When the firmware has handled what was put before it.

    The firmware does not say when it is done, and the board must not know the firmware. What can be seen from outside:
    that it has read its key queue to the end, that its loop has come round since, and that it writes nothing any more.
    So this counts loops of the firmware: turns in which it read its key queue to the end.
    """

    def __init__(self, written: int) -> None:
        """`written` is the count of writes so far."""
        self._written = written
        self._loops = 0
        self._quiet = 0

    def step(self, polled_empty: bool, written: int) -> bool:
        """After a turn: True when all is handled, written and shown."""
        if written != self._written:
            self._written = written
            self._quiet = 0
        elif polled_empty:
            self._quiet += 1
        self._loops += polled_empty
        return self._quiet >= QUIET_LOOPS or self._loops >= MOST_LOOPS


# A firmware that does not look at its keys for this long is stuck; a command then ends with an error.
STUCK_MS = 10_000
# A firmware that makes no key scanner at all counts as booted after this long.
BOOT_WITHOUT_KEYS_MS = 3_000


class BoardOff(BaseException):
    """Somebody ends the board, or `failure` does. Not an Exception: the firmware must not catch it."""

    def __init__(self, failure: TallyboardError | None = None) -> None:
        self.failure = failure


def line_of(ms: int, **what: object) -> str:
    """A line of output, without its newline."""
    return json.dumps({"ms": ms, **what}, ensure_ascii=False)


class HallSeat(Protocol):
    """Of a board on a hall socket. `is_locked`: the desk has locked the keys of its table."""

    is_locked: bool

    def answer(self, agrees: bool) -> bool:
        """Tell the one who wants the table; False where nobody does."""


class Script:
    """Does queued command lines to the hardware. `emit` gets each line of output, without its newline."""

    def __init__(
        self,
        hardware: Hardware,
        emit: Callable[[str], None],
        on_boot: Callable[[], None],
        seat: HallSeat | None = None,
    ) -> None:
        """`on_boot` is called once, just before the first line goes out."""
        self._seat = seat
        self._more = {**(dict.fromkeys(ANSWERS, "") if seat else {}), **(AIR if hardware.air else {})}
        self._hardware = hardware
        self._emit = emit
        self._on_boot = on_boot
        self._lines: deque[str] = deque()
        self._command: Command | None = None
        self._until = 0
        self._idle: IdleDetector | None = None
        self._booted = False
        self._shown: dict[str, str] = {}
        self._revisions: list[int] = []

    @property
    def busy(self) -> bool:
        """Whether something is going on that has to happen at its exact millisecond."""
        return not self._booted or self._command is not None or bool(self._lines)

    def add(self, line: str) -> None:
        """Queue a line of stdin; blank ones are skipped."""
        if line.strip():
            self._lines.append(line)

    def between_turns(self, polled_empty: bool) -> None:
        """Between two turns. `polled_empty`: the firmware read its key queue to the end in the turn before. Raises
        BoardOff when the command `quit` is reached."""
        if not self._booted:
            self._try_boot(polled_empty)
            return
        self._show_changes()
        if self._command is not None and self._over(polled_empty):
            self._command = None
        while self._command is None and self._lines:
            self._start(self._lines.popleft())

    def _try_boot(self, polled_empty: bool) -> None:
        hardware = self._hardware
        if hardware.scanners:
            if self._idle is None:
                self._idle = IdleDetector(hardware.written())
            if not self._idle.step(polled_empty, hardware.written()):
                return
        elif hardware.ms < BOOT_WITHOUT_KEYS_MS:
            return
        self._booted = True
        self._idle = None
        self._on_boot()
        self._show_changes()

    def _show_changes(self) -> None:
        displays = self._hardware.displays
        revisions = [display.revision for display in displays.values()]
        if revisions == self._revisions:
            return
        self._revisions = revisions
        shown = {name: display_text(name, display) for name, display in displays.items()}
        if shown != self._shown:
            self._shown = shown
            self.say(displays=shown)

    def say(self, **what: object) -> None:
        """A line of output, with the time before it."""
        self._emit(line_of(self._hardware.ms, **what))

    # One command

    def _start(self, line: str) -> None:
        try:
            command = parse(line, list(self._hardware.switches), list(self._hardware.parts), self._more)
            if self._seat is not None and self._seat.is_locked and command.verb in PRESSES:
                raise BadCommand(f"{command.text}: the desk has locked the keys of this table")
            if command.verb in ("press", "hold", "bounce") and self._hardware.switches[command.target].grounded:
                raise BadCommand(f"{command.text}: {command.target} is down already; first send 'up {command.target}'")
        except BadCommand as error:
            self.say(error=str(error))
            return
        if command.verb == "quit":
            self.say(done=command.text)
            raise BoardOff
        if command.verb in ANSWERS:
            is_asked = self._seat is not None and self._seat.answer(ANSWERS[command.verb])
            self.say(**{"done": command.text} if is_asked else {"error": f"{command.text}: nobody wants this table"})
            return
        self._command = command
        self._idle = None
        self._until = self._hardware.ms + self._do(command)

    def _do(self, command: Command) -> int:
        """Begin a command; how many milliseconds it takes until the firmware can have seen all of it."""
        hardware = self._hardware
        name = command.target
        if command.verb == "wait":
            return command.ms
        if command.verb == "air":
            assert hardware.air is not None  # see AIR
            hardware.air.happens(name)
            return 0
        if command.verb == "plug":
            hardware.parts[name].plug()
            return 0
        if command.verb == "unplug":
            hardware.parts[name].unplug()
            return 0
        over = hardware.move(command.verb, name)
        return over - hardware.ms + (hardware.debounce_ms() if command.verb in ("down", "up") else 0)

    def _over(self, polled_empty: bool) -> bool:
        """Whether the running command has come to its end, and if so say it."""
        assert self._command is not None
        hardware = self._hardware
        if hardware.ms < self._until:
            return False
        if self._command.verb != "wait":
            if self._idle is None:
                self._idle = IdleDetector(hardware.written())
                return False
            if not self._idle.step(polled_empty, hardware.written()):
                if hardware.ms < self._until + STUCK_MS:
                    return False
                self.say(error=f"{self._command.text}: the firmware has not looked at its keys for {STUCK_MS} ms")
                return True
        self.say(done=self._command.text)
        return True
