"""The players of a tournament, and the page of one."""

from collections import Counter
from typing import NamedTuple
from unicodedata import combining, normalize

from markupsafe import Markup

from tallyboard.desk.matches import members
from tallyboard.desk.objects import RowObject, own_side
from tallyboard.desk.options import IN_ROUNDS
from tallyboard.pages.public.figures import entrant_figures, titled, zones_of
from tallyboard.pages.public.schedule import agenda
from tallyboard.pages.public.tree import path_address
from tallyboard.pages.public.turn import turn_of
from tallyboard.pages.public.view import OVER, Asked, Page, View, match_rows
from tallyboard.text.board_names import natural
from tallyboard.text.tournament.matches import is_league

_FEW = 12  # who are found, up to which each is told what comes


class PlaceRow(NamedTuple):
    """What an entrant has come to in a phase. `place`: in a league or a finished knock-out, else None."""

    phase: Markup
    about: Markup
    address: str
    place: int | None
    of: int
    row: RowObject | None = None


def players(asked: Asked) -> Page:
    """All entrants by name, and the contest before the tournament; with `find=` those in whose name that is, and each
    can say that it is theirs; of a few what comes for them."""
    view, found = asked.view(), asked.query.get("find")
    names = _found(view, found or "")
    decided = [match for match in view.matches.values() if match["state"] == "decided" and match["how"] != "bye"]
    return view.page(
        "players",
        found=found,
        players=sorted(names, key=lambda number: (natural(view.entrants[number]["name"]), number)),
        turns={number: turn_of(view, number) for number in names} if found and len(names) <= _FEW else {},
        played=Counter(one for match in decided for side in match["sides"] for one in members(side or 0)),
        won=Counter(one for match in decided for one in members(match["winner"] or 0)),
    )


def _found(view: View, wanted: str) -> list[int]:
    """The entrants in whose name every word stands, with or without its accents."""
    words = _plain(wanted).split()
    return [number for number, one in view.entrants.items() if all(word in _plain(one["name"]) for word in words)]


def _plain(said: str) -> str:
    return "".join(letter for letter in normalize("NFKD", said.casefold()) if not combining(letter))


def player(asked: Asked) -> Page:
    """One entrant: where they stand, what they play now and next, and what they have played."""
    view = asked.view()
    number = int(asked.where["entrant"])
    if number not in view.entrants:
        raise view.no_such_player()
    own = [one for one in view.matches.values() if own_side(one, number) is not None and one["how"] != "bye"]
    figures = entrant_figures(asked, view, number)
    return view.page(
        "player",
        number=number,
        turn=turn_of(view, number),
        agenda=agenda(view, number),
        past=match_rows(view, [match for match in own if match["state"] in OVER][::-1]),
        places=_places(view, number),
        byes=[
            Markup(" · ").join([view.title(phase), view._("Round %(round)s", round=at)])
            for phase in view.computed["phases"]
            if phase["format"] in IN_ROUNDS
            for entrant, at in phase["byes"]
            if entrant == number
        ],
        figures=titled(view, figures) if figures else [],
        zones=zones_of(view, number, figures) if figures else "",
    )


def _places(view: View, number: int) -> list[PlaceRow]:
    found = []
    for phase in view.computed["phases"]:
        title, about = view.title(phase), view.format(phase)
        for group in phase["standings"]:
            where = Markup(" · ").join([title, view.group(group["group"])]) if group["group"] is not None else title
            for row in group["rows"]:
                if row["entrant"] == number:
                    place = row["place"] if any(one["played"] for one in group["rows"]) else None
                    found.append(PlaceRow(where, about, view.url("standings"), place, len(group["rows"]), row))
        if not is_league(phase) and number in phase["order"]:
            place = next((one["place"] for one in phase["places"] if one["entrant"] == number), None)
            found.append(PlaceRow(title, about, path_address(view, phase, number), place, len(phase["order"])))
    placed = view.computed["placing"] if len(view.computed["phases"]) > 1 else []
    for one in placed:
        if one["entrant"] == number:
            said = Markup("") if view.computed["finished"] else view._("so far")
            found.append(
                PlaceRow(
                    view._("Whole tournament"), said, view.url("tournament") + "#places", one["place"], len(placed)
                )
            )
    return found
