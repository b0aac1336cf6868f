"""The server: the pages, with all that protects them, on a socket of this laptop, in a thread."""

import errno
import socket
import threading
from collections.abc import Iterable

import uvicorn
from starlette.types import ASGIApp

from tallyboard.errors import TallyboardError
from tallyboard.pages.app import make_app
from tallyboard.pages.safety import secured
from tallyboard.pages.safety.operators import Operators
from tallyboard.pages.safety.protocols import server_arguments
from tallyboard.pages.site import Site

_FAREWELL_S = 5.0  # for answers that are on their way
_BACKLOG = 2048  # connections that wait to be taken


def listen(port: int, lan: bool, command: str = "serve", usual: int = 8765) -> socket.socket:
    """A socket that listens: for this laptop alone, or for its networks too. Port 0: any that is free. Raises
    TallyboardError, in words for who gave this command, whose port is the `usual` one mostly."""
    try:
        return socket.create_server(("" if lan else "127.0.0.1", port), backlog=_BACKLOG)
    except OSError as error:
        raise _not_had(port, error, command, usual) from None


def _not_had(port: int, error: OSError, command: str, usual: int) -> TallyboardError:
    if error.errno == errno.EADDRINUSE:
        return TallyboardError(
            "Port %(port)s of this laptop is in use: perhaps another `tallyboard %(command)s` runs.",
            "End that one, or take another port, say --listen %(other)s.",
            port=port,
            command=command,
            other=port + 1 if port < 65535 else usual,
        )
    if error.errno == errno.EACCES:
        return TallyboardError(
            "This system does not let you have port %(port)s.",
            "Take one above 1023: --listen %(usual)s.",
            port=port,
            usual=usual,
        )
    return TallyboardError(
        "Port %(port)s cannot be had: %(why)s.",
        "Take another one with --listen.",
        port=port,
        why=error.strerror or error,
    )


def protected(site: Site, operators: Operators, names: Iterable[str]) -> ASGIApp:
    """The pages of this site, for who asks for one of these names."""
    return secured(make_app(site), operators, names)


class Unhurried(uvicorn.Server):
    """Takes few new connections at a time, `backlog` of its Config, so that a thousand of them stop nobody who is
    there: the others wait with the system."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(_BACKLOG)  # asyncio has told the system the smaller number too


class Server:
    """Answers on a socket from `start` to `stop`."""

    def __init__(self, app: ASGIApp, listening: socket.socket) -> None:
        self._listening = listening
        self._server = Unhurried(uvicorn.Config(app, lifespan="off", **server_arguments()))
        self._thread = threading.Thread(target=self._server.run, args=([listening],), name="pages", daemon=True)

    def start(self) -> None:
        """Begin. The socket takes requests even before."""
        self._thread.start()

    def stop(self) -> None:
        """Let go of everybody."""
        self._server.should_exit = True
        self._thread.join(_FAREWELL_S)
        self._listening.close()
