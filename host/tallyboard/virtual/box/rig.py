"""A board that lies in a rig while its firmware runs: time, fingers on the keys, power, and a record of what it does.

    rig.switch_on(source)                # an object with readline, for the commands below
    … code.py runs, asks for the time once a turn of its loop …       until PowerOff

Time stands still but for `turn`: each time the firmware asks for it, it goes on by TURN_MS and the script with it. So a
run is the same wherever it is made, down to the millisecond of each write. It lies in the present folder, with its
owner's settings.toml and its memories, fram.bin and nvm.bin. The commands, one a line, are those of the
virtual board, and some more:

    press A1 | hold A5 | bounce A1 | down UNDO | up UNDO | wait 500
    unplug S | plug S         a display, or FRAM
    fault S                   the next time that this part is spoken to, the bus raises what nobody expects
    send 020101               these bytes arrive from the laptop
    datagram 5412…            and this, by radio, of a board whose settings have a key for one
    air off | air on | air move   the access point; another address
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

from tableside import pins

from .bus import HT16K33
from .cpu import TICKS_PERIOD, Failure, ResetReason
from .hardware import Hardware, Module
from .pins import Keys

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable, Sequence
    from typing import NoReturn, Protocol

    from .pins import Pin

    class CommandSource(Protocol):
        def readline(self) -> str | None: ...


# A board's loop takes 2 to 5 ms. Not a divisor of CHATTER_MS: a bounce then falls into two turns.
TURN_MS = 4

LAPTOP = ("192.168.4.1", 8766)  # by radio
RELOAD_MS = 20000  # a firmware that wants to start itself again does it in this time
_PIECE = 64  # bytes of what is said at once: whole, a memory's 4 KB would take 28


def settings(path: str) -> dict[str, int | str]:
    """The strings and whole numbers of a settings.toml by their names."""
    found: dict[str, int | str] = {}
    with open(path) as lines:
        for line in lines:
            name, equals, value = line.strip().partition(" = ")
            if equals and name[0] != "#":
                found[name] = value[1:-1] if value[0] == '"' else int(value)
    return found


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


class MemoryFile:
    """The cells of a memory in a file of this size, which takes no room on the heap of a VM as small as a board's."""

    def __init__(self, rig: "Rig", path: str, size: int) -> None:
        self.size = size
        self._rig = rig
        self._path = path
        self._file = open(path, "r+b")

    def read_into(self, at: int, view: bytearray | memoryview) -> None:
        self._rig.spoken = self._rig.ms
        self._file.seek(at)
        self._file.readinto(view)

    def store(self, at: int, data: bytes | bytearray | memoryview) -> None:
        """The power can go at each byte."""
        count = self._rig.stores(len(data))
        self._keep(at, memoryview(data)[:count])
        if count < len(data):
            self._rig.end("cut")

    def fill(self, value: int) -> None:
        if not self._rig.stores(1):
            self._rig.end("cut")
        for at in range(0, self.size, _PIECE):
            self._keep(at, memoryview(bytes([value] * _PIECE)))

    def _keep(self, at: int, data: memoryview) -> None:
        self._file.seek(at)
        self._file.write(data)
        if not self._rig.quiet:
            self._rig.say("kept %s %d " % (self._path, at), data)

    def close(self) -> None:
        self._file.close()


class RigWire:
    """What is sent by radio is said; what comes is what the script says."""

    def __init__(self, rig: "Rig") -> None:
        self._rig = rig

    def send(self, data: bytes, to: "tuple[str, int]") -> None:
        rig = self._rig
        rig.spoken = rig.ms
        rig.say("radioed %s:%d " % to, data)
        if rig.radio_listener is not None:
            rig.radio_listener(data)

    def receive(self) -> "tuple[bytes, tuple[str, int]] | None":
        coming = self._rig.coming
        return (coming.pop(0), LAPTOP) if coming else None

    def close(self) -> None:
        pass


class RigKeys(Keys):
    """The rig hears when the firmware makes its own."""

    board: "Rig"

    def __init__(self, wired: "Sequence[Pin]", *, value_when_pressed: bool, pull: bool, interval: float) -> None:
        if value_when_pressed or not pull:
            raise Failure("the switches are to ground, and need the pulls")
        Keys.__init__(self, wired, value_when_pressed=False, interval=interval)
        self.board.reached("keys")


