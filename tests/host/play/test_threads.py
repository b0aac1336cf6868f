"""Tasks in the place of threads, as a browser's Python runs them.

`run_sync` is modelled by greenlets, which wait inside a call as WebAssembly's stack switching does.
"""

import asyncio
import importlib
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy.util import await_only, greenlet_spawn


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """threads.py, with a Pyodide under it that is modelled; nothing of Python's own is replaced."""
    ffi = ModuleType("pyodide.ffi")
    ffi.run_sync = await_only  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyodide", ModuleType("pyodide"))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    name = "browser.threads"
    monkeypatch.delitem(sys.modules, name, raising=False)
    module = importlib.import_module(name)

    async def main(self: Any) -> None:
        await greenlet_spawn(self._run)

    monkeypatch.setattr(module.Thread, "_main", main)
    yield module
    sys.modules.pop(name, None)


def run(main: Callable[[], object]) -> None:
    """Call it where it can wait: in a thread of its own, for greenlets leave Python's count of calls behind."""
    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, asyncio.wait_for(_run(main), 20)).result()


async def _run(main: Callable[[], object]) -> None:
    await greenlet_spawn(main)


def test_a_task_begins_when_whoever_started_it_waits(threads: Any) -> None:
    did: list[str] = []

    def main() -> None:
        thread = threads.Thread(target=did.append, args=("task",))
        thread.start()
        did.append("main")
        assert thread.is_alive()
        thread.join()
        assert not thread.is_alive()

    run(main)
    assert did == ["main", "task"]


def test_an_event_wakes_those_who_wait(threads: Any) -> None:
    did: list[str] = []

    def main() -> None:
        event = threads.Event()

        def wait(name: str) -> None:
            assert event.wait(10) is True
            did.append(name)

        tasks = [threads.Thread(target=wait, args=(name,)) for name in "ab"]
        for task in tasks:
            task.start()
        threads.sleep(0)
        assert did == []
        event.set()
        for task in tasks:
            task.join()
        event.clear()
        assert event.wait(0.001) is False

    run(main)
    assert did == ["a", "b"]


def test_a_lock_keeps_others_out_while_its_holder_waits(threads: Any) -> None:
    did: list[str] = []

    def main() -> None:
        lock = threads.RLock()

        def work(name: str) -> None:
            with lock, lock:  # as often as it likes
                did.append(f"{name} in")
                threads.sleep(0.001)
                did.append(f"{name} out")

        tasks = [threads.Thread(target=work, args=(name,)) for name in "ab"]
        for task in tasks:
            task.start()
        threads.sleep(0)
        assert lock.acquire(blocking=False) is False
        for task in tasks:
            task.join()
        assert not lock.locked()

    run(main)
    assert did == ["a in", "a out", "b in", "b out"]


def test_who_waits_for_a_condition_lets_go_of_its_lock_and_has_it_back(threads: Any) -> None:
    did: list[str] = []

    def main() -> None:
        condition = threads.Condition()
        there: list[int] = []

        def take() -> None:
            with condition:
                assert condition.wait_for(lambda: there, 10)
                did.append(f"took {there.pop()}")
                threads.sleep(0.001)
                did.append("done")

        task = threads.Thread(target=take)
        task.start()
        threads.sleep(0)
        with condition:
            there.append(5)
            condition.notify()
            did.append("gave")
            threads.sleep(0.001)
            did.append("still mine")
        task.join()
        with condition:
            assert condition.wait_for(lambda: there, 0.001) == []

    run(main)
    assert did == ["gave", "still mine", "took 5", "done"]


def test_a_task_that_fails_says_so_and_has_ended(threads: Any, capfd: pytest.CaptureFixture[str]) -> None:
    def main() -> None:
        task = threads.Thread(target=lambda: 1 // 0)
        task.start()
        task.join(10)
        assert not task.is_alive()

    run(main)
    assert "ZeroDivisionError" in capfd.readouterr().err
