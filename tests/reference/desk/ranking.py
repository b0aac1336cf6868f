"""The ranking of a phase, the places of a bracket, and the placing of all."""

from itertools import groupby

from tests.reference.desk.bracket import rounds, size
from tests.reference.desk.decide import is_finished, matches
from tests.reference.desk.model import Match, Phase, State
from tests.reference.desk.standings import Chain, figures, standings

ACROSS_GROUPS = ("points", "wins", "twenties", "difference", "for", "shootout", "lot")


def ranking(state: State, phase: Phase, by_figures: bool = False) -> list[list[int]]:
    """Those who are level together, best first; of an unfinished bracket nothing.

    `by_figures`: over several groups by figures alone, whatever the place in the group.
    """
    if not phase.drawn:
        return []
    if not phase.league:
        return [[entrant] for _, entrant in places(state, phase)]
    table = standings(state, phase)
    by_place: dict[int, list[int]] = {}
    for rows in table:
        for row in rows:
            if row.place is not None:
                by_place.setdefault(row.place, []).append(row.entrant)
    if len(table) == 1:
        return [by_place[place] for place in sorted(by_place)]
    chain = [item for item in phase.declaration.chain if item in ACROSS_GROUPS]
    across = Chain(state, phase, figures(state, phase), averages=True)
    parts = [by_place[place] for place in sorted(by_place)]
    if by_figures:
        parts = [[entrant for part in parts for entrant in part]]
    return [level for part in parts for level in across.rank(sorted(part, key=phase.seed), chain)]


def group_places(state: State, phase: Phase) -> dict[int, tuple[int, int]]:
    """Group and place there of everyone who has a place in a league."""
    found = {}
    for group, rows in enumerate(standings(state, phase)):
        for row in rows:
            if row.place is not None:
                found[row.entrant] = (group, row.place)
    return found


def places(state: State, phase: Phase) -> list[tuple[int, int]]:
    """Place and entrant of a finished bracket, by place, then seed; else nothing."""
    if not is_finished(state, phase):
        return []
    found = matches(state, phase)
    final_share = share_of_final(phase, found)
    result: list[tuple[int, int]] = []
    for level in bracket_levels(phase, found):
        place = 2 if level == final_share else len(result) + 1
        result += [(place, entrant) for entrant in sorted(level, key=phase.seed)]
    return result


def last_final(phase: Phase, found: list[Match]) -> Match:
    """The final that decides: `F2` if it was played for, else `F1`; of a single `Wk.1`."""
    by_key = {match.key: match for match in found}
    if phase.declaration.format == "single":
        return by_key[f"W{rounds(size(len(phase.order)))}.1"]
    return by_key["F2"] if "F2" in by_key and by_key["F2"].players else by_key["F1"]


def share_of_final(phase: Phase, found: list[Match]) -> list[int] | None:
    """The two of a final that both gave up; or of the only match before one."""
    final = last_final(phase, found)
    if final.how == "double forfeit" and final.players:
        return sorted(final.players, key=phase.seed)
    if phase.declaration.format == "double" and len(phase.order) == 2 and found[0].how == "double forfeit":
        return list(phase.order)
    return None


def bracket_levels(phase: Phase, found: list[Match]) -> list[list[int]]:
    """Who shares a place, best first."""
    final = last_final(phase, found)
    levels: dict[int, list[int]] = {}
    for match in found:
        lost = losers(match)
        if lost and match.key != "T":
            level = loss_level(phase, match, final)
            if level is not None:
                levels.setdefault(level, []).extend(lost)
    result = [sorted(levels[level], key=phase.seed) for level in sorted(levels, reverse=True)]
    third = next((match for match in found if match.key == "T" and match.players), None)
    if third and third.winner and third.loser:
        shared = next(level for level in result if third.winner in level)
        where = result.index(shared)
        result[where : where + 1] = [[third.winner], [third.loser]]
    if final.winner:
        result.insert(0, [final.winner])
    return result


def losers(match: Match) -> list[int]:
    if match.players is None:
        return []
    if match.how == "double forfeit":
        return list(match.players)
    return [match.loser] if match.loser else []


def loss_level(phase: Phase, match: Match, final: Match) -> int | None:
    """How late a loss is, a greater number for a later one; None if one goes on after it."""
    k = rounds(size(len(phase.order)))
    last = 2 * k
    if match is final:
        return last
    if phase.declaration.format == "single":
        return int(match.key[1 : match.key.index(".")])
    if match.key[0] == "F":
        return None
    number = int(match.key[1 : match.key.index(".")])
    if match.key[0] == "L":
        return number
    if match.how != "double forfeit":
        return None
    if k == 1:
        return last
    return 1 if number == 1 else 2 * (number - 1)


# --- Over all phases ------------------------------------------------------------------------------------------------


def is_beside(state: State, phase: Phase) -> bool:
    """Whether it is played for other places than the first ones."""
    declaration = phase.declaration
    if declaration.lost or (declaration.take and declaration.take[0] > 1):
        return True
    return declaration.of > 0 and is_beside(state, state.phases[declaration.of])


def placing(state: State) -> list[tuple[int, int]]:
    """Place and entrant of all whom a finished phase has placed."""
    levels: list[list[int]] = []
    for number in sorted(state.phases):
        phase = state.phases[number]
        if not is_finished(state, phase):
            continue
        if not is_beside(state, phase):
            levels = put_before(own_levels(state, phase), levels)
        elif is_finished(state, state.phases[phase.declaration.of]):
            levels = put_beside(own_levels(state, phase), levels)
    result: list[tuple[int, int]] = []
    for level in levels:
        place = len(result) + 1
        result += [(place, each) for each in level if state.entrants[each].status != "disqualified"]
    return result


def own_levels(state: State, phase: Phase) -> list[list[int]]:
    """Who shares a place in a finished phase, best first."""
    if phase.league:
        return ranking(state, phase)
    return [[entrant for _, entrant in level] for _, level in groupby(places(state, phase), key=lambda each: each[0])]


def put_before(own: list[list[int]], levels: list[list[int]]) -> list[list[int]]:
    moved = {entrant for level in own for entrant in level}
    left = [[entrant for entrant in level if entrant not in moved] for level in levels]
    return own + [level for level in left if level]


def put_beside(own: list[list[int]], levels: list[list[int]]) -> list[list[int]]:
    """Those of the phase in the positions that they have, in its order; those new to the list at its end."""
    ordered = [entrant for level in own for entrant in level]
    new = [[entrant] for entrant in ordered if not any(entrant in level for level in levels)]
    positions: list[list[int] | None] = []  # None: a position of one of the phase
    for level in levels + new:
        others = [entrant for entrant in level if entrant not in ordered]
        positions += [None] * (len(level) - len(others)) + ([others] if others else [])
    result: list[list[int]] = []
    following: list[int] | None = None  # the place in the phase of the one who stands just before
    for position in positions:
        if position is not None:
            result.append(position)
            following = None
            continue
        entrant = ordered.pop(0)
        own_level = next(level for level in own if entrant in level)
        if own_level is following:
            result[-1].append(entrant)
        else:
            result.append([entrant])
        following = own_level
    return result
