"""Pages that are kept: made once for all who ask for the same, and for nobody else."""

import asyncio
from pathlib import Path

import pytest

from tallyboard.pages.public.routes import PageCache
from tallyboard.pages.render import PageReader
from tallyboard.text.language import language

READER = PageReader(language("en"), "auto", "", "/t/1")
KEY = ("v1", READER)


class Maker:
    """Makes a page after somebody has let it, and counts how often."""

    def __init__(self, page: bytes = b"page") -> None:
        self.page = page
        self.times = 0
        self.may = asyncio.Event()

    async def __call__(self) -> bytes:
        self.times += 1
        await self.may.wait()
        return self.page


def test_of_many_at_once_one_has_it_made() -> None:
    async def many() -> None:
        cache, maker = PageCache(), Maker()
        waiting = [asyncio.ensure_future(cache.get(KEY, maker)) for _ in range(200)]
        await asyncio.sleep(0)
        maker.may.set()
        assert set(await asyncio.gather(*waiting)) == {b"page"}
        assert await cache.get(KEY, maker) == b"page"
        assert maker.times == 1

    asyncio.run(many())


@pytest.mark.parametrize(
    "other",
    [
        ("v2", READER),
        ("v1", READER._replace(language=language("fr"))),
        ("v1", READER._replace(theme="night")),
        ("v1", READER._replace(operator="Ann")),
        ("v1", READER._replace(here="/t/1?player=2")),
    ],
)
def test_who_differs_in_anything_gets_a_page_of_their_own(other: tuple[str, PageReader]) -> None:
    async def both() -> None:
        cache, first, second = PageCache(), Maker(b"first"), Maker(b"second")
        first.may.set()
        second.may.set()
        assert await cache.get(KEY, first) == b"first"
        assert await cache.get(other, second) == b"second"

    asyncio.run(both())


def test_who_goes_away_leaves_the_page_to_the_others() -> None:
    async def one_leaves() -> None:
        cache, maker = PageCache(), Maker()
        first, second = (asyncio.ensure_future(cache.get(KEY, maker)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        maker.may.set()
        assert await second == b"page"

    asyncio.run(one_leaves())


def test_what_fails_is_told_to_all_and_tried_again() -> None:
    async def fails() -> bytes:
        raise ValueError("no")

    async def three() -> None:
        cache, maker = PageCache(), Maker()
        told = await asyncio.gather(*(cache.get(KEY, fails) for _ in range(2)), return_exceptions=True)
        assert [type(one) for one in told] == [ValueError, ValueError]
        maker.may.set()
        assert await cache.get(KEY, maker) == b"page"

    asyncio.run(three())


def test_it_keeps_so_much_and_lets_go_of_what_is_longest_unused() -> None:
    async def four() -> None:
        cache = PageCache(most=25)
        makers = {here: Maker(b"x" * 10) for here in "abc"}
        for maker in makers.values():
            maker.may.set()
        for here in "abacab":
            await cache.get(("v1", READER._replace(here=here)), makers[here])
        assert {here: maker.times for here, maker in makers.items()} == {"a": 1, "b": 2, "c": 1}

    asyncio.run(four())


def test_a_change_is_seen_at_once(tmp_path: Path) -> None:
    from tests.host.pages.public.conftest import Hall

    hall = Hall(tmp_path).begin("add Ann", "add Bob")
    assert len(hall.get("/t/T/players").one("table", class_="players").all("tr")) == 3
    hall.enter("add Cid")
    assert len(hall.get("/t/T/players").one("table", class_="players").all("tr")) == 4
    french, english = hall.text("/t/T/players", "fr"), hall.text("/t/T/players", "en")
    assert "Joueurs" in french and "Players" in english
    hall.store.close()
