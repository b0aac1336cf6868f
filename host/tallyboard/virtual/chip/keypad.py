"""`keypad.Keys` and its queue (CircuitPython, shared-module/keypad).

    pin ──scan every `interval`──> debounce counter ──event──> EventQueue ──get_into──> firmware

The scanner runs in board time, whatever the firmware does; a full queue drops the new event.
"""

from collections import deque
from collections.abc import Sequence
from typing import ClassVar, Protocol

from tallyboard.virtual.chip.pins import Pin, Pins


class HasKeys(Protocol):
    """What the scanner needs of the hardware."""

    pins: Pins
    ms: int
    scanners: list["Keys"]

    def ticks_ms(self) -> int:
        """Board time as supervisor.ticks_ms gives it."""

    def turn(self) -> None:
        """Let the world have its turn."""


class Event:
    """`keypad.Event`: a key went down or up. Equal when key and direction are equal, whatever the time."""

    hardware: ClassVar[HasKeys]

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: int | None = None) -> None:
        """`timestamp` in ticks_ms, 0…2**29-1; None is now."""
        self.key_number = key_number
        self.pressed = pressed
        self.timestamp = self.hardware.ticks_ms() if timestamp is None else timestamp

    @property
    def released(self) -> bool:
        """The opposite of pressed."""
        return not self.pressed

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return (self.key_number, self.pressed) == (other.key_number, other.pressed)

    def __hash__(self) -> int:
        return self.key_number << 1 | self.pressed

    def __repr__(self) -> str:
        return f"<Event: key_number {self.key_number} {'pressed' if self.pressed else 'released'}>"


class EventQueue:
    """`keypad.EventQueue`. `polled_empty` is ours: the firmware has read it to the end in this turn."""

    def __init__(self, hardware: HasKeys, event_type: type[Event], max_events: int) -> None:
        self._hardware = hardware
        self._event_type = event_type
        self._max_events = max_events
        self._events: deque[tuple[int, bool, int]] = deque()
        self.overflowed = False
        self.polled_empty = False

    def record(self, key_number: int, pressed: bool, timestamp: int) -> None:
        """Add an event; a full queue drops it and remembers that."""
        if len(self._events) >= self._max_events:
            self.overflowed = True
        else:
            self._events.append((key_number, pressed, timestamp))

    def get(self) -> Event | None:
        """The oldest event, or None."""
        event = self._event_type(timestamp=0)
        return event if self.get_into(event) else None

    def get_into(self, event: Event) -> bool:
        """Take the oldest event into `event`; False, and `event` untouched, when there is none."""
        if not isinstance(event, Event):
            raise TypeError(f"event must be of type Event, not {type(event).__name__}")
        if not self._events:
            if self.polled_empty:
                # A loop that never asks for the time would poll for ever in the same millisecond.
                self._hardware.turn()
            self.polled_empty = True
            return False
        event.key_number, event.pressed, event.timestamp = self._events.popleft()
        return True

    def clear(self) -> None:
        """Forget all events and that any were dropped."""
        self._events.clear()
        self.overflowed = False

    def __len__(self) -> int:
        return len(self._events)

    def __bool__(self) -> bool:
        return bool(self._events)


class Keys:
    """`keypad.Keys`. A subclass that sets `hardware` and `event_type` is what the firmware gets."""

    hardware: ClassVar[HasKeys]
    event_type: ClassVar[type[Event]]

    def __init__(
        self,
        pins: Sequence[Pin],
        *,
        value_when_pressed: bool,
        pull: bool = True,
        interval: float = 0.020,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        """`interval` in seconds, here in whole milliseconds, at least 1; `debounce_threshold` 1…127 scans."""
        if interval < 0:
            raise ValueError("interval must be >= 0")
        if max_events < 1:
            raise ValueError("max_events must be >= 1")
        if not 1 <= debounce_threshold <= 127:
            raise ValueError("debounce_threshold must be 1-127")
        if len(set(pins)) != len(pins):
            raise ValueError("Duplicate pins in row_pins")
        for pin in pins:
            self.hardware.pins.check_free(pin)
        for pin in pins:
            self.hardware.pins.claim(pin)
        self._pins = tuple(pins)
        self._pressed_high = value_when_pressed
        self._pulled_down = pull and value_when_pressed
        self._threshold = debounce_threshold
        # Counters start at zero, not at "released": a key that is down at start gives no event until reset().
        self._counters = [0] * len(pins)
        self.interval_ms = max(1, round(interval * 1000))
        self.key_count = len(pins)
        self.events = EventQueue(self.hardware, self.event_type, max_events)
        self.hardware.scanners.append(self)
        self.scan()

    @property
    def debounce_ms(self) -> int:
        """After this many milliseconds an edge has become an event."""
        return self.interval_ms * self._threshold

    def scan_if_due(self) -> None:
        """One millisecond of board time."""
        if self.hardware.ms >= self._next_scan:
            self.scan()

    def scan(self) -> None:
        """Read all pins and queue what changed."""
        hardware = self.hardware
        self._next_scan = hardware.ms + self.interval_ms
        for number, pin in enumerate(self._pins):
            pressed = hardware.pins.level(pin, self._pulled_down) == self._pressed_high
            if self._debounced(number, pressed):
                self.events.record(number, pressed, hardware.ticks_ms())

    def _debounced(self, number: int, pressed: bool) -> bool:
        """Count towards +threshold or -threshold; crossing zero is the edge, and jumps to the far end."""
        towards = 1 if pressed else -1
        count = self._counters[number]
        if count * towards >= self._threshold:
            return False
        self._counters[number] = count + towards
        if self._counters[number] != 0:
            return False
        self._counters[number] = self._threshold * towards
        return True

    def reset(self) -> None:
        """Assume that all keys are up and scan now: keys that are down give a new press."""
        self._counters = [-self._threshold] * self.key_count
        self.scan()

    def deinit(self) -> None:
        """Stop scanning and give the pins back."""
        if self in self.hardware.scanners:
            self.hardware.scanners.remove(self)
            for pin in self._pins:
                self.hardware.pins.release(pin)

    def __enter__(self) -> "Keys":
        return self

    def __exit__(self, *_exception: object) -> None:
        self.deinit()
