"""What a tournament is, and all tournaments: where a visitor begins."""

from functools import partial

from markupsafe import Markup

from tallyboard.desk.objects import DeskMatchObject, PhaseObject
from tallyboard.pages.public.schedule import agenda
from tallyboard.pages.public.standings import placing
from tallyboard.pages.public.turn import sitting_out
from tallyboard.pages.public.view import Asked, Page, View, match_rows
from tallyboard.store.tournaments.rows import in_use, listed, seasons
from tallyboard.store.tournaments.seasons import seasons_of
from tallyboard.text.tournament.reasons import are_per_match, points_per_match

_FEW = 3  # of the best, and of the last results


def tournaments(asked: Asked) -> Page:
    """All tournaments, the newest first."""
    with asked.store.reading() as sql:
        known, of_seasons = listed(sql), seasons(sql)
    used = in_use(known).id if known else ""
    return Page("public/tournaments.html", {"tournaments": known, "seasons": of_seasons, "used": used})


def tournament(asked: Asked) -> Page:
    view = asked.view()
    with asked.store.reading() as sql:
        nights_of = [one.about for one in seasons_of(sql, view.seen.about.id)]
    return view.page(
        "tournament",
        day=view.seen.about.day,
        placing=placing(view),
        best_of=partial(_best, view),
        seasons=nights_of,
        agenda=agenda(view),
        out=sitting_out(view, view.player),
        last=match_rows(view, _latest(view)[:_FEW]),
    )


def _latest(view: View) -> list[DeskMatchObject]:
    """The decided matches, by whose result came last."""
    found: dict[str, DeskMatchObject] = {}
    for event in reversed(view.seen.events):
        words = event.line.split()
        if words[:1] == ["result"] and view.seen.stands.get(event.number):
            name = words[1].upper().partition("/")[0]
            if name in view.matches and view.matches[name]["state"] == "decided":
                found.setdefault(name, view.matches[name])
    return [*found.values()]


def _best(view: View, phase: PhaseObject) -> list[tuple[int, int, Markup | None]]:
    """(place, entrant, points) of the first of a league with one group, or of a finished bracket."""
    if phase["places"]:
        return [(one["place"], one["entrant"], None) for one in phase["places"][:_FEW]]
    if len(phase["standings"]) != 1 or not any(row["played"] for row in phase["standings"][0]["rows"]):
        return []
    rows = phase["standings"][0]["rows"]
    if are_per_match(rows):
        points = {row["entrant"]: view._("%(what)s per match", what=points_per_match(row)) for row in rows}
    else:
        points = {row["entrant"]: Markup(row["points"]) for row in rows}
    return [(row["place"], row["entrant"], points[row["entrant"]]) for row in rows[:_FEW] if row["place"]]
