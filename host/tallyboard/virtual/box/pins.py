"""GPIO: the pins of a Pico and the switches on them, and what reads or drives one: keypad, digitalio, pwmio.

    pin ──scan every `interval`──> debounce counter ──event──> EventQueue ──get_into──> firmware

The scanner runs in board time, whatever the firmware does; a full queue drops the new event. All after CircuitPython's
shared-module/keypad and its raspberrypi port.
"""

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Sequence

    from .cpu import BoardTime

_FULL = 0xFFFF  # of a duty cycle: always high, which is as silent as always low
_HIGHEST_HZ = 62_500_000  # half of the clock


PRESS_MS = 60
HOLD_MS = 1000
UP_MS = 60
CHATTER_MS = 5


def edges(verb: str, start: int) -> tuple[list[tuple[int, bool]], int]:
    """(when a key closes, or opens, that somebody begins to press, hold or bounce at `start`; when that is over)."""
    down = HOLD_MS if verb == "hold" else PRESS_MS
    found = []
    for step in range(CHATTER_MS if verb == "bounce" else 1):  # closed, open, closed…: an odd number ends as it should
        found.append((start + step, step % 2 == 0))
        found.append((start + down + step, step % 2 == 1))
    return found, start + down + UP_MS


class Pin:
    """`microcontroller.Pin`: made once by the hardware, compared by identity. `grounded`: its switch is closed."""

    def __init__(self, number: int, name: str) -> None:
        self.number = number
        self.name = name
        self.grounded = False
        self._in_use = False

    def check_free(self) -> None:
        """Raise ValueError when it is in use."""
        if self._in_use:
            raise ValueError(self.name + " in use")

    def claim(self) -> None:
        """Take it for one use. Raises as check_free."""
        self.check_free()
        self._in_use = True

    def release(self) -> None:
        self._in_use = False


class Pull:
    """`digitalio.Pull`."""

    UP = "digitalio.Pull.UP"
    DOWN = "digitalio.Pull.DOWN"


class DigitalInOut:
    """`digitalio.DigitalInOut`, an input: enough for reading a switch at start. `pull`: `Pull.UP`, `Pull.DOWN` or none.

    Without a pull a pin floats; here it reads as if it were pulled down, so that none goes unnoticed.
    """

    def __init__(self, pin: Pin) -> None:
        pin.claim()
        self._pin = pin
        self.pull: str | None = None

    @property
    def value(self) -> bool:
        return self.pull == Pull.UP and not self._pin.grounded

    def deinit(self) -> None:
        """Give the pin back."""
        self._pin.release()


class PWMOut:
    """`pwmio.PWMOut`. A subclass that sets `board` and `outputs` is what the firmware gets."""

    board: "BoardTime"
    outputs: "list[PWMOut]"

    def __init__(
        self, pin: Pin, *, duty_cycle: int = 0, frequency: int = 500, variable_frequency: bool = False
    ) -> None:
        """`duty_cycle` 0 to 65,535, `frequency` in Hz. Errors as CircuitPython's raspberrypi port gives them."""
        _check_frequency(frequency)
        pin.claim()
        self._pin: Pin | None = pin
        self._variable = variable_frequency
        self._frequency = frequency
        self._heard_hz = 0
        self.duty_cycle = duty_cycle
        self.outputs.append(self)

    @property
    def duty_cycle(self) -> int:
        """The part of the time that the pin is high, of 65,535."""
        return self._duty_cycle

    @duty_cycle.setter
    def duty_cycle(self, duty_cycle: int) -> None:
        if not 0 <= duty_cycle <= _FULL:
            raise ValueError("duty_cycle must be 0-65535")
        self._duty_cycle = duty_cycle
        self._sound()

    @property
    def frequency(self) -> int:
        """In Hz; to be set only where the frequency is variable."""
        return self._frequency

    @frequency.setter
    def frequency(self, frequency: int) -> None:
        if not self._variable:
            raise AttributeError("PWM frequency not writable when variable_frequency is False on construction.")
        _check_frequency(frequency)
        self._frequency = frequency
        self._sound(self.board.hears_again)

    def _sound(self, again: bool = False) -> None:
        """Note what is heard from now on, when it is something else; `again`: or when it sounds."""
        if self._pin is None:
            raise ValueError("Object has been deinitialized and can no longer be used. Create a new object.")
        hz = self._frequency if 0 < self._duty_cycle < _FULL else 0
        if hz != self._heard_hz or (again and hz):
            self._heard_hz = hz
            if self.board.on_heard is not None:
                self.board.on_heard(self.board.ms, self._pin.name, hz)

    def deinit(self) -> None:
        """Be silent and give the pin back."""
        if self._pin is not None:
            self.duty_cycle = 0
            self._pin.release()
            self.outputs.remove(self)
            self._pin = None


def _check_frequency(frequency: int) -> None:
    if not 0 < frequency <= _HIGHEST_HZ:
        raise ValueError("Invalid frequency")


