"""Routes of this room; every table, what its board says, and the orders for it."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tallyboard.pages.answers import back_to, operator_of
from tallyboard.pages.desk.asked import Desk, shows
from tallyboard.pages.desk.papers import origin_on_cards
from tallyboard.pages.render import ServerLinks
from tallyboard.pages.safety.operators import needs_operator
from tallyboard.pages.site import site_of
from tallyboard.pages.tables import words
from tallyboard.pages.tables.boards import TABLES, look
from tallyboard.pages.tables.doctor import doctor, report
from tallyboard.pages.tables.give import give
from tallyboard.pages.tables.phones import ROUTES as PHONES
from tallyboard.pages.tables.phones import seats_seen, tables_wanted
from tallyboard.pages.tables.radio import ROUTES as RADIO
from tallyboard.pages.tables.radio import radio_seen
from tallyboard.store import orders
from tallyboard.text import game_words


async def tables(desk: Desk) -> Response:
    """All tables, the orders that wait, and what became of the last ones."""
    site, origin = desk.site, origin_on_cards(desk)
    return desk.page(
        "tables/tables.html",
        hall=await site.do(lambda store: look(site, store)),
        phones=await site.read(lambda sql: seats_seen(sql, origin)),
        radio=await site.read(radio_seen),
        wanted=await tables_wanted(desk),
        followed=TABLES,
        words=words,
        games=game_words,
        language=desk.language,
    )


@needs_operator
async def take_back(request: Request) -> Response:
    """Have nobody do an order that waits; one that is done by now stays done, and the list says so."""
    said = f"taken back by {operator_of(request)}"
    order: int = request.path_params["order"]
    await site_of(request).do(lambda store: orders.take_back(store, order, said))
    return back_to(ServerLinks(request.app).url("tables") + "#orders")


ROUTES: list[Route] = [
    shows("/tables", tables, "tables"),
    *PHONES,
    *RADIO,
    Route("/tables/orders/{order:int}/take-back", take_back, methods=["POST"], name="tables_take_back"),
    Route("/tables/board/{board:path}", give, methods=["GET", "POST"], name="tables_board"),
    Route("/doctor", doctor, name="doctor"),
    Route("/report", report, methods=["GET", "POST"], name="report"),
]
