"""What is still to be played, the calls of the moment, and all rounds and scores of a league."""

from typing import Any

from tallyboard.desk.objects import DeskMatchObject, ExpectedObject, PhaseObject
from tallyboard.desk.options import PARTNERS
from tallyboard.paper.view import PaperView, capital
from tallyboard.text.printable import printable
from tallyboard.text.tournament.matches import is_league

_CROSSTABLE = 16  # entrants of a group that it has room for


def schedule(view: PaperView) -> dict[str, Any]:
    leagues = [phase for phase in view.tournament["phases"] if is_league(phase) and phase["matches"]]
    return {
        "title": view._("Schedule"),
        "lists": [part for part in _lists(view) if part["rows"]],
        "leagues": [_rounds(view, phase) for phase in leagues],
        "cells": view._("The score of who stands on the left comes first. + won, \u2013 lost without playing"),
        "crosstables": [
            table for phase in leagues if phase["format"] != PARTNERS for table in _crosstables(view, phase)
        ],
    }


# ---- the list of what comes


def _lists(view: PaperView) -> list[dict[str, Any]]:
    _ = view._
    by_match = {it["match"]: it for it in view.tournament["schedule"]}
    on_tables = [it for it in by_match.values() if it["table"] is not None]
    next_tables = {call["match"]: call["table"] for call in view.tournament["next"]}
    called_next = [{**by_match[name], "table": next_tables[name]} for name in next_tables if name in by_match]
    rest = [it for it in by_match.values() if it["table"] is None and it["match"] not in next_tables]
    rest.sort(key=lambda it: (it["start"] is None, it["start"]))  # sorting is stable: then as the desk has them
    return [
        _list(view, _("On the tables now"), _("since"), on_tables),
        _list(view, _("Called next"), _("expected at"), called_next),
        _list(view, _("Still to be played"), _("expected at"), rest),
    ]


def _list(view: PaperView, title: str, time: str, scheduled: list[Any]) -> dict[str, Any]:
    """The list; where all of it is of one phase or round, that stands in the title."""
    _ = view._
    rows = [_scheduled(view, it) for it in scheduled]
    wheres = {row["where"] for row in rows}
    if len(wheres) == 1:
        title = f"{title} \u00b7 {wheres.pop()}"
        rows = [{**row, "where": ""} for row in rows]
    return {"title": title, "columns": [time, _("table"), _("match"), _("players"), _("phase")], "rows": rows}


def _scheduled(view: PaperView, it: ExpectedObject) -> dict[str, Any]:
    match = view.match(it["match"])
    return {
        "time": "" if it["start"] is None else view.time(it["start"]),
        "table": printable(it["table"] or ""),
        "match": it["match"],
        "sides": view.sides(match),
        "known": [side is not None for side in match["sides"]],
        "where": view.where(match),
    }


# ---- the rounds of a league


def _rounds(view: PaperView, phase: PhaseObject) -> dict[str, Any]:
    turns = sorted({match["round"] for match in phase["matches"]})
    return {
        "title": view._("%(phase)s: all rounds", phase=view.phase_title(phase)),
        "about": view.phase_about(phase),
        "rounds": [
            {
                "title": capital(view._("round %(round)s", round=turn)),
                "matches": [_played(view, match) for match in phase["matches"] if match["round"] == turn],
                "byes": [view._("%(name)s: bye", name=view.name(who)) for who, at in phase["byes"] if at == turn],
            }
            for turn in turns
        ],
    }


def _played(view: PaperView, match: DeskMatchObject) -> dict[str, Any]:
    """`result`: `5 : 3`, of one that was not played `+ : \u2013`, "" of one that is still to be played.

    `note`: how it was decided where not by playing; `winner`: the side, -1 of none.
    """
    _ = view._
    result, note, winner = "", "", -1
    if match["state"] == "cancelled":
        note = _("not played")
    elif match["state"] in ("decided", "void"):
        result = " : ".join(_cell(match, side) for side in (0, 1))
        notes = {"walkover": _("walkover"), "double forfeit": _("double forfeit")}
        note = _("does not count") if match["state"] == "void" else notes.get(match["how"] or "", "")
        winner = match["sides"].index(match["winner"]) if match["winner"] in match["sides"] else -1
    sides = [view.side(side) for side in match["sides"]]
    return {"group": match["group"] or "", "sides": sides, "result": result, "note": note, "winner": winner}


# ---- who played whom


def _crosstables(view: PaperView, phase: PhaseObject) -> list[dict[str, Any]]:
    groups = phase["groups"] or [phase["order"]]
    return [
        _crosstable(view, phase, group, chr(ord("A") + at) if len(groups) > 1 else "")
        for at, group in enumerate(groups)
        if len(group) <= _CROSSTABLE
    ]


def _cell(match: DeskMatchObject, side: int) -> str:
    """The score of a side, or + and \u2013 where a match was not played."""
    if match["how"] == "played":
        return str(match["games"][0]["scores"][side])
    return "+" if match["sides"][side] == match["winner"] else "\u2013"


def _crosstable(view: PaperView, phase: PhaseObject, group: list[int], letter: str) -> dict[str, Any]:
    cells: dict[tuple[int, int], list[str]] = {}
    for match in phase["matches"]:
        a, b = match["sides"]
        if a and b and match["state"] == "decided":
            of_a, of_b = (_cell(match, side) for side in (0, 1))
            is_played = match["how"] == "played"
            cells.setdefault((a, b), []).append(f"{of_a}:{of_b}" if is_played else of_a)
            cells.setdefault((b, a), []).append(f"{of_b}:{of_a}" if is_played else of_b)
    titles = [view._("%(phase)s: who played whom", phase=view.phase_title(phase))]
    if letter:
        titles.append(view._("group %(group)s", group=letter))
    return {
        "title": ", ".join(titles),
        "names": [view.name(entrant) for entrant in group],
        "rows": [["" if a == b else " ".join(cells.get((a, b), [])) for b in group] for a in group],
    }


# ---- the calls


def calls(view: PaperView) -> dict[str, Any]:
    """What the template prints: a block for each match that is called to a table."""
    return {
        "calls": [_call(view, table["table"], table["match"]) for table in view.tournament["tables"] if table["match"]],
        "table": view._("table"),
        "against": view._("against"),
        "none": view._("No match is called."),
    }


def _call(view: PaperView, table: str, name: str) -> dict[str, Any]:
    match = view.matches.get(name)  # a call outlives one that is gone
    return {
        "table": printable(table),
        "sides": [view.side(side) for side in match["sides"]] if match else ["", ""],
        "about": f"{view.where(match)} · {name}" if match else name,
    }
