"""A browser with a profile on disk, which can be killed as a power cut does it, and started again."""

import os
import signal
import time
from pathlib import Path
from typing import Self

from playwright.sync_api import BrowserContext, Playwright

from tests.browser.browsers import persistent
from tests.browser.play.bench import Bench, prepared

_PATIENCE_S = 60
_LOOK_S = 0.02


class Killed:
    """Use it with `with`. `folder`: an empty one, for the profile and what the browser's start needs."""

    def __init__(self, playwright: Playwright, browser: str, folder: Path) -> None:
        self._playwright = playwright
        self._browser = browser
        self._folder = folder
        self._profile = folder / "profile"
        self._context: BrowserContext | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._context is not None:
            self._context.close()

    def start(self, file: str) -> Bench:
        """The page, in a browser with this profile."""
        self._context = prepared(persistent(self._playwright, self._browser, self._folder, self._profile))
        page = self._context.new_page()
        page.goto(file)
        bench = Bench(page)
        bench.box(1).is_lit()
        return bench

    def kill(self) -> None:
        """All of its processes: those that name its profile, and what these have started. They are gone then: the next
        browser with this profile finds it as after a power cut, and not in use."""
        first = [pid for pid in _processes() if str(self._profile).encode() in _read(pid, "cmdline")]
        mine = set(first)
        for _ in range(3):  # generations
            mine |= {pid for pid in _processes() if _parent(pid) in mine}
        mine -= {os.getpid()}
        for pid in mine:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        assert mine
        self._context = None
        until = time.monotonic() + _PATIENCE_S
        while left := [pid for pid in mine if _read(pid, "cmdline")]:  # one that nobody has waited for has none
            assert time.monotonic() < until, left
            time.sleep(_LOOK_S)


def _processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def _parent(pid: int) -> int:
    """0 where there is no such process any more."""
    fields = _read(pid, "stat").rpartition(b")")[2].split()
    return int(fields[1]) if fields else 0
