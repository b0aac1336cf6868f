"""Draws: who is in a phase, in which order, from what stands now."""

from collections.abc import Sequence

from tallyboard.desk.bracket import Bracket
from tallyboard.desk.bracket_shape import MOST_IN_DOUBLE
from tallyboard.desk.draw_order import away_now, check_source, new_entrants, of_ranking
from tallyboard.desk.league import League
from tallyboard.desk.matches import Pair
from tallyboard.desk.options import DOUBLE
from tallyboard.desk.phase import Phase
from tallyboard.desk.round_robin import RoundRobin, snake
from tallyboard.desk.swiss import Swiss
from tallyboard.errors import desk as told
from tallyboard.errors.desk import Refusal


def draw(phase: Phase, phases: list[Phase], pairs: Sequence[Pair] = ()) -> None:
    """Draw the phase, or a Swiss phase's next round, which may be paired by hand (A first); raises Refusal and changes
    nothing."""
    if pairs and not isinstance(phase, Swiss):
        raise Refusal(told.NOT_SWISS, phase=phase.number, format=phase.format)
    if phase.drawn and isinstance(phase, Swiss):
        _check_next(phase)
        _check_round(phase, _members(phase), pairs)
        _draw_round(phase, pairs)
    elif phase.drawn:
        raise Refusal(told.DRAWN, phase=phase.number)
    else:
        _draw(phase, _order(phase, phases), pairs=pairs)


def redraw(phase: Phase, phases: list[Phase]) -> None:
    """Draw again what was drawn last; raises Refusal and changes nothing."""
    if not phase.drawn:
        raise Refusal(told.NOT_DRAWN, phase=phase.number)
    if isinstance(phase, League) and phase.ended:
        raise Refusal(told.ENDED, phase=phase.number)
    for later in phases:
        if later.options.of == phase.number and later.drawn:
            raise Refusal(told.LATER_IS_DRAWN, phase=phase.number, later=later.number)
    if isinstance(phase, Swiss) and phase.rounds > 1:
        if not phase.is_settled(before=phase.rounds):
            raise Refusal(told.ROUND_UNFINISHED, phase=phase.number)
        _check_round(phase, _members(phase))
        phase.take_round_back()
        _draw_round(phase)
    elif phase.options.of:
        _draw(phase, _order(phase, phases))
    else:
        played = phase.field.records.entrants_of(phase.number)
        stays = [x for x in phase.order if phase.field.is_in(x) or x in played]
        groups = [[x for x in group if x in stays] for group in phase.groups]
        new = new_entrants(phase)
        for x in new if groups else ():
            min(groups, key=len).append(x)
        _draw(phase, stays + new, groups)


def who_is_drawn(phase: Swiss, phases: list[Phase]) -> list[int]:
    """Who would be drawn into the next round now, best first; raises Refusal where there is none."""
    if phase.drawn:
        _check_next(phase)
        players = _members(phase)
    else:
        players = [x for x in _order(phase, phases) if phase.field.is_in(x)]
    _check_round(phase, players)
    return players


def _order(phase: Phase, phases: list[Phase]) -> list[int]:
    """Who is drawn into the phase, best first."""
    if not phase.options.of:
        return new_entrants(phase)
    source = phases[phase.options.of - 1]
    away = away_now(phase)
    check_source(phase, source, away)
    return of_ranking(phase, source, away)


def _draw(phase: Phase, order: list[int], groups: Sequence[list[int]] = (), pairs: Sequence[Pair] = ()) -> None:
    """Draw the phase with these; `groups` where they are kept, `pairs` where the round is paired by hand."""
    if isinstance(phase, RoundRobin):
        drawn = list(groups) or snake(order, phase.options.groups)
        if min(map(len, drawn)) < 2:
            raise Refusal(told.TOO_FEW_IN_GROUPS, phase=phase.number, least=2 * phase.options.groups)
        phase.draw(drawn, order)
    elif isinstance(phase, Swiss):
        players = [x for x in order if phase.field.is_in(x)]
        _check_round(phase, players, pairs)
        phase.start(order)
        phase.draw_round(players, pairs)
    elif isinstance(phase, Bracket):
        _check_round(phase, order)
        if phase.format == DOUBLE and len(order) > MOST_IN_DOUBLE:
            raise Refusal(told.MOST_IN_DOUBLE, most=MOST_IN_DOUBLE, count=len(order))
        phase.draw(order)
    phase.away = away_now(phase)


def _check_round(phase: Phase, players: list[int], pairs: Sequence[Pair] = ()) -> None:
    """Refuse a round of fewer than two, and one by hand that is not of these players, each of them once."""
    if len(players) < 2:
        raise Refusal(told.TOO_FEW, phase=phase.number)
    if not pairs:
        return
    named = [x for pair in pairs for x in pair]
    strange = [x for x in named if x not in players]
    if strange:
        raise Refusal(told.NOT_IN_ROUND, name=phase.field.entrant(strange[0]).name, phase=phase.number)
    phase.field.check_once(named)
    unpaired = [phase.field.entrant(x).name for x in players if x not in named]
    if len(unpaired) > 1:
        raise Refusal(told.UNPAIRED, names=", ".join(unpaired))


def _check_next(phase: Swiss) -> None:
    """Refuse where no further round can be drawn."""
    if not phase.is_settled():
        raise Refusal(told.ROUND_UNFINISHED, phase=phase.number)
    if phase.is_complete:
        what = told.NO_ROUND_AFTER_END if phase.ended else told.ALL_ROUNDS
        raise Refusal(what, phase=phase.number, rounds=phase.options.rounds)


def _members(phase: Swiss) -> list[int]:
    """Who can be drawn into a round: of a phase that comes of no other, new ones too."""
    new = [] if phase.options.of else new_entrants(phase)
    return [x for x in phase.order if phase.field.is_in(x)] + new


def _draw_round(phase: Swiss, pairs: Sequence[Pair] = ()) -> None:
    if not phase.options.of:
        phase.order += new_entrants(phase)
        phase.forget_tables()
    phase.draw_round(phase.list_now(), pairs)
