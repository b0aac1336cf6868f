"""Who may change something: what stands around the pages finds it out, the pages ask."""

import functools
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response

Endpoint = Callable[[Request], Awaitable[Response]]


class Operator(NamedTuple):
    """Somebody who may change things. `name`: as they said it; it stands beside all that they do."""

    name: str


def operator_of(connection: HTTPConnection) -> Operator | None:
    """Who asks, where it is somebody who may change things."""
    found: Operator | None = connection.scope.get("state", {}).get("operator")
    return found


def needs_operator(endpoint: Endpoint) -> Endpoint:
    """Has the endpoint asked only by operators; nobody else changes anything by it."""

    @functools.wraps(endpoint)
    async def asked(request: Request) -> Response:
        return await endpoint(request) if operator_of(request) else PlainTextResponse("", 403)

    return asked
