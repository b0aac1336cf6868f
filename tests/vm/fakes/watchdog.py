"""`watchdog`: of an RP2040, at most 8 s, and no RAISE."""

from rig import Failure, rig


class WatchDogMode:
    RAISE = "watchdog.WatchDogMode.RAISE"
    RESET = "watchdog.WatchDogMode.RESET"


class WatchDogTimeout(Exception):  # noqa: N818 - its name on a board
    """Never raised on RP2040."""


class WatchDogTimer:
    """`microcontroller.watchdog`; a firmware that does not feed it has failed."""

    def __init__(self):
        self._timeout_ms = 0
        self._mode = None
        self._fed = 0

    @property
    def timeout(self):
        return self._timeout_ms / 1000

    @timeout.setter
    def timeout(self, seconds):
        if not 0 <= seconds <= 8:
            raise ValueError("timeout must be 0-8")
        self._timeout_ms = int(seconds * 1000)
        self.feed()

    @property
    def mode(self):
        return self._mode

    @mode.setter
    def mode(self, mode):
        if mode == WatchDogMode.RAISE:
            raise NotImplementedError
        self._mode = mode
        self.feed()

    def feed(self):
        self._fed = rig.now

    def deinit(self):
        self._mode = None

    def check(self, now_ms):
        if self._mode is not None and now_ms - self._fed > self._timeout_ms:
            raise Failure("the watchdog was not fed for %d ms" % (now_ms - self._fed))
