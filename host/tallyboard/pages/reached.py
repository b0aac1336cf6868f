"""By which addresses the phones of a hall reach the pages of this laptop."""

from collections.abc import Sequence
from typing import NamedTuple

from starlette.datastructures import URL

PHONE = "/phone"  # the page of a phone
_USUAL = {"http": 80, "https": 443}
_OWN = ("localhost", "127.0.0.1", "::1", "testserver", None)  # what a laptop alone calls itself


def seat_address(origin: str, secret: str) -> str:
    """What the code of a table holds; `origin`: as `http://192.168.1.7:8765`. No server hears what is behind the #."""
    return f"{origin}{PHONE}#{secret}"


def origin_of(host: str, port: int, scheme: str = "http") -> str:
    """The beginning of every address of a laptop that is called so; IPv6 stands in brackets there."""
    name = f"[{host}]" if ":" in host else host
    return f"{scheme}://{name}" + ("" if port == _USUAL.get(scheme) else f":{port}")


class Reached(NamedTuple):
    """`by_name`: what the laptop was said to be called, which does not change; `addresses`: those that it has in its
    networks now, the likeliest first. Without any of them nobody but itself reaches it; `in_networks`: whether it would
    answer others. The port is that on which it listens."""

    port: int = 8765
    by_name: Sequence[str] = ()
    addresses: Sequence[str] = ()
    in_networks: bool = False
    scheme: str = "http"

    @property
    def origins(self) -> list[str]:
        """All of them, those for a card first; none where phones do not reach it."""
        hosts = dict.fromkeys([*self.by_name, *self.addresses])
        return [origin_of(host, self.port, self.scheme) for host in hosts]

    @property
    def lasts(self) -> set[str]:
        """Those that stay as they are when the laptop comes into another network."""
        return {origin_of(host, self.port, self.scheme) for host in self.by_name}

    def origin(self, wanted: str = "") -> str:
        """This one, where it is one of them; else the first; else that of the laptop itself."""
        there = self.origins
        if wanted in there:
            return wanted
        return there[0] if there else origin_of("127.0.0.1", self.port, self.scheme)

    def seen_from(self, page: URL) -> list[str]:
        """The same, and that by which this page was asked for, where another device can do so too."""
        known, own = self.origins, f"{page.scheme}://{page.netloc}"
        return known if page.hostname in _OWN or own in known else [*known, own]
