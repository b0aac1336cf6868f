"""A PostgreSQL server of the tests' own, on a socket in a folder that is gone afterwards, killed and frozen at will.

with PostgresServer() as server:
    store = open_store(server.create())
    server.freeze()      # nothing is answered until server.thaw()
    server.kill()        # as a power cut; server.start() recovers
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

# Wall seconds until a server that does not do what it was told counts as stuck; nothing is asserted about time.
PATIENCE_S = 60

# A role that has to give its password, and one that anybody on this machine is.
GUARDED, OWNER = "guarded", "postgres"
_WHO_MAY_CONNECT = f"""
local all {GUARDED} scram-sha-256
host all {GUARDED} 127.0.0.1/32 scram-sha-256
local all all trust
host all all 127.0.0.1/32 trust
"""
# What is on the disk is not what these tests are about: a server that is killed keeps what the system was given.
_SETTINGS = """
fsync = off
full_page_writes = off
max_connections = 60
shared_buffers = 32MB
max_wal_size = 128MB
log_min_messages = fatal
"""
# Ends the server and takes its folder away when whoever started it dies without doing so.
_IN_THE_END = 'read _; pid=$(head -1 "$0/data/postmaster.pid") && kill -QUIT $pid && kill -CONT $pid; rm -rf "$0"'


def missing() -> str | None:
    """Why no server can be started here, None where one can."""
    if not os.path.isdir("/proc/self"):
        return "a server to freeze and to kill needs Linux's /proc"
    if _programs() is None:
        return "PostgreSQL is not installed: on Debian, `apt-get install postgresql`"
    if find_spec("psycopg") is None:
        return "psycopg is not installed: run `make setup`"
    if os.getuid() == 0:
        try:
            pwd.getpwnam(OWNER)
        except KeyError:
            return f"root may not start PostgreSQL, and there is no user {OWNER}"
    return None


def _programs() -> Path | None:
    """The folder of initdb and postgres, of the newest version that is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda file: float(file.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("postgres")
    return Path(on_path).parent if on_path else None


class PostgresServer:
    """`port`: of its socket, and with `tcp` that on which it listens at 127.0.0.1. Raises OSError where it does not
    start."""

    def __init__(self, *, tcp: bool = False, settings: str = "") -> None:
        """`settings`: lines for postgresql.conf."""
        # The path of a Unix socket is limited to 107 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="tallyboard-pg-", dir="/tmp"))
        # Root may not run it; whoever else we are, it runs as.
        self._as_whom: dict[str, Any] = {}
        if os.getuid() == 0:
            self._as_whom = {"user": OWNER, "group": OWNER, "extra_groups": []}
            shutil.chown(self.folder, OWNER, OWNER)
        self.port = _free_port() if tcp else 5432
        self._databases = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._end = subprocess.Popen(
            ["sh", "-c", _IN_THE_END, str(self.folder)],
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._data = self.folder / "data"
        self._run("initdb", "--no-sync", "--encoding=UTF8", "--locale=C", f"--username={OWNER}", "-D", str(self._data))
        (self._data / "pg_hba.conf").write_text(_WHO_MAY_CONNECT)
        listening = f"listen_addresses = '{'127.0.0.1' if tcp else ''}'\nport = {self.port}\n"
        place = f"unix_socket_directories = '{self.folder}'\n"
        with (self._data / "postgresql.conf").open("a") as file:
            file.write(_SETTINGS + listening + place + settings)
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def url(self, database: str, *, user: str = OWNER, password: str | None = None, tcp: bool = False) -> str:
        """The address of a database, as `--db` takes it; `tcp`: at 127.0.0.1 instead of the socket."""
        who = user if password is None else f"{user}:{password}"
        if tcp:
            return f"postgresql+psycopg://{who}@127.0.0.1:{self.port}/{database}"
        return f"postgresql+psycopg://{who}@/{database}?host={self.folder}&port={self.port}"

    def create(self) -> str:
        """Make an empty database; its address."""
        self._databases += 1
        name = f"club{self._databases}"
        self.run_sql(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.url(name)

    def run_sql(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run a statement as the server's owner, each by itself; the rows that it gives."""
        import psycopg

        place = {"host": str(self.folder), "port": self.port, "user": OWNER, "dbname": database}
        with psycopg.connect(**place, autocommit=True, connect_timeout=PATIENCE_S) as connection:  # type: ignore[arg-type]
            cursor = connection.execute(statement)
            return [] if cursor.description is None else cursor.fetchall()

    def start(self) -> None:
        """Start it, after `stop` or `kill`, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._program("postgres"), "-D", self._data],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self._as_whom,
            )
        _wait(self._answers, "PostgreSQL does not start")

    def stop(self) -> None:
        """End it as an administrator does: whoever is connected is sent away."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(PATIENCE_S)
            self._process = None

    def kill(self) -> None:
        """SIGKILL for the server and all of its processes."""
        if self._process is None:
            return
        self.freeze()  # once the first of them is dead, nobody tells whose the others were
        processes = _children(self._process.pid)
        for process in [self._process.pid, *processes]:
            _signal(process, signal.SIGKILL)
        self._process.wait(PATIENCE_S)
        self._process = None
        _wait(lambda: not any(map(_is_alive, processes)), "PostgreSQL's processes do not end")

    def freeze(self) -> None:
        """SIGSTOP for the server and all of its processes: the system still takes connections, nobody answers."""
        if self._process is not None:
            _signal(self._process.pid, signal.SIGSTOP)
            _wait(lambda: self._process is None or _is_stopped(self._process.pid), "PostgreSQL does not stop")
            for process in _children(self._process.pid):
                _signal(process, signal.SIGSTOP)

    def thaw(self) -> None:
        """End `freeze`."""
        if self._process is not None:
            for process in [*_children(self._process.pid), self._process.pid]:
                _signal(process, signal.SIGCONT)

    def close(self) -> None:
        """End it in whatever state it is, and take its folder away."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
        self._end.communicate()

    def _answers(self) -> bool:
        import psycopg

        if self._process is not None and self._process.poll() is not None:
            raise OSError(f"PostgreSQL has ended: {(self.folder / 'log').read_text()}")
        try:
            self.run_sql("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _program(self, name: str) -> Path:
        folder = _programs()
        assert folder is not None, missing()
        return folder / name

    def _run(self, name: str, *arguments: str) -> None:
        ran = subprocess.run([self._program(name), *arguments], cwd=self.folder, capture_output=True, **self._as_whom)
        if ran.returncode:
            raise OSError(f"{name}: {ran.stderr.decode(errors='replace')}")


def _wait(is_so: Callable[[], bool], otherwise: str) -> None:
    until = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > until:
            raise OSError(otherwise)
        time.sleep(0.02)


def _signal(process: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, number)


def _stat(process: str) -> tuple[str, int] | None:
    """State and parent of a process; None where it has ended."""
    try:
        fields = Path("/proc", process, "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return fields[0], int(fields[1])


def _children(parent: int) -> list[int]:
    """Each process of PostgreSQL is a session of its own, so no signal reaches them together."""
    numbers = [name for name in os.listdir("/proc") if name.isdecimal()]
    return [int(number) for number in numbers if (stat := _stat(number)) is not None and stat[1] == parent]


def _is_stopped(process: int) -> bool:
    """Whether it starts no more processes; one that has ended does not either."""
    stat = _stat(str(process))
    return stat is None or stat[0] in "TZ"


def _is_alive(process: int) -> bool:
    stat = _stat(str(process))
    return stat is not None and stat[0] != "Z"


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
