"""The calls of the moment, to be read from across the hall."""

from typing import Any

from tallyboard.paper.view import View


def calls(view: View) -> dict[str, Any]:
    """What the template prints: a block for each match that is called to a table."""
    return {
        "calls": [_call(view, table["table"], table["match"]) for table in view.tournament["tables"] if table["match"]],
        "table": view._("table"),
        "against": view._("against"),
        "none": view._("No match is called."),
    }


def _call(view: View, table: str, name: str) -> dict[str, Any]:
    match = view.match(name) if view.has_match(name) else None
    return {
        "table": view.text(table),
        "sides": [view.side(side) for side in match["sides"]] if match else ["", ""],
        "about": f"{view.where(match)} · {name}" if match else name,
    }
