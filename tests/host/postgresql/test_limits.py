"""A server that is frozen, killed or slow: whoever asks it hears so in a sentence, and can go on when it is back."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import Connection, text

from tallyboard.errors import TallyboardError
from tallyboard.store import Heard, Store, open_store, read_store, transactions
from tallyboard.store.failures import UnreachableError
from tallyboard.store.opening import address_of, engine_of
from tallyboard.store.postgresql import LimitedConnection
from tests.harness.paper import two_matches
from tests.harness.postgres import PostgresServer

_PAPER = two_matches()
_ROWS = list(enumerate(_PAPER.records))
_HEARD = Heard("b", "T", "0", 7, 0, len(_ROWS))
_NO_ANSWER = r"does not answer\. Check"


@pytest.fixture
def url(own_server: PostgresServer) -> str:
    """Of a store with records."""
    made = own_server.create()
    with closing(open_store(made)) as store:
        store.add(_HEARD, _ROWS)
    return made


@pytest.fixture
def store(impatient: None, url: str) -> Iterator[Store]:
    """Open already when something happens to the server."""
    with closing(open_store(url)) as opened:
        assert len(opened.matches()) == 2
        yield opened


def _driver(connection: Connection) -> LimitedConnection:
    found = connection.connection.driver_connection
    assert isinstance(found, LimitedConnection)
    return found


def test_a_frozen_server_is_given_up(store: Store, own_server: PostgresServer) -> None:
    own_server.freeze()
    with pytest.raises(UnreachableError, match=_NO_ANSWER):
        store.matches()
    own_server.thaw()
    assert len(store.matches()) == 2, "the connection is another one"


def test_a_server_that_freezes_before_the_commit_is_given_up(store: Store, own_server: PostgresServer) -> None:
    with pytest.raises(UnreachableError, match=_NO_ANSWER), store.writing() as writing:
        writing.connection.execute(text("UPDATE boards SET table_name = 'other'"))
        own_server.freeze()
    own_server.thaw()
    assert store.add(_HEARD, _ROWS).new == 0


def test_a_server_that_freezes_while_it_is_sent_something_is_given_up(store: Store, own_server: PostgresServer) -> None:
    with pytest.raises(UnreachableError, match=_NO_ANSWER), store.writing() as writing:
        own_server.freeze()
        writing.connection.execute(text("SELECT length(:long)"), {"long": "x" * 30_000_000})


def test_what_fails_beside_a_frozen_server_is_given_up_too(store: Store, own_server: PostgresServer) -> None:
    with pytest.raises(UnreachableError, match=_NO_ANSWER), store.writing() as writing:
        writing.connection.execute(text("SELECT 1"))
        own_server.freeze()
        raise KeyError("then it is rolled back")


@pytest.mark.usefixtures("impatient")
def test_a_frozen_server_takes_no_connection(url: str, own_server: PostgresServer) -> None:
    own_server.freeze()
    with pytest.raises(UnreachableError, match=_NO_ANSWER):
        read_store(f"{url}&connect_timeout=2")


def test_an_interrupt_does_not_wait_for_a_frozen_server(
    url: str, own_server: PostgresServer, request: pytest.FixtureRequest
) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background has it ignored
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    with closing(open_store(url)) as store:
        own_server.freeze()
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            store.matches()
        own_server.thaw()
        assert len(store.matches()) == 2


def test_connections_of_before_a_restart_fail_once(store: Store, own_server: PostgresServer) -> None:
    with store.writing(), store.reading():  # two at once, then both are put back
        pass
    own_server.kill()
    with pytest.raises(UnreachableError, match=r"No server answers|was lost"):
        store.matches()
    own_server.start()
    assert len(store.matches()) == 2
    with store.writing(), store.reading():
        pass


def test_a_server_that_ends_is_told_and_so_is_one_that_was_killed(store: Store, own_server: PostgresServer) -> None:
    own_server.stop()
    with pytest.raises(UnreachableError, match="was lost"):
        store.add(_HEARD, _ROWS)
    with pytest.raises(UnreachableError, match="No server answers"):
        store.add(_HEARD, _ROWS)
    own_server.start()
    assert store.add(_HEARD, _ROWS).new == 0


def test_waiting_for_news_is_no_silence(impatient: None, url: str) -> None:
    engine = engine_of(address_of(url))
    with engine.connect() as connection:
        _driver(connection).autocommit = True
        assert list(_driver(connection).notifies(timeout=1.5)) == []
        assert connection.execute(text("SELECT 1")).scalar() == 1
    engine.dispose()


def test_what_may_take_long_may_do_so_until_its_transaction_ends(store: Store) -> None:
    with store.writing() as writing:
        transactions.allow_long(writing)
        writing.connection.execute(text("SELECT pg_sleep(1)"))
        assert writing.connection.execute(text("SHOW statement_timeout")).scalar() == "10min"
    with store.writing() as writing:
        assert writing.connection.execute(text("SHOW statement_timeout")).scalar() == "1min"
        with pytest.raises(UnreachableError, match=_NO_ANSWER), store.writing() as other:
            other.connection.execute(text("SELECT pg_sleep(5)"))


@pytest.mark.parametrize(
    ("setting", "statement", "words"),
    [
        ("statement_timeout", "SELECT pg_sleep(5)", "took too long to answer"),
        ("lock_timeout", "UPDATE boards SET table_name = 'other'", "Another program is writing"),
    ],
)
def test_the_server_ends_what_takes_too_long(url: str, setting: str, statement: str, words: str) -> None:
    with closing(open_store(url)) as store, store.writing() as first:
        first.connection.execute(text("UPDATE boards SET table_name = 'mine'"))
        with pytest.raises(UnreachableError, match=words), store.writing() as second:
            second.connection.execute(text(f"SET LOCAL {setting} = '50ms'"))
            second.connection.execute(text(statement))


def test_a_deadlock_is_another_program_that_writes(url: str) -> None:
    with closing(open_store(url)) as store:
        store.add(Heard("c", "T", "0", 7, 0, 0))
        update = "UPDATE boards SET table_name = '{}' WHERE id = '{}'"
        errors: list[Exception] = []
        both = threading.Barrier(2)

        def write(first: str, second: str) -> None:
            try:
                with store.writing() as writing:
                    writing.connection.execute(text("SET LOCAL deadlock_timeout = '50ms'"))
                    writing.connection.execute(text(update.format(first, first)))
                    both.wait()
                    writing.connection.execute(text(update.format(first, second)))
            except TallyboardError as error:
                errors.append(error)

        threads = [threading.Thread(target=write, args=names) for names in (("b", "c"), ("c", "b"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [type(error) for error in errors] == [UnreachableError]
        assert "Another program is writing" in str(errors[0])


def test_one_at_a_time_changes_the_whole_store(url: str) -> None:
    with closing(open_store(url)) as store, store.writing() as first:
        transactions.take_alone(first)
        with store.reading() as other:
            tried = "SELECT pg_try_advisory_xact_lock(:key)"
            assert list(other.rows(tried, key=transactions.KEY)) == [(False,)]
