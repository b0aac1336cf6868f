"""What the doctor finds."""

import asyncio
from typing import cast

from markupsafe import Markup, escape
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tallyboard.pages.answers import page
from tallyboard.pages.safety.operators import needs_operator
from tallyboard.pages.site import Site, site_of
from tallyboard.pages.tables.beside import run_beside
from tallyboard.shapes import DoctorObject

_FAULTS = 1  # the exit code where there are any

_at_once = asyncio.Semaphore(1)


@needs_operator
async def doctor(request: Request) -> Response:
    """Look at laptop, ports, boards and database."""
    async with _at_once:
        found = await run_in_threadpool(lambda: _findings(site_of(request)))
    return page(request, "tables/doctor.html", found=found, with_commands=with_commands)


def with_commands(said: str) -> Markup:
    """The sentence, with what stands between backticks as something to be typed."""
    parts = said.split("`")
    if len(parts) % 2 == 0:  # one of them is no pair
        return escape(said)
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else escape(part) for place, part in enumerate(parts)
    )


def _findings(site: Site) -> DoctorObject:
    return cast(DoctorObject, run_beside(site, "doctor", fine=(0, _FAULTS)))
