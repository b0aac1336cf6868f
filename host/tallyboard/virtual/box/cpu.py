"""The processor: board time, what a reset is and why it happened, the watchdog."""

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from typing import Protocol

    class Ticking(Protocol):
        """What has something to do at its own time, as long as `due_ms` is none: then `step` is called."""

        due_ms: int | None

        def step(self) -> None: ...


TICKS_PERIOD = 1 << 29
# CircuitPython's supervisor starts here so that the first wrap comes 65.536 s after power-on.
TICKS_AT_POWER_ON = TICKS_PERIOD - 65_536


class BoardTime:
    """Board time stands still until somebody calls `advance`.

    The firmware asks for the time or sleeps through `turn`; who drives the board (the conductor, the rig, or a test)
    decides what a turn is: `on_turn(sleep_ms)`, where it is set, or a subclass. `ms` is board time since power-on and
    never goes back; ticks_ms starts anew at a reset.
    """

    ticks_at_power_on = TICKS_AT_POWER_ON
    hears_again = False
    """Whether a tone that is set while it sounds is told, though it is the same."""

    def __init__(self) -> None:
        self.ms = 0
        self.seen_ms = 0
        """What was due up to here is done."""
        self.ticking: "list[Ticking]" = []
        self.on_turn: "Callable[[int | None], None] | None" = None
        self.on_heard: "Callable[[int, str, int], None] | None" = None
        """on_heard(ms, pin, hz): from then on a piezo on this pin sounds so high, or not at all (0)."""
        self.started_ms = 0
        """When the chip has started: its clocks began anew."""
        self._agenda: "list[tuple[int, Callable[[], None]]]" = []  # in order

    def ticks_ms(self) -> int:
        """supervisor.ticks_ms: 0…2**29-1."""
        return (self.ticks_at_power_on + self.ms - self.started_ms) & (TICKS_PERIOD - 1)

    def monotonic_ms(self) -> int:
        """Milliseconds since the chip started."""
        return self.ms - self.started_ms

    def turn(self, sleep_ms: int | None = None) -> None:
        """The firmware asks for the time (None) or sleeps for so many milliseconds. Here a turn is a millisecond."""
        if self.on_turn is not None:
            self.on_turn(sleep_ms)
        else:
            self.advance(1 if sleep_ms is None else sleep_ms)

    def advance(self, milliseconds: int) -> None:
        """Let board time pass: due switch edges, then scans, each at its own millisecond."""
        end = self.ms + milliseconds
        while self.ms < end:
            to = end
            if self._agenda:
                to = min(to, self._agenda[0][0])
            for one in self.ticking:
                if one.due_ms is not None and one.due_ms < to:
                    to = max(one.due_ms, self.ms + 1)
            self.ms = to
            self._do_due()
            self.seen_ms = to
            for one in self.ticking:
                if one.due_ms is not None and one.due_ms <= to:
                    one.step()

    def at(self, ms: int, action: "Callable[[], None]") -> None:
        """Do something at a board time; at once when that is now or past."""
        place = len(self._agenda)
        while place and self._agenda[place - 1][0] > ms:
            place -= 1
        self._agenda.insert(place, (ms, action))
        self._do_due()

    def _do_due(self) -> None:
        while self._agenda and self._agenda[0][0] <= self.ms:
            self._agenda.pop(0)[1]()

    def reset(self, reason: str, hard: bool) -> None:
        """The firmware's run ends here; see BoardReset."""
        raise BoardReset(reason, hard)

    def wait(self) -> None:
        """A port waits for the laptop."""
        self.turn()


class Failure(BaseException):
    """Something that no board survives, or that no script should do. Not an Exception: a firmware that catches every
    fault must not catch it."""


class BoardReset(BaseException):
    """The firmware's run is over and another begins. Not an Exception: no `except Exception` of it may stop a reset."""

    def __init__(self, reason: str, hard: bool) -> None:
        """`hard`: the chip restarts (boot.py runs again, ticks begin anew); else only code.py does."""
        BaseException.__init__(self, reason)
        self.reason = reason
        self.hard = hard


class ResetReason:
    """`microcontroller.ResetReason`."""

    POWER_ON = "microcontroller.ResetReason.POWER_ON"
    BROWNOUT = "microcontroller.ResetReason.BROWNOUT"
    SOFTWARE = "microcontroller.ResetReason.SOFTWARE"
    DEEP_SLEEP_ALARM = "microcontroller.ResetReason.DEEP_SLEEP_ALARM"
    RESET_PIN = "microcontroller.ResetReason.RESET_PIN"
    WATCHDOG = "microcontroller.ResetReason.WATCHDOG"
    UNKNOWN = "microcontroller.ResetReason.UNKNOWN"
    RESCUE_DEBUG = "microcontroller.ResetReason.RESCUE_DEBUG"


class RunReason:
    """`supervisor.RunReason`."""

    STARTUP = "supervisor.RunReason.STARTUP"
    SUPERVISOR_RELOAD = "supervisor.RunReason.SUPERVISOR_RELOAD"


class WatchDogMode:
    """`watchdog.WatchDogMode`."""

    RAISE = "watchdog.WatchDogMode.RAISE"
    RESET = "watchdog.WatchDogMode.RESET"


class WatchDogTimer:
    """`microcontroller.watchdog` of an RP2040: 8 s at most, RESET only."""

    def __init__(self, board: BoardTime) -> None:
        self._board = board
        self._timeout_ms = 0
        self._mode: str | None = None
        self.due_ms: int | None = None

    def stop(self) -> None:
        """The state after a reset."""
        self._timeout_ms = 0
        self._mode = self.due_ms = None

    @property
    def timeout(self) -> float:
        """Seconds, 0…8, between two feeds. Setting it feeds."""
        return self._timeout_ms / 1000

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError("timeout must be >= 0")
        if seconds > 8:
            raise ValueError("timeout must be <= 8")
        self._timeout_ms = int(seconds * 1000)
        self.feed()

    @property
    def mode(self) -> str | None:
        """WatchDogMode.RESET when on, None when off. RAISE is not there: NotImplementedError."""
        return self._mode

    @mode.setter
    def mode(self, mode: str | None) -> None:
        if mode == WatchDogMode.RAISE:
            raise NotImplementedError
        self._mode = mode
        self.feed()

    def feed(self) -> None:
        """Start the timeout anew."""
        self.due_ms = None if self._mode is None else self._board.ms + self._timeout_ms + 1

    def step(self) -> None:
        """The firmware has not fed it in time."""
        self._board.reset(ResetReason.WATCHDOG, True)
