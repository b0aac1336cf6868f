"""Who is drawn into a phase, and in which order."""

from dataclasses import dataclass

from tallyboard.desk.bracket import Bracket
from tallyboard.desk.group_exchange import keep_groups_apart
from tallyboard.desk.league import League
from tallyboard.desk.options import LOT, SINGLE
from tallyboard.desk.phase import Phase
from tallyboard.desk.refusal import Refusal
from tallyboard.errors import desk as told


def new_entrants(phase: Phase) -> list[int]:
    """Who is in and not drawn yet, of a phase that comes of no other: the seeds in their sequence, then the others."""
    field = phase.field
    seeded, drawn = set(field.seeds), set(phase.order)
    others = [e.number for e in field.entrants if e.number not in seeded]
    if phase.options.order == LOT:
        others.sort(key=lambda x: field.lot("order", phase.number, x))
    return [x for x in [*field.seeds, *others] if field.is_in(x) and x not in drawn]


def check_source(phase: Phase, source: Phase, away: frozenset[int]) -> None:
    """Raises Refusal `unfinished`, `format` where nobody can have lost first there, or `tied` where entrants who are
    level stand across a border of what is taken."""
    if phase.options.lost and source.format != SINGLE:
        raise Refusal(told.NOT_SINGLE, phase=phase.number, source=source.number)
    if not is_settled(phase, source):
        what = told.FIRST_MATCHES_OPEN if phase.options.lost else told.SOURCE_UNFINISHED
        raise Refusal(what, phase=phase.number, source=source.number)
    if phase.options.take is None:
        return
    first, last = phase.options.take
    before = 0
    for level in _here(phase, source, away):
        if before < first - 1 < before + len(level) or before < last < before + len(level):
            names = ", ".join(phase.field.entrant(x).name for x in level)
            raise Refusal(told.LEVEL_AT_BORDER, names=names, first=first, last=last)
        before += len(level)


def of_ranking(phase: Phase, source: Phase, away: frozenset[int]) -> list[int]:
    """Who of the source is drawn into the phase, without those who are away, in the order of the draw: in a bracket
    those who come of the same group are kept apart."""
    order = taken(phase, source, away)
    if phase.is_league or not isinstance(source, League) or len(source.groups) < 2 or len(order) < 2:
        return order
    return keep_groups_apart(order, source.places_in_groups())


def is_settled(phase: Phase, source: Phase) -> bool:
    """Whether the source is as far as the phase needs: finished, or with all first matches decided."""
    if not phase.options.lost:
        return source.finished
    return isinstance(source, Bracket) and source.format == SINGLE and source.lost_first() is not None


def taken(phase: Phase, source: Phase, away: frozenset[int]) -> list[int]:
    """Who is on the places of the source's ranking that the phase takes, best first, without those who are away; or who
    lost their first match there, by seed."""
    if phase.options.lost:
        lost = source.lost_first() if isinstance(source, Bracket) else None
        return [x for x in lost or () if x not in away]
    ranking = [x for level in _here(phase, source, away) for x in level]
    first, last = phase.options.take or (1, len(ranking))
    return ranking[first - 1 : last]


@dataclass(frozen=True)
class LotBorder:
    """Entrants whom nothing but the lot parts, some of whom go on and some do not; `place`: the last for which they are
    level."""

    place: int
    entrants: list[int]


def borders_by_lot(phase: Phase, source: Phase) -> list[LotBorder]:
    """Where the lot alone would decide who is drawn into the phase now."""
    if phase.options.take is None or not isinstance(source, League) or not source.finished:
        return []
    order = [x for level in _here(phase, source, away_now(phase)) for x in level]
    first, last = phase.options.take
    found = []
    for border in sorted({first - 1, last}):
        for level in source.parted_by_lot(phase.options.across):
            places = [order.index(x) + 1 for x in level if x in order]
            inside = [place for place in places if place <= border]
            if inside and len(inside) < len(places):
                found.append(LotBorder(max(inside), [order[place - 1] for place in sorted(places)]))
    return found


def last_taken(phase: Phase, source: Phase) -> int | None:
    """Who is on the last place that the phase took from the source when it was drawn, or would take now."""
    found = taken(phase, source, phase.away if phase.drawn else away_now(phase))
    return found[-1] if found else None


def away_now(phase: Phase) -> frozenset[int]:
    """Who could not be drawn now."""
    return frozenset(e.number for e in phase.field.entrants if not phase.field.is_in(e.number))


def _here(phase: Phase, source: Phase, away: frozenset[int]) -> list[list[int]]:
    """The source's ranking as the phase takes it, without those who are away."""
    ranking = source.ranking()
    if phase.options.across and isinstance(source, League):
        ranking = source.ranking_by_figures()
    return [[x for x in level if x not in away] for level in ranking]
