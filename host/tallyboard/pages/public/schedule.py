"""What is played now, what comes, and what has been."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.objects import DeskMatchObject
from tallyboard.pages.public import words
from tallyboard.pages.public.asked import Asked, Page
from tallyboard.pages.public.rows import MatchRow, match_row
from tallyboard.pages.public.view import View
from tallyboard.text.table_names import natural

_FEW = 40  # matches that nobody has to scroll for long to see all


class RoundPart(NamedTuple):
    """Matches that stand under one title, and who has a bye there. `is_open`: whether they are shown without asking."""

    title: Markup
    rows: list[MatchRow]
    byes: list[Markup]
    is_open: bool = True


class Agenda(NamedTuple):
    """What is not decided: called, by table; about to be called (the rows have the tables), and what comes later, both
    by time; `coming`: these two together."""

    now: list[MatchRow]
    next: list[MatchRow]
    later: list[MatchRow]
    coming: list[MatchRow]


def schedule(asked: Asked) -> Page:
    """The schedule, of one player where one is asked for (`player=3`)."""
    view = asked.view()
    player = asked.number("player")
    if player and player not in view.entrants:
        raise view.no_such_player()
    listed = agenda(view, player)
    later, over = by_round(view, listed.later), rounds(view, player)
    is_short = bool(player) or len(listed.later) + sum(len(part.rows) for part in over) <= _FEW
    return Page(
        "public/schedule.html",
        {
            "view": view,
            "seen": view.seen,
            "agenda": listed,
            "later": _folded(later, is_short),
            "rounds": _folded(over, is_short),
            "player": player,
            "are_drawn": any(phase["drawn"] for phase in view.computed["phases"]),
        },
    )


def agenda(view: View, player: int = 0) -> Agenda:
    """What is to be played; `player`: what this one plays only."""
    known = {one["match"]: one for one in view.computed["schedule"]}
    tables = {one["match"]: one["table"] for one in view.computed["next"]}
    of_player = [one for one in known.values() if not player or player in view.matches[one["match"]]["sides"]]
    now = [one for one in of_player if one["table"] is not None]
    now.sort(key=lambda one: natural(one["table"] or ""))
    in_order = {match: place for place, match in enumerate(tables)}
    coming = [one for one in of_player if one["table"] is None]
    coming.sort(key=lambda one: (one["start"] is None, one["start"] or 0, in_order.get(one["match"], len(in_order))))

    def row(match: str, start: int | None) -> MatchRow:
        made = match_row(view, view.matches[match], "" if start is None else view.time(start))
        return made._replace(table=view.table(tables[match])) if match in tables else made

    rows = [row(one["match"], one["start"]) for one in coming]
    return Agenda(
        [row(one["match"], one["start"]) for one in now],
        [one for one in rows if one.name in tables],
        [one for one in rows if one.name not in tables],
        rows,
    )


def by_round(view: View, rows: Sequence[MatchRow]) -> list[RoundPart]:
    """The rows under the titles of their rounds, the round of the first of them first."""
    found: dict[Markup, list[MatchRow]] = {}
    for row in rows:
        found.setdefault(_title(view, row.match), []).append(row)
    return [RoundPart(title, those, []) for title, those in found.items()]


def _folded(parts: list[RoundPart], is_short: bool) -> list[RoundPart]:
    """Of many matches only the first round is open."""
    return [part._replace(is_open=is_short or part is parts[0]) for part in parts]


def rounds(view: View, player: int = 0) -> list[RoundPart]:
    """The rounds with their decided matches, the latest first."""
    parts = []
    for phase in view.computed["phases"]:
        by_round: dict[Markup, list[DeskMatchObject]] = {}
        for match in words.played(phase):
            if match["state"] in words.OVER and (not player or player in match["sides"]):
                by_round.setdefault(_title(view, match), []).append(match)
        byes: dict[Markup, list[Markup]] = {}
        if phase["format"] == "swiss":
            for entrant, at in phase["byes"]:
                if player in (0, entrant):
                    byes.setdefault(_of_phase(view, phase["phase"], view._("Round %(round)s", round=at)), []).append(
                        view.player(entrant)
                    )
        titles = [*by_round, *(title for title in byes if title not in by_round)]
        parts += [RoundPart(title, _rows(view, by_round.get(title, ())), byes.get(title, [])) for title in titles]
    return parts[::-1]


def _rows(view: View, matches: Sequence[DeskMatchObject]) -> list[MatchRow]:
    return [match_row(view, match) for match in matches]


def _title(view: View, match: DeskMatchObject) -> Markup:
    phase = view.phase_of(match["match"])
    return _of_phase(view, phase["phase"], words.round_title(view, match, phase))


def _of_phase(view: View, phase: int, title: Markup) -> Markup:
    if len(view.computed["phases"]) < 2:
        return title
    return Markup(" · ").join([view._("Phase %(number)s", number=phase), title])
