"""The processor: what a reset is, why it happened, and the watchdog (`microcontroller`, `watchdog`)."""

from typing import Protocol


class BoardReset(BaseException):
    """The firmware's run is over and another begins. Not an Exception: no `except Exception` of it may stop a reset."""

    def __init__(self, reason: "Reason", hard: bool) -> None:
        """`hard`: the chip restarts (boot.py runs again, ticks begin anew); else only code.py does."""
        super().__init__(str(reason))
        self.reason = reason
        self.hard = hard


class Reason:
    """A named constant, as CircuitPython prints it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name


class ResetReason:
    """`microcontroller.ResetReason`."""

    POWER_ON = Reason("microcontroller.ResetReason.POWER_ON")
    BROWNOUT = Reason("microcontroller.ResetReason.BROWNOUT")
    SOFTWARE = Reason("microcontroller.ResetReason.SOFTWARE")
    DEEP_SLEEP_ALARM = Reason("microcontroller.ResetReason.DEEP_SLEEP_ALARM")
    RESET_PIN = Reason("microcontroller.ResetReason.RESET_PIN")
    WATCHDOG = Reason("microcontroller.ResetReason.WATCHDOG")
    UNKNOWN = Reason("microcontroller.ResetReason.UNKNOWN")
    RESCUE_DEBUG = Reason("microcontroller.ResetReason.RESCUE_DEBUG")


class RunMode:
    """`microcontroller.RunMode`."""

    NORMAL = Reason("microcontroller.RunMode.NORMAL")
    SAFE_MODE = Reason("microcontroller.RunMode.SAFE_MODE")
    UF2 = Reason("microcontroller.RunMode.UF2")
    BOOTLOADER = Reason("microcontroller.RunMode.BOOTLOADER")


class RunReason:
    """`supervisor.RunReason`."""

    STARTUP = Reason("supervisor.RunReason.STARTUP")
    AUTO_RELOAD = Reason("supervisor.RunReason.AUTO_RELOAD")
    SUPERVISOR_RELOAD = Reason("supervisor.RunReason.SUPERVISOR_RELOAD")
    REPL_RELOAD = Reason("supervisor.RunReason.REPL_RELOAD")


class SafeModeReason:
    """`supervisor.SafeModeReason`: the ones a board here can have."""

    NONE = Reason("supervisor.SafeModeReason.NONE")
    USER = Reason("supervisor.SafeModeReason.USER")
    WATCHDOG = Reason("supervisor.SafeModeReason.WATCHDOG")
    BROWNOUT = Reason("supervisor.SafeModeReason.BROWNOUT")
    HARD_FAULT = Reason("supervisor.SafeModeReason.HARD_FAULT")


class WatchDogMode:
    """`watchdog.WatchDogMode`."""

    RAISE = Reason("watchdog.WatchDogMode.RAISE")
    RESET = Reason("watchdog.WatchDogMode.RESET")


class WatchDogTimeout(Exception):  # noqa: N818
    """`watchdog.WatchDogTimeout`; RP2040 never raises it."""


class HasTime(Protocol):
    """What the watchdog needs of the hardware."""

    ms: int


class WatchDogTimer:
    """`microcontroller.watchdog` of an RP2040: 8 s at most, RESET only."""

    def __init__(self, hardware: HasTime) -> None:
        self._hardware = hardware
        self.stop()

    def stop(self) -> None:
        """The state after a reset."""
        self._timeout = 0.0
        self._mode: Reason | None = None
        self._fed = self._hardware.ms

    @property
    def timeout(self) -> float:
        """Seconds, 0…8, between two feeds. Setting it feeds."""
        return self._timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError("timeout must be >= 0")
        if seconds > 8:
            raise ValueError("timeout must be <= 8")
        self._timeout = float(seconds)
        self.feed()

    @property
    def mode(self) -> Reason | None:
        """WatchDogMode.RESET when on, None when off. RAISE is not there: NotImplementedError."""
        return self._mode

    @mode.setter
    def mode(self, mode: Reason | None) -> None:
        if mode is WatchDogMode.RAISE:
            raise NotImplementedError
        self._mode = mode
        self.feed()

    def feed(self) -> None:
        """Start the timeout anew."""
        self._fed = self._hardware.ms

    def check(self) -> None:
        """Reset the board when the firmware has not fed it in time."""
        if self._mode is not None and self._hardware.ms - self._fed > self._timeout * 1000:
            raise BoardReset(ResetReason.WATCHDOG, hard=True)
