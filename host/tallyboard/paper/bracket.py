"""Brackets for a wall: on one sheet where names of a readable size fit, else over several to be joined."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tallyboard.desk.bracket_shape import WINNER
from tallyboard.desk.objects import PhaseObject
from tallyboard.paper.bracket_boxes import boxes_of
from tallyboard.paper.feeds import main_rounds, nodes
from tallyboard.paper.poster import HEAD, SMALLEST, Plan, Poster, Spot, name_size, planned
from tallyboard.paper.sheets import Layout, Sheet
from tallyboard.paper.view import View
from tallyboard.paper.wrapping import Wrapping
from tallyboard.text.tournament.matches import is_starred

_CHAMPION = "champion"  # the box for the name of who has won
_DIGIT = 2.2  # millimetres of a score at 11 points
_BETWEEN_PARTS = 0.9  # rows between main and losers' bracket on one sheet
_BELOW = 1.5  # rows between boxes below one another: one of them may move by half a row, off the end of its sheet
_FAR_BELOW = 3.0  # the same of finals where there is room
_STACKED = 0.75  # rows of both matches of a losers' column from the middle between them, at most
_FOLDED_FROM = 4  # rounds of the main bracket: with fewer, the final has no room between those that lead to it
_Planned = tuple[Poster, Plan]


def bracket(view: View) -> dict[str, Any]:
    """What the template prints: sheet by sheet, boxes and lines."""
    drawn = [phase for phase in view.phases(leagues=False) if phase["matches"]]
    return {
        "sheets": [sheet for phase in drawn for sheet in _phase(view, phase)],
        "head": HEAD,
        "champion": view._("Champion"),
    }


def _phase(view: View, phase: PhaseObject) -> list[dict[str, Any]]:
    boxes = boxes_of(view, phase)
    wide = max(len(scores) for box in boxes.values() for scores in [*box["scores"], [""]])
    digits = max(len(score) for box in boxes.values() for scores in box["scores"] for score in [*scores, "00"])
    score_width = max(9.0, wide * (digits * _DIGIT + 1.2))
    names = Wrapping({view.name(entrant) for entrant in phase["order"]})
    champion = next((view.name(place["entrant"]) for place in phase["places"] if place["place"] == 1), "")
    return [
        sheet
        for poster, plan in _planned(view, phase, set(boxes), score_width, names)
        for sheet in _sheets(view, poster, plan, {**boxes, _CHAMPION: {"winner": champion}}, names)
    ]


# ---- where the boxes stand


@dataclass
class _Way:
    """How columns are saved.

    `below`: F1 and F2 stand under the last W match, without a line. `folded`: that match stands between those that lead
    to it. `stacked`: two rounds of losers, from one drop to the next, are one column.
    """

    below: bool
    folded: bool
    stacked: bool


_WAYS = [
    _Way(below, folded, stacked)
    for below, folded in ((False, False), (True, False), (True, True))
    for stacked in (False, True)
]


def _posters(view: View, phase: PhaseObject, there: set[str], score_width: float, way: _Way) -> list[Poster]:
    """The main bracket with the finals, and the losers' bracket."""
    _ = view._
    k = main_rounds(phase)
    losers = [_losers_spot(name, way) for name in nodes(phase) if name in there and name.startswith("L")]
    main = [_main_spot(name, k, way) for name in nodes(phase) if name in there and name.startswith("W")]
    _add_finals(main, [name for name in ("F1", "F2", "T") if name in there], way)
    title, about = view.phase_title(phase), _about(view, phase)
    return [
        Poster(title, about, part, _leads(phase, part), label, score_width)
        for part, label in ((main, _("Main bracket") if losers else _("Bracket")), (losers, _("Losers' bracket")))
        if part
    ]


def _about(view: View, phase: PhaseObject) -> str:
    """`Spring Open · double elimination · …`, and what a star means where there is one."""
    parts = [view.phase_about(phase)]
    if any(is_starred(game) for match in phase["matches"] for game in match["games"]):
        parts.append(view._("* decided by the game itself"))
    return " · ".join(parts)


def _main_spot(name: str, k: int, way: _Way) -> Spot:
    """Where a match of the main bracket stands, which has k rounds."""
    turn, place = map(int, name[1:].split("."))
    return Spot(name, turn - 1 - (way.folded and turn == k), (place - 0.5) * 2 ** (turn - 1))


