"""Runs the firmware turn by turn, for whoever has the time: a page in a browser, which must not wait for anything.

    power_on("0123…", "closed A1")      until the firmware goes round
    tell("down A1")                     a command of rig.py
    turn(4)                             4 ms go by
    rest()                              for how long nothing happens by itself: one turn of that does what many would

code.py is to go round for ever; so the copy that is loaded yields in each turn of its loop. The file stays as it is.
What belongs to the firmware is imported where it is asked for: before its power-on nothing of it is to be there.
"""

import hashlib
import json

from . import power
from .cpu import RunReason
from .rig import TURN_MS, PowerOff, rig

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable, Iterator

    from tableside.screen import Screen
    from tableside.table import Table

_AT_ONCE = 32  # records that are read together
# After the last thing that was done: longer than any tone, lock-out or pause of code.py, and than it takes until each
# display is looked at.
_SETTLES_MS = 500
# After the last that was said to the laptop or by it, which asks each second: the link does a piece of its work in each
# turn, and nothing else moves at that.
_SPOKEN_MS = 40
_LONGEST_REST_MS = 500  # the watchdog wants to be fed

# (text, what it becomes), each exactly once in code.py; lines keep their numbers, for an error tells them.
_LOOP = (
    "\n    while True:\n        now = clock.step()\n",
    "\n    while True:\n        yield screen; now = clock.step()\n",
)
_CALL = ("\n    loop(clock, ", "\n    yield from loop(clock, ")
_END = ("\n\ntry:\n    run()\n", "\ndef main():\n try:\n    yield from run()\n")


class TurnCommands:
    """What is to be done to the board: `lines`, in order."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def readline(self) -> str | None:
        """The next line, None where there is none yet."""
        return self.lines.pop(0) if self.lines else None


commands = TurnCommands()
_running: "Iterator[Screen] | None" = None
_screen: "Screen | None" = None  # of the firmware, from its first turn on
_names: dict[str, object] = {}  # of code.py


def yielding(source: str) -> str:
    """code.py with a function main() that yields where its loop comes round, in place of what it does when it is run.

    Raises ValueError when it is not the code.py that this was written for.
    """
    for old, new in (_LOOP, _CALL, _END):
        if source.count(old) != 1:
            raise ValueError("code.py has changed: " + repr(old) + " stands there %d times" % source.count(old))
        source = source.replace(old, new)
    head, start, tail = source.partition(_END[1])
    return head + start + "\n".join([" " + line if line else "" for line in tail.split("\n")])


def power_on(uid: str, before: str, random: "Callable[[int], str]", reloaded: bool = False) -> str:
    """The power comes, or the firmware starts itself again. As `turn`.

    `uid`: the chip's number, 16 hex digits. `before`: lines of what is so at power-on, as rig.py has them. `random`:
    gives so many random bytes, as hex digits.
    """
    global _running, _names
    rig.uid = bytes.fromhex(uid)
    rig.urandom = lambda size: bytes.fromhex(random(size))
    commands.lines.extend(before.split("\n"))
    if reloaded:
        rig.run_reason = RunReason.SUPERVISOR_RELOAD
    rig.switch_on(commands)
    try:
        power.boot()
        _names = power.code(yielding)
        _running = _names["main"]()  # type: ignore[operator]
    except PowerOff:
        return _ended()
    return turn(rig.turn_ms)


def tell(line: str) -> None:
    """Have this command done in the next turn."""
    commands.lines.append(line)


def turn(ms: int) -> str:
    """One turn of the firmware's loop, in which so many ms go by; "" while the board runs, else why it does not."""
    global _screen
    assert _running is not None
    if rig.ended:
        return _ended()
    rig.turn_ms = ms
    try:
        _screen = next(_running)
    except (PowerOff, StopIteration):
        return _ended()
    return ""


