"""Turns that are fair between addresses, and the requests that take them."""

import asyncio
from collections.abc import Callable, Coroutine

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tallyboard.pages.safety.turns import InTurn, Turns, address_of, device, is_laptop, plain_address

LAPTOP = "127.0.0.1"


async def rounds() -> None:
    """Some of the loop's."""
    for _ in range(4):
        await asyncio.sleep(0)


class Day:
    """Those who ask for a turn, and those who had one, in their order."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
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

    async def end(self) -> None:
        self.go.set()
        await asyncio.gather(*self.tasks)


def run(test: Callable[[], Coroutine[None, None, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 10))


async def day(turns: Turns, *names: str) -> Day:
    made = Day(turns)
    await made.ask(*names)
    return made


def test_so_many_at_once() -> None:
    async def test() -> None:
        asked = await day(Turns(2, 2), "a1", "a2", "a3")
        assert asked.had == ["a1", "a2"]
        await asked.end()
        assert asked.had == ["a1", "a2", "a3"]

    run(test)


def test_addresses_take_turns() -> None:
    async def test() -> None:
        asked = await day(Turns(1, 1), "a1", "a2", "a3", "a4", "b1", "c1", "b2")
        await asked.end()
        assert asked.had == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]

    run(test)


def test_one_address_has_so_many_at_once_and_its_turn_goes_to_others() -> None:
    async def test() -> None:
        asked = await day(Turns(3, 2), "a1", "a2", "a3", "b1", "a4", "c1")
        assert asked.had == ["a1", "a2", "b1"]
        await asked.end()
        assert sorted(asked.had) == ["a1", "a2", "a3", "a4", "b1", "c1"]

    run(test)


def test_an_error_gives_the_turn_back() -> None:
    async def test() -> None:
        turns = Turns(1, 1)
        for _ in range(2):
            with pytest.raises(ArithmeticError):
                async with turns.turn("a"):
                    raise ArithmeticError

    run(test)


def test_a_turn_ends_once() -> None:
    async def test() -> None:
        turns = Turns(1, 1)
        end = await turns.begin("a")
        end()
        end()
        asked = await day(turns, "b1", "c1")
        assert asked.had == ["b1"]
        await asked.end()

    run(test)


def test_the_laptop_does_not_wait_for_the_network() -> None:
    async def test() -> None:
        turns = Turns(1, 1)
        async with turns.turn("a"), turns.turn(LAPTOP):
            pass
        async with turns.turn(LAPTOP), turns.turn("a"):  # nor the network for the laptop
            pass

    run(test)


def test_one_who_left_while_it_waited_is_passed_over() -> None:
    async def test() -> None:
        asked = await day(Turns(1, 1), "a1", "b1", "c1")
        asked.tasks.pop(1).cancel()
        await rounds()
        await asked.end()
        assert asked.had == ["a1", "c1"]

    run(test)


class Held:
    """An app whose requests stay until they are let go."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.at_work: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.at_work.append(scope["client"][0])
        await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


class Asked:
    """One request of an address. `takes`: whether its client takes the answer."""

    def __init__(self, app: ASGIApp, address: str, path: str = "/") -> None:
        self.started: Message = {}
        self.takes = asyncio.Event()
        self.takes.set()
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [],
            "client": (address, 1),
        }
        self.task = asyncio.ensure_future(self._run(app, scope))

    async def _run(self, app: ASGIApp, scope: Scope) -> None:
        await app(scope, self._receive, self._send)

    async def _receive(self) -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def _send(self, message: Message) -> None:
        await self.takes.wait()
        if message["type"] == "http.response.start":
            self.started = message

    @property
    def status(self) -> int:
        """0 as long as there is no answer."""
        return int(self.started.get("status", 0))

    def header(self, name: bytes) -> bytes:
        headers: dict[bytes, bytes] = dict(self.started["headers"])
        return headers.get(name, b"")


async def asked(app: ASGIApp, addresses: list[str], path: str = "/") -> list[Asked]:
    made = [Asked(app, address, path) for address in addresses]
    for _ in range(5):
        await asyncio.sleep(0)
    return made


def in_turn(held: ASGIApp, at_once: int, each: int) -> ASGIApp:
    return InTurn(held, Turns(at_once, each), ("/stream",))


