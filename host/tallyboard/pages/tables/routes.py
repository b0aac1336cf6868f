"""Routes of this room; every table, what its board says, and the orders for it."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tallyboard.pages.answers import back_to, language_of, operator_of, page
from tallyboard.pages.links import ServerLinks
from tallyboard.pages.safety.operators import needs_operator
from tallyboard.pages.site import site_of
from tallyboard.pages.tables import words
from tallyboard.pages.tables.boards import TABLES, look
from tallyboard.pages.tables.doctor import doctor, report
from tallyboard.pages.tables.give import give
from tallyboard.store import orders
from tallyboard.text import game_words


@needs_operator
async def tables(request: Request) -> Response:
    """All tables, the orders that wait, and what became of the last ones."""
    site = site_of(request)
    hall = await site.do(lambda store: look(site, store))
    return page(
        request,
        "tables/tables.html",
        hall=hall,
        followed=TABLES,
        words=words,
        games=game_words,
        language=language_of(request),
    )


@needs_operator
async def take_back(request: Request) -> Response:
    """Have nobody do an order that waits; one that is done by now stays done, and the list says so."""
    said = f"taken back by {operator_of(request)}"
    order: int = request.path_params["order"]
    await site_of(request).do(lambda store: orders.take_back(store, order, said))
    return back_to(ServerLinks(request.app).url("tables") + "#orders")


ROUTES: list[Route] = [
    Route("/tables", tables, name="tables"),
    Route("/tables/orders/{order:int}/take-back", take_back, methods=["POST"], name="tables_take_back"),
    Route("/tables/board/{board:path}", give, methods=["GET", "POST"], name="tables_board"),
    Route("/doctor", doctor, name="doctor"),
    Route("/report", report, methods=["GET", "POST"], name="report"),
]
