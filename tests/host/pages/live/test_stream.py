"""The stream: a viewer gets what is newer than what it has, a slow one skips what is out of date, none has a queue."""

import asyncio
import json
import tracemalloc
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tallyboard.pages.live import changes as pulse
from tallyboard.pages.live.hall import Viewing
from tallyboard.pages.render import render
from tests.host.pages.live.halls import Hall, in_turn
from tests.host.watch_events import LIVE, score, unplugged


def press(hall: Hall, table: int, points: int) -> None:
    live = {**LIVE, "raw": [points, 0]}
    hall.hear(score(live, board=f"b{table}", port=f"p{table}", table=f"Table {table}"))


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


def test_a_new_viewer_is_told_everything(hall: Hall) -> None:
    hall.tables(3)

    async def follow() -> None:
        viewer = hall.viewer()
        (hello,) = await viewer.next()
        assert hello[0] == "hello"
        assert any(asset.startswith("/static/live.js?v=") for asset in json.loads(hello[1])["assets"])
        events = await viewer.next()
        assert [kind for kind, _ in events] == ["all", *["fragment"] * 5, "told"]
        assert json.loads(events[0][1]) == ["notes", "clock", "table:Table 1", "table:Table 2", "table:Table 3"]
        assert viewer.id == hall.live.versions.id

    run(follow)


def test_a_viewer_that_comes_back_is_told_what_it_missed(hall: Hall) -> None:
    hall.tables(60)
    had = hall.live.versions.id
    press(hall, 7, 20)
    press(hall, 41, 15)

    async def follow() -> None:
        assert in_turn(await hall.viewer(had).fragments()) == ["table:Table 7", "table:Table 41"]

    run(follow)


def test_after_a_restart_everything_is_told_anew(hall: Hall) -> None:
    hall.tables(2)

    async def follow() -> None:
        assert len(await hall.viewer("0badb007-1").fragments()) == 4

    run(follow)


def test_a_press_reaches_every_viewer_as_one_fragment_that_is_made_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def counted(template: str, *rest: Any, **data: Any) -> str:
        made.append(template)
        return render(template, *rest, **data)

    monkeypatch.setattr("tallyboard.pages.live.stream.render", counted)
    hall.tables(3)

    async def follow() -> None:
        viewers = [hall.viewer(hall.live.versions.id) for _ in range(20)] + [
            hall.viewer(hall.live.versions.id, code="fr")
        ]
        waiting = [asyncio.create_task(viewer.fragments()) for viewer in viewers]
        await asyncio.sleep(0)
        press(hall, 2, 20)
        told = [await one for one in waiting]
        assert all(in_turn(one) == ["table:Table 2"] for one in told)
        assert "encore 55" in told[-1][0]
        assert "55 to go" in told[0][0]
        assert len(made) == 2, "one for each language"

    run(follow)


def test_a_slow_viewer_gets_the_newest_and_not_what_was_in_between(hall: Hall) -> None:
    hall.tables(3)

    async def follow() -> None:
        viewer = hall.viewer(hall.live.versions.id)
        await viewer.next()
        for points in range(5, 105, 5):
            press(hall, 1, points)
            press(hall, 3, points)
            await asyncio.sleep(0)
        told = await viewer.fragments()
        assert in_turn(told) == ["table:Table 1", "table:Table 3"]
        assert all('aria-label="100"' in one for one in told)

    run(follow)


def test_viewers_who_take_nothing_keep_nothing(hall: Hall) -> None:
    hall.tables(10)

    async def follow() -> None:
        viewers = [hall.viewer() for _ in range(50)]
        for viewer in viewers:
            await viewer.next()
            await viewer.next()
        press(hall, 1, 1)
        await asyncio.sleep(0.1)
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        for points in range(2000):
            press(hall, 1 + points % 10, points % 100)
        await asyncio.sleep(0.1)
        grown = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        assert grown < 1_000_000, "2000 changes for 50 viewers would be 100 MB"

    run(follow)


def test_streams_that_have_ended_keep_nothing(hall: Hall) -> None:
    hall.tables(2)

    async def follow() -> None:
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        for at in range(5000):
            viewer = hall.viewer(choice=Viewing(f"{at:0200}", f"{at:0200}"))
            for _ in range(2):
                await viewer.next()
            await viewer.leave()
            await asyncio.sleep(0)
        grown = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        assert grown < 1_000_000, "what 5000 were told is 4 MB"

    run(follow)


def test_a_table_that_is_gone_is_told(hall: Hall) -> None:
    hall.tables(2)
    hall.hear(unplugged(board="b1", port="p1", table="Table 1"))
    had = hall.live.versions.id
    hall.now += 601
    hall.live.step()

    async def follow() -> None:
        viewer = hall.viewer(had)
        await viewer.next()
        assert await viewer.next() == [("gone", "table:Table 1"), ("told", "")]

    run(follow)


def test_who_looks_at_one_table_is_told_of_that_one(hall: Hall) -> None:
    hall.tables(12)

    async def follow() -> None:
        viewer = hall.viewer(choice=Viewing("Table 12"))
        assert in_turn(await viewer.fragments()) == ["notes", "clock", "table:Table 12"]
        press(hall, 1, 20)
        press(hall, 12, 20)
        assert in_turn(await viewer.fragments()) == ["table:Table 12"]

    run(follow)


def test_a_table_that_comes_later_is_told_to_who_waits_for_it(hall: Hall) -> None:
    async def follow() -> None:
        viewer = hall.viewer(choice=Viewing("Table 1"))
        assert in_turn(await viewer.fragments()) == ["notes", "clock"]
        hall.tables(2)
        assert in_turn(await viewer.fragments()) == ["table:Table 1"]

    run(follow)


def test_there_are_signs_of_life(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "BEAT_S", 0.01)

    async def follow() -> None:
        viewer = hall.viewer(hall.live.versions.id)
        assert [kind for kind, _ in await viewer.next()] == ["hello"]
        ((kind, data),) = await viewer.next()
        assert kind == "beat" and all(time.isdecimal() for time in data.split())

    run(follow)


def test_the_end_lets_everybody_go(hall: Hall) -> None:
    async def follow() -> None:
        viewer = hall.viewer(hall.live.versions.id)
        await viewer.next()
        ending = asyncio.create_task(viewer.next())
        await asyncio.sleep(0)
        hall.live.close()
        with pytest.raises(StopAsyncIteration):
            await ending

    run(follow)


@pytest.mark.parametrize(
    ("shown", "now", "is_told"),
    [
        ("a1-5-0-600", "a1-6-0", True),
        ("a1-5-0-600", "a1-5-1", True),
        ("a1-5-0-600", "b2-1-0", True),
        ("nothing", "a1-0-0", True),
        ("a1-5-0-600", "a1-5-0", False),
        ("a1-10-0-600", "a1-9-0", False),  # the page was made a moment ago, and this is still on its way
        ("a1-5-0-600", "", False),
        ("", "a1-5-0", False),
    ],
)
def test_a_tournament_that_is_another_one_is_told_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, shown: str, now: str, is_told: bool
) -> None:
    monkeypatch.setattr(pulse, "BEAT_S", 0.01)

    async def follow() -> None:
        viewer = hall.viewer(hall.live.versions.id, Viewing("", "now"), shown)
        hall.live.take_tournaments({"now": now} if now else {}, None)
        told: list[tuple[str, str]] = []
        while [kind for kind, _ in told].count("beat") < 3:
            told += await viewer.next()
            hall.live.take_tournaments({"now": now} if now else {}, None)
        assert [data for kind, data in told if kind == "changed"] == ([now] if is_told else [])

    run(follow)
