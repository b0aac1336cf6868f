"""The laptop's end of the hall socket for tests of boards: what the board says is heard, and what it is told is said.

with StandIn() as hall:
    board = start(hall.url)
    socket = hall.socket()            # the next one that a board opens
    assert socket.text() == {"admit": {...}}
    socket.say(admit={...})
"""

import json
import queue
import ssl
import threading
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import Server, ServerConnection, serve

SECRET = "s" * 22
BOARD = "70686f6e65" + "0" * 13 + "7"
PATIENCE_S = 60  # a board takes its time to start, on a machine that has much else to do


class HallSocket:
    """One that a board has opened."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection

    def text(self) -> dict[str, Any]:
        """The next message, which is text."""
        said = self._connection.recv(PATIENCE_S)
        assert isinstance(said, str), said
        told: dict[str, Any] = json.loads(said)
        return told

    def binary(self, count: int) -> bytes:
        """So many bytes of the link, or more."""
        heard = b""
        while len(heard) < count:
            said = self._connection.recv(PATIENCE_S)
            assert isinstance(said, bytes), said
            heard += said
        return heard

    def say(self, **said: object) -> None:
        """A text message; a blank in its name is written as _."""
        self._connection.send(json.dumps({name.replace("_", " "): value for name, value in said.items()}))

    def say_as_it_is(self, text: str) -> None:
        self._connection.send(text)

    def admit(self, token: str, board: str = BOARD, **more: object) -> None:
        self.say(
            admit={
                "table": "Table 4",
                "board": board,
                "token": token,
                "locked": False,
                "version": "1",
                "journal": None,
                **more,
            }
        )

    def send(self, data: bytes) -> None:
        self._connection.send(data)

    def cut(self) -> None:
        """As a line that is cut, without a word."""
        self._connection.socket.close()

    def close(self, code: int = 1000) -> None:
        self._connection.close(code)


class StandIn:
    """Use it with `with`."""

    def __init__(self, port: int = 0, sealed: ssl.SSLContext | None = None) -> None:
        self._sockets: queue.Queue[HallSocket] = queue.Queue()
        self._server: Server = serve(self._opened, "127.0.0.1", port, ssl=sealed, compression=None, ping_interval=None)
        self.port: int = self._server.socket.getsockname()[1]
        self.url = f"http{'s' if sealed else ''}://127.0.0.1:{self.port}/phone#{SECRET}"
        self._over = threading.Event()

    def _opened(self, connection: ServerConnection) -> None:
        assert connection.request is not None and connection.request.path == "/link"
        self._sockets.put(HallSocket(connection))
        while not self._over.is_set() and connection.state.name == "OPEN":
            self._over.wait(0.02)

    def socket(self) -> HallSocket:
        """The next one that a board opens."""
        return self._sockets.get(timeout=PATIENCE_S)

    def __enter__(self) -> "StandIn":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._server.shutdown()


__all__ = ["BOARD", "SECRET", "ConnectionClosed", "HallSocket", "StandIn"]
