"""What every response says to the browser about its own safety, errors too."""

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tallyboard.pages.safety.refusals import Refusal, refuse
from tallyboard.system.error_log import unforeseen

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors {ancestors}"
)
_ALWAYS = {
    "x-content-type-options": "nosniff",
    # Not no-referrer: with it browsers send `Origin: null` with our own forms (Fetch, 3.2 "append a request Origin
    # header"), and on plain http, where there is no Sec-Fetch-Site, the Origin is how we know our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
ALONE = {
    **_ALWAYS,
    "content-security-policy": _POLICY.format(ancestors="'none'"),
    "cross-origin-resource-policy": "same-origin",
}
FRAMED = {
    **_ALWAYS,
    "content-security-policy": _POLICY.format(ancestors="*"),
    "cross-origin-resource-policy": "cross-origin",
}

_MAY_BE_FRAMED = "may_be_framed"
_PRIVATE = "private"

BROKEN = Refusal(
    500,
    lambda _: (_("Something went wrong on the laptop."), _("Go back and try again. The laptop's log has the details.")),
)


def may_be_framed(connection: HTTPConnection) -> None:
    """Mark the answer to this as one that other pages and streaming programs may show within theirs."""
    connection.scope.setdefault("state", {})[_MAY_BE_FRAMED] = True


def keep_private(scope: Scope) -> None:
    """Mark the answer to this as one that no cache keeps, not even the browser's own."""
    scope.setdefault("state", {})[_PRIVATE] = True


class SafeHeaders:
    """Puts these headers on every response, in place of what the app says about them.

    What is marked private is told not to be stored, unless the app calls it public itself, as it does with its style.
    Other answers speak their reader's language: a cache keeps them for that reader alone, and asks each time.
    Files, which have an ETag, are the same for everybody.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        state = scope.setdefault("state", {})
        status = 0

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers.update(FRAMED if state.get(_MAY_BE_FRAMED) else ALONE)
                if state.get(_PRIVATE) and "public" not in headers.get("cache-control", ""):
                    headers["cache-control"] = "no-store"
                elif "etag" not in headers:
                    headers.setdefault("cache-control", "private, no-cache")
            await send(message)

        try:
            return await self._app(scope, receive, send_safely)
        except Exception as error:
            if status < 500:  # else the app has told it, and raises it again for the server
                unforeseen(error)
            if status:
                raise  # the server ends the connection, so that nobody takes half an answer for all of it
            await refuse(BROKEN, scope, receive, send_safely)


def raw_headers() -> list[tuple[bytes, bytes]]:
    """The same for what is answered before any app sees it."""
    return [(name.encode(), value.encode()) for name, value in ALONE.items()]
