"""How often a passcode may be tried."""

import asyncio
from pathlib import Path

import pytest

from tallyboard.pages.safety.attempts import Allowance, AttemptLimits, Attempts
from tallyboard.pages.safety.operators import Operators, TooManyTriesError

LIMITS = AttemptLimits(per_address=Allowance(3, 10.0), of_laptop=Allowance(4, 5.0), addresses=4)
LAPTOP = "127.0.0.1"


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def attempts(clock: Clock) -> Attempts:
    return Attempts(LIMITS, clock)


def begun(attempts: Attempts, address: str, times: int) -> list[int]:
    return [attempts.begin(address) for _ in range(times)]


def test_an_address_has_a_few_and_then_one_after_the_other(attempts: Attempts, clock: Clock) -> None:
    assert begun(attempts, "10.0.0.1", 5) == [0, 0, 0, 10, 10]
    clock.now += 4
    assert attempts.begin("10.0.0.1") == 6
    clock.now += 6
    assert begun(attempts, "10.0.0.1", 2) == [0, 10]
    clock.now += 1000
    assert begun(attempts, "10.0.0.1", 4) == [0, 0, 0, 10]


def test_the_last_of_a_few_is_not_refused_by_the_rounding_of_a_clock() -> None:
    clock = Clock()
    for at in range(1000):
        clock.now = 7000 + at * 0.123
        attempts = Attempts(AttemptLimits(per_address=Allowance(1, 1000.0)), clock)
        assert begun(attempts, "10.0.0.1", 2) == [0, 1000]


def test_being_refused_does_not_make_it_longer(attempts: Attempts, clock: Clock) -> None:
    begun(attempts, "10.0.0.1", 100)
    clock.now += 10
    assert attempts.begin("10.0.0.1") == 0


def test_others_and_the_laptop_keep_theirs(attempts: Attempts) -> None:
    begun(attempts, "10.0.0.1", 100)
    assert begun(attempts, "10.0.0.2", 4) == [0, 0, 0, 10]
    assert begun(attempts, LAPTOP, 5) == [0, 0, 0, 0, 5]


def test_a_right_one_gives_all_back(attempts: Attempts) -> None:
    begun(attempts, "10.0.0.1", 3)
    attempts.was_right("10.0.0.1")
    assert begun(attempts, "10.0.0.1", 4) == [0, 0, 0, 10]


def test_one_that_was_not_made_is_given_back(attempts: Attempts) -> None:
    begun(attempts, "10.0.0.1", 3)
    attempts.was_not_made("10.0.0.1")
    assert begun(attempts, "10.0.0.1", 2) == [0, 10]
    attempts.was_not_made("10.0.0.9")


def test_a_device_with_many_addresses_is_one(attempts: Attempts) -> None:
    assert [attempts.begin(f"2001:db8::{number}") for number in range(1, 5)] == [0, 0, 0, 10]


def test_so_many_addresses_are_remembered(attempts: Attempts) -> None:
    begun(attempts, "10.0.0.1", 3)
    for number in range(2, 5):
        attempts.begin(f"10.0.0.{number}")
    assert attempts.begin("10.0.0.1") == 10
    attempts.begin("10.0.0.5")
    assert attempts.begin("10.0.0.1") == 0
    assert len(attempts._all_back) == 4


def test_who_tried_longest_ago_is_forgotten_first(attempts: Attempts) -> None:
    for number in (1, 2, 3, 4, 1, 5):
        attempts.begin(f"10.0.0.{number}")
    assert list(attempts._all_back) == ["10.0.0.3", "10.0.0.4", "10.0.0.1", "10.0.0.5"]


def test_who_has_all_tries_again_is_forgotten(attempts: Attempts, clock: Clock) -> None:
    begun(attempts, "10.0.0.1", 3)
    clock.now += 30
    attempts.begin("10.0.0.2")
    assert list(attempts._all_back) == ["10.0.0.2"]