def test_work_that_is_done_in_one_go_takes_turns_too() -> None:
    async def test() -> None:
        held = Held()
        held.go.set()
        app = in_turn(held, 8, 2)
        flood = [Asked(app, "a") for _ in range(60)]
        await Asked(app, "b").task
        assert len(held.at_work) < 10
        await asyncio.gather(*(one.task for one in flood))

    run(test)


def test_so_many_requests_are_at_work_and_others_wait() -> None:
    async def test() -> None:
        held = Held()
        pages = await asked(in_turn(held, 1, 1), ["a", "a", "a", "b", "c", LAPTOP])
        assert held.at_work == ["a", LAPTOP]
        held.go.set()
        await asyncio.gather(*(one.task for one in pages))
        assert held.at_work == ["a", LAPTOP, "a", "b", "c", "a"]
        assert [one.status for one in pages] == [200] * 6

    run(test)


def test_one_address_has_so_many_at_work_and_others_go_on() -> None:
    async def test() -> None:
        held = Held()
        pages = await asked(in_turn(held, 8, 2), ["a", "a", "a", "a", "b", "c"])
        assert held.at_work == ["a", "a", "b", "c"]
        held.go.set()
        await asyncio.gather(*(one.task for one in pages))
        assert [one.status for one in pages] == [200] * 6

    run(test)


def test_devices_of_one_network_of_ipv6_are_one_address() -> None:
    async def test() -> None:
        held = Held()
        pages = await asked(in_turn(held, 8, 1), ["2001:db8::1", "2001:db8::2"])
        assert held.at_work == ["2001:db8::1"]
        held.go.set()
        await asyncio.gather(*(one.task for one in pages))

    run(test)


def test_streams_take_none() -> None:
    async def test() -> None:
        held = Held()
        app = in_turn(held, 1, 1)
        streams = await asked(app, ["a"] * 3, "/stream/x")
        pages = await asked(app, ["b"])
        assert held.at_work == ["a", "a", "a", "b"]
        held.go.set()
        await asyncio.gather(*(one.task for one in [*streams, *pages]))

    run(test)


def test_who_takes_an_answer_slowly_keeps_nobody_from_theirs() -> None:
    async def test() -> None:
        held = Held()
        held.go.set()
        app = in_turn(held, 1, 1)
        slow = Asked(app, "a")
        slow.takes.clear()
        (quick,) = await asked(app, ["b"])
        assert (slow.status, quick.status) == (0, 200)
        slow.takes.set()
        await slow.task
        assert slow.status == 200

    run(test)


@pytest.mark.parametrize(
    "said, plain",
    [("::ffff:192.168.1.5", "192.168.1.5"), ("FE80::1%eth0", "fe80::1"), ("::1", "::1"), ("name", "name")],
)
def test_an_address_has_one_spelling(said: str, plain: str) -> None:
    assert plain_address(said) == plain
    assert address_of({"client": (said, 1)}) == plain


def test_without_a_client_there_is_no_address() -> None:
    assert address_of({"client": None}) == ""
    assert address_of({}) == ""


def test_only_the_laptop_is_the_laptop() -> None:
    assert is_laptop(LAPTOP) and is_laptop("::1")
    assert not any(is_laptop(address) for address in ("127.0.0.2", "192.168.1.5", "", "localhost"))


def test_a_device_of_ipv6_is_its_first_half() -> None:
    assert device("2001:db8::1") == device("2001:db8::ffff:2") != device("2001:db8:0:1::1")
    assert device("192.168.1.5") == "192.168.1.5"
    assert device("::1") == "::1"


@pytest.mark.parametrize("rounds_later", [0, 1])
def test_who_ends_in_the_moment_of_his_turn_takes_it_from_nobody(rounds_later: int) -> None:
    async def test() -> None:
        turns = Turns(1, 1)
        end = await turns.begin("a")
        gone = asyncio.create_task(turns.begin("b"))
        await rounds()
        end()  # it is b's turn, who does not know yet
        gone.cancel()
        for _ in range(rounds_later):
            await rounds()
        (await asyncio.wait_for(turns.begin("c"), 5))()

    run(test)