def _losers_spot(name: str, way: _Way) -> Spot:
    """Where a match of the losers stands: they meet, then those who have just lost drop in."""
    turn, place = map(int, name[1:].split("."))
    apart = 2 ** ((turn - 1) // 2)
    middle = (place - 0.5) * apart
    if way.stacked and turn > 2:
        from_middle = min(apart / 4, _STACKED)
        return Spot(name, (turn + 1) // 2, middle + (from_middle if turn % 2 == 0 else -from_middle))
    return Spot(name, turn - 1, middle)


def _add_finals(main: list[Spot], finals: list[str], way: _Way) -> None:
    """The finals one below the other, and the box for the champion: above them where there is room."""
    last = main[-1]
    column, rows = last.column, 2 * last.middle
    has_room_above = last.middle - _BELOW >= 0.5 and not way.folded
    below = finals if has_room_above else [*finals, _CHAMPION]
    begin = max(spot.middle for spot in main if spot.column == column)
    beside = below[:1] if "F1" in finals and not way.below else []
    column += len(beside)
    below = below[len(beside) :]
    step = _step(rows - begin, len(below))
    main += [Spot(name, column, begin) for name in beside]
    main += [Spot(name, column, begin + step * at) for at, name in enumerate(below, 1)]
    if has_room_above:
        main.append(Spot(_CHAMPION, column, begin - min(step, begin - 0.5)))


def _step(room: float, number: int) -> float:
    """The rows from one final to the next: as many as there are, within reason."""
    step = room / (number + 0.5)  # the last has half of it below
    return min(step, _FAR_BELOW) if step >= 1 else _BELOW


def _leads(phase: PhaseObject, spots: list[Spot]) -> list[tuple[str, str]]:
    """The lines: from each match to the one where its winner goes, in the same column or the next; finals in one column
    have none, for the second is of both who were in the first."""
    columns = {spot.name: spot.column for spot in spots if spot.name != _CHAMPION}
    return [
        (source.name, name)
        for name in columns
        for source in nodes(phase)[name].sources
        if source.kind == WINNER
        and source.name in columns
        and columns[name] - columns[source.name] in ((1,) if name.startswith("F") else (0, 1))
    ]


def _planned(view: View, phase: PhaseObject, there: set[str], score_width: float, names: Wrapping) -> list[_Planned]:
    """Both parts on one sheet where that has room for them; else each by itself, on as few sheets as can be."""
    ways = [way for way in _WAYS if not way.folded or main_rounds(phase) >= _FOLDED_FROM]
    posters = [_posters(view, phase, there, score_width, way) for way in ways]
    joined = [_joined(*parts) for parts in posters if len(parts) == 2]
    best = _best(view, joined, names)
    if best and best[0][1].sheets == 1:
        return best
    return [found for alternatives in zip(*posters, strict=True) for found in _best(view, alternatives, names)]


def _best(view: View, posters: Iterable[Poster], names: Wrapping) -> list[_Planned]:
    """The one with the fewest sheets; of those, the one with the largest type. None where no sheet has room."""
    plans = [(poster, plan) for poster in posters if (plan := planned(poster, view.size, names))]
    return [min(plans, key=lambda made: (made[1].sheets, -made[1].type_size))] if plans else []


def _joined(main: Poster, losers: Poster) -> Poster:
    below = main.rows + _BETWEEN_PARTS
    spots = main.spots + [Spot(spot.name, spot.column, spot.middle + below) for spot in losers.spots]
    label = (losers.part, below - _BETWEEN_PARTS / 3)
    return Poster(main.title, main.about, spots, main.leads + losers.leads, main.part, main.score_width, [label])


# ---- what is printed


def _sheets(
    view: View, poster: Poster, plan: Plan, boxes: dict[str, dict[str, Any]], names: Wrapping
) -> list[dict[str, Any]]:
    layout = Layout(poster, plan)
    columns = {spot.name: plan.columns[spot.column] for spot in poster.spots}
    sizes = {
        name: [name_size(names, side["words"], column) if side["known"] else SMALLEST for side in boxes[name]["sides"]]
        for name, column in columns.items()
        if name != _CHAMPION
    }
    number = len(layout.sheets)
    return [
        {
            "title": f"{poster.title} · {poster.part}",
            "about": poster.about,
            "where": view._(
                "Sheet %(sheet)s of %(sheets)s: row %(row)s, column %(column)s",
                sheet=at,
                sheets=number,
                row=sheet.row + 1,
                column=sheet.column + 1,
            )
            if number > 1
            else "",
            "map": _map(layout.sheets, sheet) if number > 1 else [],
            "flipped": plan.flipped,
            "width": plan.width,
            "height": plan.height,
            "boxes": [{**box, **boxes[box["name"]], "sizes": sizes.get(box["name"], [])} for box in sheet.boxes],
            "lines": sheet.lines,
            "arrows": sheet.arrows,
            "labels": sheet.labels,
        }
        for at, sheet in enumerate(layout.sheets, 1)
    ]


def _map(sheets: list[Sheet], here: Sheet) -> list[list[str]]:
    """The sheets as they hang: row by row `here`, `sheet`, or "" where there is none."""
    there = {(sheet.row, sheet.column): "here" if sheet is here else "sheet" for sheet in sheets}
    rows, columns = (1 + max(place) for place in zip(*there, strict=True))
    return [[there.get((row, column), "") for column in range(columns)] for row in range(rows)]
