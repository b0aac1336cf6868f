"""Work shared by processes. They end with the one that began them, whatever ends that; and where one of them is killed,
its work is done all the same."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, TypeVar

_Work = TypeVar("_Work", bound=tuple[Any, ...])
_Made = TypeVar("_Made")


def shared(do: Callable[..., _Made], works: Iterable[_Work], workers: int) -> Iterator[tuple[_Work, _Made]]:
    """Each work, in order, with what `do(*work)` gives, which so many processes compute."""
    spawning = get_context("spawn")
    theirs, ours = spawning.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, spawning, initializer=_obey, initargs=(theirs,))
    under_way: deque[tuple[_Work, Future[_Made] | None]] = deque()
    try:
        for work in works:
            future = None  # where a process was killed, or the system lets none begin
            with suppress(BrokenExecutor, OSError), _without_interrupts():
                future = pool.submit(do, *work)
            under_way.append((work, future))
            if len(under_way) > 2 * workers:
                yield _made(do, *under_way.popleft())
        while under_way:
            yield _made(do, *under_way.popleft())
    except BaseException:
        ours.close()  # nobody waits for what they are at
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        ours.close()
        theirs.close()


def _obey(parent: Connection) -> None:
    """In a process of the pool: end as soon as nobody has the other end any more."""

    def end() -> None:
        with suppress(EOFError, OSError):
            parent.recv_bytes()
        os._exit(0)

    threading.Thread(target=end, daemon=True).start()


def _made(do: Callable[..., _Made], work: _Work, future: Future[_Made] | None) -> tuple[_Work, _Made]:
    if future is not None:
        with suppress(BrokenExecutor):
            return work, future.result()
    return work, do(*work)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """A process that begins within this hears no Ctrl-C: it would tell where it was, and only its parent is asked."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
