"""The players of a tournament, and the page of one."""

from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.objects import RowObject
from tallyboard.pages.public import words
from tallyboard.pages.public.figures import entrant_figures, titled, zones_of
from tallyboard.pages.public.knock_out import path_address
from tallyboard.pages.public.schedule import MatchRow, agenda, match_rows
from tallyboard.pages.public.view import Asked, Page, View
from tallyboard.text.board_names import natural


class PlayerRow(NamedTuple):
    """An entrant in the list of all: `won` of `played` matches."""

    number: int
    who: Markup
    status: Markup
    played: int
    won: int


class PlaceRow(NamedTuple):
    """What an entrant has come to in a phase. `place`: in a league or a finished knock-out, else None."""

    phase: Markup
    about: Markup
    address: str
    place: int | None
    of: int
    row: RowObject | None


def players(asked: Asked) -> Page:
    """All entrants by name, and the contest before the tournament."""
    view = asked.view()
    decided = [match for match in view.matches.values() if match["state"] == "decided" and match["how"] != "bye"]
    rows = [
        PlayerRow(
            number,
            view.player(number),
            words.status_words(view, entrant["status"]),
            sum(number in match["sides"] for match in decided),
            sum(match["winner"] == number for match in decided),
        )
        for number, entrant in sorted(view.entrants.items(), key=lambda item: (natural(item[1]["name"]), item[0]))
    ]
    contest = [(one["place"], view.player(one["entrant"]), one["twenties"]) for one in view.computed["contest"]]
    return Page("public/players.html", {"view": view, "seen": view.seen, "players": rows, "contest": contest})


def player(asked: Asked) -> Page:
    """One entrant: where they stand, what they play now and next, and what they have played."""
    view = asked.view()
    number = int(asked.where["entrant"])
    if number not in view.entrants:
        raise view.no_such_player()
    entrant = view.entrants[number]
    own = [match for match in view.matches.values() if number in match["sides"] and match["how"] != "bye"]
    figures = entrant_figures(asked, view, number)
    past: list[MatchRow] = match_rows(view, [match for match in own if match["state"] in words.OVER][::-1])
    return Page(
        "public/player.html",
        {
            "view": view,
            "seen": view.seen,
            "number": number,
            "name": view.name(number),
            "status": words.status_words(view, entrant["status"]),
            "is_champion": view.computed["champion"] == number,
            "agenda": agenda(view, number),
            "past": past,
            "places": _places(view, number),
            "byes": _byes(view, number),
            "figures": titled(view, figures) if figures else [],
            "zones": zones_of(view, number, figures) if figures else "",
        },
    )


def _places(view: View, number: int) -> list[PlaceRow]:
    found = []
    for phase in view.computed["phases"]:
        title, about = words.phase_title(view, phase), words.format_words(view, phase)
        for group in phase["standings"]:
            for row in group["rows"]:
                if row["entrant"] == number:
                    where = title if group["group"] is None else Markup(" · ").join(
                        [title, words.group_title(view, group["group"])]
                    )  # fmt: skip
                    address = view.links.url("standings", t=view.seen.id)
                    found.append(PlaceRow(where, about, address, row["place"], len(group["rows"]), row))
        if not words.is_league(phase) and number in phase["order"]:
            place = next((one["place"] for one in phase["places"] if one["entrant"] == number), None)
            found.append(PlaceRow(title, about, path_address(view, phase, number), place, len(phase["order"]), None))
    placed = view.computed["placing"] if len(view.computed["phases"]) > 1 else []
    for one in placed:
        if one["entrant"] == number:
            said = Markup("") if view.computed["finished"] else view._("so far")
            address = view.links.url("tournament", t=view.seen.id) + "#places"
            found.append(PlaceRow(view._("Whole tournament"), said, address, one["place"], len(placed), None))
    return found


def _byes(view: View, number: int) -> list[Markup]:
    return [
        Markup(" · ").join([words.phase_title(view, phase), view._("Round %(round)s", round=at)])
        for phase in view.computed["phases"]
        if phase["format"] == "swiss"
        for entrant, at in phase["byes"]
        if entrant == number
    ]
