"""The server: the pages on a socket of this laptop, in a thread."""

import errno
import logging
import socket
import threading
from contextlib import suppress

import uvicorn
from starlette.types import ASGIApp

from tallyboard.errors import TallyboardError

_FAREWELL_S = 2  # for answers that are on their way
LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"


def listen(port: int, lan: bool) -> socket.socket:
    """A socket that listens: for this laptop alone, or for its networks too. Port 0: any that is free.

    Raises TallyboardError.
    """
    try:
        return socket.create_server((EVERYWHERE if lan else LOOPBACK, port), backlog=256)
    except OSError as error:
        raise _not_had(port, error) from None


def _not_had(port: int, error: OSError) -> TallyboardError:
    if error.errno == errno.EADDRINUSE:
        return TallyboardError(
            f"Port {port} of this laptop is in use: perhaps another `tallyboard serve` runs.",
            f"End that one, or take another port, say --listen {port + 1 if port < 65535 else 8765}.",
        )
    if error.errno == errno.EACCES:
        return TallyboardError(f"This system does not let you have port {port}.", "Take one above 1023: --listen 8765.")
    return TallyboardError(f"Port {port} cannot be had: {error.strerror or error}.", "Take another one with --listen.")


def lan_addresses() -> list[str]:
    """The addresses by which this laptop is reached in its network; nothing is sent to find out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return [str(probe.getsockname()[0])]
    return []


class Server:
    """Answers on a socket from `start` to `stop`."""

    def __init__(self, app: ASGIApp, listening: socket.socket) -> None:
        self._listening = listening
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        config = uvicorn.Config(
            app, lifespan="off", log_config=None, access_log=False, timeout_graceful_shutdown=_FAREWELL_S
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([listening],), name="pages", daemon=True)

    def start(self) -> None:
        """Begin. The socket takes requests even before."""
        self._thread.start()

    def stop(self) -> None:
        """Let go of everybody."""
        self._server.should_exit = True
        self._thread.join(_FAREWELL_S + 3.0)
        self._listening.close()
