"""`draw K` and `redraw K`: who is drawn, in which order, and when it is refused."""

from dataclasses import replace

from tests.reference.desk import bracket, leagues
from tests.reference.desk.decide import is_finished, matches
from tests.reference.desk.model import Pairing, Phase, State
from tests.reference.desk.ranking import group_places, ranking
from tests.reference.desk.standings import standings
from tests.reference.desk.words import Refused


def draw(state: State, phase: Phase) -> None:
    if phase.declaration.format == "swiss" and phase.drawn:
        next_round(state, phase)
        return
    if phase.drawn:
        raise Refused("drawn")
    set_up(state, phase, fresh_order(state, phase), None)


def redraw(state: State, phase: Phase) -> None:
    codes = []
    if not phase.drawn:
        raise Refused("not-drawn")
    if phase.ended:
        codes.append("over")
    if any(other.drawn and other.declaration.of == phase.number for other in state.phases.values()):
        codes.append("drawn")
    if codes:
        raise Refused(*codes)
    last = phase.rounds_drawn
    if phase.declaration.format == "swiss" and last > 1:
        before = replace(
            phase,
            order=list(phase.order),
            pairings=[pairing for pairing in phase.pairings if pairing.round < last],
            byes=[bye for bye in phase.byes if bye[0] < last],
        )
        next_round(state, before)
        phase.order, phase.pairings, phase.byes = before.order, before.pairings, before.byes
    elif phase.declaration.of:
        set_up(state, phase, fresh_order(state, phase), None)
    else:
        redraw_entrants(state, phase)


def redraw_entrants(state: State, phase: Phase) -> None:
    """Who was drawn stays, if `in` or with a record in the phase; new ones come at the end."""
    recorded = {entrant for number, _, pair in state.records if number == phase.number for entrant in pair}
    stay = [entrant for entrant in phase.order if state.is_in(entrant) or entrant in recorded]
    new = [entrant for entrant in entry_order(state, phase) if entrant not in phase.order]
    groups = None
    if phase.declaration.format == "round-robin":
        groups = [[entrant for entrant in group if entrant in stay] for group in phase.groups]
        for entrant in new:
            min(groups, key=len).append(entrant)
    set_up(state, phase, stay + new, groups)


def entry_order(state: State, phase: Phase) -> list[int]:
    """All who are `in`: the seeds, then by number or by lot."""
    first = [entrant for entrant in state.seeds if state.is_in(entrant)]
    others = [entrant for entrant in sorted(state.entrants) if state.is_in(entrant) and entrant not in first]
    if phase.declaration.order == "lot":
        others.sort(key=lambda entrant: state.lot("order", phase.number, entrant))
    return first + others


def fresh_order(state: State, phase: Phase) -> list[int]:
    """The order of a first draw, or of one that is drawn afresh."""
    if not phase.declaration.of:
        return entry_order(state, phase)
    source = state.phases[phase.declaration.of]
    if not source.drawn:
        raise Refused("unfinished", "not-drawn")
    if not is_finished(state, source):
        raise Refused("unfinished")
    absentees = {entrant for entrant in state.entrants if not state.is_in(entrant)}
    if tie_at_border(state, phase, absentees):
        raise Refused("tied", *too_few(phase, len(taken(state, phase, absentees))))
    return order_from(state, phase, absentees)


def present_levels(state: State, phase: Phase, absentees: set[int]) -> list[list[int]]:
    levels = ranking(state, state.phases[phase.declaration.of])
    return [[entrant for entrant in level if entrant not in absentees] for level in levels]


def taken(state: State, phase: Phase, absentees: set[int]) -> list[int]:
    """The places A to B of the ranking of the source, without the absentees."""
    present = [entrant for level in present_levels(state, phase, absentees) for entrant in level]
    first, last = phase.declaration.take or (1, len(present))
    return present[first - 1 : last]


def tie_at_border(state: State, phase: Phase, absentees: set[int]) -> bool:
    inside = set(taken(state, phase, absentees))
    return any(0 < len(inside.intersection(level)) < len(level) for level in present_levels(state, phase, absentees))


def order_from(state: State, phase: Phase, absentees: set[int]) -> list[int]:
    """The order that the source gives now; in a bracket entrants from groups exchange seeds."""
    order = taken(state, phase, absentees)
    source = state.phases[phase.declaration.of]
    if phase.league or len(source.groups) < 2:
        return order
    where = group_places(state, source)
    return bracket.exchange(order, {each: where[each][0] for each in order}, {each: where[each][1] for each in order})


def too_few(phase: Phase, entrants: int) -> list[str]:
    return ["too-few"] if entrants < 2 * phase.declaration.groups else []


def set_up(state: State, phase: Phase, order: list[int], groups: list[list[int]] | None) -> None:
    """Makes the first matches of a phase, or refuses it."""
    declaration = phase.declaration
    if too_few(phase, len(order)):
        raise Refused("too-few")
    if declaration.format == "double" and len(order) > 128:
        raise Refused("too-many")
    pairings: list[Pairing] = []
    byes: list[tuple[int, int]] = []
    full = False
    if declaration.format == "round-robin":
        if groups is None:
            groups = leagues.snake(order, declaration.groups)
        if any(len(group) < 2 for group in groups):
            raise Refused("too-few")
        pairings, byes = leagues.round_robin(groups, declaration.times, declaration.rounds)
        full = leagues.is_full(len(order), declaration.rounds)
    elif declaration.format == "swiss":
        listed = [entrant for entrant in order if state.is_in(entrant)]
        if len(listed) < 2:
            raise Refused("too-few")
        pairings, byes = leagues.swiss_round(listed, 1, [], [])
    phase.order, phase.groups, phase.pairings, phase.byes, phase.full = order, groups or [], pairings, byes, full
    phase.drawn = True
    phase.absentees = {entrant for entrant in state.entrants if not state.is_in(entrant)}


def next_round(state: State, phase: Phase) -> None:
    """Draws one more round of a Swiss phase."""
    codes = []
    if phase.ended or phase.rounds_drawn == phase.declaration.rounds:
        codes.append("over")
    if any(match.undecided for match in matches(state, phase)):
        codes.append("unfinished")
    new = []
    if not phase.declaration.of:
        new = [entrant for entrant in entry_order(state, phase) if entrant not in phase.order]
    joined = replace(phase, order=phase.order + new)
    listed = [row.entrant for row in standings(state, joined)[0] if state.is_in(row.entrant)]
    if len(listed) < 2:
        codes.append("too-few")
    if codes:
        raise Refused(*codes)
    pairings, byes = leagues.swiss_round(listed, phase.rounds_drawn + 1, phase.pairings, phase.byes)
    phase.order = joined.order
    phase.pairings = phase.pairings + pairings
    phase.byes = phase.byes + byes