class Passcodes:
    """In place of scrypt: says in which order it was asked, and answers when it is let."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go = asyncio.Event()

    async def is_right(self, entered: str) -> bool:
        self.asked.append(entered)
        await self.go.wait()
        return entered.startswith("right")


def test_a_flood_from_many_addresses_keeps_neither_the_laptop_nor_another_address_out(tmp_path: Path) -> None:
    async def test() -> None:
        operators = Operators(tmp_path, AttemptLimits(pause=0, waiting=20, waiting_per_address=2))
        computed = Passcodes()
        operators.passcode.is_right = computed.is_right  # type: ignore[method-assign]

        async def tried(address: str, passcode: str) -> bool | int:
            try:
                return await operators.is_right(passcode, address)
            except TooManyTriesError as error:
                return error.seconds

        flood = [
            asyncio.create_task(tried(f"10.0.0.{number % 10}", f"wrong {number}")) for number in range(100)
        ]  # each of ten addresses ten times
        await asyncio.sleep(0)
        laptop = asyncio.create_task(tried(LAPTOP, "right of the laptop"))
        other = asyncio.create_task(tried("10.0.0.99", "right of another"))
        for _ in range(5):
            await asyncio.sleep(0)
        assert computed.asked == ["wrong 0", "right of the laptop"]  # one of the network, and one of the laptop
        computed.go.set()
        assert await laptop is True
        assert await other is True
        results = await asyncio.gather(*flood)
        assert computed.asked.index("right of another") <= 12  # after one of each address
        assert results.count(False) <= 21 and all(result is False or result >= 5 for result in results)

    asyncio.run(test())


def test_who_found_no_turn_has_lost_no_try(tmp_path: Path) -> None:
    async def test() -> None:
        limits = AttemptLimits(per_address=Allowance(1, 1000.0), pause=0, waiting=0, waiting_per_address=0)
        operators = Operators(tmp_path, limits)
        computed = Passcodes()
        operators.passcode.is_right = computed.is_right  # type: ignore[method-assign]
        first = asyncio.create_task(operators.is_right("wrong", "10.0.0.1"))
        await asyncio.sleep(0)
        with pytest.raises(TooManyTriesError) as told:
            await operators.is_right("right", "10.0.0.2")
        assert told.value.seconds == 5
        computed.go.set()
        assert await first is False
        assert await operators.is_right("right", "10.0.0.2")

    asyncio.run(test())


def test_a_wrong_one_of_the_network_holds_up_the_network_alone(tmp_path: Path) -> None:
    async def test() -> None:
        operators = Operators(tmp_path, AttemptLimits(pause=1000.0))
        computed = Passcodes()
        computed.go.set()
        operators.passcode.is_right = computed.is_right  # type: ignore[method-assign]
        network = [asyncio.create_task(operators.is_right("wrong", f"10.0.0.{number}")) for number in range(2)]
        await asyncio.sleep(0)
        assert await operators.is_right("wrong of the laptop", LAPTOP) is False
        for _ in range(5):
            await asyncio.sleep(0)
        assert computed.asked == ["wrong", "wrong of the laptop"]
        for task in network:
            task.cancel()

    asyncio.run(test())


def test_a_device_with_many_addresses_waits_as_one(tmp_path: Path) -> None:
    async def test() -> None:
        operators = Operators(tmp_path, AttemptLimits(pause=0, waiting=10, waiting_per_address=1))
        computed = Passcodes()
        operators.passcode.is_right = computed.is_right  # type: ignore[method-assign]
        asked = [asyncio.create_task(operators.is_right("wrong", f"2001:db8::{number}")) for number in range(1, 4)]
        asked.append(asyncio.create_task(operators.is_right("right", "10.0.0.1")))
        await asyncio.sleep(0)
        computed.go.set()
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(result, TooManyTriesError) for result in results] == [False, False, True, False]

    asyncio.run(test())
