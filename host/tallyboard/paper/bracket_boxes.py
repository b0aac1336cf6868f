"""What stands in the boxes of a bracket: the match, its two sides from above, their scores."""

from typing import Any

from tallyboard.desk.objects import DeskMatchObject, ExpectedObject, PhaseObject
from tallyboard.paper.feeds import main_rounds, nodes, short, source_words
from tallyboard.paper.view import View
from tallyboard.text.tournament.matches import game_score
from tallyboard.text.tournament.origins import upper_first


def boxes_of(view: View, phase: PhaseObject) -> dict[str, dict[str, Any]]:
    """By the short names of the matches what stands in their boxes, above who comes from the upper match."""
    by_name = {short(match["match"]): match for match in phase["matches"]}
    expected = {it["match"]: it for it in view.tournament["schedule"]}
    boxes = {}
    for name, match in by_name.items():
        node = nodes(phase)[name]
        order, sources = upper_first(node, match, by_name), node.sources
        boxes[name] = {
            "head": _head(view, phase, match, expected.get(match["match"])),
            "sides": [
                _side(view, match, at, source_words(view, sources[at]) if match["sides"][at] is None else "")
                for at in order
            ],
            "scores": [[game_score(game, at) for game in match["games"]] for at in order],
        }
    return boxes


def _side(view: View, match: DeskMatchObject, at: int, source: str) -> dict[str, Any]:
    side = match["sides"][at]
    words = source if side is None else view.name(side) if side else view._("bye")
    return {"words": words, "known": bool(side), "won": bool(side) and match["winner"] == side}


def _head(view: View, phase: PhaseObject, match: DeskMatchObject, expected: ExpectedObject | None) -> str:
    """`W2.1 · table 3 · 10:20`, `W1.2 · walkover`."""
    _ = view._
    name = short(match["match"])
    parts = [name, *_called(view, phase, name)]
    if match["how"] in ("walkover", "double forfeit"):
        parts.append(_("walkover") if match["how"] == "walkover" else _("double forfeit"))
    if name == "F2" and None in match["sides"]:
        parts.append(_("if needed"))
    if expected and expected["table"] is not None:
        parts.append(f"{_('table')} {view.text(expected['table'])}")
    if expected and expected["start"] is not None:
        parts.append(view.time(expected["start"]))
    return " · ".join(parts)


def _called(view: View, phase: PhaseObject, name: str) -> list[str]:
    """What players call this match, where they have a word for it."""
    last = f"W{main_rounds(phase)}.1"
    if name == "T":
        return [view._("third place")]
    return [view._("Final").lower()] if name == ("F1" if phase["format"] == "double" else last) else []
