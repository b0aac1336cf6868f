"""Brackets for a wall: on one sheet where names of a readable size fit, else over several to be joined."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from tallyboard.desk.objects import DeskMatchObject, ExpectedObject, PhaseObject
from tallyboard.paper.poster import HEAD, SMALLEST, Poster, PosterLayout, PosterPlan, PosterSheet, name_size, planned
from tallyboard.paper.view import PaperView
from tallyboard.paper.wrapping import Wrapping
from tallyboard.text.printable import printable
from tallyboard.text.tournament.bracket import CHAMPION, FOLDED_FROM, BracketSide, KnockOut, Saving, short
from tallyboard.text.tournament.matches import is_league, is_starred
from tallyboard.text.tournament.names import NOBODY

_DIGIT = 2.2  # millimetres of a score at 11 points
_BETWEEN_PARTS = 0.9  # rows between main and losers' bracket on one sheet
_WAYS = [
    Saving(below, folded, stacked)
    for below, folded in ((False, False), (True, False), (True, True))
    for stacked in (False, True)
]
_Planned = tuple[Poster, PosterPlan]


def bracket(view: PaperView) -> dict[str, Any]:
    """What the template prints: sheet by sheet, boxes and lines."""
    drawn = [phase for phase in view.tournament["phases"] if not is_league(phase) and phase["matches"]]
    return {
        "sheets": [sheet for phase in drawn for sheet in _phase(view, phase)],
        "head": HEAD,
        "champion": view._("Champion"),
    }


def _phase(view: PaperView, phase: PhaseObject) -> list[dict[str, Any]]:
    boxes = _boxes_of(view, phase)
    wide = max(len(scores) for box in boxes.values() for scores in [*box["scores"], [""]])
    digits = max(len(score) for box in boxes.values() for scores in box["scores"] for score in [*scores, "00"])
    score_width = max(9.0, wide * (digits * _DIGIT + 1.2))
    names = Wrapping({view.name(entrant) for entrant in phase["order"]})
    champion = next((view.name(place["entrant"]) for place in phase["places"] if place["place"] == 1), "")
    return [
        sheet
        for poster, plan in _planned(view, phase, score_width, names)
        for sheet in _sheets(view, poster, plan, {**boxes, CHAMPION: {"winner": champion}}, names)
    ]


# ---- where the boxes stand


def _posters(view: PaperView, phase: PhaseObject, score_width: float, way: Saving) -> list[Poster]:
    """The main bracket with the finals, and the losers' bracket."""
    _ = view._
    made = view.bracket(phase)
    main, losers = made.in_parts(way)
    about = view.phase_about(phase)
    if any(is_starred(game) for match in phase["matches"] for game in match["games"]):
        about += " · " + _("* decided by the game itself")
    return [
        Poster(view.phase_title(phase), about, part, made.leads_between(part), label, score_width)
        for part, label in ((main, _("Main bracket") if losers else _("Bracket")), (losers, _("Losers' bracket")))
        if part
    ]


def _planned(view: PaperView, phase: PhaseObject, score_width: float, names: Wrapping) -> list[_Planned]:
    """Both parts on one sheet where that has room for them; else each by itself, on as few sheets as can be."""
    ways = [way for way in _WAYS if not way.folded or view.bracket(phase).rounds >= FOLDED_FROM]
    posters = [_posters(view, phase, score_width, way) for way in ways]
    joined = _best(view, [_joined(*parts) for parts in posters if len(parts) == 2], names)
    if joined and joined[0][1].sheets == 1:
        return joined
    return [found for alternatives in zip(*posters, strict=True) for found in _best(view, alternatives, names)]


def _best(view: PaperView, posters: Iterable[Poster], names: Wrapping) -> list[_Planned]:
    """The one with the fewest sheets; of those, the one with the largest type. None where no sheet has room."""
    plans = [(poster, plan) for poster in posters if (plan := planned(poster, view.size, names))]
    return [min(plans, key=lambda made: (made[1].sheets, -made[1].type_size))] if plans else []


