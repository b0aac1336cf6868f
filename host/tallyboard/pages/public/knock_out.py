"""A knock-out: the bracket with the path of a player, and places."""

from tallyboard.desk.objects import PhaseObject
from tallyboard.pages.answers import NotFound
from tallyboard.pages.public.tree import anchor, tree
from tallyboard.pages.public.view import Asked, Page, View


def knock_out(asked: Asked) -> Page:
    """The bracket of a phase, with the path of one player lit (`player=3`), else that of who has won. Raises
    NotFound."""
    view, number = asked.view(), int(asked.where["phase"])
    phase = next((one for one in view.brackets if one["phase"] == number), None)
    if phase is None:
        raise NotFound(
            view._("There is no such bracket."),
            view._("Choose one in the menu of the tournament."),
            view.url("tournament"),
        )
    player = asked.player(view)
    champions = [one["entrant"] for one in phase["places"] if one["place"] == 1]
    drawn = tree(view, phase, player or (champions[0] if len(champions) == 1 else None))
    boxes = [box for part in drawn for one in part for box in (*one.boxes, *(box for _, box in one.below)) if box]
    return view.page(
        "bracket",
        phase=phase,
        drawn=drawn,
        anchor=anchor,
        more="".join(entry.more for box in boxes for entry in box.entries),
        champions=champions,
        player=player,
        players=sorted(phase["order"], key=lambda one: view.entrants[one]["name"].casefold()),
        places=[(one["place"], view.player(one["entrant"])) for one in phase["places"]],
    )


def current(view: View) -> int:
    """The phase whose bracket somebody looks for who names none: the one that is played, else the last that is drawn,
    else the first; 0 where none is a knock-out."""
    drawn = [phase for phase in view.brackets if phase["drawn"]]
    played = [phase for phase in drawn if not phase["finished"]]
    found = played[:1] or drawn[-1:] or view.brackets[:1]
    return found[0]["phase"] if found else 0


def path_address(view: View, phase: PhaseObject, player: int) -> str:
    """The bracket with the path of a player, at their last match in it."""
    address = view.url("bracket", phase=phase["phase"], query={"player": player})
    own = [match["match"] for match in phase["matches"] if player in match["sides"]]
    return f"{address}#{anchor(own[-1])}" if address and own else address
