"""The desk's pages: everything of a tournament that a day needs, by plain forms."""

from starlette.routing import Route

from tallyboard.pages.desk import (
    announcer,
    day,
    declare,
    entrants,
    flags,
    floor,
    log,
    matches,
    papers,
    phases,
    recorded,
    seasons,
    seeding,
    sheets,
    start,
)

_ROOMS = (
    start,
    seasons,
    day,
    announcer,
    floor,
    entrants,
    seeding,
    phases,
    declare,
    matches,
    sheets,
    recorded,
    flags,
    log,
    papers,
)
ROUTES: list[Route] = [route for room in _ROOMS for route in room.ROUTES]
