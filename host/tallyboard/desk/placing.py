"""The places of a whole tournament: one list, which every phase that is finished changes."""

from itertools import groupby

from tallyboard.desk.bracket import Bracket
from tallyboard.desk.events import DISQUALIFIED
from tallyboard.desk.field import Field
from tallyboard.desk.phase import Phase

Levels = list[list[int]]  # entrants from best to last, those who share a place together


def is_beside(phase: Phase, phases: list[Phase]) -> bool:
    """Whether others play for the places before: it takes who lost, or does not begin with the first place, or comes of
    such a phase."""
    options = phase.options
    if options.lost or (options.take is not None and options.take[0] > 1):
        return True
    return options.of > 0 and is_beside(phases[options.of - 1], phases)


def placed(phases: list[Phase], field: Field) -> list[tuple[int, int]]:
    """(place, entrant) of everybody whom a finished phase has placed, best first; nobody who is disqualified."""
    levels: Levels = []
    for phase in phases:
        if not phase.finished:
            continue
        if not is_beside(phase, phases):
            levels = _before_all_others(levels, _levels(phase))
        elif phases[phase.options.of - 1].finished:
            levels = _among_themselves(levels, _levels(phase))
    found: list[tuple[int, int]] = []
    for level in levels:
        share = [x for x in level if field.entrant(x).status != DISQUALIFIED]
        place = 1 + len(found)
        found += [(place, x) for x in share]
    return found


def _levels(phase: Phase) -> Levels:
    """A phase's own order: its ranking, of a bracket its places."""
    if not isinstance(phase, Bracket):
        return phase.ranking()
    return [[x for _, x in share] for _, share in groupby(phase.places(), key=lambda placed: placed[0])]


def _before_all_others(levels: Levels, own: Levels) -> Levels:
    players = {x for level in own for x in level}
    rest = [[x for x in level if x not in players] for level in levels]
    return own + [level for level in rest if level]


def _among_themselves(levels: Levels, own: Levels) -> Levels:
    """Those of `own` in its order on the positions that they have; who is new has the last ones. In a place that they
    shared with others they come first."""
    level_of = {x: index for index, level in enumerate(own) for x in level}
    known = {x for level in levels for x in level}
    following = iter(level_of)
    found: Levels = []
    before: int | None = None  # the level of whoever stands directly above, None where that is none of them
    for level in [*levels, *([x] for x in level_of if x not in known)]:
        others = [x for x in level if x not in level_of]
        for x in [next(following) for _ in range(len(level) - len(others))]:
            if level_of[x] == before:
                found[-1].append(x)
            else:
                found.append([x])
            before = level_of[x]
        if others:
            found.append(others)
            before = None
    return found