class Rig(Hardware):
    """There is one: `rig`. `stirred`: when a key, a plug or the piezo last had to do, or a memory something to keep.
    `spoken`: when something last came from the laptop or left for it, or was read for it. `listener` gets what leaves
    for the laptop, `radio_listener` what leaves by radio; `coming`: datagrams that are on their way to the board.
    `quiet`: nothing is said. `ended`: why no turn comes any more.

    A display that is lit while nobody has said what it shows, or brighter than the supply allows, is a failure; so are
    a port that waits for the laptop, and a watchdog that is not fed.
    """

    ticks_at_power_on = TICKS_PERIOD - 4096  # not 65.5 s before they wrap: here every script gets across
    fifo_bytes = 64  # less than a board's 256, so that answers leave in pieces
    keys_type = RigKeys
    hears_again = True

    def __init__(self) -> None:
        self.settings = settings("settings.toml")
        self._memories = (MemoryFile(self, "fram.bin", pins.FRAM_BYTES), MemoryFile(self, "nvm.bin", 4096))
        sides = 3 if self.settings.get("TALLYBOARD_SIDES") == 3 else 2
        wiring = Module(
            sda=pins.SDA,
            scl=pins.SCL,
            displays=[(name, at) for name, at in pins.DISPLAYS if name == "S" or name in "ABC"[:sides]],
            fram_address=pins.FRAM_ADDRESS,
            buttons=pins.BUTTONS,
        )
        uid = b"\xe6\x61\x4c\x31\x1b\x7f\x5b\x2c"
        Hardware.__init__(self, wiring, *self._memories, uid, same_in_every_run())  # type: ignore[arg-type]
        self._faces = tuple(self.displays.values())
        self.bus.on_write = self._written
        self.on_heard = self._heard
        self.stirred = 0
        self.spoken = 0
        self.turn_ms = TURN_MS
        self.quiet = False
        self.listening = False  # the firmware has read its key queue to the end once
        self.listener: "Callable[[bytes], None] | None" = None
        self.radio_listener: "Callable[[bytes], None] | None" = None
        self.coming: list[bytes] = []
        self.is_cable_in = True
        self.stored = 0  # bytes, in both memories
        self.ended = ""
        self._source: "CommandSource | None" = None
        self._budget: int | None = None  # bytes that are stored before the power goes
        self._in_this = False  # and that by this command
        self._reloads = False  # the firmware is going to start itself again
        self._early: list[tuple[str, str, bool]] = []  # (when, key, whether closed)
        self._writes = 0  # to displays, before the firmware listens
        self._first = ""
        self._until = 0  # the end of the command that is being done
        self._ends = 0  # of this turn
        if self.settings.get("TALLYBOARD_RADIO_KEY"):
            from .air import Air

            network = [str(self.settings.get("TALLYBOARD_RADIO_" + name, "")) for name in ("SSID", "PASSWORD")]
            self.air = Air(self, lambda: RigWire(self), network[0], network[1])

    @property
    def looks(self) -> int:
        """How often a display was read; to ask takes nothing of a heap."""
        looks = 0
        for display in self._faces:
            looks += display.reads
        return looks

    def switch_on(self, source: "CommandSource") -> None:
        """Do what `source` says of the time before power-on; it is read on once the firmware listens."""
        self._source = source
        line = source.readline()
        while line and line.split(" ")[0] in ("closed", "early", "power"):
            words = line.split()
            if words[0] == "power":
                self._budget = int(words[1])
            elif words[0] == "closed":
                self.switches[words[1]].grounded = True
            else:
                self._early.append((words[1], words[3], words[2] == "down"))
            line = source.readline()
        self._first = line or ""

    def close(self) -> None:
        """Keep what is stored."""
        for memory in self._memories:
            memory.close()

    def say(self, what: str, data: "bytes | bytearray | memoryview" = b"") -> None:
        """A line; `data` stands at its end in hex digits."""
        if not self.quiet:
            sys.stdout.write("| %d %s" % (self.ms, what))
            for at in range(0, len(data), _PIECE):
                sys.stdout.write(bytes(data[at : at + _PIECE]).hex())
            sys.stdout.write("\n")

    def rests(self, stirred_ms: int, spoken_ms: int) -> bool:
        """Whether nothing has stirred for so long and nothing was spoken for so long, no byte from the laptop waits, no
        key is down, and every display has its power."""
        if self.ms - self.stirred < stirred_ms or self.ms - self.spoken < spoken_ms:
            return False
        if any([pin.grounded for pin in self.switches.values()]) or (self.is_cable_in and self.data.in_waiting):
            return False
        return all([part.plugged and not part.faulty for part in self.parts.values()])

    # ---- what the firmware's platform does

    def turn(self, sleep_ms: int | None = None) -> None:
        """The loop has come round, or somebody sleeps for so many ms: time goes on, and the script with it."""
        self._ends = self.ms + (sleep_ms or self.turn_ms)
        if self.polled_empty():
            self.listening = True
        if self.listening:
            while self._until <= self._ends:
                self.advance(self._until - self.ms)
                if not self._goes_on():
                    break
        self.advance(self._ends - self.ms)
        if self.is_cable_in and self.data.out_waiting:
            self._carry()
        if self.air is not None:
            self.air.carry()

    def wait(self) -> None:
        raise Failure("a port that waits for the laptop")

    def reset(self, reason: str, hard: bool) -> None:
        if reason == ResetReason.WATCHDOG:
            raise Failure("the watchdog was not fed")
        self.end("reset" if hard else "reload")

    def _carry(self) -> None:
        """What the board has sent by now leaves for the laptop."""
        self.spoken = self.ms
        data = self.data.leaving()
        self.data.sent(len(data))
        if self.listener is not None:
            self.listener(data)
        self.say("sent ", data)

    def arrive(self, data: bytes) -> None:
        """Bytes from the laptop."""
        self.spoken = self.ms
        self.data.arrived(data)

    def _heard(self, ms: int, pin: str, hz: int) -> None:
        self.stirred = ms
        self.say("heard %d" % hz)

    def _written(self, address: int, data: "bytes | bytearray | memoryview") -> None:
        display = self.bus.targets[address]
        if not isinstance(display, HT16K33):
            return
        if not self.quiet:
            self.say("write %02x " % address, data)
        if display.oscillator and display.display_on and display.unwritten:
            raise Failure("display %02x is lit, and nobody has said what it shows" % address)
        told = data[0] >> 4 == 14
        if display.dimming >= pins.MOST_LIGHT and (told or (display.display_on and any(display.ram))):
            raise Failure("display %02x is as bright as %d" % (address, display.dimming + 1))
        if not self.listening:
            self._writes += 1
            self.reached(str(self._writes))

    def reached(self, moment: str) -> None:
        """The start has come to this: keys that were to move then do."""
        for when, key, closed in self._early:
            if when == moment:
                self.switch(key, closed)

    def stores(self, count: int) -> int:
        """How many of these bytes can be stored before the power goes."""
        self.stirred = self.ms
        if self._budget is not None:
            count = min(count, self._budget)
            self._budget -= count
        self.stored += count
        return count

    def end(self, why: str) -> "NoReturn":
        """No turn comes after this: "cut", "reload" or "reset"."""
        self.ended = why
        self.say("%s stored %d looks %d" % (why, self.stored, self.looks))
        raise PowerOff()

    # ---- the script

    def switch(self, name: str, closed: bool) -> None:
        if self.switches[name].grounded == closed:
            raise Failure("%s is %s already" % (name, "down" if closed else "up"))
        self.stirred = self.ms
        self.say("key %s %d" % (name, closed))
        Hardware.switch(self, name, closed)

    def _goes_on(self) -> bool:
        """The last command is over: begin the next; False when there is none yet."""
        if self._in_this:
            raise Failure("the power was to go after %s bytes more" % self._budget)
        assert self._source is not None
        line, self._first = self._first or self._source.readline(), ""
        if line is None:
            return False
        if line:
            self._start(line.strip())
            return True
        if not self._reloads:
            self.end("cut")
        if self._ends > self._until + RELOAD_MS:
            raise Failure("the firmware was to start itself again")
        return False

    def _start(self, line: str) -> None:
        words = line.split()
        if not words or words[0][0] == "#":
            return
        if not self.quiet:
            self.say("stored %d do %s" % (self.stored, line))
        if words[0] == "cut":
            if len(words) == 1:
                self.end("cut")
            self._budget = int(words[1])
            self._in_this = True
            words = words[2:]
        elif words[0] == "reload":
            self._reloads = True
            words = words[1:]
        verb = words[0]
        self._until = self.ms + 1
        if verb == "wait":
            self._until = self.ms + int(words[1])
        elif verb == "stall":
            self._ends = max(self._ends, self.ms + int(words[1]))
            self._until = self.ms
        elif verb == "unplug":
            self._unplug(words[1])
        elif verb == "plug":
            self.stirred = self.ms
            self.parts[words[1]].plug()
        elif verb == "fault":
            self.parts[words[1]].faulty = True
        elif verb == "power":
            self._budget = None if words[1] == "on" else int(words[1])
        elif verb == "cable":
            self.is_cable_in = words[1] == "in"
        elif verb == "turn":
            self.turn_ms = int(words[1])
        elif verb == "send":
            self.arrive(bytes.fromhex(words[1]))
        elif verb == "datagram":
            self.spoken = self.ms
            self.coming.append(bytes.fromhex(words[1]))
        elif verb == "air":
            assert self.air is not None
            self.air.happens(words[1])
        elif verb in ("down", "up", "press", "hold", "bounce"):
            self._until = self.move(verb, words[1])
        else:
            raise Failure("no such command: " + line)

    def _unplug(self, name: str) -> None:
        """It forgets everything; what a display holds when it is back looks as if it were to be dark."""
        part = self.parts[name]
        part.unplug()
        if isinstance(part, HT16K33):
            for at in range(len(part.ram)):
                part.ram[at] = 0


rig = Rig()
