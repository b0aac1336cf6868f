"""Brackets for a wall: on one sheet where names of a readable size fit, else over several to be joined."""

from typing import Any

from tallyboard.desk.bracket_shape import WINNER, size_of
from tallyboard.desk.shapes import DeskMatchObject, ExpectedObject, GameObject, PhaseObject
from tallyboard.paper.feeds import nodes, short, source_words
from tallyboard.paper.poster import GAP, HEAD, SMALLEST, Layout, Plan, Poster, Spot, fitting_size, planned
from tallyboard.paper.view import View
from tallyboard.paper.wrapping import Wrapping

_DIGIT = 2.2  # millimetres of a score at 11 points
_BETWEEN_PARTS = 0.9  # rows between main and losers' bracket on one sheet
_BELOW = 1.5  # rows between boxes below one another: one of them may move by half a row, off the end of its sheet
_Planned = tuple[Poster, Plan]


def bracket(view: View) -> dict[str, Any]:
    """What the template prints: sheet by sheet, boxes and lines."""
    drawn = [phase for phase in view.phases(leagues=False) if phase["matches"]]
    return {"sheets": [sheet for phase in drawn for sheet in _phase(view, phase)], "head": HEAD}


def _phase(view: View, phase: PhaseObject) -> list[dict[str, Any]]:
    boxes = _boxes(view, phase)
    wide = max(len(scores) for box in boxes.values() for scores in [*box["scores"], [""]])
    digits = max(len(score) for box in boxes.values() for scores in box["scores"] for score in [*scores, "00"])
    score_width = max(9.0, wide * (digits * _DIGIT + 1.2))
    names = Wrapping({side["words"] for box in boxes.values() for side in box["sides"] if side["known"]})
    sources = Wrapping({side["words"] for box in boxes.values() for side in box["sides"] if not side["known"]})
    made = []
    for poster, plan in _planned(view, phase, set(boxes), score_width, names):
        small = fitting_size(sources, plan, poster.score_width)
        made += [{**sheet, "small": small} for sheet in _sheets(view, poster, plan, boxes)]
    return made


# ---- the boxes


def _boxes(view: View, phase: PhaseObject) -> dict[str, dict[str, Any]]:
    """By the short names of the matches what stands in their boxes, above who comes from the upper match."""
    by_name = {short(match["match"]): match for match in phase["matches"]}
    expected = {it["match"]: it for it in view.tournament["schedule"]}
    boxes = {}
    for name, match in by_name.items():
        order = _upper_first(phase, by_name, name)
        sources = nodes(phase)[name].sources
        boxes[name] = {
            "head": _head(view, phase, match, expected.get(match["match"])),
            "sides": [
                _side(view, match, at, source_words(view, sources[at]) if match["sides"][at] is None else "")
                for at in order
            ],
            "scores": [[_score(game, at) for game in match["games"]] for at in order],
        }
    return boxes


def _upper_first(phase: PhaseObject, by_name: dict[str, DeskMatchObject], name: str) -> tuple[int, int]:
    """The sides in the order in which they come from the left; side A is the better seed, which may be the lower."""
    upper, lower = nodes(phase)[name].sources
    sides = by_name[name]["sides"]
    for source, other in ((upper, 1), (lower, 0)):
        before = by_name.get(source.name)
        if source.kind == WINNER and before and before["winner"] and before["winner"] == sides[other]:
            return (1, 0)
    return (0, 1)


def _side(view: View, match: DeskMatchObject, at: int, source: str) -> dict[str, Any]:
    side = match["sides"][at]
    words = source if side is None else view.name(side) if side else view.words.bye
    return {"words": words, "known": bool(side), "won": bool(side) and match["winner"] == side}


def _score(game: GameObject, at: int) -> str:
    """A score, with its star."""
    return f"{game['scores'][at]}{'*' if _is_starred(game) else ''}"


def _is_starred(game: GameObject) -> bool:
    """Whether the game itself decided for a side though the scores are level."""
    return game["scores"][0] == game["scores"][1] and game["winner"] is not None


def _head(view: View, phase: PhaseObject, match: DeskMatchObject, expected: ExpectedObject | None) -> str:
    """`W2.1 · table 3 · 10:20`, `W1.2 · walkover`."""
    words = view.words
    name = short(match["match"])
    parts = [name, *_called(view, phase, name)]
    if match["how"] in ("walkover", "double forfeit"):
        parts.append(words.walkover if match["how"] == "walkover" else words.double_forfeit)
    if name == "F2" and None in match["sides"]:
        parts.append(words.if_needed)
    if expected and expected["table"] is not None:
        parts.append(f"{words.table} {view.text(expected['table'])}")
    if expected and expected["start"] is not None:
        parts.append(view.time(expected["start"]))
    return " · ".join(parts)


