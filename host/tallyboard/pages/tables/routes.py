"""Routes of this room."""

from starlette.routing import Route

from tallyboard.pages.tables.doctor import doctor
from tallyboard.pages.tables.give import give
from tallyboard.pages.tables.report import report
from tallyboard.pages.tables.tables import tables, take_back

ROUTES: list[Route] = [
    Route("/tables", tables, name="tables"),
    Route("/tables/orders/{order:int}/take-back", take_back, methods=["POST"], name="tables_take_back"),
    Route("/tables/board/{board:path}", give, methods=["GET", "POST"], name="tables_board"),
    Route("/doctor", doctor, name="doctor"),
    Route("/report", report, methods=["GET", "POST"], name="report"),
]
