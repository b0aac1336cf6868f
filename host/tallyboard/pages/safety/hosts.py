"""By which names this laptop may be asked. A page of another site that has its name point here (DNS rebinding) is not
among them, so that it reads nothing.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable

from starlette.types import ASGIApp, Receive, Scope, Send

from tallyboard.pages.safety.refusals import Refusal, refuse
from tallyboard.system.laptop import laptop_name

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

# A name or IPv4, or IPv6 in brackets; then, perhaps, a port.
_HOST = re.compile(r"(?:([a-z0-9_](?:[a-z0-9_.-]{0,252}))|\[([0-9a-f:.]{2,45})\])(?::[0-9]{1,5})?", re.ASCII)

MALFORMED = Refusal(
    400,
    lambda _: (
        _("Your browser did not say which laptop it asks."),
        _("Type the address again, as the laptop shows it."),
    ),
)


class HostNames:
    """Lets through what asks for one of these names, whatever the port. Their case does not matter."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        self._names = frozenset(_spelled(name.lower()) for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            name = host_name(scope)
            if name is None:
                return await refuse(MALFORMED, scope, receive, send)
            if name not in self._names:
                return await refuse(_not_called(name), scope, receive, send)
        return await self._app(scope, receive, send)


def _not_called(name: str) -> Refusal:
    return Refusal(
        421,
        lambda _: (
            _("This laptop is not called %(name)s.", name=name),
            _("Type the address as the laptop shows it. Whoever runs the laptop can allow another name."),
        ),
    )


def host_name(scope: Scope) -> str | None:
    """The name or address that is asked for, without port and brackets, small letters; None if that is not one Host."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    found = _HOST.fullmatch(hosts[0].decode("latin-1").lower()) if len(hosts) == 1 else None
    if found is None:
        return None
    name, version6 = found.groups()
    return _spelled(version6) if version6 else name.removesuffix(".")


def names_of_laptop(lan: bool, addresses: Iterable[str] = (), by_hand: Iterable[str] = ()) -> frozenset[str]:
    """What this laptop may be called; with `lan` by its addresses there, its name, NAME.local and names by hand too."""
    names = set(LOOPBACK)
    if lan:
        short = laptop_name().lower().removesuffix(".local")
        names |= {short, f"{short}.local", *addresses, *(name.lower() for name in by_hand)}
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
