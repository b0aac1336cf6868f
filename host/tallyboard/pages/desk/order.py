"""The order of those who play: seeds, and the contest before the tournament."""

from collections.abc import Sequence

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import Tournament
from tallyboard.desk.entering.preparing import MOST_ENTRANTS
from tallyboard.desk.field import Entrant
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Returned, StaleError
from tallyboard.pages.desk.entrants import shown_entrants
from tallyboard.pages.desk.handlers import framed, shows, takes
from tallyboard.pages.desk.posted import FieldError, Posted
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Entered


async def order(desk: Desk) -> Response:
    """The page of seeds and of the contest before the tournament."""
    return await _order_page(desk)


async def _order_page(desk: Desk, returned: Returned = BLANK) -> Response:
    shown = await desk.look(shown_entrants)
    return framed(
        desk,
        shown.seen,
        "desk/order.html",
        "desk_entrants",
        returned,
        shown=shown,
        fresh=desk.url("desk_order"),
    )


async def set_order(desk: Desk) -> Response:
    """Enter seeds and contest as they stand in the fields."""
    form = await desk.posted()
    try:
        note = await desk.enter(form, _ordered(desk, form))
    except (FieldError, StaleError) as error:
        return await _order_page(desk, await desk.returned(form, error))
    return desk.back(None, note, desk.url("desk_order"))


def _ordered(desk: Desk, form: Posted) -> Entry:
    words = desk.words()
    how = form.choice("how", ("fields", "contest", "nobody"), "fields")

    def decide(tournament: Tournament) -> Sequence[str]:
        contest = [line for one in tournament.entrants if (line := _contest(form, one))]
        if how == "contest":
            return [*contest, "seeds contest"]
        seeds = {} if how == "nobody" else _seeds(form, tournament, words)
        form.check()
        wanted = [seeds[place] for place in sorted(seeds)]
        is_new = wanted != tournament.state.field.seeds
        return [*contest, *([" ".join(["seeds", *map(str, wanted)])] if is_new else [])]

    def said(after: Entered, words: Words) -> list[Markup]:
        seeded = after.tournament.state.field.seeds
        told = words._("Seeded: %(names)s.", names=words.names(seeded)) if seeded else words._("Nobody is seeded.")
        return [told if after.made else words._("Nothing has changed."), *([] if after.made else [told])]

    return Entry(decide, said, subjects.order())


def _contest(form: Posted, one: Entrant) -> str:
    """The line of the twenties of an entrant in the contest, "" where they are as before."""
    field = f"contest-{one.number}"
    if not form.has(field):
        return ""
    twenties = form.number(field, 0, 999)
    form.check()
    return "" if twenties == one.contest else f"contest {one.number} {twenties}"


def _seeds(form: Posted, tournament: Tournament, words: Words) -> dict[int, int]:
    """By the seed its entrant."""
    found: dict[int, int] = {}
    for one in tournament.entrants:
        field = f"seed-{one.number}"
        if form.has(field):
            seed = form.number(field, 1, MOST_ENTRANTS)
            if seed in found:
                form.refuse(field, words._("Another one has this seed."))
            found[seed] = one.number
    return found


ROUTES = [
    shows("/desk/{t}/order", order, "desk_order"),
    takes("/desk/{t}/order", set_order, "desk_set_order", "desk_order"),
]
