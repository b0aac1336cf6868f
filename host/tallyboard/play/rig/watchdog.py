"""`watchdog`: of an RP2040, at most 8 s, and no RAISE."""

from rig import Failure, rig


class WatchDogMode:
    RAISE = "watchdog.WatchDogMode.RAISE"
    RESET = "watchdog.WatchDogMode.RESET"


class WatchDogTimeout(Exception):  # noqa: N818 - its name on a board
    """Never raised on RP2040."""


class WatchDogTimer:
    """`microcontroller.watchdog`; a firmware that does not feed it has failed."""

    def __init__(self) -> None:
        self._timeout_ms = 0
        self._mode: str | None = None
        self._fed = 0

    @property
    def timeout(self) -> float:
        return self._timeout_ms / 1000

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        if not 0 <= seconds <= 8:
            raise ValueError("timeout must be 0-8")
        self._timeout_ms = int(seconds * 1000)
        self.feed()

    @property
    def mode(self) -> str | None:
        return self._mode

    @mode.setter
    def mode(self, mode: str | None) -> None:
        if mode == WatchDogMode.RAISE:
            raise NotImplementedError
        self._mode = mode
        self.feed()

    def feed(self) -> None:
        self._fed = rig.now

    def deinit(self) -> None:
        self._mode = None

    def check(self, now_ms: int) -> None:
        if self._mode is not None and now_ms - self._fed > self._timeout_ms:
            raise Failure("the watchdog was not fed for %d ms" % (now_ms - self._fed))