def _joined(main: Poster, losers: Poster) -> Poster:
    below = main.rows + _BETWEEN_PARTS
    spots = main.spots + [spot._replace(row=spot.row + below) for spot in losers.spots]
    label = (losers.part, below - _BETWEEN_PARTS / 3)
    return replace(main, spots=spots, leads=main.leads + losers.leads, labels=[label])


# ---- what stands in them


def _boxes_of(view: PaperView, phase: PhaseObject) -> dict[str, dict[str, Any]]:
    """By the short names of the matches what stands in their boxes, above who comes from the upper match."""
    bracket = view.bracket(phase)
    expected = {it["match"]: it for it in view.tournament["schedule"]}
    boxes = {}
    for name, match in bracket.matches.items():
        entries = bracket.entries(name)
        boxes[name] = {
            "head": " · ".join([name, *_head(view, bracket, match, expected.get(match["match"]))]),
            "sides": [_side(view, entry) for entry in entries],
            "scores": [entry.scores for entry in entries],
        }
    return boxes


def _side(view: PaperView, entry: BracketSide) -> dict[str, Any]:
    words = view._("bye")
    if entry.entrant != NOBODY:
        words = view.name(entry.entrant) if entry.entrant else view.origin(entry.source)
    return {"words": words, "known": bool(entry.entrant), "won": entry.has_won}


def _head(view: PaperView, bracket: KnockOut, match: DeskMatchObject, expected: ExpectedObject | None) -> Iterator[str]:
    """`final`, `table 3`, `10:20`; `walkover`: what stands over a match behind its name."""
    _ = view._
    name = short(match["match"])
    if name == "T":
        yield _("third place")
    elif name == ("F1" if bracket.is_double else f"W{bracket.rounds}.1"):
        yield _("Final").lower()
    if match["how"] == "walkover":
        yield _("walkover")
    elif match["how"] == "double forfeit":
        yield _("double forfeit")
    if name == "F2" and None in match["sides"]:
        yield _("if needed")
    if expected and expected["table"] is not None:
        yield " ".join((_("table"), printable(expected["table"])))
    if expected and expected["start"] is not None:
        yield view.time(expected["start"])


# ---- what is printed


def _sheets(
    view: PaperView, poster: Poster, plan: PosterPlan, boxes: dict[str, dict[str, Any]], names: Wrapping
) -> list[dict[str, Any]]:
    layout = PosterLayout(poster, plan)
    columns = {spot.name: plan.columns[spot.column] for spot in poster.spots}
    sizes = {
        name: [name_size(names, side["words"], column) if side["known"] else SMALLEST for side in boxes[name]["sides"]]
        for name, column in columns.items()
        if name != CHAMPION
    }
    number = len(layout.sheets)
    sheets = []
    for at, sheet in enumerate(layout.sheets, 1):
        place = {"sheet": at, "sheets": number, "row": sheet.row + 1, "column": sheet.column + 1}
        where = view._("Sheet %(sheet)s of %(sheets)s: row %(row)s, column %(column)s", **place)
        sheets.append(
            {
                "title": f"{poster.title} · {poster.part}",
                "about": poster.about,
                "where": where if number > 1 else "",
                "map": _map(layout.sheets, sheet) if number > 1 else [],
                "flipped": plan.flipped,
                "width": plan.width,
                "height": plan.height,
                "boxes": [{**box, **boxes[box["name"]], "sizes": sizes.get(box["name"], [])} for box in sheet.boxes],
                "lines": sheet.lines,
                "arrows": sheet.arrows,
                "labels": sheet.labels,
            }
        )
    return sheets


def _map(sheets: list[PosterSheet], here: PosterSheet) -> list[list[str]]:
    """The sheets as they hang: row by row `here`, `sheet`, or "" where there is none."""
    there = {(sheet.row, sheet.column): "here" if sheet is here else "sheet" for sheet in sheets}
    rows, columns = (1 + max(place) for place in zip(*there, strict=True))
    return [[there.get((row, column), "") for column in range(columns)] for row in range(rows)]
