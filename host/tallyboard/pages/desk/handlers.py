"""What stands around every page of the desk: the tabs, only operators, failures in the reader's words."""

import functools
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tallyboard.desk import Refusal
from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import failed, status_of
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Returned, StaleError
from tallyboard.pages.desk.posted import FieldError, Posted, refused_words
from tallyboard.pages.safety.operators import needs_operator
from tallyboard.pages.tournaments import Look, Seen
from tallyboard.store.failures import UnreachableError


def framed(desk: Desk, seen: Seen, template: str, tab: str, returned: Returned = BLANK, **data: Any) -> Response:
    """A page of this tournament; `returned`: its form, where one came back."""
    _ = desk.words()._
    url = functools.partial(desk.links.url, t=seen.id)
    tabs = [
        (url("desk_day"), _("The day"), ""),
        (url("desk_entrants"), _("Players"), ""),
        (url("desk_phases"), _("Phases"), ""),
        (url("desk_results"), _("Matches"), ""),
        (url("desk_papers"), _("Paper"), ""),
        (url("desk_floor"), _("Tables"), ""),
        (url("desk_log"), _("Log"), ""),
    ]
    around = {"seen": seen, "t": seen.id, "tab": url(tab), "tabs": tabs, "words": desk.words(seen), "fresh": ""}
    around["flagged"] = len(seen.computed["flags"]) + len(seen.doubts)
    around["follow_url"] = desk.links.url("stream", {"t": seen.id, "desk": "yes"})
    around["asks"] = desk.site.live.asks
    return desk.page(template, returned.status, **{**around, **returned._asdict(), **data})


async def page_of(
    desk: Desk,
    template: str,
    tab: str,
    find: Callable[[Look], Mapping[str, Any]],
    returned: Returned = BLANK,
    **data: Any,
) -> Response:
    """The same with what is found in the tournament as it stands now."""
    seen, found = await desk.look(lambda look: (look.seen, find(look)))
    return framed(desk, seen, template, tab, returned, **{**data, **found})


Shown = Callable[[Desk], Awaitable[Response]]
Made = str | Entry  # of a form: the number of its notice, or what is to be entered


def shows(path: str, handler: Shown, name: str) -> Route:
    """A page."""
    return Route(path, _asked(handler), name=name, methods=["GET"])


def posts(path: str, handler: Shown, name: str, page: str) -> Route:
    """A form. Who opens its address anew, as to have the language of a refused form changed, comes to the `page` of
    this name."""
    asked = _asked(handler)

    async def either(request: Request) -> Response:
        return await asked(request) if request.method == "POST" else RedirectResponse(Desk(request).near(page), 303)

    return Route(path, either, name=name, methods=["GET", "POST"])


def takes(
    path: str,
    handler: Callable[[Desk, Posted], Awaitable[Made]],
    name: str,
    page: str,
    to: str = "",
    failed_to: str = "",
) -> Route:
    """A small form: whatever came of it, go back to where it stood, else on to the page `to`, and say so there.
    `failed_to`: where one goes in any case when it could not be entered."""

    async def asked(desk: Desk) -> Response:
        form = await desk.posted()
        place = desk.near(to or page)
        try:
            made = await handler(desk, form)
            said = await desk.enter(form, made) if isinstance(made, Entry) else made
        except UnreachableError:
            raise
        except TallyboardError as error:
            said = desk.site.once.keep(await desk.failed(error))
            if failed_to:
                return desk.back(None, said, desk.near(failed_to))
        return desk.back(form, said, place)

    return posts(path, asked, name, page)


def fills(
    path: str,
    handler: Callable[[Desk, Posted], Awaitable[Made | Response]],
    name: str,
    page: str,
    shown: Callable[[Desk, Returned], Awaitable[Response]],
    refused_at: str | None = None,
    to: str = "",
) -> Route:
    """A form that fills a page, and leads on to `to`, else to the `page`: what cannot be entered is `shown` there as it
    was typed. `refused_at`: the field at which a refusal of the rules is told, "" for the whole form; None where it is
    told on a page of its own."""

    async def asked(desk: Desk) -> Response:
        form = await desk.posted()
        try:
            made = await handler(desk, form)
            if isinstance(made, Response):
                return made
            said = await desk.enter(form, made) if isinstance(made, Entry) else made
        except (FieldError, StaleError, Refusal) as error:
            if isinstance(error, Refusal) and refused_at is None:
                raise
            return await shown(desk, await desk.returned(form, error, refused_at or ""))
        return desk.back(None, said, desk.near(to or page))

    return posts(path, asked, name, page)


def _asked(handler: Shown) -> Callable[[Request], Awaitable[Response]]:
    @functools.wraps(handler)
    async def asked(request: Request) -> Response:
        desk = Desk(request)
        try:
            return await handler(desk)
        except TallyboardError as error:
            return failed(request, TallyboardError(*refused_words(desk.words(), error)), status_of(error))

    return needs_operator(asked)
