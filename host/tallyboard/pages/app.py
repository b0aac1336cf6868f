"""The pages as one application: every room's routes, and what stands around them."""

import logging

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import NotFound, failed, language_of, page, prefer
from tallyboard.pages.desk import routes as desk
from tallyboard.pages.links import ServerLinks
from tallyboard.pages.live import routes as live
from tallyboard.pages.live.stream import Teller
from tallyboard.pages.phones import link
from tallyboard.pages.phones import routes as phones
from tallyboard.pages.public import routes as public
from tallyboard.pages.public.facts import Known
from tallyboard.pages.safety import login
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
