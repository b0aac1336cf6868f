"""A queue that is fair between addresses."""

import asyncio
from collections.abc import Callable, Coroutine

import pytest

from tallyboard.pages.safety.turns import NoTurnError, Turns, TurnsApart


async def rounds() -> None:
    """Some of the loop's."""
    for _ in range(4):
        await asyncio.sleep(0)


class Day:
    """Those who ask for a turn, and those who had one, in their order."""

    def __init__(self, turns: Turns, asked: list[str]) -> None:
        self.turns = turns
        self.asked = asked
        self.had: list[str] = []
        self.go = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, *names: str) -> None:
        """`a1`: of the address a. Each keeps its turn until `go`."""
        for name in names:
            self.tasks.append(asyncio.create_task(self._have(name)))
            await rounds()

    async def _have(self, name: str) -> None:
        async with self.turns.turn(name[0]):
            self.had.append(name)
            await self.go.wait()

    async def end(self) -> list[str]:
        """Who was refused."""
        self.go.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        return [
            name
            for name, task in zip(self.asked, self.tasks, strict=True)
            if not task.cancelled() and isinstance(task.exception(), NoTurnError)
        ]


def run(test: Callable[[], Coroutine[None, None, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 10))


async def day(turns: Turns, *names: str) -> Day:
    made = Day(turns, list(names))
    await made.ask(*names)
    return made


def test_so_many_at_once() -> None:
    async def test() -> None:
        asked = await day(Turns(2, 10, 10), "a1", "a2", "a3")
        assert asked.had == ["a1", "a2"]
        assert await asked.end() == []
        assert asked.had == ["a1", "a2", "a3"]

    run(test)


def test_addresses_take_turns() -> None:
    async def test() -> None:
        asked = await day(Turns(1, 10, 10), "a1", "a2", "a3", "a4", "b1", "c1", "b2")
        await asked.end()
        assert asked.had == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]

    run(test)


def test_one_address_has_so_many_at_once_and_its_turn_goes_to_others() -> None:
    async def test() -> None:
        asked = await day(Turns(3, 10, 10, 2), "a1", "a2", "a3", "b1", "a4", "c1")
        assert asked.had == ["a1", "a2", "b1"]
        assert await asked.end() == []
        assert sorted(asked.had) == ["a1", "a2", "a3", "a4", "b1", "c1"]

    run(test)


def test_work_that_is_done_in_one_go_takes_turns_too() -> None:
    async def test() -> None:
        turns, had = Turns(8, 100, 100, 2), []

        async def work(name: str) -> None:
            async with turns.turn(name[0]):
                had.append(name)

        flood = [asyncio.create_task(work(f"a{at}")) for at in range(60)]
        await asyncio.gather(asyncio.create_task(work("b1")))
        assert len(had) < 10
        await asyncio.gather(*flood)

    run(test)


def test_one_address_has_so_many_waiting() -> None:
    async def test() -> None:
        asked = await day(Turns(1, 10, 2), "a1", "a2", "a3", "a4", "b1")
        assert await asked.end() == ["a4"]

    run(test)


def test_where_all_is_full_the_greediest_gives_way() -> None:
    async def test() -> None:
        asked = await day(Turns(1, 3, 3), "a1", "a2", "a3", "a4", "b1", "b2", "c1", "d1")
        # a2, a3 and a4 wait; b1 comes for a4, c1 for a3; b2 has as many as a, and d1 could take only from its like.
        assert await asked.end() == ["a3", "a4", "b2", "d1"]
        assert asked.had == ["a1", "a2", "b1", "c1"]

    run(test)


def test_a_turn_that_nobody_waits_for_any_more_goes_to_the_next() -> None:
    async def test() -> None:
        asked = await day(Turns(1, 10, 10), "a1", "b1", "c1")
        asked.tasks[1].cancel()
        await asked.end()
        assert asked.had == ["a1", "c1"]
        again = await day(asked.turns, "d1")
        assert again.had == ["d1"]
        await again.end()

    run(test)


def test_one_who_leaves_as_the_turn_comes_passes_it_on() -> None:
    async def test() -> None:
        turns = Turns(1, 10, 10)
        first = turns.turn("a")
        await first.__aenter__()
        asked = await day(turns, "b1", "c1")
        await first.__aexit__(None, None, None)  # gives it to b1, which has not woken up yet
        asked.tasks[0].cancel()
        await rounds()
        assert asked.had == ["c1"]
        await asked.end()

    run(test)


def test_one_who_leaves_just_before_the_turn_comes_is_passed_over() -> None:
    async def test() -> None:
        turns = Turns(1, 10, 10)
        first = turns.turn("a")
        await first.__aenter__()
        asked = await day(turns, "b1", "c1")
        asked.tasks[0].cancel()
        await first.__aexit__(None, None, None)  # b1 has not noticed yet
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert asked.had == ["c1"]
        await asked.end()

    run(test)


def test_one_who_left_does_not_count_as_waiting() -> None:
    async def test() -> None:
        asked = await day(Turns(1, 1, 1), "a1", "b1")
        asked.tasks[1].cancel()
        await asyncio.sleep(0)
        later = await day(asked.turns, "c1")
        await asked.end()
        assert await later.end() == []
        assert later.had == ["c1"]

    run(test)


def test_an_error_gives_the_turn_back() -> None:
    async def test() -> None:
        turns = Turns(1, 0, 0)
        for _ in range(2):
            with pytest.raises(ArithmeticError):
                async with turns.turn("a"):
                    raise ArithmeticError

    run(test)


def test_the_laptop_does_not_wait_for_the_network() -> None:
    async def test() -> None:
        turns = TurnsApart(Turns(1, 0, 0), Turns(1, 0, 0))
        async with turns.turn("a"):
            with pytest.raises(NoTurnError):
                async with turns.turn("b"):
                    pass
            async with turns.turn("127.0.0.1"):
                pass

    run(test)
