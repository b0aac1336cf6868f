"""What may be asked at all: by a name of this laptop, from a page of its own; and what every answer tells the browser.

A page of another site that has its name point here (DNS rebinding) reads nothing; one that sends a form here (CSRF)
changes nothing; and nothing that somebody types becomes a script, or is shown within another site's page.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tallyboard.pages.safety.bodies import PageRefusal, refuse
from tallyboard.system.error_log import unforeseen
from tallyboard.system.laptop import laptop_name
from tallyboard.text.language import later

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
# A name or IPv4, or IPv6 in brackets; then, perhaps, a port.
_HOST = re.compile(r"(?:([a-z0-9_](?:[a-z0-9_.-]{0,252}))|\[([0-9a-f:.]{2,45})\])(?::[0-9]{1,5})?", re.ASCII)
_READING = ("GET", "HEAD")
_METHODS = (*_READING, "POST")

NOT_SO = PageRefusal(
    405, later("Nothing here can be done in that way."), later("Use the pages of this laptop in a browser.")
)
FOREIGN = PageRefusal(
    403,
    later("Nothing was changed: that did not come from a page of this laptop."),
    later("Open the page again by the address that the laptop shows, and send the form from there."),
)
BROKEN = PageRefusal(
    500, later("Something went wrong on the laptop."), later("Go back and try again. The laptop's log has the details.")
)


ELSEWHERE = PageRefusal(
    403,
    later("Nothing was opened: that did not come from a page of this laptop."),
    later("Open the page again by the address that the laptop shows."),
)


class OurOwn:
    """Lets through what asks for one of these names, whatever the port; GET, HEAD, the POST of our own pages, and
    their sockets: a socket without an Origin is of no browser, so no site has sent it."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        self._names = frozenset(_spelled(name.lower()) for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = None if scope["type"] == "lifespan" else self._refused(scope)
        if refused:
            return await refuse(refused, scope, receive, send)
        return await self._app(scope, receive, send)

    def _refused(self, scope: Scope) -> PageRefusal | None:
        name = _host_name(scope)
        if name not in self._names:
            return PageRefusal(
                421,
                later("This laptop is not called %(name)s."),
                later("Type the address as the laptop shows it. Whoever runs the laptop can allow another name."),
                {"name": name},
            )
        if scope["type"] == "websocket":
            has_origin = Headers(scope=scope).getlist("origin")
            return ELSEWHERE if has_origin and not _is_of_our_origin(scope) else None
        if scope["method"] not in _METHODS:
            return NOT_SO
        return None if scope["method"] in _READING or _is_ours(scope) else FOREIGN


def _host_name(scope: Scope) -> str:
    """The name or address that is asked for, without port and brackets, small letters; "?" where there is not one."""
    hosts = Headers(scope=scope).getlist("host")
    found = _HOST.fullmatch(hosts[0].lower()) if len(hosts) == 1 else None
    if found is None:
        return "?"
    name, version6 = found.groups()
    return _spelled(version6) if version6 else name.removesuffix(".")


def _is_ours(scope: Scope) -> bool:
    """Sec-Fetch-Site says it. Browsers send none over plain http, except to the laptop itself: then the Origin does."""
    sites = Headers(scope=scope).getlist("sec-fetch-site")
    return sites == ["same-origin"] if sites else _is_of_our_origin(scope)


_PAGE_OF = {"ws": "http", "wss": "https"}  # the scheme of a page whose socket has this one


def _is_of_our_origin(scope: Scope) -> bool:
    """Whether it says, once, that it comes from a page of the very address that it asks."""
    headers = Headers(scope=scope)
    scheme = _PAGE_OF.get(scope["scheme"], scope["scheme"])
    return [origin.lower() for origin in headers.getlist("origin")] == [f"{scheme}://{headers.get('host', '')}".lower()]


def names_of_laptop(lan: bool, addresses: Iterable[str] = ()) -> frozenset[str]:
    """What this laptop may be called; with `lan` by its addresses there, its name and NAME.local too."""
    names = set(LOOPBACK)
    if lan:
        short = laptop_name().lower().removesuffix(".local")
        names |= {short, f"{short}.local", *addresses}
    return frozenset(names)


def lan_addresses() -> list[str]:
    """The addresses by which this laptop is reached in its networks, the likeliest first."""
    found = [address for address in (_towards("192.0.2.1"), _towards("2001:db8::1")) if address]
    try:
        listed = {str(info[4][0]) for info in socket.getaddrinfo(laptop_name(), None, type=socket.SOCK_STREAM)}
    except OSError:  # a laptop that does not know itself by name
        listed = set()
    found += sorted(listed - set(found))
    return [address for address in found if not ipaddress.ip_address(address.partition("%")[0]).is_loopback]


def _towards(far: str) -> str:
    """The address that this laptop would call that one from; nothing is sent. "" where no network leads there."""
    family = socket.AF_INET6 if ":" in far else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _spelled(name: str) -> str:
    """One spelling for an IPv6 address."""
    try:
        return str(ipaddress.IPv6Address(name.strip("[]").partition("%")[0]))
    except ValueError:
        return name


# ---- what every answer says

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors {ancestors}"
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
_POLICY_OF_ITS_OWN = "policy"


def may_be_framed(connection: HTTPConnection) -> None:
    """Mark the answer to this as one that other pages and streaming programs may show within theirs."""
    connection.scope.setdefault("state", {})[_MAY_BE_FRAMED] = True


def keep_private(scope: Scope) -> None:
    """Mark the answer to this as one that no cache keeps, not even the browser's own."""
    scope.setdefault("state", {})[_PRIVATE] = True


def may_run(connection: HTTPConnection, policy: str) -> None:
    """Mark the answer to this as a page that runs what stands in it: its Content-Security-Policy is this one."""
    connection.scope.setdefault("state", {})[_POLICY_OF_ITS_OWN] = policy


class SafeHeaders:
    """Puts these headers on every response, in place of what the app says about them.

    What is marked private is told not to be stored, unless the app calls it public itself, as it does with its style.
    Other answers speak their reader's language: a cache keeps them for that reader alone, and asks each time.
    Files, which have an ETag, are the same for everybody.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        state = scope.setdefault("state", {})
        status = 0

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "websocket.accept":
                status = 101
            elif message["type"].endswith("http.response.start"):  # also in place of a socket
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers.update(FRAMED if state.get(_MAY_BE_FRAMED) else ALONE)
                if _POLICY_OF_ITS_OWN in state and status < 300:
                    headers["content-security-policy"] = state[_POLICY_OF_ITS_OWN]
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
