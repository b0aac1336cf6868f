"""`keypad`: the scanner of the rig's switches and its queue (CircuitPython, shared-module/keypad).

Every edge is seen, at its own millisecond: a scan each few milliseconds would hide some of a bounce.
"""

from board import Pin  # type: ignore[attr-defined]  # mypy has the real board, which has no name for them
from rig import Failure, rig

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Sequence


class Event:
    """A key went down or up. `timestamp` in ticks_ms."""

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: int | None = None) -> None:
        self.key_number = key_number
        self.pressed = pressed
        self.timestamp = rig.ticks() if timestamp is None else timestamp

    @property
    def released(self) -> bool:
        return not self.pressed


class EventQueue:
    """Of `max_events`; a full one drops the new event and remembers that."""

    def __init__(self, max_events: int) -> None:
        self._what = [0] * max_events  # key number << 1 | pressed
        self._when = [0] * max_events
        self._first = 0
        self._count = 0
        self.overflowed = False

    def record(self, key_number: int, pressed: bool, timestamp: int) -> None:
        if self._count == len(self._what):
            self.overflowed = True
            return
        at = (self._first + self._count) % len(self._what)
        self._what[at] = key_number << 1 | pressed
        self._when[at] = timestamp
        self._count += 1

    def get_into(self, event: Event) -> bool:
        """Take the oldest event into `event`; False when there is none."""
        if not self._count:
            rig.listening = True
            return False
        event.key_number = self._what[self._first] >> 1
        event.pressed = bool(self._what[self._first] & 1)
        event.timestamp = self._when[self._first]
        self._first = (self._first + 1) % len(self._what)
        self._count -= 1
        return True

    def get(self) -> Event | None:
        event = Event(timestamp=0)
        return event if self.get_into(event) else None

    def clear(self) -> None:
        self._count = 0
        self.overflowed = False

    def __len__(self) -> int:
        return self._count

    def __bool__(self) -> bool:
        return self._count > 0


class Keys:
    """As of CircuitPython 9.2.1: keys that are down when it is made are not told, but on `reset` they are; in 9.0 they
    were both times, and in 9.1 and 9.2.0 neither time.
    """

    def __init__(
        self,
        pins: "Sequence[object]",
        *,
        value_when_pressed: bool,
        pull: bool = True,
        interval: float = 0.02,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        if value_when_pressed or not pull:
            raise Failure("the switches are to ground, and need the pulls")
        self._pins = [pin.name for pin in pins if isinstance(pin, Pin)]
        if len(self._pins) != len(pins):
            raise TypeError("pins are Pins")
        self.key_count = len(pins)
        self._pressed = [rig.closed.get(name, False) for name in self._pins]
        self.events = EventQueue(max_events)
        rig.keys = self
        rig.reached("keys")

    def changed(self, pin: str, closed: bool) -> None:
        """The rig's switch on this pin has closed or opened."""
        if pin in self._pins:
            key = self._pins.index(pin)
            if self._pressed[key] != closed:
                self._pressed[key] = closed
                self.events.record(key, closed, rig.ticks())

    def reset(self) -> None:
        """Take all keys for open and look again: those that are closed give a new press."""
        for key in range(self.key_count):
            self._pressed[key] = False
            self.changed(self._pins[key], rig.closed.get(self._pins[key], False))

    def deinit(self) -> None:
        if rig.keys is self:
            rig.keys = None

    def __enter__(self) -> "Keys":
        return self

    def __exit__(self, *exception: object) -> None:
        self.deinit()