def rest() -> int:
    """For how many ms from now the board does nothing, unless something is done to it; at least a turn of its loop.

    The screen knows when it will show something else. All the rest of the firmware moves at what comes from outside,
    and for a short time after it; but that a display is asked each tenth of a second whether it still shows what it
    should, which a display that keeps its power does.
    """
    from tableside.screen import IDLE_MS

    now, screen = rig.ms, _screen
    if screen is None or screen.menu is not None or _table().journal is None:
        return TURN_MS
    if commands.lines or not rig.rests(_SETTLES_MS, _SPOKEN_MS):
        return TURN_MS
    until = now + _LONGEST_REST_MS
    if screen._redraw_at:
        until = min(until, screen._redraw_at)
    if not screen._dimmed:
        until = min(until, screen._touched + IDLE_MS)
    return max(TURN_MS, until - now)


def game() -> str:
    """The id of the game at the table; "" where none is."""
    match = getattr(_names.get("table"), "match", None)
    return "" if match is None else match.ID


def is_playing() -> bool:
    """Whether a match is on that another would cut short."""
    return _table().playing()


def refusal(line: str, sides: int) -> str:
    """Why no match can be started by this game line on a box with so many sides, whatever is on; "" where one can."""
    from shared_rules.games import catalogue
    from shared_rules.games.options import OptionError

    try:
        more = catalogue.new(line).sides > sides
    except OptionError as error:
        return str(error)
    return "it is for three sides" if more else ""


def stands(line: str) -> bool:
    """Whether a match of this game line stands there, and nobody has touched it."""
    table = _table()
    match, wanted = table.match, table.new(line)
    return match is not None and match.untouched() and (match.ID, match.options) == (wanted.ID, wanted.options)


def play(line: str) -> str | None:
    """Start the match of this game line, as the menu does; the board shows it from its next power-on.

    "" where that is done, else why it is not; None where the power went meanwhile. `refusal` has been asked.
    """
    try:
        refused = _table().start(_table().new(line), 0, rig.ms)
    except PowerOff:
        return None
    return "" if refused is None else "the memory has no room"


def speak(language: str) -> str:
    """The displays say it in this language of the settings, "en" or "fr", unless the menu has set one; ""."""
    table = _table()
    table.chosen_language = language
    table.speak()
    if _screen is not None:
        _screen.changed()
    return ""


def state() -> str:
    """What a page needs to draw the score in its own way, in JSON: see box/state.py; "" while none answers."""
    from .state import state as told

    return "" if _screen is None else json.dumps(told(_table(), _screen, rig.ms))


def waits(epoch: int, acked: int) -> str:
    """What no laptop has taken yet, in JSON: see unsent.py; "" while no memory answers."""
    return _told("waits", epoch, acked)


def unsent(epoch: int, acked: int) -> str:
    """All of that, in the same way."""
    return _told("unsent", epoch, acked)


def _told(what: str, epoch: int, acked: int) -> str:
    from . import unsent as told

    journal = _table().journal
    try:
        return "" if journal is None else json.dumps(getattr(told, what)(journal, epoch, acked))
    except OSError:
        return ""


def result() -> str:
    """What the firmware makes of the match at the table, and what its memory holds, in JSON; "" while none answers.

    `epoch`; `oldest` and `next` record number; of those that are sound how many there are (`records`) and the SHA-256
    of their bytes in order; `result`: the result object, null where there is no match.
    """
    from shared_rules.games.result import result as computed
    from shared_rules.journal import record

    table = _table()
    journal = table.journal
    if journal is None:
        return ""
    digest = hashlib.sha256()
    records = 0
    try:
        for first in range(journal.oldest, journal.next, _AT_ONCE):
            data = bytes(journal.read(first, min(_AT_ONCE, journal.next - first)))
            for at in range(0, len(data), record.SIZE):
                if journal.sealer.holds(data, at, first + at // record.SIZE):
                    digest.update(data[at : at + record.SIZE])
                    records += 1
    except OSError:
        return ""
    return json.dumps(
        {
            "epoch": journal.epoch,
            "oldest": journal.oldest,
            "next": journal.next,
            "records": records,
            "sha256": digest.digest().hex(),
            "result": None if table.match is None else computed(table.match),
        }
    )


def _table() -> "Table":
    return _names["table"]  # type: ignore[return-value]


def now() -> int:
    """ms since power-on."""
    return rig.ms


def _ended() -> str:
    rig.close()
    return rig.ended
