"""WebSockets that speak to a server as they like."""

import contextlib
import struct
from contextlib import AbstractContextManager
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tallyboard.pages.safety.protocols import SOCKET
from tests.host.pages.safety.serving import PATIENCE

ASKS_FOR_ONE = (
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    f"Sec-WebSocket-Key: {'A' * 22}==",
)


def opened(port: int, source: str = "127.0.0.1", **more: Any) -> AbstractContextManager[ClientConnection]:
    """A socket from this address of the laptop; see serving.Client."""
    usual: dict[str, Any] = {
        "address": ("127.0.0.1", port),
        "source_address": (source, 0),
        "proxy": None,
        "compression": None,
        "open_timeout": PATIENCE,
        "close_timeout": 0.1,
        "ping_interval": None,
    }
    connection: AbstractContextManager[ClientConnection] = connect(
        f"ws://localhost:{port}{SOCKET}", **{**usual, **more}
    )
    return connection


def closed_with(client: ClientConnection) -> int:
    """The code with which the laptop closed it; 1006 where it said none."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            client.recv(PATIENCE)
    return client.close_code or 1006


def frame(opcode: int, data: bytes = b"", is_last: bool = True, reserved: int = 0, masked: bool = True) -> bytes:
    """A frame, whether it may be or not. `reserved`: the three bits of extensions."""
    size = len(data)
    short = size if size < 126 else 126 if size < 65536 else 127
    more = b"" if short < 126 else struct.pack(">H" if short == 126 else ">Q", size)
    head = bytes((is_last << 7 | reserved << 4 | opcode, masked << 7 | short))
    return head + more + bytes(4 * masked) + data  # a mask of zeros changes nothing


def raw(client: ClientConnection, *frames: bytes) -> None:
    """Send these, whatever a client of good manners would say of them; or as many as are taken."""
    with contextlib.suppress(OSError):
        client.socket.sendall(b"".join(frames))
