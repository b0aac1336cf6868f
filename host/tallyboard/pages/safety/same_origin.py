"""What changes something must come from a page of this laptop, not from one of another site (CSRF)."""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from tallyboard.pages.safety.refusals import Refusal, refuse

_READING = ("GET", "HEAD")
_METHODS = (*_READING, "POST")

NOT_SO = Refusal(
    405, lambda _: (_("Nothing here can be done in that way."), _("Use the pages of this laptop in a browser."))
)
FOREIGN = Refusal(
    403,
    lambda _: (
        _("Nothing was changed: that did not come from a page of this laptop."),
        _("Open the page again by the address that the laptop shows, and send the form from there."),
    ),
)


class SameOrigin:
    """Lets through GET, HEAD, and the POST of our own pages."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            if scope["method"] not in _METHODS:
                return await refuse(NOT_SO, scope, receive, send)
            if scope["method"] not in _READING and not _is_ours(scope):
                return await refuse(FOREIGN, scope, receive, send)
        return await self._app(scope, receive, send)


def _is_ours(scope: Scope) -> bool:
    """Sec-Fetch-Site says it. Browsers send none over plain http, except to the laptop itself: then the Origin does."""
    headers = Headers(scope=scope)
    sites = headers.getlist("sec-fetch-site")
    if sites:
        return sites == ["same-origin"]
    origins = headers.getlist("origin")
    return [origin.lower() for origin in origins] == [f"{scope['scheme']}://{headers.get('host', '')}".lower()]
