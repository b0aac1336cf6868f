"""Which tournaments there are: the list, which is in use, a new one."""

import secrets
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from starlette.responses import RedirectResponse, Response

from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import store as told
from tallyboard.pages.answers import back_to
from tallyboard.pages.desk.asked import BLANK, Desk, Given, Returned, fills, shows, takes
from tallyboard.pages.desk.posted import FieldError, Notice, Posted
from tallyboard.pages.desk.words import text
from tallyboard.store import Store, tournaments
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments import About
from tallyboard.store.tournaments.rows import seasons
from tallyboard.system.laptop import local_time_zone

_LOTS = 10**9  # seeds of the lot are below
_NAME = 60  # characters


@cache
def _zones() -> list[str]:
    """The names of the time zones; a laptop has hundreds of files of them, and all are opened to ask."""
    return sorted(available_timezones())


async def desk(desk: Desk) -> Response:
    """The day of the tournament in use, while it is the one that is meant; else the list."""
    used = await desk.site.read(lambda sql: tournaments.find(sql) if tournaments.listed(sql) else None)
    if used is not None and (_is_of_today(used) or not (await desk.site.tournament(used.id)).computed["finished"]):
        return RedirectResponse(desk.links.url("desk_day", t=used.id[:8]), 303)
    return await all_tournaments(desk)


def _is_of_today(about: About) -> bool:
    return _begun(about).date() == datetime.now(ZoneInfo(about.time_zone)).date()


def _begun(about: About) -> datetime:
    return datetime.fromtimestamp(about.created / 1000, ZoneInfo(about.time_zone))


async def all_tournaments(desk: Desk, returned: Returned = BLANK) -> Response:
    def listed(sql: Sql) -> list[tuple[About, bool, datetime]]:
        found = tournaments.listed(sql)
        used = tournaments.find(sql).id if found else None
        return [(about, about.id == used, _begun(about)) for about in found]

    return desk.page(
        "desk/start.html",
        returned.status,
        listed=await desk.site.read(listed),
        seasons=await desk.site.read(seasons),
        options=Given(),
        zones=_zones(),
        zone=local_time_zone(),
        given=returned.given,
        errors=returned.errors,
        place=desk.links.url("desk_list"),
    )


async def new(desk: Desk, form: Posted) -> Response:
    words = desk.words()
    name, zone = form.text("name", _NAME), form.raw("zone") or local_time_zone()
    entry = form.choice("entry", ("singles", "doubles"), "singles")
    seed = form.number("seed", 0, _LOTS - 1, secrets.randbelow(_LOTS))
    if not name:
        form.refuse("name", words._("Give it a name, say the club and the day."))
    if zone not in _zones():
        form.refuse("zone", words._("There is no such time zone. Choose one of the list, say America/Toronto."))
    form.check()

    def work(store: Store) -> Notice:
        with store.reading() as sql:
            known = tournaments.listed(sql)
            taken = any(about.name.casefold() == name.casefold() for about in known)
            before = tournaments.find(sql) if known else None
        if taken:
            raise FieldError(
                {"name": words._("There is a tournament of this name. Give it another one, say with its date.")}
            )
        about = tournaments.create(store, name, f"tournament {entry} seed={seed}", zone)
        said = words._("%(name)s is begun; lots are drawn by the number %(seed)s.", name=text(about.name), seed=seed)
        if before is None:
            return Notice("good", [said])
        now = words._(
            "Hall, TV and phones show it from now on, and %(name)s no more. The list of tournaments changes that.",
            name=text(before.name),
        )
        return Notice("good", [said, now])

    note = await desk.do(form, work)
    made = await desk.site.read(lambda sql: tournaments.find(sql).id[:8])
    return back_to(desk.links.url("desk_day", t=made), said=note)


async def use(desk: Desk, form: Posted) -> str:
    def work(store: Store) -> Notice:
        with store.reading() as sql:
            about = tournaments.find(sql, form.raw("tournament") or "?")
        tournaments.use(store, about.id)
        said = desk.words()._("%(name)s is in use, on every laptop of the database.", name=text(about.name))
        return Notice("good", [said])

    try:
        return await desk.do(form, work)
    except CoreError as error:
        if error.told in (told.NO_TOURNAMENT_YET, told.NO_TOURNAMENT, told.SEVERAL_TOURNAMENTS):
            raise TallyboardError(desk.words()._("There is no such tournament."), "") from None
        raise


ROUTES = [
    shows("/desk", desk, "desk"),
    shows("/desk/all", all_tournaments, "desk_list"),
    fills("/desk/new", new, "desk_new", "desk_list", all_tournaments),
    takes("/desk/use", use, "desk_use", "desk_list"),
]
