"""Standings for a wall: leagues group by group, the places of finished brackets, and those of the whole tournament."""

from collections import Counter
from collections.abc import Container, Sequence
from typing import Any

from tallyboard.desk.objects import GroupObject, PhaseObject, PlaceObject, RowObject
from tallyboard.paper.view import PaperView, capital
from tallyboard.text.game_words import has_twenties
from tallyboard.text.language import later
from tallyboard.text.printable import printable
from tallyboard.text.tournament.reasons import are_per_match, compared, is_per_match, points_per_match

_FIGURES = {
    "played": later("played"),
    "won": later("won"),
    "level": later("level"),
    "lost": later("lost"),
    "byes": later("byes"),
    "points": later("points"),
    "for": later("for"),
    "against": later("against"),
    "twenties": later("twenties"),
}
# Why a row stands above the next.
_WHYS = {
    "points": later("more points: %(better)s to %(worse)s"),
    "twenties": later("more twenties: %(better)s to %(worse)s"),
    "for": later("more scored: %(better)s to %(worse)s"),
    "wins": later("more wins: %(better)s to %(worse)s"),
    "difference": later("better difference: %(better)s to %(worse)s"),
    "buchholz": later("stronger opponents: %(better)s to %(worse)s"),
    "head": later("more points among %(among)s: %(better)s to %(worse)s"),
    "shootout": later("won the shootout: %(better)s to %(worse)s"),
    "lot": later("by lot"),
}
_STATUSES = {
    "in": "",
    "absent": later("absent"),
    "withdrawn": later("withdrawn"),
    "disqualified": later("disqualified"),
}
_DONE = ("decided", "void", "cancelled")


def standings(view: PaperView) -> dict[str, Any]:
    """What the template prints: each phase, and everybody's place in a tournament of several phases, as soon as one of
    them is finished."""
    told = view.tournament
    shown = [one for one in told["phases"] if one["places"] or any(group["rows"] for group in one["standings"])]
    parts = [_phase(view, phase) for phase in shown]
    if len(told["phases"]) > 1 and told["placing"]:
        how_far = view._("final") if told["finished"] else view._("so far")
        about = f"{printable(view.paper['name'])} · {how_far}"
        parts.append(
            _part(view, view._("Places in the whole tournament"), about, [], told["placing"], view.paper.get("new", ()))
        )
    return {"title": view._("Standings"), "phases": parts}


def _phase(view: PaperView, phase: PhaseObject) -> dict[str, Any]:
    decided = sum(match["state"] in _DONE for match in phase["matches"])
    how_far = view._("final")
    if not phase["finished"]:
        how_far = view._("after %(decided)s of %(all)s matches", decided=decided, all=len(phase["matches"]))
    tables = [_table(view, phase, group) for group in phase["standings"] if group["rows"]]
    title = " · ".join((view.phase_title(phase), view._("Standings")))
    return _part(view, title, f"{view.phase_about(phase)} · {how_far}", tables, phase["places"])


def _part(
    view: PaperView,
    title: str,
    about: str,
    tables: list[dict[str, Any]],
    places: Sequence[PlaceObject],
    new: Container[int] = (),
) -> dict[str, Any]:
    mark = view._("new")
    return {
        "title": title,
        "about": about,
        "tables": tables,
        "places": [
            [
                str(one["place"]),
                f"{view.name(one['entrant'])} · {mark}" if one["entrant"] in new else view.name(one["entrant"]),
            ]
            for one in places
        ],
        "columns": [view._("place"), view._("name")],
    }


def _table(view: PaperView, phase: PhaseObject, group: GroupObject) -> dict[str, Any]:
    """A group; columns that say nothing in this phase are left out."""
    _ = view._
    rows = group["rows"]
    empty = {"byes": not any(row["byes"] for row in rows)}
    empty["twenties"] = not has_twenties(view.phase_game(phase)) and not any(row["twenties"] for row in rows)
    shown = {name: said for name, said in _FIGURES.items() if not empty.get(name)}
    sharing = Counter(row["place"] for row in rows)
    made = [_row(view, row, list(shown), sharing) for row in rows]
    if are_per_match(rows):
        for line, row in zip(made, rows, strict=True):
            line["figures"].insert(0, points_per_match(row))
    return {
        "title": capital(_("group %(group)s", group=group["group"])) if group["group"] else "",
        "columns": [
            _("place"),
            _("name"),
            *([_("per match")] if are_per_match(rows) else []),
            *map(_, shown.values()),
            _("placed above the next by"),
        ],
        "points": 0 if are_per_match(rows) else list(shown).index("points"),
        "rows": made,
        "widest": [max(column, key=len) for column in zip(*(row["figures"] for row in made), strict=True)],
    }


def _row(view: PaperView, row: RowObject, shown: list[str], sharing: Counter[int | None]) -> dict[str, Any]:
    figures: dict[str, Any] = dict(row)
    return {
        "place": "\u2013" if row["place"] is None else str(row["place"]),
        "name": view.name(row["entrant"]),
        "status": view._(_STATUSES[view.entrants[row["entrant"]]["status"]]),
        "figures": [str(figures[name]) for name in shown],
        "why": _why(view, row, sharing),
    }


def _why(view: PaperView, row: RowObject, sharing: Counter[int | None]) -> str:
    """Why the row stands above the next; of several on one place that they share it. `sharing`: how many have it."""
    if row["place"] is None:
        return view._("does not count")
    said = [view._("level: they share place %(place)s", place=row["place"])] if sharing[row["place"]] > 1 else []
    why = row["why"]
    if why:
        better, worse = compared(why)
        among = ", ".join(map(view.name, why["among"] or []))
        reason = view._(_WHYS[why["by"]], better=better, worse=worse, among=among)
        said.append(view._("%(reason)s per match", reason=reason) if is_per_match(why) else reason)
    return view._("; ").join(said)
