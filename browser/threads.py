"""`threading` and `time.sleep` in a browser, where Python has no threads: each is a task, and only one runs at a time.

A task goes on until it waits; then another has its turn. So what waits in the host's code, a condition, an event, a
lock, a sleep, is what hands over. `run_sync` (Pyodide, over WebAssembly's stack switching) waits inside a call.
"""

import asyncio
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pyodide.ffi import run_sync


class TaskWaiting:
    """Those that wait for something to become so."""

    def __init__(self) -> None:
        self._futures: list[asyncio.Future[None]] = []

    def wait(self, until: Callable[[], bool], timeout: float | None) -> bool:
        """Whether it is so, after so many seconds at most."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not until():
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                return False
            future = asyncio.get_event_loop().create_future()
            self._futures.append(future)
            try:
                run_sync(asyncio.wait([future], timeout=left))
            finally:
                if future in self._futures:
                    self._futures.remove(future)
        return True

    def look(self) -> None:
        """Something has changed."""
        for future in self._futures:
            if not future.done():
                future.set_result(None)
        self._futures.clear()


class Thread:
    """As threading.Thread: a task that runs the target, or what a class of its own has as `run`."""

    def __init__(
        self,
        group: None = None,
        target: Callable[..., object] | None = None,
        name: str | None = None,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        *,
        daemon: bool | None = None,
    ) -> None:
        self.name = name or "task"
        self.daemon = daemon
        self._call: Callable[[], object] = lambda: target(*args, **(kwargs or {})) if target else None
        self._started = self._ended = False
        self._waiting = TaskWaiting()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._started = True
        self._task = asyncio.ensure_future(self._main())

    def run(self) -> None:
        self._call()

    async def _main(self) -> None:
        self._run()

    def _run(self) -> None:
        try:
            self.run()
        except Exception:
            traceback.print_exc()  # into the browser's console
        finally:
            self._ended = True
            self._waiting.look()

    def is_alive(self) -> bool:
        return self._started and not self._ended

    def join(self, timeout: float | None = None) -> None:
        self._waiting.wait(lambda: self._ended, timeout)


class Event:
    """As threading.Event."""

    def __init__(self) -> None:
        self._is_set = False
        self._waiting = TaskWaiting()

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True
        self._waiting.look()

    def clear(self) -> None:
        self._is_set = False

    def wait(self, timeout: float | None = None) -> bool:
        return self._waiting.wait(lambda: self._is_set, timeout)


class RLock:
    """As threading.RLock: of a task, as often as it likes."""

    def __init__(self) -> None:
        self._owner: object = None
        self._depth = 0
        self._waiting = TaskWaiting()

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        me = asyncio.current_task() or "main"
        wait = 0.0 if not blocking else None if timeout < 0 else timeout
        if not self._waiting.wait(lambda: self._owner in (None, me), wait):
            return False
        self._owner = me
        self._depth += 1
        return True

    def release(self) -> None:
        self._depth -= 1
        if not self._depth:
            self._owner = None
            self._waiting.look()

    def locked(self) -> bool:
        return self._owner is not None

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *exception: object) -> None:
        self.release()


class Condition:
    """As threading.Condition; `notify` wakes everybody, who look again."""

    def __init__(self, lock: RLock | None = None) -> None:
        self._lock = lock or RLock()
        self._waiting = TaskWaiting()
        self._told = 0
        self.acquire, self.release = self._lock.acquire, self._lock.release

    def __enter__(self) -> bool:
        return self._lock.acquire()

    def __exit__(self, *exception: object) -> None:
        self._lock.release()

    def wait(self, timeout: float | None = None) -> bool:
        depth, self._lock._depth = self._lock._depth, 1
        self._lock.release()
        told = self._told
        try:
            return self._waiting.wait(lambda: self._told != told, timeout)
        finally:
            self._lock.acquire()
            self._lock._depth = depth

    def wait_for(self, predicate: Callable[[], Any], timeout: float | None = None) -> Any:
        deadline = None if timeout is None else time.monotonic() + timeout
        result = predicate()
        while not result:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                break
            self.wait(left)
            result = predicate()
        return result

    def notify(self, n: int = 1) -> None:
        self._told += 1
        self._waiting.look()

    notify_all = notify


def sleep(seconds: float) -> None:
    """As time.sleep; meanwhile others have their turn."""
    run_sync(asyncio.sleep(seconds))


def install() -> None:
    """Put these in the place of Python's, before anything is imported that takes them."""
    import concurrent.futures.thread  # noqa: F401 - which keeps Python's own locks for itself

    for kind in (Thread, Event, RLock, Condition):
        setattr(threading, kind.__name__, kind)
    threading.Lock = RLock  # type: ignore[assignment]  # of tasks that do not wait for themselves
    time.sleep = sleep  # type: ignore[assignment]
