"""How much is done at a time: places of streams, and turns of everything else."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tallyboard.pages.safety.addresses import address_of, device
from tallyboard.pages.safety.limits import Limits
from tallyboard.pages.safety.places import Places
from tallyboard.pages.safety.refusals import Refusal, refuse
from tallyboard.pages.safety.turns import NoTurnError, Turns, TurnsApart

_OUT_OF_TURN = "out_of_turn"

MANY_STREAMS = Refusal(
    503,
    lambda _: (
        _("As many pages show live scores as this laptop serves."),
        _("Close pages that nobody looks at, then load this one again."),
    ),
    wait=30,
)
BUSY = Refusal(
    503, lambda _: (_("The laptop has too much to do at this moment."), _("Try again in a few seconds.")), wait=5
)


class StreamLimit:
    """Streams have a place each while they last; other requests take turns, until their answer begins. Where all places
    are taken, who has most streams gives one up for who has fewer.

    `is_stream`: whether a request asks for a stream. A stream whose reader takes nothing is ended from below (see
    connections.py): its `receive` gives `http.disconnect`, and what it sends goes nowhere.
    """

    def __init__(self, app: ASGIApp, limits: Limits, is_stream: Callable[[Scope], bool]) -> None:
        self._app = app
        self._is_stream = is_stream
        self._places = Places(limits.streams, limits.streams_per_address, of_laptop=limits.streams)
        self._streams: dict[asyncio.Future[None], str] = {}  # the oldest first, with whose it is
        self._turns = TurnsApart(
            Turns(limits.at_work, limits.waiting, limits.waiting_per_address, limits.at_work_per_address),
            laptop=Turns(limits.at_work, limits.waiting, limits.waiting),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        address = address_of(scope)
        if self._is_stream(scope):
            return await self._stream(address, scope, receive, send)
        try:
            await self._in_turn(address, scope, receive, send)
        except NoTurnError:
            await refuse(BUSY, scope, receive, send)

    async def _in_turn(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        who = device(address)
        async with contextlib.AsyncExitStack() as turn:
            await turn.enter_async_context(self._turns.turn(who))

            @contextlib.asynccontextmanager
            async def pause() -> AsyncIterator[None]:
                await turn.aclose()
                try:
                    yield
                finally:
                    await turn.enter_async_context(self._turns.turn(who))

            async def send_out_of_turn(message: Message) -> None:
                await turn.aclose()  # the work is done: whoever takes the answer slowly keeps nobody else waiting
                await send(message)

            scope.setdefault("state", {})[_OUT_OF_TURN] = pause
            await self._app(scope, receive, send_out_of_turn)

    async def _stream(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        if not (self._places.take(address) or (self._make_room(address) and self._places.take(address))):
            return await refuse(MANY_STREAMS, scope, receive, send)
        has_begun = False

        async def send_on(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        stream = asyncio.ensure_future(self._app(scope, receive, send_on))
        self._streams[stream] = address
        try:
            await stream
        except asyncio.CancelledError:
            if stream in self._streams:  # not put out: everything ends
                raise
            if has_begun:
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            else:
                await refuse(MANY_STREAMS, scope, receive, send)
        finally:
            self._end(stream)

    def _make_room(self, address: str) -> bool:
        """End the oldest stream of whoever has most, where this address has fewer; whether there is room now."""
        most = self._places.gives_way(address)
        stream = next((one for one, its in self._streams.items() if its == most), None)
        if stream is None:
            return False
        self._end(stream)
        stream.cancel()
        return True

    def _end(self, stream: "asyncio.Future[None]") -> None:
        """Give the place of this stream back, where it has one."""
        address = self._streams.pop(stream, None)
        if address is not None:
            self._places.leave(address)


def out_of_turn(scope: Scope) -> contextlib.AbstractAsyncContextManager[Any]:
    """The time in which a request waits for something else than the pages' work: others have its turn meanwhile.

    Raises NoTurnError where there is none for it afterwards: BUSY is the answer then.
    """
    pause = scope.get("state", {}).get(_OUT_OF_TURN, contextlib.nullcontext)
    waiting: contextlib.AbstractAsyncContextManager[Any] = pause()
    return waiting


def begins_with(*prefixes: str) -> Callable[[Scope], bool]:
    """Streams are what has a path that begins so."""
    return lambda scope: scope["path"].startswith(prefixes)
