"""What comes for a player: against whom, where and in how many minutes; or what they wait for. And who has no match in
the round that is played."""

import time
from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.matches import members
from tallyboard.desk.objects import DeskMatchObject, PhaseObject, own_side
from tallyboard.desk.options import IN_ROUNDS, PARTNERS
from tallyboard.pages.public.schedule import agenda
from tallyboard.pages.public.view import MatchRow, View
from tallyboard.store.tournaments.hall import rounds_on
from tallyboard.text.language import later
from tallyboard.text.tournament.matches import is_league

_TO_PLAY = ("ready", "called")


class Turn(NamedTuple):
    """`state`: "called" or "next" with its `row`; else what the player waits for in `said`: "bye", "draw", "through",
    "away", "rest".

    `against`: the other side, two names with "or" where one of them comes; `partner`: who changes from round to round,
    "" for nobody; `where`: the round; `note`: what else there is to know. `minutes`: until it is expected, `due`: the
    moment, ms since 1970 by this laptop's clock; None where nobody can say. `has_table`: the row says at which.
    """

    number: int
    state: str
    said: Markup = Markup("")
    row: MatchRow | None = None
    against: Markup = Markup("")
    partner: Markup = Markup("")
    where: Markup = Markup("")
    note: Markup = Markup("")
    minutes: int | None = None
    due: int | None = None
    has_table: bool = False


def turn_of(view: View, number: int) -> Turn:
    """What comes for this entrant of the tournament."""
    if view.entrants[number]["status"] == "absent":
        return Turn(number, "away", view._("Absent now: tell the desk when you are here"))
    listed = agenda(view, number)
    rows = [*listed.now, *listed.coming]
    if not rows:
        return _without(view, number)
    row, match = rows[0], rows[0].match
    own = own_side(match, number) or 0
    partners = [view.player(one) for one in members(match["sides"][own] or 0) if one not in (0, number)]
    start = next(one["start"] for one in view.computed["schedule"] if one["match"] == match["match"])
    minutes = None if start is None or listed.now else max(0, start - view.seen.minute)
    return Turn(
        number,
        "called" if listed.now else "next",
        row=row,
        against=view.comes(match, 1 - own) or view.sides(match)[1 - own],
        partner=Markup(", ").join(partners),
        where=view.where(match),
        note=_note(view, number, match, own),
        minutes=minutes,
        has_table=bool(listed.now) or row in listed.next,
        due=None if minutes is None else time.time_ns() // 1_000_000 + minutes * 60_000,
    )


def _note(view: View, number: int, match: DeskMatchObject, own: int) -> Markup:
    """Why the match is not yet: a bye before it, who is still to be found out; or that one is through to it."""
    phase = view.phase_of(match)
    bye = _bye(view, phase, number)
    if bye:
        return bye
    source = view.feeder(match, 1 - own)
    if source is not None and source["match"] in view.calls:
        return view._("They play at %(table)s now", table=view.table(view.calls[source["match"]]))
    won = not is_league(phase) and any(one["winner"] == number and one["how"] != "bye" for one in phase["matches"])
    return view._("You are through to this") if won and match["state"] != "called" else Markup("")


def _bye(view: View, phase: PhaseObject, number: int) -> Markup:
    """That the player has no match in the round that is played; empty where they have one."""
    rounds = [one["round"] for one in phase["matches"] if one["state"] in _TO_PLAY]
    if not rounds or [number, min(rounds)] not in [list(one) for one in phase["byes"]]:
        return Markup("")
    is_out = phase["format"] == PARTNERS
    return view._(
        later("Sits out in round %(round)s") if is_out else later("Bye in round %(round)s"), round=min(rounds)
    )


def _without(view: View, number: int) -> Turn:
    """Where no match of the player is drawn."""
    for phase in view.computed["phases"]:
        if phase["finished"] or number not in phase["order"]:
            continue
        bye = _bye(view, phase, number)
        if bye:
            return Turn(number, "bye", bye)
        left = sum(one["state"] in _TO_PLAY for one in phase["matches"])
        drawn = max((one["round"] for one in phase["matches"]), default=0)
        if phase["format"] in IN_ROUNDS and drawn < (view.facts_of(phase).options.rounds or 0):
            on = view.language.ngettext("%(num)s match of the round is on", "%(num)s matches of the round are on", left)
            return Turn(number, "draw", view._("Waits for the next draw"), note=Markup(on) if left else Markup(""))
    for phase in view.computed["phases"]:
        if not phase["drawn"] and _takes(view, phase, number):
            return Turn(number, "through", view._("Through to phase %(number)s", number=view.numbered(phase["phase"])))
    place = next((one["place"] for one in view.computed["placing"] if one["entrant"] == number), None)
    said = view._("Place %(place)s of %(all)s", place=place, all=len(view.computed["placing"])) if place else Markup("")
    return Turn(number, "rest", view._("No match to come"), note=said)


def _takes(view: View, phase: PhaseObject, number: int) -> bool:
    """Whether the phase, which is not drawn, surely takes this entrant from the ranking of one that is finished."""
    options = view.facts_of(phase).options
    if not options.of or options.across or options.lost:
        return False
    source = view.computed["phases"][options.of - 1]
    ranked = [one for level in source["ranking"] for one in level if view.entrants[one]["status"] == "in"]
    first, last = options.take or (1, len(ranked))
    return source["finished"] and number in ranked[first - 1 : last]


def sitting_out(view: View, name: Callable[[int], Markup]) -> list[Markup]:
    """Who has no match in the round that is played, of each phase a line: `Round 2 · Sitting out: Ann and Bob.` `name`:
    of an entrant."""
    found = []
    for number, at in rounds_on(view.computed["phases"]):
        phase = view.computed["phases"][number - 1]
        title = [view.title(phase)] if len(view.computed["phases"]) > 1 else []
        said = without_match(view, phase, at, name)
        found += [Markup(" · ").join([*title, view._("Round %(round)s", round=at), said])] if said else []
    return found


def to_be_called(view: View) -> dict[Markup, list[MatchRow]]:
    """Who plays whom in a round that is drawn, as far as it is not called yet, of each phase drawn in rounds."""
    found, tables = {}, {one["match"]: one["table"] for one in view.computed["next"]}
    for number, at in rounds_on(view.computed["phases"]):
        phase = view.computed["phases"][number - 1]
        ready = [one for one in phase["matches"] if one["round"] == at and one["state"] == "ready"]
        if ready and phase["format"] in IN_ROUNDS:
            title = [view.title(phase)] if len(view.computed["phases"]) > 1 else []
            said = Markup(" · ").join([*title, view._("Round %(round)s: to be called", round=at)])
            found[said] = [MatchRow(one, tables.get(one["match"], ""), "") for one in ready]
    return found


def without_match(view: View, phase: PhaseObject, at: int, name: Callable[[int], Markup]) -> Markup:
    """The same of a phase and a round, without them; empty where everybody has a match."""
    those = [name(x) for x, when in phase["byes"] if when == at and view.entrants[x]["status"] == "in"]
    said = later("Sitting out: %(names)s.") if phase["format"] == PARTNERS else later("Bye: %(names)s.")
    return view._(said, names=view.listed(those)) if those else Markup("")