class KeyEvent:
    """`keypad.Event`: a key went down or up. Equal when key and direction are equal, whatever the time."""

    board: "BoardTime"

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: int | None = None) -> None:
        """`timestamp` in ticks_ms, 0…2**29-1; None is now."""
        self.key_number = key_number
        self.pressed = pressed
        self.timestamp = self.board.ticks_ms() if timestamp is None else timestamp

    @property
    def released(self) -> bool:
        """The opposite of pressed."""
        return not self.pressed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KeyEvent) and (self.key_number, self.pressed) == (other.key_number, other.pressed)


class EventQueue:
    """`keypad.EventQueue`. `polled_empty` is ours: the firmware has read it to the end in this turn."""

    def __init__(self, board: "BoardTime", event_type: type[KeyEvent], max_events: int) -> None:
        self._board = board
        self._event_type = event_type
        self._max_events = max_events
        self._events: list[tuple[int, bool, int]] = []
        self.overflowed = False
        self.polled_empty = False

    def record(self, key_number: int, pressed: bool, timestamp: int) -> None:
        """Add an event; a full queue drops it and remembers that."""
        if len(self._events) >= self._max_events:
            self.overflowed = True
        else:
            self._events.append((key_number, pressed, timestamp))

    def get(self) -> KeyEvent | None:
        """The oldest event, or None."""
        event = self._event_type(timestamp=0)
        return event if self.get_into(event) else None

    def get_into(self, event: KeyEvent) -> bool:
        """Take the oldest event into `event`; False, and `event` untouched, when there is none."""
        if not isinstance(event, KeyEvent):
            raise TypeError("event must be of type Event")
        if not self._events:
            if self.polled_empty:
                # A loop that never asks for the time would poll for ever in the same millisecond.
                self._board.turn()
            self.polled_empty = True
            return False
        event.key_number, event.pressed, event.timestamp = self._events.pop(0)
        return True

    def clear(self) -> None:
        """Forget all events and that any were dropped."""
        self._events.clear()
        self.overflowed = False

    def __len__(self) -> int:
        return len(self._events)


class Keys:
    """`keypad.Keys`. A subclass that sets `board`, `event_type` and `scanners` is what the firmware gets.

    As of CircuitPython 9.2.1: keys that are down when it is made are not told, but on `reset` they are; in 9.0 they
    were both times, and in 9.1 and 9.2.0 neither time.
    """

    board: "BoardTime"
    event_type: type[KeyEvent]
    scanners: "list[Keys]"

    def __init__(
        self,
        pins: "Sequence[Pin]",
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
        if len({pin.name for pin in pins}) != len(pins):
            raise ValueError("Duplicate pins in row_pins")
        for pin in pins:
            pin.check_free()
        for pin in pins:
            pin.claim()
        self._pins = tuple(pins)
        self._pulled_up = pull and not value_when_pressed
        self._pressed_high = value_when_pressed
        self._threshold = debounce_threshold
        # Counters start at zero, not at "released": a key that is down at start gives no event until reset().
        self._counters = [0] * len(pins)
        self.interval_ms = max(1, round(interval * 1000))
        self.key_count = len(pins)
        self.events = EventQueue(self.board, self.event_type, max_events)
        self.due_ms: int | None = None
        """The next scan that can find something."""
        self.scanners.append(self)
        self.board.ticking.append(self)
        self.step()

    @property
    def debounce_ms(self) -> int:
        """After this many milliseconds an edge has become an event."""
        return self.interval_ms * self._threshold

    def look(self) -> None:
        """A switch has closed or opened: the next scan, of those an interval apart, sees it."""
        if self.due_ms is None:
            self.due_ms = self._scanned_ms + self.interval_ms
            late = self.board.seen_ms - self.due_ms
            if late >= 0:
                self.due_ms += (late // self.interval_ms + 1) * self.interval_ms

    def step(self) -> None:
        """Read all pins and queue what changed."""
        self._scanned_ms = self.board.ms
        self.due_ms = None
        for number in range(self.key_count):
            level = self._pulled_up and not self._pins[number].grounded
            pressed = level == self._pressed_high
            towards = 1 if pressed else -1
            count = self._counters[number]
            if count * towards < self._threshold:
                self.due_ms = self._scanned_ms + self.interval_ms  # to see whether it stays
                count += towards
                if not count:  # crossing zero is the edge, and jumps to the far end
                    count = self._threshold * towards
                    self.events.record(number, pressed, self.board.ticks_ms())
                self._counters[number] = count

    def reset(self) -> None:
        """Assume that all keys are up and scan now: keys that are down give a new press."""
        self._counters = [-self._threshold] * self.key_count
        self.step()

    def deinit(self) -> None:
        """Stop scanning and give the pins back."""
        if self in self.scanners:
            self.scanners.remove(self)
            self.board.ticking.remove(self)
            for pin in self._pins:
                pin.release()
