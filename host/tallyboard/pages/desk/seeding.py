"""The order of who plays: seeds and the contest in fields, which a list of ratings fills too."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.responses import Response

from tallyboard.desk import Tournament
from tallyboard.desk.matches import MOST_ENTRANTS
from tallyboard.errors import TallyboardError
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Returned, fills, form_about, page_of, shows
from tallyboard.pages.desk.posted import FieldError, Posted
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Entered, Look
from tallyboard.text.tournament.ratings import RatingsError, Seeding, ratings_in, seeding

_MOST = 2_000_000  # bytes
_TOLD = 8  # lines of a list


async def order(desk: Desk, returned: Returned = BLANK, rated: Seeding | None = None) -> Response:
    """The page of seeds and of the contest before the tournament; `rated`: by which the seeds stand in its fields, with
    the ratings beside them, which come back with the form."""

    def found(look: Look) -> dict[str, Any]:
        field = look.tournament.state.field
        return {
            "form": form_about(look, subjects.order()),
            "seeds": {number: place for place, number in enumerate(field.seeds, 1)},
            "contest": {one.number: one.contest for one in field.entrants if one.contest is not None},
        }

    return await page_of(
        desk, "desk/order.html", "desk_entrants", found, returned, fresh=desk.url("desk_order"), rated=rated
    )


async def set_order(desk: Desk, form: Posted) -> Entry:
    """Enter seeds and contest as they stand in the fields."""
    how = form.choice("how", ("fields", "contest", "nobody"), "fields")

    def decide(tournament: Tournament) -> Sequence[str]:
        lines = []
        for one in tournament.entrants:
            if form.has(f"contest-{one.number}"):
                twenties = form.number(f"contest-{one.number}", 0, 999)
                lines += [f"contest {one.number} {twenties}"] if twenties != one.contest else []
        seeds = _seeds(form, tournament, desk.words()) if how == "fields" else {}
        form.check()
        if how == "contest":
            return [*lines, "seeds contest"]
        wanted = [seeds[place] for place in sorted(seeds)]
        is_new = wanted != tournament.state.field.seeds
        return [*lines, *([" ".join(["seeds", *map(str, wanted)])] if is_new else [])]

    def said(after: Entered, words: Words) -> list[Markup]:
        seeded = after.tournament.state.field.seeds
        told = words._("Seeded: %(names)s.", names=words.names(seeded)) if seeded else words._("Nobody is seeded.")
        return [told] if after.made else [words._("Nothing has changed."), told]

    return Entry(decide, said, subjects.order())


def _seeds(form: Posted, tournament: Tournament, words: Words) -> dict[int, int]:
    """By the seed its entrant."""
    found: dict[int, int] = {}
    for one in tournament.entrants:
        field = f"seed-{one.number}"
        if form.has(field):
            seed = form.number(field, 1, MOST_ENTRANTS)
            if field not in form.wrong and found.setdefault(seed, one.number) != one.number:
                for both in (field, f"seed-{found[seed]}"):
                    form.refuse(both, words._("Another one has this seed."))
    return found


async def ratings(desk: Desk, form: Posted) -> Response:
    """The page of seeds with those that a list of ratings gives in its fields: nothing is entered yet."""
    given = await file_of(desk, form, "list") or form.raw("ratings").strip().encode()
    if not given:
        raise FieldError({"ratings": desk.words()._("Paste the list, or choose its file.")})
    return await rated_by(desk, form, given)


async def rated_by(desk: Desk, form: Posted, given: bytes, of_players: str = "") -> Response:
    """The same page. Raises FieldError; `of_players`: the field of the form for who plays that the list came in, which
    says what is wrong in it, and where it belongs as long as nobody of it plays."""
    words = desk.words()
    try:
        known = ratings_in(given)
    except TallyboardError as error:
        each: list[TallyboardError] = [*error.wrong] if isinstance(error, RatingsError) else [error]
        told = [Markup("{}").format(" ".join(one.words(words.language)).replace("`", "")) for one in each[:_TOLD]]
        more = [Markup("…")] if len(each) > _TOLD else []
        said = Markup("<br>").join([words._("The list cannot be read."), *told, *more])
        raise FieldError({of_players or "ratings": said}) from None
    entrants = await desk.look(lambda look: look.tournament.entrants)
    found = seeding(known, entrants)
    if not found.seeds and of_players:
        where = Markup('<a href="{}">{}</a>').format(desk.url("desk_order"), words._("Seeds and contest"))
        said = words._(
            "This is a list of ratings, which seeds players who are entered, and nobody of it is. Enter who plays, "
            "then give it under %(where)s. If these are who plays, take the column of ratings out.",
            where=where,
        )
        raise FieldError({of_players: said})
    if not found.seeds:
        raise FieldError({"ratings": words._("Nobody of the tournament has a rating in this list.")})
    fields = {f"seed-{one.number}": "" for one in entrants}
    fields |= {f"seed-{number}": str(seed) for seed, (number, _) in enumerate(found.seeds, 1)}
    fields |= {f"rating-{one.number}": found.rating_of(one.number) for one in entrants}
    fields |= {"ratings": form.raw("names")} if of_players == "names" else {}
    return await order(desk, Returned({**form.given, **fields}), found)


async def file_of(desk: Desk, form: Posted, name: str) -> bytes:
    """What was sent as a file; nothing where none was. Raises FieldError for one that is too large."""
    file = form.form.get(name)
    data = await file.read(_MOST + 1) if isinstance(file, UploadFile) else b""
    if len(data) > _MOST:
        raise FieldError({name: desk.words()._("The file is too large: two megabytes are the most.")})
    return data


ROUTES = [
    shows("/desk/{t}/order", order, "desk_order"),
    fills("/desk/{t}/order", set_order, "desk_set_order", "desk_order", order),
    fills("/desk/{t}/ratings", ratings, "desk_ratings", "desk_order", order),
]
