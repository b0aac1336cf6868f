"""The hall socket: a phone at a table, or whatever asks to be one.

It says who it is, or is shown out; then its binary messages are the bytes of the link, for the hub's port, and its text
messages are of messages.py. What goes on here for one phone keeps no other one waiting: whoever asks to be let in waits
behind those of its own address, and what is sent lies in a queue that is bounded.
"""

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tallyboard.errors import TallyboardError
from tallyboard.hub.seats import Charge, Message, Seats
from tallyboard.link.fed_ports import HallPort
from tallyboard.pages.phones import build, messages
from tallyboard.pages.phones.messages import BrokenRuleError, TakeOver
from tallyboard.pages.safety.protocols import SOCKET
from tallyboard.pages.safety.turns import Turns, address_of
from tallyboard.pages.site import site_of
from tallyboard.store.seats import MOST, Admitted, SeatWish, Taken, Void, check_of

FIRST_S = 5.0  # until a phone has said who it is
_WAITS_S = 300.0  # that it may stand before a table that another one has
_STILL_S = 2.0  # what stands is said again: a phone takes five seconds without a word for the end
_BATTERY_S = 10.0
_VERSION_S = 1.0  # a page that has to be fetched first is not waited for
_UNSENT = 256 * 1024  # bytes that wait for a phone; a whole journal is 45 KB
_AT_ONCE = 4  # that are asked of the store; of one address one
_BROKEN = 1008  # code of a close: what came, or who came, may not be
_ASKS = ("asked", "waits")  # how it stands with a phone that wants the table of another one
_AGAIN = 1001  # the line ends, the phone may come again


class _Close(NamedTuple):
    code: int
    reason: str


class Sockets:
    """All of one server."""

    def __init__(self) -> None:
        self.turns = Turns(_AT_ONCE, 1)
        self._at_work: dict[str, _PhoneLine] = {}  # by the check of the token
        self._version: asyncio.Task[str] | None = None

    async def version(self) -> str:
        """Of the page that this laptop has; "" where that is not known."""
        if self._version is None:
            self._version = asyncio.create_task(run_in_threadpool(build.version))
        await asyncio.wait((self._version,), timeout=_VERSION_S)
        return self._version.result() if self._version.done() else ""

    def begin(self, check: str, line: "_PhoneLine") -> bool:
        """Whether there is room for it. The one before it of the same phone ends: it is a line that is dead."""
        before = self._at_work.get(check)
        if before is not None:
            before.hang_up()
            before.has_place("unsettle")  # until it has closed, which may be when it likes
        elif len(self._at_work) >= MOST:
            return False
        self._at_work[check] = line
        return True

    def end(self, check: str, line: "_PhoneLine") -> None:
        if self._at_work.get(check) is line:
            del self._at_work[check]


async def link(socket: WebSocket) -> None:
    """Answer at SOCKET."""
    gate = site_of(socket).seats
    if gate is None:
        await socket.send_denial_response(PlainTextResponse("No tables are followed here.", 404))
        return
    await _PhoneLine(socket, gate, socket.app.state.sockets).run()


