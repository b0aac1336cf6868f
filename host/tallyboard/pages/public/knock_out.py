"""A knock-out: the bracket as a drawing, with the path of a player, then its matches as a list, and places."""

from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.objects import DeskMatchObject, PhaseObject
from tallyboard.pages.answers import NotFound
from tallyboard.pages.drawing.bracket import Addresses, BracketWords, anchor, bracket, size
from tallyboard.pages.drawing.tree import SHOOTOUT, TreeWords, tree
from tallyboard.pages.public import words
from tallyboard.pages.public.schedule import RoundPart, match_rows
from tallyboard.pages.public.view import Asked, Page, View
from tallyboard.text.printable import printable

ZOOMS = ("", "fit", "large")  # its own size; as wide as the page; larger
_LARGER = 1.6
_FITS_A_PHONE = 900  # wide: on a phone letters of a wider one, as a whole, are below 6 pixels


def knock_out(asked: Asked) -> Page:
    """The bracket of a phase, with the path of one player lit (`player=3`), at some size (`zoom=fit`). Raises
    NotFound."""
    view, number, player = asked.view(), int(asked.where["phase"]), asked.number("player")
    phase = next((one for one in view.computed["phases"] if one["phase"] == number), None)
    if phase is None or words.is_league(phase):
        overview = view.links.url("tournament", t=view.seen.id)
        raise NotFound(
            view._("There is no such bracket."), view._("Choose one in the menu of the tournament."), overview
        )
    if player and player not in view.entrants:
        raise view.no_such_player()
    zoom = asked.query.get("zoom", "")
    zoom = zoom if zoom in ZOOMS else ""
    list_at = view.links.url("bracket", t=view.seen.id, phase=number) if asked.is_file and (player or zoom) else ""
    return Page(
        "public/bracket.html",
        {
            "view": view,
            "seen": view.seen,
            "phase": phase,
            "title": words.phase_title(view, phase),
            "about": words.phase_about(view, phase),
            "source": words.source_words(view, phase),
            "progress": words.progress(view, phase),
            "drawing": _drawing(view, phase, player, zoom, list_at),
            "champion": _champion(view, phase),
            "champion_said": _champion_said(view, phase),
            "in_tree": anchor,
            "zoom": zoom,
            "zooms": _zooms(view, phase, player),
            "player": player,
            "path": match_rows(view, [one for one in words.played(phase) if player and player in one["sides"]]),
            "list_at": list_at,
            "players": sorted(phase["order"], key=lambda one: view.entrants[one]["name"].casefold()),
            "rounds": [] if list_at else _rounds(view, phase),
            "places": [(one["place"], view.player(one["entrant"])) for one in phase["places"]],
        },
    )


def current(view: View) -> int:
    """The phase whose bracket somebody looks for who names none: the one that is played, else the last that is drawn,
    else the first; 0 where none is a knock-out."""
    brackets = [phase for phase in view.computed["phases"] if not words.is_league(phase)]
    drawn = [phase for phase in brackets if phase["drawn"]]
    played = [phase for phase in drawn if not phase["finished"]]
    found = played[:1] or drawn[-1:] or brackets[:1]
    return found[0]["phase"] if found else 0


def path_address(view: View, phase: PhaseObject, player: int) -> str:
    """The bracket with the path of a player, at their last match in it."""
    address = view.links.url("bracket", t=view.seen.id, phase=phase["phase"], query={"player": player})
    own = [match["match"] for match in phase["matches"] if player in match["sides"]]
    return f"{address}#{anchor(own[-1])}" if address and own else address


def in_list(match: str) -> str:
    """The place of a match in the list below the drawing."""
    return "m-" + match.replace(":", "-").replace(".", "-")


class _Drawing(NamedTuple):
    """The bracket, empty before the draw; whether it is wider than a phone can show as a whole, and which marks it
    has, which are explained below it."""

    svg: Markup
    is_wide: bool
    has_stars: bool
    has_shootouts: bool


