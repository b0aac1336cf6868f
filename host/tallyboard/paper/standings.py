"""Standings for a wall: leagues group by group, the places of finished brackets, and those of the whole tournament."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tallyboard.desk.objects import GroupObject, PhaseObject, PlaceObject, RowObject
from tallyboard.paper.view import PaperView
from tallyboard.text.game_words import has_twenties
from tallyboard.text.language import later

_COLUMNS = {
    "place": later("place"),
    "name": later("name"),
    "played": later("played"),
    "won": later("won"),
    "level": later("level"),
    "lost": later("lost"),
    "byes": later("byes"),
    "points": later("points"),
    "for": later("for"),
    "against": later("against"),
    "twenties": later("twenties"),
    "why": later("placed above the next by"),
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
_FIGURES = ("played", "won", "level", "lost", "byes", "points", "for", "against", "twenties")
_DONE = ("decided", "void", "cancelled")


def standings(view: PaperView) -> dict[str, Any]:
    """What the template prints."""
    parts = [_phase(view, phase) for phase in view.tournament["phases"]]
    return {"title": view._("Standings"), "phases": [part for part in (*parts, _whole(view)) if part]}


def _whole(view: PaperView) -> dict[str, Any] | None:
    """Everybody's place in a tournament of several phases, as soon as one of them is finished."""
    told = view.tournament
    if len(told["phases"]) < 2 or not told["placing"]:
        return None
    name = view.text(view.paper["name"])
    how_far = view._("final") if told["finished"] else view._("so far")
    return {
        "title": view._("Places in the whole tournament"),
        "about": f"{name} · {how_far}",
        "tables": [],
        **_places(view, told["placing"]),
    }


def _places(view: PaperView, places: Sequence[PlaceObject]) -> dict[str, Any]:
    return {
        "places": [[str(place["place"]), view.name(place["entrant"])] for place in places],
        "columns": [view._("place"), view._("name")],
    }


def _phase(view: PaperView, phase: PhaseObject) -> dict[str, Any] | None:
    tables = [_table(view, phase, group) for group in phase["standings"] if group["rows"]]
    if not tables and not phase["places"]:
        return None
    return {
        "title": f"{view.phase_title(phase)} · {view._('Standings')}",
        "about": f"{view.phase_about(phase)} · {_progress(view, phase)}",
        "tables": tables,
        **_places(view, phase["places"]),
    }


def _progress(view: PaperView, phase: PhaseObject) -> str:
    if phase["finished"]:
        return view._("final")
    decided = sum(match["state"] in _DONE for match in phase["matches"])
    return view._("after %(decided)s of %(all)s matches", decided=decided, all=len(phase["matches"]))


def _table(view: PaperView, phase: PhaseObject, group: GroupObject) -> dict[str, Any]:
    rows = group["rows"]
    shown = [name for name in _FIGURES if _is_shown(name, rows, view.phase_game(phase["phase"]))]
    sharing = Counter(row["place"] for row in rows)
    made = [_row(view, rows, at, shown, sharing) for at in range(len(rows))]
    return {
        "title": view.group_title(group["group"]) if group["group"] else "",
        "columns": [view._(_COLUMNS[name]) for name in ("place", "name", *shown, "why")],
        "points": shown.index("points"),
        "rows": made,
        "widest": [max(column, key=len) for column in zip(*(row["figures"] for row in made), strict=True)],
    }


def _is_shown(figure: str, rows: list[RowObject], game: str) -> bool:
    """Columns that say nothing in this phase are left out."""
    if figure == "byes":
        return any(row["byes"] for row in rows)
    return figure != "twenties" or has_twenties(game) or any(row["twenties"] for row in rows)


def _row(
    view: PaperView, rows: list[RowObject], at: int, shown: list[str], sharing: Counter[int | None]
) -> dict[str, Any]:
    row: dict[str, Any] = dict(rows[at])
    return {
        "place": "\u2013" if row["place"] is None else str(row["place"]),
        "name": view.name(row["entrant"]),
        "status": view.status(row["entrant"]),
        "figures": [str(row[name]) for name in shown],
        "why": _why(view, rows[at], sharing),
    }


def _why(view: PaperView, row: RowObject, sharing: Counter[int | None]) -> str:
    """Why the row stands above the next; of several on one place that they share it. `sharing`: how many have it."""
    if row["place"] is None:
        return view._("does not count")
    said = [view._("level: they share place %(place)s", place=row["place"])] if sharing[row["place"]] > 1 else []
    why = row["why"]
    if why:
        better, worse = why["values"] or ("", "")
        among = view.names(why["among"] or [])
        more = _WHYS[why["by"]]
        said.append(view._(more, better=better, worse=worse, among=among))
    return "; ".join(said)
