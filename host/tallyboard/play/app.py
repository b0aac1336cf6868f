"""What `tallyboard play` answers: the page, at one address of this laptop."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

WHERE = "/play"
_HEADERS = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}


def make_app(page: str) -> Starlette:
    """An application that has this page and nothing else."""
    answer = HTMLResponse(page, headers=_HEADERS)

    async def show(request: Request) -> Response:
        return answer

    async def lead(request: Request) -> Response:
        return RedirectResponse(WHERE)

    return Starlette(routes=[Route(WHERE, show), Route("/", lead)])
