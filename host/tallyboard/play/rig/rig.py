"""The rig that a board lies in while its firmware runs: time, fingers on the keys, power, and a record of what it does.

    rig.fit(2)                           # chips on the bus, for two sides
    rig.switch_on(source)                # an object with readline, for the commands below
    … code.py runs, asks for the time once a turn of its loop …       until PowerOff

Time stands still but for `turn`: each time the firmware asks for it, it goes on by TURN_MS and the script with it. So a
run is the same wherever it is made, down to the millisecond of each write. The commands, one a line, are those of the
virtual board, and some more:

    press A1 | hold A5 | bounce A1 | down UNDO | up UNDO | wait 500
    unplug S | plug S         a display, or FRAM
    fault S                   the next time that this part is spoken to, the bus raises what nobody expects
    send 020101               these bytes arrive from the laptop
    stall 700                 the loop does not come round for so long, whatever is pressed
    turn 250                  from now on the loop takes so long for a turn
    closed A1                 at the beginning: this key is down at power-on
    early 9 down A1           at the beginning: this key goes down, or up, before the firmware listens, at the ninth
                              write to a display
    early keys down A1        the same, when the firmware has just made its keypad.Keys
    power 5 | power on        the power goes after 5 bytes more were stored, whenever that is; or it stays. At the
                              beginning: it goes while the firmware starts
    cable out | cable in      of the laptop
    cut                       the power goes
    cut 5 press A1            the power goes during this press, after 5 bytes were stored
    reload press A1           the firmware starts itself again because of this press

What happens goes out as lines that begin with "| ": the time in ms since power-on, what, and its particulars.
"""

import sys

from chips import HT16K33, Fram, Memory, Nvm
from failure import Failure

from tableside import pins

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from typing import NoReturn, Protocol

    from tallyboard.play.rig.keypad import Keys
    from tallyboard.play.rig.usb_cdc import Serial
    from tallyboard.play.rig.watchdog import WatchDogTimer

    class Source(Protocol):
        def readline(self) -> str | None: ...


PRESS_MS = 60
HOLD_MS = 1000
UP_MS = 60
CHATTER_MS = 5

# A board's loop takes 2 to 5 ms. Not a divisor of CHATTER_MS: a bounce then falls into two turns.
TURN_MS = 4

RELOAD_MS = 20000  # a firmware that wants to start itself again does it in this time

# supervisor.ticks_ms wraps there. CircuitPython starts 65.5 s before it; here every script gets across.
TICKS_PERIOD = 1 << 29
TICKS_AT_POWER_ON = TICKS_PERIOD - 4096


def same_in_every_run() -> "Callable[[int], bytes]":
    """A function that gives bytes, other ones each time."""
    times = 0

    def urandom(size: int) -> bytes:
        nonlocal times
        times += 1
        return bytes([(times * 151 + i * 89) & 255 for i in range(size)])

    return urandom


class PowerOff(SystemExit):
    """The script is over or the power is cut. No Exception: firmware that catches every fault must not catch this."""


