"""A knock-out: the bracket as a drawing, with the path of a player, then its matches as a list, and places."""

from markupsafe import Markup

from tallyboard.desk.objects import DeskMatchObject, PhaseObject
from tallyboard.pages.answers import NotFound
from tallyboard.pages.drawing.bracket import Addresses, BracketWords, anchor, bracket, size
from tallyboard.pages.drawing.tree import BoxTree, TreeWords, tree
from tallyboard.pages.public.schedule import by_title
from tallyboard.pages.public.view import Asked, Page, View, match_rows
from tallyboard.text.printable import printable
from tallyboard.text.tournament.bracket import short

ZOOMS = ("", "fit", "large")  # its own size; as wide as the page; larger
_LARGER = 1.6
_FITS_A_PHONE = 900  # wide: on a phone letters of a wider one, as a whole, are below 6 pixels


def knock_out(asked: Asked) -> Page:
    """The bracket of a phase, with the path of one player lit (`player=3`), at some size (`zoom=fit`). Raises
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
    zoom = asked.query.get("zoom", "")
    zoom = zoom if zoom in ZOOMS else ""
    list_at = view.url("bracket", phase=number) if asked.is_file and (player or zoom) else ""
    made = _tree(view, phase)
    parts = BracketWords(
        view.language.gettext("Bracket"),
        view.language.gettext("Main bracket"),
        view.language.gettext("Losers' bracket"),
    )
    links = Addresses(
        lambda entrant: view.url("player", entrant=entrant), lambda match: f"{list_at}#{anchor(match, 'm')}"
    )
    return view.page(
        "bracket",
        phase=phase,
        drawing=bracket(made, parts, links, player or None, _LARGER if zoom == "large" else 1) if made.boxes else "",
        is_wide=bool(made.boxes) and size(made)[0] > _FITS_A_PHONE,
        scores=" ".join(entry.scores for box in made.boxes for entry in box.entries),
        champions=[one["entrant"] for one in phase["places"] if one["place"] == 1],
        in_tree=anchor,
        zoom=zoom,
        zooms=_zooms(view, number, player),
        player=player,
        path=[one for one in view.played(phase) if player and player in one["sides"]],
        players=sorted(phase["order"], key=lambda one: view.entrants[one]["name"].casefold()),
        rounds={} if list_at else by_title(match_rows(view, view.played(phase)), view.round),
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


def _tree(view: View, phase: PhaseObject) -> BoxTree:
    """Its boxes, none before the draw."""
    return tree(
        phase,
        TreeWords(
            lambda entrant: printable(view.entrants[entrant]["name"]),
            lambda match: _label(view, match),
            lambda match: view.language.gettext("loser of %(match)s", match=match),
            view.language.gettext("bye"),
            lambda match: _round(view, phase, match),
            view.is_shootout,
        ),
    )


def _round(view: View, phase: PhaseObject, match: DeskMatchObject) -> str:
    """`Semi-finals`; in a part of a double elimination, which has a title, `Round 2`."""
    name = short(match["match"])
    if phase["format"] == "double" and name[0] in "WL":
        return view.language.gettext("Round %(round)s", round=name[1:].partition(".")[0])
    return view.round(match).unescape()


def _label(view: View, match: DeskMatchObject) -> str:
    """`W1.3`, where it is or how it was decided; of the match for the third place, which stands in the column of the
    final, also what it is."""
    name = short(match["match"])
    if name == "T":
        name = f"{name} · {view.round(match).unescape()}"
    table = view.calls.get(match["match"])
    if table:
        return f"{name} · {view.language.gettext('Table')} {printable(table)}"
    how = {"walkover": view.language.gettext("walkover"), "double forfeit": view.language.gettext("both forfeit")}
    return f"{name} · {how[match['how']]}" if match["how"] in how else name


def _zooms(view: View, phase: int, player: int) -> list[tuple[str, Markup, str]]:
    """(zoom, its name, its address); none where the site has them not."""
    said = {"": view._("Own size"), "fit": view._("As wide as the page"), "large": view._("Larger")}
    found = []
    for zoom, name in said.items():
        query = {**({"player": player} if player else {}), **({"zoom": zoom} if zoom else {})}
        found.append((zoom, name, view.url("bracket", phase=phase, query=query)))
    return found if all(address for _, _, address in found) else []
