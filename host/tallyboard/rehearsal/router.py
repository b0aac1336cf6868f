"""What lies between phones and the laptop in a hall: a router, which can be switched off."""

import contextlib
import socket
import threading

_BYTES = 65_536


def free_port() -> int:
    """One of this machine that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


class Router:
    """Passes connections to `port` on to the port `laptop` of this machine; `switch` it off, and all of them end.

    From `start` on, until `close`.
    """

    def __init__(self, laptop: int) -> None:
        self.laptop = laptop
        self._door = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self._door.getsockname()[1]
        self._lock = threading.Lock()
        self._is_on = True
        self._open: set[socket.socket] = set()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Let connections in."""
        self._thread.start()

    def close(self) -> None:
        """Nothing gets through any more."""
        self.switch(False)
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def switch(self, on: bool) -> None:
        """Switch it on, or off."""
        with self._lock:
            self._is_on = on
            ended, self._open = (set(), self._open) if on else (self._open, set())
        for end in ended:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _run(self) -> None:
        with contextlib.suppress(OSError):  # it is closed
            while True:
                phone, _ = self._door.accept()
                threading.Thread(target=self._pass_on, args=(phone,), daemon=True).start()

    def _pass_on(self, phone: socket.socket) -> None:
        """Both ways, until an end of it ends."""
        with contextlib.closing(phone), contextlib.suppress(OSError):
            if not self._is_on:
                return
            laptop = socket.create_connection(("127.0.0.1", self.laptop))
            with contextlib.closing(laptop):
                with self._lock:
                    if not self._is_on:  # since
                        return
                    self._open |= {phone, laptop}
                for end in (phone, laptop):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                back = threading.Thread(target=_carry, args=(laptop, phone), daemon=True)
                back.start()
                _carry(phone, laptop)
                back.join()
                with self._lock:
                    self._open -= {phone, laptop}


def _carry(one: socket.socket, other: socket.socket) -> None:
    """Until one end of it ends; then neither goes on."""
    with contextlib.suppress(OSError):
        while data := one.recv(_BYTES):
            other.sendall(data)
    for end in (one, other):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