class Rig:
    """There is one: `rig`. `now`: ms since power-on. `stored`: bytes, in both memories. `looks`: reads of a display.

    `stirred`: when a key, a memory, a plug, the cable or the piezo last had to do. `keys`: the keypad.Keys that the
    firmware made. `watchdog`: see microcontroller.py. `bus`: chips by address.
    """

    def __init__(self) -> None:
        self.now = 0
        self.stirred = 0
        self.turn_ms = TURN_MS
        self.quiet = False
        self.source: "Source | None" = None
        self.settings: dict[str, int | str] = {}
        self.bus: "dict[int, HT16K33 | Fram]" = {}
        self.nvm: "Nvm | None" = None
        self.parts: "dict[str, HT16K33 | Fram]" = {}
        self.closed: dict[str, bool] = {}  # pin name to whether its switch is closed
        self.port: "Serial | None" = None
        self.keys: "Keys | None" = None
        self.watchdog: "WatchDogTimer | None" = None
        self.listening = False  # the firmware has read its key queue to the end once
        self.stored = 0
        self.looks = 0
        self.budget: int | None = None  # bytes that are stored before the power goes
        self.in_this = False  # and that by this command
        self.reloads = False  # the firmware is going to start itself again
        self.urandom: "Callable[[int], bytes]" = same_in_every_run()
        self.uid = bytearray(b"\xe6\x61\x4c\x31\x1b\x7f\x5b\x2c")
        self.ended = ""
        self._memories: list[Memory] = []
        self._pins = dict(pins.BUTTONS)
        self._early: list[tuple[str, str, bool]] = []  # (when, key, whether closed)
        self._writes = 0  # to displays, before the firmware listens
        self._first = ""
        self._edges: list[tuple[int, str, bool]] = []  # (time, key, whether closed), in order
        self._next_edge = 0
        self._until = 0  # the end of the command that is being done
        self._ends = 0  # of this turn

    def fit(self, sides: int) -> None:
        """Put the chips on the bus; the files of the memories are in the present folder."""
        for name, address in pins.DISPLAYS:
            if name == "S" or name in "ABC"[:sides]:
                self.parts[name] = self.bus[address] = HT16K33(self, address)
        self._memories = [Memory(self, "fram.bin", pins.FRAM_BYTES), Memory(self, "nvm.bin", 4096)]
        self.parts["FRAM"] = self.bus[pins.FRAM_ADDRESS] = Fram(self._memories[0])
        self.nvm = Nvm(self, self._memories[1])

    def switch_on(self, source: "Source") -> None:
        """Do what `source` says of the time before power-on; it is read on once the firmware listens."""
        self.source = source
        line = source.readline()
        while line and line.split(" ")[0] in ("closed", "early", "power"):
            words = line.split()
            if words[0] == "power":
                self.budget = int(words[1])
            elif words[0] == "closed":
                self.closed[self._pins[words[1]]] = True
            else:
                self._early.append((words[1], words[3], words[2] == "down"))
            line = source.readline()
        self._first = line or ""

    def close(self) -> None:
        """Keep what is stored."""
        for memory in self._memories:
            memory.close()

    def say(self, what: str, data: "bytes | bytearray | memoryview" = b"") -> None:
        """A line; `data` stands at its end in hex digits, written in pieces: whole, a memory's 4 KB would take 28."""
        if not self.quiet:
            sys.stdout.write("| %d %s" % (self.now, what))
            for at in range(0, len(data), 64):
                sys.stdout.write(bytes(data[at : at + 64]).hex())
            sys.stdout.write("\n")

    def rests(self, ms: int) -> bool:
        """Whether nothing has stirred for so long, no key is down, and every display has its power."""
        if self.now - self.stirred < ms or any([self.closed[pin] for pin in self.closed]):
            return False
        return all([part.plugged and not part.faulty for part in self.parts.values()])

    # ---- what the firmware's platform does

    def ticks(self) -> int:
        return (TICKS_AT_POWER_ON + self.now) & (TICKS_PERIOD - 1)

    def turn(self, ms: int = 0) -> None:
        """The loop has come round, or somebody sleeps for so many ms: time goes on, and the script with it."""
        self._ends = self.now + (ms or self.turn_ms)
        if self.listening:
            while self._step():
                pass
        self.now = self._ends
        if self.watchdog is not None:
            self.watchdog.check(self.now)
        if self.port is not None:
            self.port.carry()

    def wrote(self) -> None:
        """A display was written to."""
        if not self.listening:
            self._writes += 1
            self.reached(str(self._writes))

    def reached(self, moment: str) -> None:
        """The start has come to this: keys that were to move then do."""
        for when, key, closed in self._early:
            if when == moment:
                self._switch(key, closed)

    def power(self, count: int) -> int:
        """How many of these bytes can be stored before the power goes."""
        if self.budget is not None:
            count = min(count, self.budget)
            self.budget -= count
        self.stored += count
        return count

    def end(self, why: str) -> "NoReturn":
        """No turn comes after this: "cut", "reload" or "reset"."""
        self.ended = why
        self.say("%s stored %d looks %d" % (why, self.stored, self.looks))
        raise PowerOff()

    # ---- the script

    def _step(self) -> bool:
        """Do the next thing of the script; False when it is not due in this turn."""
        edges = self._edges
        if self._next_edge < len(edges):
            at, key, closed = edges[self._next_edge]
            if at > self._ends:
                return False
            self.now = at
            self._next_edge += 1
            self._switch(key, closed)
            return True
        if self._until > self._ends:
            return False
        self.now = max(self.now, self._until)
        if self.in_this:
            raise Failure("the power was to go after %s bytes more" % self.budget)
        edges.clear()
        self._next_edge = 0
        assert self.source is not None
        line, self._first = self._first or self.source.readline(), ""
        if line is None:
            return False
        if line:
            self._start(line.strip())
        elif not self.reloads:
            self.end("cut")
        elif self._ends > self._until + RELOAD_MS:
            raise Failure("the firmware was to start itself again")
        else:
            return False
        return True

    def _start(self, line: str) -> None:
        words = line.split()
        if not words or words[0][0] == "#":
            return
        if not self.quiet:
            self.say("stored %d do %s" % (self.stored, line))
        if words[0] == "cut":
            if len(words) == 1:
                self.end("cut")
            self.budget = int(words[1])
            self.in_this = True
            words = words[2:]
        elif words[0] == "reload":
            self.reloads = True
            words = words[1:]
        verb = words[0]
        start = self.now + 1
        self._until = start
        if verb == "wait":
            self._until = self.now + int(words[1])
        elif verb == "stall":
            self._ends = max(self._ends, self.now + int(words[1]))
            self._until = self.now
        elif verb == "unplug":
            self.parts[words[1]].unplug()
        elif verb == "plug":
            self.stirred = self.now
            self.parts[words[1]].plugged = True
        elif verb == "fault":
            self.parts[words[1]].faulty = True
        elif verb == "power":
            self.budget = None if words[1] == "on" else int(words[1])
        elif verb == "cable":
            assert self.port is not None
            self.port.connected = words[1] == "in"
        elif verb == "turn":
            self.turn_ms = int(words[1])
        elif verb == "send":
            assert self.port is not None
            self.port.arrived(words[1])
        elif verb == "down" or verb == "up":
            self._edges.append((start, words[1], verb == "down"))
        elif verb == "press" or verb == "hold" or verb == "bounce":
            down = HOLD_MS if verb == "hold" else PRESS_MS
            chatter = CHATTER_MS if verb == "bounce" else 1  # an odd number of edges ends where it should
            for i in range(chatter):
                self._edges.append((start + i, words[1], i % 2 == 0))
            for i in range(chatter):
                self._edges.append((start + down + i, words[1], i % 2 == 1))
            self._until = start + down + UP_MS
        else:
            raise Failure("no such command: " + line)

    def _switch(self, key: str, closed: bool) -> None:
        pin = self._pins[key]
        if self.closed.get(pin, False) == closed:
            raise Failure("%s is %s already" % (key, "down" if closed else "up"))
        self.closed[pin] = closed
        self.stirred = self.now
        self.say("key %s %d" % (key, closed))
        if self.keys is not None:
            self.keys.changed(pin, closed)


rig = Rig()
