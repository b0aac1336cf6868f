"""The pages as one application: every room's routes, and what stands around them; and the server that answers with it,
on a socket of this laptop, in a thread."""

import errno
import logging
import socket
import threading
from collections.abc import Iterable

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import NotFound, failed, language_of, page, prefer
from tallyboard.pages.desk import routes as desk
from tallyboard.pages.live import routes as live
from tallyboard.pages.live.stream import Teller
from tallyboard.pages.phones import link
from tallyboard.pages.phones import routes as phones
from tallyboard.pages.public import routes as public
from tallyboard.pages.public.facts import Known
from tallyboard.pages.render import ServerLinks
from tallyboard.pages.safety import login, secured
from tallyboard.pages.safety.operators import Operators
from tallyboard.pages.safety.protocols import server_arguments
from tallyboard.pages.sheet import page_file
from tallyboard.pages.site import Site
from tallyboard.pages.tables import routes as tables
from tallyboard.pages.tournaments import NOW
from tallyboard.store.tournaments.rows import NoTournamentError
from tallyboard.system.error_log import unforeseen

ROUTES: list[Route] = [
    *live.ROUTES,
    *public.ROUTES,
    *desk.ROUTES,
    *tables.ROUTES,
    *phones.ROUTES,
    Route("/preferences", prefer, methods=["POST"], name="preferences"),
    *login.ROUTES,
    Route("/static/{path:path}", page_file, name="static"),
]


def make_app(site: Site) -> Starlette:
    """The application, without what `safety` puts around it."""
    app = Starlette(
        routes=[*ROUTES, *link.ROUTES],
        exception_handlers={TallyboardError: _told, HTTPException: _http, Exception: _unforeseen},
    )
    app.state.site = site
    app.state.known = Known(site.tournaments, site.seasons)
    app.state.staged = None  # what TVs show, as of the last version
    app.state.cache = public.PageCache()
    app.state.sockets = link.Sockets()
    app.state.teller = Teller(site.live, ServerLinks(app))
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)  # whoever sends nonsense fills no terminal
    return app


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, TallyboardError)
    if isinstance(error, NoTournamentError):
        if request.path_params.get("t") == NOW and request.url.path.startswith("/t/"):
            return page(request, "public/before.html")
        _ = language_of(request)
        to = str(request.app.url_path_for("tournaments"))
        what = _("There is no such season.") if "season" in request.path_params else _("There is no such tournament.")
        error = NotFound(what, _("The page of tournaments lists all that there are."), to)
    return failed(request, error)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    _ = language_of(request)
    if error.status_code == 404:
        return failed(request, NotFound(_("There is no such page."), _("Go back to the hall.")))
    answer = failed(request, TallyboardError(error.detail, _("Go back to the hall.")), error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _unforeseen(request: Request, error: Exception) -> Response:
    return failed(request, unforeseen(error), 500)


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