class _PhoneLine:
    """One socket, from its opening to its end. Two tasks: one hears the phone, one sends what lies in the queue."""

    def __init__(self, socket: WebSocket, gate: Seats, sockets: Sockets) -> None:
        self._socket = socket
        self._gate = gate
        self._sockets = sockets
        self._loop = asyncio.get_running_loop()
        self._queue: deque[bytes | str | _Close] = deque()
        self._queued = 0  # bytes
        self._is_more = asyncio.Event()

    async def run(self) -> None:
        await self._socket.accept()
        sending = asyncio.create_task(self._send())
        hearing = asyncio.create_task(self._hear())
        try:
            await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
            if hearing.done() and not sending.done():
                self._put(hearing.result())
                await sending
        finally:
            for task in (sending, hearing):
                task.cancel()
            await asyncio.gather(sending, hearing, return_exceptions=True)
        for task in (sending, hearing):
            if not task.cancelled():
                task.result()  # raises what nobody has foreseen

    # ---- what is sent

    def _put(self, one: bytes | str | _Close) -> None:
        """Lay this behind the rest. A phone that leaves so much lie does not take it: it is cut off."""
        self._queued += 0 if isinstance(one, _Close) else len(one)
        if self._queued > _UNSENT:
            self._queue.clear()
            one = _Close(_BROKEN, "You do not take what is sent.")
        self._queue.append(one)
        self._is_more.set()

    def _tell(self, told: Message) -> None:
        if told:
            self._put(json.dumps(told, separators=(",", ":")))
        else:
            self.hang_up()
        if "void" in told:
            self._put(_Close(_BROKEN, "You are at no table."))

    def hang_up(self) -> None:
        """End this line; the phone may begin another one, or has."""
        self._put(_Close(_AGAIN, "Begin anew."))

    def has_place(self, how: str) -> None:
        """settle: one that nobody else gets; unsettle: as any connection."""
        self._socket.scope["extensions"].get("tallyboard", {}).get(how, lambda: None)()

    def _from_a_thread(self, put: Callable[[Any], None], one: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(put, one)

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, OSError):
            while True:
                await self._is_more.wait()
                self._is_more.clear()
                while self._queue:
                    one = self._next()
                    if isinstance(one, _Close):
                        await self._socket.close(one.code, one.reason)
                        return
                    await (self._socket.send_text(one) if isinstance(one, str) else self._socket.send_bytes(one))

    def _next(self) -> bytes | str | _Close:
        """Bytes that follow one another are one message."""
        one = self._queue.popleft()
        if isinstance(one, bytes):
            pieces = [one]
            while self._queue and isinstance(self._queue[0], bytes):
                pieces.append(self._queue.popleft())  # type: ignore[arg-type]
            one = b"".join(pieces)
        self._queued -= 0 if isinstance(one, _Close) else len(one)
        return one

    # ---- what is heard

    async def _hear(self) -> _Close:
        """Until the phone has gone, or is to be shown out."""
        try:
            at = await self._let_in()
            if isinstance(at, Void):
                self._tell({"void": at.why})
                return _Close(_BROKEN, "You are at no table.")
            return await self._follow(at)
        except BrokenRuleError as broken:
            return _Close(_BROKEN, str(broken))
        except WebSocketDisconnect:
            return _Close(_AGAIN, "")

    async def _message(self) -> messages.Said | bytes:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        text = message.get("text")
        return bytes(message["bytes"]) if text is None else messages.read(text)

    async def _let_in(self) -> Admitted | Void:
        """Hear who it is, and let it in or not. Raises BrokenRuleError."""
        try:
            async with asyncio.timeout(FIRST_S):
                said = await self._message()
        except TimeoutError:
            raise BrokenRuleError("You did not say who you are.") from None
        if not isinstance(said, SeatWish):
            raise BrokenRuleError("Say first who you are.")
        outcome = await self._asked(said, False)
        if not isinstance(outcome, Taken):
            return self._tokens_of(said, outcome)
        try:
            async with asyncio.timeout(_WAITS_S):
                return self._tokens_of(said, await self._wait(said, outcome))
        except TimeoutError:
            raise BrokenRuleError("Another phone has this table. Scan again.") from None

    async def _asked(self, said: SeatWish, takes_over: bool) -> Admitted | Taken | Void:
        async with self._sockets.turns.turn(address_of(self._socket.scope)):
            return await run_in_threadpool(self._gate.admit, said._replace(takes_over=takes_over))

    def _tokens_of(self, said: SeatWish, outcome: Admitted | Void) -> Admitted | Void:
        if isinstance(outcome, Admitted):
            self._token = next(token for token in (said.token, *said.has) if check_of(token) == outcome.check)
        return outcome

    async def _wait(self, said: SeatWish, outcome: Taken) -> Admitted | Void:
        """Another phone has the table: until this one is let in, or is not. It is told again and again how it stands;
        and that is asked anew each time, for the other phone may be away by now."""
        words: asyncio.Queue[str] = asyncio.Queue()
        heard, word = asyncio.create_task(self._message()), asyncio.create_task(words.get())
        stop: Callable[[], None] | None = None
        try:
            while True:
                if outcome.state in _ASKS and stop is None:
                    stop = self._gate.wait(said.token, lambda became: self._from_a_thread(words.put_nowait, became))
                self._tell(messages.taken(outcome, said.token))
                await asyncio.wait((heard, word), timeout=_STILL_S, return_when=asyncio.FIRST_COMPLETED)
                asks = outcome.state in _ASKS
                if heard.done():
                    if heard.result() != TakeOver("ask"):
                        raise BrokenRuleError("You are at no table: ask for it, or leave.")
                    asks, heard = True, asyncio.create_task(self._message())
                elif word.done():
                    became, word, stop = word.result(), asyncio.create_task(words.get()), None
                    if became != "agreed":
                        outcome = outcome._replace(state="refused" if became == "refused" else "taken")
                        continue
                following = await self._asked(said, asks)
                if not isinstance(following, Taken):
                    if heard.done():
                        heard.result()  # it has gone meanwhile; to ask once more is nothing any more
                    return following
                outcome = following
        finally:
            if stop is not None:
                stop()
            heard.cancel()
            word.cancel()
            await asyncio.gather(heard, word, return_exceptions=True)

    async def _follow(self, at: Admitted) -> _Close:
        if not self._sockets.begin(at.check, self):
            self._tell({"void": "full"})
            return _Close(_BROKEN, "All places are taken.")
        self.has_place("settle")
        self._tell(messages.admitted(at, self._token, await self._sockets.version()))
        port = self._gate.follow(
            at,
            lambda data: self._from_a_thread(self._put, data),
            lambda told: self._from_a_thread(self._tell, told),
        )
        try:
            return await self._forward(at, port)
        finally:
            self._gate.leave(port)
            self._sockets.end(at.check, self)

    async def _forward(self, at: Admitted, port: HallPort) -> _Close:
        """Raises BrokenRuleError, or WebSocketDisconnect in the end."""
        battery_at = self._loop.time()
        while True:
            said = await self._message()
            if isinstance(said, bytes):
                if not port.arrived(said):  # it has ended, or nobody reads it
                    return _Close(_AGAIN, "Begin anew.")
            elif isinstance(said, TakeOver) and said.word != "ask":
                with contextlib.suppress(TallyboardError):  # it can be said again when the database is there
                    await run_in_threadpool(self._gate.answer, at.check, said.word == "yes")
            elif isinstance(said, Charge):
                if self._loop.time() >= battery_at:
                    battery_at = self._loop.time() + _BATTERY_S
                    self._gate.battery(at.check, said)
            else:
                raise BrokenRuleError("You are at a table already.")


ROUTES = [WebSocketRoute(SOCKET, link)]
