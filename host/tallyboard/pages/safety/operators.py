"""Who may change something: what stands around the pages finds it out, the pages ask."""

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import here, page
from tallyboard.pages.links import ServerLinks
from tallyboard.pages.safety.addresses import device, is_laptop
from tallyboard.pages.safety.attempts import AttemptLimits, Attempts
from tallyboard.pages.safety.headers import keep_private
from tallyboard.pages.safety.passcode import Passcode
from tallyboard.pages.safety.sessions import Operator, Sessions
from tallyboard.pages.safety.turns import NoTurnError, Turns, TurnsApart

COOKIE = "tallyboard_session"
_SOON = 5  # seconds, where many try at this moment

Endpoint = Callable[[Request], Awaitable[Response]]


class TooManyTriesError(Exception):
    """The passcode was not looked at. `seconds`: after which it would be."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Operators:
    """The passcode and the sessions in `folder`, and how often the passcode may be tried.

    `clock`: seconds since 1970; `monotonic`: seconds that only go up.
    """

    def __init__(
        self,
        folder: Path,
        limits: AttemptLimits | None = None,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.passcode = Passcode(folder)
        self.sessions = Sessions(folder, clock, self.passcode.mark)
        self._limits = limits or AttemptLimits()
        self._attempts = Attempts(self._limits, monotonic)
        # One turn for the network and one for the laptop: never more than two hashes of 16 MB at a time.
        network = Turns(1, self._limits.waiting, self._limits.waiting_per_address)
        self._turns = TurnsApart(network, laptop=Turns(1, waiting=10, waiting_per_address=10))

    async def is_right(self, passcode: str, address: str) -> bool:
        """Whether this is the passcode. Raises TooManyTriesError, and TallyboardError where its file is damaged."""
        wait = self._attempts.begin(address)
        if wait:
            raise TooManyTriesError(wait)
        try:
            async with self._turns.turn(device(address)):
                right = await self.passcode.is_right(passcode)
                if not right and not is_laptop(address):
                    await asyncio.sleep(self._limits.pause)
        except NoTurnError:
            self._attempts.was_not_made(address)
            raise TooManyTriesError(_SOON) from None
        if right:
            self._attempts.was_right(address)
        return right


class WithOperator:
    """Finds out whose session a request belongs to; what an operator is shown is kept by no cache."""

    def __init__(self, app: ASGIApp, operators: Operators) -> None:
        self._app = app
        self._operators = operators

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            state = scope.setdefault("state", {})
            state["operators"] = self._operators
            state["operator"] = self._operator(HTTPConnection(scope).cookies.get(COOKIE))
            if state["operator"]:
                keep_private(scope)
        return await self._app(scope, receive, send)

    def _operator(self, token: str | None) -> Operator | None:
        try:
            return self._operators.sessions.operator(token) if token else None
        except TallyboardError:  # the page to log in says what is wrong with the file
            return None


def operators_of(connection: HTTPConnection) -> Operators:
    """What WithOperator stands for."""
    operators: Operators = connection.scope["state"]["operators"]
    return operators


def operator_of(connection: HTTPConnection) -> Operator | None:
    """Who asks, where it is somebody who may change things."""
    found: Operator | None = connection.scope.get("state", {}).get("operator")
    return found


def needs_operator(endpoint: Endpoint) -> Endpoint:
    """Has the endpoint asked only by operators. Others are led to the page to log in and back; a form of theirs changes
    nothing.
    """

    @functools.wraps(endpoint)
    async def asked(request: Request) -> Response:
        if operator_of(request):
            return await endpoint(request)
        keep_private(request.scope)
        if request.method in ("GET", "HEAD"):
            return RedirectResponse(ServerLinks(request.app).url("login", {"next": here(request)}), 303)
        return page(request, "safety/refused.html", 403)

    return asked
