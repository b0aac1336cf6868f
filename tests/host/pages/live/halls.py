"""A hall that hears what a test says, and pages of it."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.testclient import TestClient

from tallyboard.hub.database import LazyStore
from tallyboard.pages.app import make_app
from tallyboard.pages.live.hall import EVERY_TABLE, Live, Viewing
from tallyboard.pages.live.stream import Teller
from tallyboard.pages.render import ServerLinks
from tallyboard.pages.site import Site
from tallyboard.shapes import WatchEvent
from tallyboard.text.language import language
from tests.host.watch_events import score

ALL = Viewing(EVERY_TABLE)


class Hall:
    """`now`: seconds of its clock, which stands still."""

    def __init__(self, folder: Path) -> None:
        self.now = 1000.0
        self.live = Live(clock=lambda: self.now, now_ms=lambda: round(self.now * 1000))
        self.site = Site(LazyStore(str(folder / "store.db")), folder, self.live)
        self.app: Starlette = make_app(self.site)
        self.teller = Teller(self.live, ServerLinks(self.app))
        self.client = TestClient(self.app)

    def hear(self, *events: WatchEvent) -> None:
        for event in events:
            self.live.take(event)

    def tables(self, number: int) -> None:
        """So many tables with a match."""
        for at in range(1, number + 1):
            self.hear(score(board=f"b{at}", port=f"p{at}", table=f"Table {at}"))

    def page(self, address: str, **headers: str) -> str:
        answer = self.client.get(address, headers=headers)
        assert answer.status_code == 200
        return answer.text

    def viewer(self, told: str = "", choice: Viewing = ALL, version: str = "", code: str = "en") -> "Viewer":
        return Viewer(self.teller.tell(told, choice, version, language(code)))


class Viewer:
    """Somebody who follows; `id`: of what was sent last."""

    def __init__(self, said: AsyncGenerator[bytes, None]) -> None:
        self._said = said
        self.id = ""

    async def next(self) -> list[tuple[str, str]]:
        """The events that come together next: kind and data."""
        async with asyncio.timeout(20):
            block = (await anext(self._said)).decode()
        events = []
        for event in block.removesuffix("\n\n").split("\n\n"):
            fields: dict[str, Any] = dict(line.split(":", 1) for line in event.splitlines())
            self.id = fields.get("id", self.id).strip()
            events.append((fields["event"].strip(), fields["data"].strip()))
        return events

    async def leave(self) -> None:
        """Follow no more."""
        await self._said.aclose()

    async def fragments(self) -> list[str]:
        """The HTML that comes next, without signs of life."""
        while True:
            found = [data for kind, data in await self.next() if kind == "fragment"]
            if found:
                return found


def in_turn(fragments: list[str]) -> list[str]:
    """What these fragments are of."""
    return [fragment.split('data-fragment="')[1].split('"')[0] for fragment in fragments]
