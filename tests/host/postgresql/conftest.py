"""What the tests of a store on a server share."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tallyboard.store import transactions
from tests.harness.command_line import run as run  # a fixture
from tests.harness.postgres import PostgresServer


@pytest.fixture
def own_server(postgres: PostgresServer) -> Iterator[PostgresServer]:
    """The server, to be killed and frozen; afterwards it runs again."""
    yield postgres
    postgres.thaw()
    postgres.kill()
    postgres.start()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second of silence is enough."""
    for name in ("ORDINARY", "READING"):
        short = replace(getattr(transactions, name), silence=0.5)
        monkeypatch.setattr(f"tallyboard.store.transactions.{name}", short)
