"""A knock-out: the bracket as a drawing, with the path of a player, then its matches as a list, and places."""

from markupsafe import Markup

from tallyboard.desk.shapes import DeskMatchObject, PhaseObject
from tallyboard.pages.answers import NotFound
from tallyboard.pages.drawing.bracket import Addresses, BracketWords, bracket, size
from tallyboard.pages.drawing.tree import TreeWords, tree
from tallyboard.pages.public import words
from tallyboard.pages.public.asked import Asked, Page
from tallyboard.pages.public.rows import match_rows
from tallyboard.pages.public.schedule import RoundPart
from tallyboard.pages.public.view import View
from tallyboard.text.printable import printable

ZOOMS = ("", "fit", "large")  # its own size; as wide as the page; larger
_LARGER = 1.6


def knock_out(asked: Asked) -> Page:
    """The bracket of a phase, with the path of one player lit (`player=3`), at some size (`zoom=fit`). Raises
    NotFound."""
    view, number, player = asked.view(), int(asked.where["phase"]), asked.number("player")
    phase = next((one for one in view.computed["phases"] if one["phase"] == number), None)
    if phase is None or words.is_league(phase):
        raise NotFound(view._("There is no such bracket."), view._("Choose one in the menu of the tournament."))
    if player and player not in view.entrants:
        raise NotFound(view._("There is no such player."), view._("Choose one of the list."))
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


def anchor(match: str) -> str:
    """The place of a match in the list below the drawing."""
    return "m-" + match.replace(":", "-").replace(".", "-")


def _drawing(view: View, phase: PhaseObject, player: int, zoom: str, list_at: str) -> Markup:
    """The bracket; empty before the draw. `list_at`: the page that has its matches as a list, "" for this one."""
    if not phase["matches"]:
        return Markup("")
    spoken = view.language
    made = tree(
        phase,
        TreeWords(
            lambda entrant: printable(view.entrants[entrant]["name"]),
            lambda match: _label(view, match),
            lambda match: spoken.gettext("loser of %(match)s", match=match),
            spoken.gettext("bye"),
        ),
    )
    parts = BracketWords(spoken.gettext("Bracket"), spoken.gettext("Main bracket"), spoken.gettext("Losers' bracket"))
    links = Addresses(view.address_of, lambda match: f"{list_at}#{anchor(match)}")
    drawn = bracket(made, parts, links, player or None)
    if zoom != "large":
        return drawn
    own = size(made)
    larger = f'width="{own.width * _LARGER:.0f}" height="{own.height * _LARGER:.0f}"'
    return Markup(str(drawn).replace(f'width="{own.width}" height="{own.height}"', larger, 1))


def _label(view: View, match: DeskMatchObject) -> str:
    """`W1.3`, where it is or how it was decided."""
    name = match["match"].partition(":")[2]
    table = view.calls.get(match["match"])
    if table:
        return f"{name} · {view.language.gettext('Table')} {printable(table)}"
    how = {"walkover": view._("walkover"), "double forfeit": view._("both forfeit")}.get(match["how"] or "")
    return f"{name} · {how.unescape()}" if how else name


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