def _called(view: View, phase: PhaseObject, name: str) -> list[str]:
    """What players call this match, where they have a word for it."""
    last = f"W{_rounds(phase)}.1"
    if name == "T":
        return [view.words.third_place]
    return [view.words.final_match] if name == ("F1" if phase["format"] == "double" else last) else []


# ---- where they stand


def _rounds(phase: PhaseObject) -> int:
    """k: the rounds of the main bracket."""
    return size_of(len(phase["order"])).bit_length() - 1


def _posters(view: View, phase: PhaseObject, there: set[str], score_width: float, compact: bool) -> list[Poster]:
    """The main bracket with the finals, and the losers' bracket. `compact`: F1 and F2 stand under the last W match,
    without a line, which spares a column."""
    words = view.words
    spots = [_spot(name, _rounds(phase), compact) for name in nodes(phase) if name in there]
    losers = [spot for spot in spots if spot.name.startswith("L")]
    main = [spot for spot in spots if not spot.name.startswith("L")]
    title, about = view.phase_title(phase), _about(view, phase)
    return [
        Poster(title, about, part, _leads(phase, part), label, score_width)
        for part, label in ((main, words.main if losers else words.bracket), (losers, words.losers))
        if part
    ]


def _about(view: View, phase: PhaseObject) -> str:
    """`Champion: Ann · double elimination · …`, and what a star means where there is one."""
    words = view.words
    champion = next((place["entrant"] for place in phase["places"] if place["place"] == 1), None)
    parts = [words.champion.format(name=view.name(champion))] if champion is not None else []
    parts.append(view.phase_about(phase))
    if any(_is_starred(game) for match in phase["matches"] for game in match["games"]):
        parts.append(words.by_itself)
    return " · ".join(parts)


def _spot(name: str, k: int, compact: bool) -> Spot:
    """Where a match stands in its part of the bracket, whose main part has k rounds."""
    middle = 2 ** (k - 1) / 2
    if name == "T":
        return Spot(name, k - 1, middle + _BELOW)
    if name.startswith("F"):
        return Spot(name, k - compact, middle + _BELOW * (compact + (name == "F2")))
    turn, place = map(int, name[1:].split("."))
    halved = turn - 1 if name.startswith("W") else (turn - 1) // 2
    return Spot(name, turn - 1, (place - 0.5) * 2**halved)


def _leads(phase: PhaseObject, spots: list[Spot]) -> list[tuple[str, str]]:
    """The lines: from each match to the one of the next column where its winner goes."""
    columns = {spot.name: spot.column for spot in spots}
    return [
        (source.name, name)
        for name in columns
        for source in nodes(phase)[name].sources
        if source.kind == WINNER and columns.get(source.name) == columns[name] - 1
    ]


def _planned(view: View, phase: PhaseObject, there: set[str], score_width: float, names: Wrapping) -> list[_Planned]:
    """Both parts on one sheet where that has room for them; else each by itself, on as few sheets as can be."""
    ways = [_posters(view, phase, there, score_width, compact) for compact in (False, True)]
    joined = [_joined(*parts) for parts in ways if len(parts) == 2]
    for poster in joined:
        plan = planned(poster, view.size, names)
        if plan is not None and plan.sheets == 1:
            return [(poster, plan)]
    found = []
    for alternatives in zip(*ways, strict=True):
        plans = [(poster, plan) for poster in alternatives if (plan := planned(poster, view.size, names))]
        found += [min(plans, key=lambda made: made[1].sheets)] if plans else []
    return found


def _joined(main: Poster, losers: Poster) -> Poster:
    below = main.rows + _BETWEEN_PARTS
    spots = main.spots + [Spot(spot.name, spot.column, spot.middle + below) for spot in losers.spots]
    label = (losers.part, below - _BETWEEN_PARTS / 3)
    return Poster(main.title, main.about, spots, main.leads + losers.leads, main.part, main.score_width, [label])


def _sheets(view: View, poster: Poster, plan: Plan, boxes: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    layout = Layout(poster, plan)
    number = len(layout.sheets)
    words = view.words
    return [
        {
            "title": f"{poster.title} · {poster.part}",
            "about": poster.about,
            "where": words.sheet.format(sheet=at, sheets=number, row=sheet.row + 1, column=sheet.column + 1)
            if number > 1
            else "",
            "flipped": plan.flipped,
            "width": plan.width,
            "height": plan.height,
            "box": [plan.column_width - GAP, plan.box_height],
            "size": plan.type_size,
            "score": poster.score_width * plan.type_size / SMALLEST,
            "boxes": [{**box, **boxes[box["name"]]} for box in sheet.boxes],
            "lines": sheet.lines,
            "arrows": sheet.arrows,
            "labels": sheet.labels,
        }
        for at, sheet in enumerate(layout.sheets, 1)
    ]
