"""Where a request comes from, as the limits count it."""

import ipaddress

from starlette.types import Scope

# Not all of 127.0.0.0/8: a browser on the laptop comes from no other.
_LAPTOP = ("127.0.0.1", "::1")


def address_of(scope: Scope) -> str:
    """The address of the other end; "" where there is none, as on a Unix socket."""
    client = scope.get("client")
    return plain_address(client[0]) if client else ""


def plain_address(address: str) -> str:
    """One spelling for each: without the zone of IPv6, IPv4 where it is only dressed as IPv6."""
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # a name, as tests give it
        return address
    mapped = read.ipv4_mapped if isinstance(read, ipaddress.IPv6Address) else None
    return str(mapped or read)


def is_laptop(address: str) -> bool:
    """Whether this is the laptop that the pages run on."""
    return address in _LAPTOP


def device(address: str) -> str:
    """The address; of IPv6 its first 64 bits, for a single device may have as many of the others as it likes."""
    if ":" not in address or is_laptop(address):
        return address
    return str(ipaddress.ip_network(f"{address}/64", strict=False))
