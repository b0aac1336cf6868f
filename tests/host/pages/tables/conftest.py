"""The pages of a hall: a store, an application on it, and somebody who is logged in."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

from tallyboard.hub.database import LazyStore
from tallyboard.pages.app import make_app
from tallyboard.pages.site import Site
from tallyboard.store import Store


class LoggedIn:
    """Stands for the layers that find out who asks."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {})["operator"] = "Eve"
        await self._app(scope, receive, send)


@pytest.fixture
def site(db: Path, tmp_path: Path) -> Iterator[Site]:
    with closing(LazyStore(str(db))) as store:
        yield Site(store, tmp_path)


@pytest.fixture
def store(site: Site) -> Store:
    return site.store.get()


@pytest.fixture
def app(site: Site) -> Starlette:
    return make_app(site)


@pytest.fixture
def client(app: Starlette) -> TestClient:
    """An operator."""
    return TestClient(LoggedIn(app), raise_server_exceptions=False)


@pytest.fixture
def stranger(app: Starlette) -> TestClient:
    return TestClient(app, raise_server_exceptions=False, follow_redirects=False)
