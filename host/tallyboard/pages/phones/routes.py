"""Where the page of a phone is, with its parts; and whether the laptop is here at all."""

import gzip

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tallyboard.pages.answers import NotFound, language_of
from tallyboard.pages.phones.build import AT, PARTS, ready_page
from tallyboard.pages.safety.origin import may_run

# The page opens again by its address while the laptop is away; it asks by itself whether it is still the right one.
_FOR_A_WEEK = "public, max-age=604800"
_FOR_GOOD = "public, max-age=31536000, immutable"


async def phone(request: Request) -> Response:
    """The page that makes a phone a table."""
    made = await run_in_threadpool(ready_page)
    may_run(request, made.policy.replace("HOST", request.headers.get("host", "")))
    return _packed(request, made.document, "text/html; charset=utf-8", _FOR_A_WEEK)


async def part(request: Request) -> Response:
    """What its board is made of."""
    found = (await run_in_threadpool(ready_page)).parts.get(request.path_params["name"])
    if found is None:
        _ = language_of(request)
        raise NotFound(_("This laptop has another version of that by now."), _("Load the page again."), AT)
    return _packed(request, found.data, found.kind, _FOR_GOOD)


async def here(request: Request) -> Response:
    """The laptop answers. A page that has lost it asks this before it opens a socket again."""
    return Response(status_code=204, headers={"cache-control": "no-store"})


def _packed(request: Request, data: bytes, kind: str, cached: str) -> Response:
    headers = {"cache-control": cached, "vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        data = gzip.decompress(data)  # for the rare client that takes none
    return Response(data, media_type=kind, headers=headers)


ROUTES = [
    Route(AT, phone, name="phone"),
    Route(f"{PARTS}/{{name}}", part, name="phone_part"),
    Route(f"{AT}/here", here, name="phone_here"),
]
