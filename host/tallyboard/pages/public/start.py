"""What a tournament is, and all tournaments: where a visitor begins."""

from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from markupsafe import Markup

from tallyboard.desk.objects import PhaseObject
from tallyboard.pages.public import words
from tallyboard.pages.public.schedule import agenda, match_rows
from tallyboard.pages.public.standings import placing
from tallyboard.pages.public.view import Asked, Page, Speaker, View, name_markup
from tallyboard.store.tournaments.rows import About, find, listed

_FEW = 3  # of the best, and of the last results


class TournamentLine(NamedTuple):
    """A tournament in the list: its address, name, the day of its last event."""

    address: str
    name: Markup
    day: str
    is_in_use: bool


class PhasePart(NamedTuple):
    """A phase: what it is, how far, where it is shown, and the best in it."""

    title: Markup
    about: Markup
    source: Markup | None
    progress: Markup
    decided: int
    matches: int
    address: str
    address_said: Markup
    best: list[tuple[int, Markup, str]]


def tournaments(asked: Asked) -> Page:
    """All tournaments, the newest first."""
    speaker = Speaker(asked.language, asked.links)
    with asked.store.reading() as sql:
        all_of_them = listed(sql)
        used = find(sql) if all_of_them else None
    rows = [
        TournamentLine(
            speaker.links.url("tournament", t=about.id[:8]),
            name_markup(about.name),
            day_of(about),
            used is not None and about.id == used.id,
        )
        for about in all_of_them
    ]
    return Page("public/tournaments.html", {"tournaments": rows})


def tournament(asked: Asked) -> Page:
    """One tournament at a glance."""
    view = asked.view()
    computed = view.computed
    decided = [match for match in view.matches.values() if match["state"] == "decided" and match["how"] == "played"]
    last = _latest(view)[:_FEW]
    return Page(
        "public/tournament.html",
        {
            "view": view,
            "seen": view.seen,
            "name": name_markup(view.seen.about.name),
            "day": day_of(view.seen.about),
            "entrants": len(computed["entrants"]),
            "champion": view.player(computed["champion"]) if computed["champion"] else None,
            "is_of_pairs": any(len(entrant["players"]) > 1 for entrant in computed["entrants"]),
            "placing": placing(view),
            "phases": [_phase(view, phase) for phase in computed["phases"]],
            "agenda": agenda(view),
            "last": match_rows(view, [view.matches[name] for name in last]),
            "played": len(decided),
        },
    )


def day_of(about: About) -> str:
    """The day of the last event, in the tournament's time zone."""
    return f"{datetime.fromtimestamp(about.active / 1000, ZoneInfo(about.time_zone)):%Y-%m-%d}"


def _latest(view: View) -> list[str]:
    """The decided matches, by whose result came last."""
    found: dict[str, None] = {}
    for event in reversed(view.seen.events):
        words_of = event.line.split()
        if words_of[:1] == ["result"] and view.seen.stands.get(event.number):
            name = words_of[1].upper().partition("/")[0]
            if name in view.matches and view.matches[name]["state"] == "decided":
                found.setdefault(name)
    return [*found]


def _phase(view: View, phase: PhaseObject) -> PhasePart:
    is_league = words.is_league(phase)
    to_play = words.played(phase)
    if is_league:
        address, said = view.links.url("standings", t=view.seen.id), view._("Standings")
    else:
        address = view.links.url("bracket", t=view.seen.id, phase=phase["phase"])
        said = view._("Bracket")
    return PhasePart(
        words.phase_title(view, phase),
        words.phase_about(view, phase),
        words.source_words(view, phase),
        words.progress(view, phase),
        sum(match["state"] in words.OVER for match in to_play),
        len(to_play),
        address,
        said,
        _best(view, phase),
    )


def _best(view: View, phase: PhaseObject) -> list[tuple[int, Markup, str]]:
    """(place, name, points) of the first of a league with one group, or of a finished bracket."""
    if phase["places"]:
        return [(one["place"], view.player(one["entrant"]), "") for one in phase["places"][:_FEW]]
    if len(phase["standings"]) != 1 or not any(row["played"] for row in phase["standings"][0]["rows"]):
        return []
    rows = phase["standings"][0]["rows"][:_FEW]
    return [(row["place"], view.player(row["entrant"]), str(row["points"])) for row in rows if row["place"]]
