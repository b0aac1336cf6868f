"""The ranking of a phase, and the places of a bracket."""

from tests.reference.desk.bracket import rounds, size
from tests.reference.desk.decide import is_finished, matches
from tests.reference.desk.model import Match, Phase, State
from tests.reference.desk.standings import Chain, figures, standings

ACROSS_GROUPS = ("points", "wins", "twenties", "difference", "for", "shootout", "lot")


def ranking(state: State, phase: Phase) -> list[list[int]]:
    """Those who are level together, best first; of an unfinished bracket nothing."""
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
    levels = []
    for place in sorted(by_place):
        levels += across.rank(sorted(by_place[place], key=phase.seed), chain)
    return levels


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
