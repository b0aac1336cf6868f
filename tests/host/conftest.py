"""What the tests of the laptop side share: a store, and `run` for the command line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tallyboard.hub import following
from tallyboard.link import client
from tallyboard.store import Store, open_store
from tests.harness.command_line import run as run  # a fixture
from tests.harness.postgres import PostgresServer
from tests.harness.sizes import ON_A_SERVER


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hub that waits for no press: each of its turns ends at once."""
    monkeypatch.setattr(following, "ASK_S", 0.0)
    monkeypatch.setattr(client, "_QUIET_S", 0.002)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture(params=["sqlite", ON_A_SERVER])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """An empty store of each kind of database: in memory, and on a server."""
    url = "sqlite://"
    if request.param == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres")
        url = server.create()
    made = open_store(url)
    yield made
    made.close()
