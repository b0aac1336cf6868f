"""One command of the laptop in a process of its own, under hard limits; forked from a process that has everything
imported, so that a campaign of thousands of commands does not pay for each start.

    python -m tests.damage.child            serves requests on standard input, one JSON object a line
    python -m tests.damage.child REQUEST    is that one command, started afresh

A request: id, args, out and err (files), env, cwd, and of LIMITS and MISHAPS what is wanted.
"""

import contextlib
import importlib
import io
import json
import os
import pkgutil
import resource
import selectors
import signal
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any

# Far more than any command needs: a guard against one that does not end, not a measure.
MEMORY = 3_000_000_000  # bytes
CPU_S = 60
# What no command of the campaign runs.
NOT_PRELOADED = ("tallyboard.rehearsal", "tallyboard.virtual", "tallyboard.store.migrations")

_true_time = time.time
_clock: float | None = None  # Unix time that the command is told, None for the true one


def _told_time() -> float:
    return _true_time() if _clock is None else _clock


class _Told(datetime):
    """The class datetime with the clock that the command is told."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]  # what it makes is a plain one
        return datetime.fromtimestamp(_told_time(), tz)


def _preload() -> None:
    time.time = _told_time  # before anything keeps it as a default
    import tallyboard

    for found in pkgutil.walk_packages(tallyboard.__path__, "tallyboard.", onerror=lambda name: None):
        if not found.name.startswith(NOT_PRELOADED) and not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    for name in ("alembic.command", "alembic.config", "rich.live", "rich.progress", "inspect", "traceback"):
        importlib.import_module(name)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        _warm_up()


def _warm_up() -> None:
    """Run every command once here: what is imported only then another user may not be allowed to read."""
    from tests.damage.base import build
    from tests.damage.commands import READERS, match_ids

    build(Path("club.db"))
    os.environ.update(XDG_STATE_HOME=os.getcwd(), XDG_DATA_HOME=os.getcwd())
    lines = [["--help"], ["sync", "--help"], ["sync", "nowhere", "--db", "club.db"], ["rebuild", "--db", "club.db"]]
    lines += [[*reader.line(match_ids()[0]), "--db", db] for reader in READERS for db in ("club.db", "none.db")]
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        for line in lines:
            sys.argv = ["tallyboard", *line]
            with contextlib.suppress(SystemExit):
                importlib.import_module("tallyboard.cli").main()


def _limit(what: int, most: int) -> None:
    resource.setrlimit(what, (most, most))


def _prepare(request: dict[str, Any]) -> None:
    """Put this process where the command is to run."""
    os.setsid()
    if terminal := request.get("terminal"):
        out = err = os.open(terminal, os.O_RDWR)
    else:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        out, err = os.open(request["out"], flags, 0o644), os.open(request["err"], flags, 0o644)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, descriptor in enumerate((nothing, out, err)):
        os.dup2(descriptor, number)
    os.environ.update(request.get("env", {}))
    os.chdir(request.get("cwd", "/"))
    _limit(resource.RLIMIT_AS, request.get("memory", MEMORY))
    _limit(resource.RLIMIT_CPU, CPU_S)
    _limit(resource.RLIMIT_CORE, 0)
    if (most := request.get("file_bytes")) is not None:
        # Ignored, a write beyond it fails as on a full disk; else it kills, in the middle of whatever is written.
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL if request.get("killed") else signal.SIG_IGN)
        _limit(resource.RLIMIT_FSIZE, most)
    if (user := request.get("user")) is not None:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)


def _run(request: dict[str, Any]) -> int:
    """Run the command; its exit code."""
    global _clock
    if (said := request.get("clock")) is not None:
        _clock = said
    sys.stdin, sys.stdout, sys.stderr = (_text(number, mode) for number, mode in enumerate("rww"))
    sys.argv = ["tallyboard", *request["args"]]
    if (calls := request.get("calls")) is not None:
        _kill_after(calls)
    from tallyboard import cli
    from tests.damage.cheats import played

    try:
        played(request.get("cheat", ""), cli.main)
    except SystemExit as left:
        code = left.code
        return code if isinstance(code, int) else 0 if code is None else 1
    except BaseException:
        import traceback

        traceback.print_exc()
        return 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
    return 0


def _text(number: int, mode: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.FileIO(number, mode, closefd=False), encoding="utf-8", line_buffering=True)


def _kill_after(calls: int) -> None:
    """SIGKILL at that call of a function: the same moment each time."""
    left = calls

    def count(frame: Any, what: str, _: Any) -> None:
        nonlocal left
        left -= what in ("call", "c_call")
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(count)


def _serve() -> None:
    _preload()
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    os.set_blocking(wake_read, False)
    signal.set_wakeup_fd(wake_write)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    running: dict[int, int] = {}
    waiting = selectors.DefaultSelector()
    waiting.register(0, selectors.EVENT_READ)
    waiting.register(wake_read, selectors.EVENT_READ)
    asked = b""
    while True:
        for key, _ in waiting.select():
            if key.fd == wake_read:
                os.read(wake_read, 1024)
                _reap(running)
                continue
            data = os.read(0, 65536)
            if not data:
                return
            *lines, asked = (asked + data).split(b"\n")
            for line in lines:
                _fork(json.loads(line), running)


def _fork(request: dict[str, Any], running: dict[int, int]) -> None:
    child = os.fork()
    if child:
        running[child] = request["id"]
        print(json.dumps({"id": request["id"], "pid": child}), flush=True)
        return
    code = 70
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _prepare(request)
        code = _run(request)
    finally:
        os._exit(code & 255)


def _reap(running: dict[int, int]) -> None:
    for child in list(running):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            print(json.dumps({"id": running.pop(child), "code": code}), flush=True)


def main() -> None:
    if len(sys.argv) == 1:
        _serve()
        return
    request = json.loads(sys.argv[1])
    if "clock" in request:
        import datetime as module

        global _clock
        _clock = request["clock"]
        time.time = _told_time
        module.datetime = _Told  # type: ignore[misc]
        assert abs(module.datetime.now(UTC).timestamp() - _clock) < 5
    _prepare(request)
    sys.exit(_run(request))


if __name__ == "__main__":
    main()