def _drawing(view: View, phase: PhaseObject, player: int, zoom: str, list_at: str) -> _Drawing:
    """`list_at`: the page that has its matches as a list, "" for this one."""
    if not phase["matches"]:
        return _Drawing(Markup(""), False, False, False)
    spoken = view.language
    made = tree(
        phase,
        TreeWords(
            lambda entrant: printable(view.entrants[entrant]["name"]),
            lambda match: _label(view, phase, match),
            lambda match: spoken.gettext("loser of %(match)s", match=match),
            spoken.gettext("bye"),
            lambda match: _round(view, phase, match),
            lambda match, game: words.is_shootout(view, match, game),
        ),
    )
    parts = BracketWords(spoken.gettext("Bracket"), spoken.gettext("Main bracket"), spoken.gettext("Losers' bracket"))
    links = Addresses(view.address_of, lambda match: f"{list_at}#{in_list(match)}")
    scores = " ".join(entry.scores for box in made.boxes for entry in box.entries)
    return _Drawing(
        bracket(made, parts, links, player or None, _LARGER if zoom == "large" else 1),
        size(made).width > _FITS_A_PHONE,
        "*" in scores,
        SHOOTOUT in scores,
    )


def _round(view: View, phase: PhaseObject, match: DeskMatchObject) -> str:
    """`Semi-finals`; in a part of a double elimination, which has a title, `Round 2`."""
    if phase["format"] == "double" and match["match"].partition(":")[2][0] in "WL":
        number = match["match"].partition(":")[2][1:].partition(".")[0]
        return view.language.gettext("Round %(round)s", round=number)
    return words.round_title(view, match, phase).unescape()


def _label(view: View, phase: PhaseObject, match: DeskMatchObject) -> str:
    """`W1.3`, where it is or how it was decided; of the match for the third place, which stands in the column of the
    final, also what it is."""
    name = match["match"].partition(":")[2]
    if name == "T":
        name = f"{name} · {words.round_title(view, match, phase).unescape()}"
    table = view.calls.get(match["match"])
    if table:
        return f"{name} · {view.language.gettext('Table')} {printable(table)}"
    how = {"walkover": view._("walkover"), "double forfeit": view._("both forfeit")}.get(match["how"] or "")
    return f"{name} · {how.unescape()}" if how else name


def _champion(view: View, phase: PhaseObject) -> Markup | None:
    """Who has won the bracket, where it is over and one has."""
    firsts = [one["entrant"] for one in phase["places"] if one["place"] == 1]
    return view.player(firsts[0]) if len(firsts) == 1 else None


def _champion_said(view: View, phase: PhaseObject) -> Markup:
    """What the winner of this bracket is: one phase makes the champion of the tournament."""
    if phase["phase"] != view.facts.main:
        return view._("Winner of this bracket")
    are_pairs = any(len(entrant["players"]) > 1 for entrant in view.entrants.values())
    return view._("Champions") if are_pairs else view._("Champion")


def _zooms(view: View, phase: PhaseObject, player: int) -> list[tuple[str, Markup, str]]:
    """(zoom, its name, its address); none where the site has them not."""
    said = {"": view._("Own size"), "fit": view._("As wide as the page"), "large": view._("Larger")}
    found = []
    for zoom, name in said.items():
        query = {**({"player": player} if player else {}), **({"zoom": zoom} if zoom else {})}
        found.append((zoom, name, view.links.url("bracket", t=view.seen.id, phase=phase["phase"], query=query)))
    return found if all(address for _, _, address in found) else []


def _rounds(view: View, phase: PhaseObject) -> list[RoundPart]:
    """All matches, round by round in the order in which they are played."""
    found: dict[Markup, list[DeskMatchObject]] = {}
    for match in words.played(phase):
        found.setdefault(words.round_title(view, match, phase), []).append(match)
    return [RoundPart(title, match_rows(view, matches), []) for title, matches in found.items()]
