"""The reader's language and theme, kept in a cookie each."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tallyboard.pages.answers import back_to, local
from tallyboard.pages.render import THEMES
from tallyboard.text.language import NAMES

_YEAR_S = 365 * 24 * 3600


async def prefer(request: Request) -> Response:
    """Keep what was chosen, and go back to where the reader was."""
    form = await request.form()
    answer = back_to(local(str(form.get("next", "")), str(request.app.url_path_for("hall"))))
    for field, allowed in (("language", NAMES), ("theme", THEMES)):
        value = form.get(field)
        if isinstance(value, str) and value in allowed:
            answer.set_cookie(field, value, max_age=_YEAR_S, httponly=True, samesite="strict")
    return answer


ROUTES = [Route("/preferences", prefer, methods=["POST"], name="preferences")]
