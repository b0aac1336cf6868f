"""Routes of this room."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tallyboard.pages.answers import page


async def hall(request: Request) -> Response:
    """Every table."""
    return page(request, "live/hall.html")


ROUTES: list[Route] = [Route("/", hall, name="hall")]
