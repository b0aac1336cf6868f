"""What the command line says of a server or a database that it cannot use: the cause and the next step, in one line,
and the password nowhere."""

import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest

from tallyboard.errors import CoreError, TallyboardError
from tallyboard.store import open_store
from tallyboard.store.failures import UnreachableError, explanation
from tests.harness.command_line import Run
from tests.harness.postgres import GUARDED, PostgresServer

_SECRET = "s3cret-Ω"
_ADDRESS = "Check --db and its options."
_NETWORK = "Check the name in --db, and the network."
_START = "Start it, or check host and port in --db."

Place = Callable[[PostgresServer], str]


def _database(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


def _guarded(server: PostgresServer) -> str:
    server.run_sql(f"DROP ROLE IF EXISTS {GUARDED}")
    server.run_sql(f"CREATE ROLE {GUARDED} LOGIN PASSWORD 'right'")
    return _database(server.create())


def _wrong_password(server: PostgresServer) -> str:
    return server.url(_guarded(server), user=GUARDED, password=_SECRET)


def _no_password(server: PostgresServer) -> str:
    return server.url(_guarded(server), user=GUARDED)


def _of(user: str, make: str = "") -> Place:
    """An empty database, as a user who is made by this statement."""

    def place(server: PostgresServer) -> str:
        server.run_sql(f"DROP ROLE IF EXISTS {user}")
        if make:
            server.run_sql(f"CREATE ROLE {user} {make}")
        return server.url(_database(server.create()), user=user, password=_SECRET)

    return place


def _read_only(server: PostgresServer) -> str:
    url = server.create()
    server.run_sql(f"ALTER DATABASE {_database(url)} SET default_transaction_read_only = on")
    return url


def _crowded(server: PostgresServer) -> str:
    url = _of("newcomer", "LOGIN")(server)
    server.run_sql(f"ALTER DATABASE {_database(url)} CONNECTION LIMIT 0")
    return url


def _with(options: str) -> Place:
    return lambda server: server.create().replace("postgres@", f"postgres:{_SECRET}@") + options


def _another_program(server: PostgresServer) -> str:
    url = server.create()
    server.run_sql("CREATE TABLE wp_posts (id INT)", _database(url))
    return url


def _at(url: str) -> Place:
    return lambda _: url


# (where, what is said of the cause, the next step, whether it can pass)
_CASES = {
    "wrong password": (_wrong_password, "refuses this user's password", "Check user and password in --db.", False),
    "no password": (_no_password, "asks for a password", "Give one: postgresql://user:password@host/database", False),
    "no user": (_of("nobody_known"), "does not let this user in", "Check the user in --db", False),
    "no login": (_of("locked_out", "NOLOGIN"), "does not let this user in", "Check the user in --db", False),
    "no right": (
        _of("newcomer", "LOGIN"),
        "may not do that in {}: permission denied for schema public",
        "Have the database's owner give it the right",
        False,
    ),
    "read only": (_read_only, "{} can only be read", "Give the --db of the server that takes changes", False),
    "no database": (
        lambda server: server.url("nothing", password=_SECRET),
        "There is no database {} on its server",
        "Check its name in --db",
        False,
    ),
    "another program's": (_another_program, "{} is the database of another program", "Give another --db", False),
    "option": (_with("&colour=red"), 'address: invalid connection option "colour"', _ADDRESS, False),
    "setting": (
        _with("&options=-c%20colour%3Dred"),
        'address: unrecognized configuration parameter "colour"',
        _ADDRESS,
        False,
    ),
    "patience": (_with("&connect_timeout=soon"), "address: bad value for connect_timeout", _ADDRESS, False),
    "sslmode": (_with("&sslmode=what"), 'address: invalid sslmode value: "what"', _ADDRESS, False),
    "port": (
        _at(f"postgresql://ann:{_SECRET}@127.0.0.1:99999/club"),
        'address: invalid port number: "99999"',
        _ADDRESS,
        False,
    ),
    "no port": (_at(f"postgresql://ann:{_SECRET}@127.0.0.1:x/club"), "is not a database URL", "Give one like", False),
    "MySQL": (_at(f"mysql+pymysql://ann:{_SECRET}@h/club"), "neither SQLite nor PostgreSQL", "Give the path", False),
    "other driver": (_at(f"postgresql+psycopg2://ann:{_SECRET}@h/x"), "neither SQLite nor", "Give the path", False),
    "crowded": (_crowded, "has no connection free", "End other programs that use it", True),
    "refused": (_at(f"postgresql://ann:{_SECRET}@127.0.0.1:1/x"), "No server answers at {}, or it", _START, True),
    "no socket": (_at(f"postgresql://ann:{_SECRET}@/x?host=/nowhere"), "No server answers at {}, or", _START, True),
    "no host": (_at(f"postgresql://ann:{_SECRET}@no.invalid/x"), "is not found by its name", _NETWORK, True),
}


# `watch` follows the boards also without its database, where that can come back.
_ASKED = [
    (name, words) for name, case in _CASES.items() for words in ("results", "sync", "watch")[: 2 if case[3] else 3]
]


def _told(url: str) -> str:
    return url.replace(f":{_SECRET}@", ":***@")


def _traces(folder: Path) -> str:
    """All that was written by the way: logs, for the most part."""
    return "".join(file.read_text(errors="replace") for file in folder.rglob("*") if file.is_file())


@pytest.mark.parametrize(("name", "command"), _ASKED)
def test_a_database_that_cannot_be_used(
    name: str, command: str, run: Run, tmp_path: Path, postgres: PostgresServer
) -> None:
    place, cause, step, _ = _CASES[name]
    url = place(postgres)
    if command == "results" and name in ("no right", "read only"):  # an empty database may be looked at
        cause, step = "There is no database {}", "Check --db; `tallyboard sync` with it makes a new one."
    ran = run(command, "--db", url)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 2, ran.err
    said, advised = ran.err.splitlines()
    assert cause.format(_told(url)) in said
    assert advised.startswith(step)
    assert _SECRET not in ran.err + _traces(tmp_path)


def test_a_store_that_may_only_be_read(postgres: PostgresServer, run: Run) -> None:
    url = postgres.create()
    open_store(url).close()
    postgres.run_sql(f"ALTER DATABASE {_database(url)} SET default_transaction_read_only = on")
    assert run("results", "--db", url).code == 0
    with pytest.raises(TallyboardError, match="can only be read"), closing(open_store(url)) as store:
        store.rebuild()


def test_a_newer_shape(postgres: PostgresServer, run: Run) -> None:
    url = postgres.create()
    open_store(url).close()
    postgres.run_sql("UPDATE alembic_version SET version_num = '9999'", _database(url))
    for command in ("results", "sync", "watch"):
        ran = run(command, "--db", url)
        assert (ran.code, ran.out) == (2, "")
        assert "written by a newer tallyboard" in ran.err
        assert "Update the laptop" in ran.err


def test_a_driver_that_is_missing(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "psycopg"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "tallyboard.store.postgresql", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for command in ("results", "sync", "watch"):
        ran = run(command, "--db", f"postgresql://ann:{_SECRET}@h/club")
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("The driver for postgresql://ann:***@h/club is not installed")
        assert "Tallyboard's wheel with `[postgresql]` behind its name" in ran.err


def test_a_server_without_a_connection_left(postgres: PostgresServer, run: Run) -> None:
    url = postgres.create()
    with ExitStack() as taken:
        place = {"host": str(postgres.folder), "port": postgres.port, "user": "postgres", "dbname": "postgres"}
        with pytest.raises(psycopg.OperationalError):
            while True:
                taken.enter_context(closing(psycopg.connect(**place)))  # type: ignore[arg-type]
        ran = run("results", "--db", url)
    assert (ran.code, ran.out) == (2, "")
    assert "has no connection free" in ran.err


@pytest.mark.parametrize("command", ["results", "sync"])
def test_a_server_that_is_frozen_or_gone(own_server: PostgresServer, run: Run, command: str) -> None:
    url = own_server.create()
    own_server.freeze()
    ran = run(command, "--db", f"{url}&connect_timeout=2")
    assert (ran.code, ran.out) == (2, "")
    assert "does not answer" in ran.err
    own_server.kill()
    ran = run(command, "--db", url)
    assert (ran.code, ran.out) == (2, "")
    assert "No server answers" in ran.err


@pytest.mark.parametrize(
    ("error", "kind", "cause"),
    [
        (psycopg.errors.CannotConnectNow(), UnreachableError, "The server of P is just starting or being shut down."),
        (psycopg.errors.CrashShutdown(), UnreachableError, "The connection to P was lost."),
        (psycopg.errors.ConnectionFailure(), UnreachableError, "The connection to P was lost."),
        (psycopg.errors.SerializationFailure(), UnreachableError, "Another program is writing to P."),
        (psycopg.errors.DiskFull(), UnreachableError, "The server of P has no room left on its disk."),
        (psycopg.errors.OutOfMemory(), UnreachableError, "The server of P is short of memory."),
        (psycopg.errors.IdleInTransactionSessionTimeout(), UnreachableError, "The connection to P was lost."),
        (psycopg.errors.IoError(), CoreError, "The server of P cannot read or write its disk."),
        (psycopg.errors.IndexCorrupted(), CoreError, "The database P is damaged on its server."),
        (psycopg.errors.InternalError_("odd"), CoreError, "The database P does not work: odd."),
        (psycopg.DataError("x\0y"), CoreError, "The database P does not work: x\0y."),
        (
            psycopg.OperationalError(
                "connection failed: connection to server at h failed: FATAL:  das geht nicht\nweil"
            ),
            UnreachableError,
            "The server of P cannot be used just now: das geht nicht.",
        ),
        (
            psycopg.OperationalError("connection failed: FATAL:  the database system is starting up"),
            UnreachableError,
            "The server of P is just starting or being shut down.",
        ),
        (
            psycopg.OperationalError("sending query failed: SSL connection has been closed unexpectedly"),
            UnreachableError,
            "The connection to P was lost.",
        ),
        (
            psycopg.OperationalError("received invalid response to SSL negotiation: H"),
            CoreError,
            "What answers at P is no PostgreSQL server.",
        ),
        (
            psycopg.OperationalError(
                "Multiple connection attempts failed. All failures were:\n"
                "- host: '::1': connection failed: Connection refused\n"
                "- host: '127.0.0.1': connection failed: FATAL:  password authentication failed for user \"ann\""
            ),
            CoreError,
            "The server of P refuses this user's password.",
        ),
    ],
)
def test_what_a_server_says(error: psycopg.Error, kind: type[TallyboardError], cause: str) -> None:
    told = explanation("P", error)
    assert (type(told), told.cause) == (kind, cause)
    assert told.next_step.endswith(".")
