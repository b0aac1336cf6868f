"""What stands around every page of the desk: the tabs, only operators, failures in the reader's words."""

import functools
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import NoMatchFound, Route

from tallyboard.desk import Refusal
from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import NotFound, failed
from tallyboard.pages.desk.asked import BLANK, Desk, Returned, StaleError
from tallyboard.pages.desk.posted import FieldError, Posted, refused_words
from tallyboard.pages.links import ServerLinks
from tallyboard.pages.safety.operators import needs_operator
from tallyboard.pages.tournaments import Look, Seen
from tallyboard.store.failures import UnreachableError


def framed(desk: Desk, seen: Seen, template: str, tab: str, returned: Returned = BLANK, **data: Any) -> Response:
    """A page of this tournament; `returned`: its form, where one came back."""
    _ = desk.words()._
    tabs = [
        ("desk_day", _("The day"), 0),
        ("desk_entrants", _("Entrants"), 0),
        ("desk_phases", _("Phases"), 0),
        ("desk_results", _("Matches"), 0),
        ("desk_flags", _("Flags"), len(seen.computed["flags"]) + len(seen.doubts)),
        ("desk_boards", _("From tables"), 0),
        ("desk_log", _("Log"), 0),
        ("desk_papers", _("Paper"), 0),
    ]
    around = {"seen": seen, "t": seen.id, "tab": tab, "tabs": tabs, "words": desk.words(seen), "fresh": ""}
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


def shows(path: str, handler: Shown, name: str) -> Route:
    """A page."""
    return Route(path, _asked(handler), name=name, methods=["GET"])


def takes(path: str, handler: Shown, name: str, page: str) -> Route:
    """A form. Who opens its address anew, as to have the language of a refused form changed, comes to the `page` of
    this name."""
    asked = _asked(handler)

    async def either(request: Request) -> Response:
        if request.method == "POST":
            return await asked(request)
        links, where = ServerLinks(request.app), request.path_params
        for known in (where, {"t": where.get("t")}):
            with suppress(NoMatchFound):
                return RedirectResponse(links.url(page, **known), 303)
        return RedirectResponse(links.url("desk"), 303)

    return Route(path, either, name=name, methods=["GET", "POST"])


def sends_back(otherwise: str, failed_to: str = "") -> Callable[[Callable[[Desk, Posted], Awaitable[str]]], Shown]:
    """Of a small form: whatever came of it, go back to its page, else to the page of this name, and say so there.
    `failed_to`: the page about the same, to which one goes where it could not be entered."""

    def made(handler: Callable[[Desk, Posted], Awaitable[str]]) -> Shown:
        @functools.wraps(handler)
        async def asked(desk: Desk) -> Response:
            form = await desk.posted()
            place = desk.url(otherwise) if desk.word else desk.links.url(otherwise)
            try:
                said = await handler(desk, form)
            except UnreachableError:
                raise
            except TallyboardError as error:
                said = desk.site.once.keep(await desk.failed(error))
                place = desk.links.url(failed_to, **desk.request.path_params) if failed_to else place
            return desk.back(form, said, place)

        return asked

    return made


def comes_back_on(
    page: Callable[[Desk, Returned], Awaitable[Response]], refused_at: str | None = None
) -> Callable[[Callable[[Desk, Posted], Awaitable[Response]]], Shown]:
    """Of a form that fills a page: what cannot be entered comes back there as it was typed. `refused_at`: the field at
    which a refusal of the rules is told, "" for the whole form; None where it is told on a page of its own."""

    def made(handler: Callable[[Desk, Posted], Awaitable[Response]]) -> Shown:
        @functools.wraps(handler)
        async def asked(desk: Desk) -> Response:
            form = await desk.posted()
            try:
                return await handler(desk, form)
            except (FieldError, StaleError) as error:
                return await page(desk, await desk.returned(form, error))
            except Refusal as refusal:
                if refused_at is None:
                    raise
                return await page(desk, await desk.returned(form, refusal, refused_at))

        return asked

    return made


def _asked(handler: Shown) -> Callable[[Request], Awaitable[Response]]:
    @functools.wraps(handler)
    async def asked(request: Request) -> Response:
        desk = Desk(request)
        try:
            return await handler(desk)
        except TallyboardError as error:
            said = refused_words(desk.words(), error)
            if isinstance(error, NotFound):
                return failed(request, NotFound(*said))
            status = 503 if isinstance(error, UnreachableError) else 409 if isinstance(error, Refusal) else None
            return failed(request, TallyboardError(*said), status)

    return needs_operator(asked)
