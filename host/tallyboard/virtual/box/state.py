"""What a page needs to draw the score in its own way: the match, what its keys mean now, and what the status says.

It decides nothing. Each number is the match's own, each meaning the keymap's; a page asks for it when a display has
changed, and words it. What belongs to the firmware is imported where it is asked for, see turns.py.
"""

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Sequence
    from typing import Any

    from shared_rules.games.match import Match
    from tableside.menu.menu import Menu
    from tableside.screen import Screen
    from tableside.table import Table

# What a key means, by kinds of event; from "own" on it is the game's own word.
_KINDS = [""]
_KINDS += "count off next agree penalty forfeit knocked sunk dame counter stop colour first undo board dead".split()
_ROWS = 5


def state(table: "Table", screen: "Screen", now_ms: int) -> "dict[str, Any]":
    """All of it, for JSON. Sides are numbers.

    `keys`: for each of the five of a side [tap, hold], each [word, argument] or null; `offs`: whether one is taken off
    with UNDO down. `next`: what that key does: "close" at a tap, "early" and "dead" the same with a hold, "no" nothing;
    "rematch" with a hold; "start" at a tap, "starts" with a hold. `says`: what the status shows, in whole; `undone`: it
    is what an undo took back, which they show a word later; `calls`: it ends with the names of the match that waits.
    `upcoming`: null, or the names of a match that waits for the end of the one that is played.
    `menu`: null, or the row that stands there.
    """
    match = table.match
    undone = bool(screen._word_until) and now_ms < screen._said_until
    told: "dict[str, Any]" = {
        "says": screen._said if undone else screen.says,
        "undone": undone,
        "calls": False,
        "names": list(table.names),
        "assigned": None,
        "upcoming": None,
        "match": None,
        "menu": None,
    }
    if screen.menu is not None:
        told["menu"] = _menu(screen.menu)
    if match is not None and table.journal is not None:
        told["match"] = state_of_match(match)
        told["match"]["next"] = _next(table, match)
    if table.assigned is not None and table.playing():
        told["upcoming"] = list(table.assigned.names)
    elif table.assigned is not None and table.waits():
        from tableside.scroll import names_text

        waiting = table.assigned
        told["assigned"] = {"game": waiting.game_id, "names": list(waiting.names), "first": waiting.first}
        told["calls"] = screen.says.endswith(names_text(waiting))
    return told


def state_of_match(match: "Match") -> "dict[str, Any]":
    """What is told of a match alone."""
    from tableside import keymap

    rows = range(_ROWS)
    return {
        "game": match.ID,
        "sides": match.sides,
        "word": match.ROUND,
        "round": match.closed + 1,
        "totals": list(match.totals),
        "running": [0 if match.finished else match.running(side) for side in range(match.sides)],
        "twenties": list(match.twenties) if match.TWENTIES else None,
        "counts": [_counts(match, side) for side in range(match.sides)],
        "counted": bool(match.counted()),
        "first": match.seats[match.first],
        "seat": match.seat_name(match.first),
        "untouched": match.untouched(),
        "finished": match.finished,
        "winners": list(match.winners),
        "shootout": match.shootout,
        "review": match.review,
        "agreed": list(match.agreed),
        "turn": match.turn,
        "over": match.over,
        "pending": list(match.pending),
        "green": getattr(match, "green", None),
        "pieces": match.options.get("dames"),
        "keys": [[_act(match, act) for act in keymap.meanings(match, row)] for row in rows],
        "offs": [keymap.taken_off(match, row)[0] is not None for row in rows],
    }


def _counts(match: "Match", side: int) -> "dict[str, int]":
    """By slot what the side has there, where it has anything."""
    counts = match.counts[side]
    return {str(match.slots[i]): counts[i] for i in range(len(match.slots)) if counts[i]}


def _act(match: "Match", act: "tuple[int, int] | None") -> "Sequence[Any] | None":
    if act is None:
        return None
    kind, argument = act
    if kind < len(_KINDS):
        return _KINDS[kind], argument
    from shared_rules.games.events import OWN

    return match.WORDS[kind - OWN][0], argument


def _next(table: "Table", match: "Match") -> str:
    """See `state`; in the order in which the panel looks."""
    if table.waits():
        return "starts" if match.finished else "start"
    if match.finished:
        return "rematch"
    if match.review or getattr(match, "finisher", 0) is None:  # both agree; the manche goes on until a side is through
        return "no"
    if match.close_costs_win():
        return "dead"
    return "early" if match.closes_early() else "close"


def _menu(panel: "Any") -> "dict[str, Any]":
    """`level`: the class of it. `row`: its text, `word` its value where that is one, `numbers` what A and B show of it.
    `said`: what stands on the status; `holds`: what will where NEXT has to be held, else "". `at`, `of`: which row of
    how many. `keys`: what the status says of them. `asks`, `won`: of the toss."""
    menu: "Menu" = panel._menu  # it is the panel that the screen draws
    level = menu.level()
    return {
        "level": type(level).__name__,
        "row": level.texts[level.row],
        "word": level.word(),
        "numbers": [level.number(0), level.number(1)],
        "excluded": level.digits(0) == "----",
        "said": menu.said,
        "holds": level.confirm() or "",
        "at": level.row,
        "of": len(level.texts),
        "keys": level.keys,
        "asks": getattr(level, "_asks", False),
        "won": getattr(level, "_won", None),
    }
