"""The address on a table's card: where the laptop is, and the secret of the table's seat."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from tallyboard.errors import TallyboardError

_PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}
_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")


class HallAddress(NamedTuple):
    """`host` as in a URL, an IPv6 address without its brackets; `secret`: 22 characters."""

    host: str
    port: int
    is_sealed: bool
    secret: str

    @property
    def place(self) -> str:
        """Host and port, as people read them."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def socket(self) -> str:
        """The URL of the hall socket."""
        return f"{'wss' if self.is_sealed else 'ws'}://{self.place}/link"


def read_address(text: str) -> HallAddress:
    """What a card's QR code holds: `http://HOST:PORT/phone#SECRET`, or the same with https, ws or wss. Raises
    TallyboardError."""
    card = "Give the address on the table's card: http://HOST:PORT/phone#SECRET."
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise TallyboardError(f"{text!r} is no address.", card) from None
    if parts.scheme not in _PORTS or not parts.hostname:
        raise TallyboardError(f"{text!r} is no address of a laptop.", card)
    if not _SECRET.fullmatch(parts.fragment):
        raise TallyboardError("The address has no secret of a seat behind its #.", card)
    return HallAddress(
        parts.hostname, _PORTS[parts.scheme] if port is None else port, parts.scheme in ("https", "wss"), parts.fragment
    )
