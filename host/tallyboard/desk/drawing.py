"""Draws: who is in a phase, in which order, from what stands now; from groups so that these stay apart in a bracket."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tallyboard.desk.bracket import MOST_IN_DOUBLE, Bracket, positions, size_of
from tallyboard.desk.league import League
from tallyboard.desk.matches import NOBODY, Pair
from tallyboard.desk.options import DOUBLE, LOT, SINGLE, SWISS
from tallyboard.desk.phase import Phase
from tallyboard.desk.round_robin import RoundRobin, snake
from tallyboard.desk.swiss import Swiss
from tallyboard.errors import desk as told
from tallyboard.errors.desk import Refusal


def draw(phase: Phase, phases: list[Phase], pairs: Sequence[Pair] = ()) -> None:
    """Draw the phase, or a Swiss phase's next round, which may be paired by hand (A first); raises Refusal and changes
    nothing."""
    if pairs and phase.format != SWISS:
        raise Refusal(told.NOT_SWISS, phase=phase.number, format=phase.format)
    if phase.drawn and isinstance(phase, Swiss):
        _check_next(phase)
        _draw_round(phase, pairs)
    elif phase.drawn:
        raise Refusal(told.DRAWN, phase=phase.number)
    else:
        _draw(phase, _order(phase, phases), pairs=pairs)


def to_be_drawn_with(phase: Phase, phases: Sequence[Phase]) -> list[Phase]:
    """The phases that are not drawn and take their entrants from the same one as this, which is one of them: power
    pools, or an A and a B final. One that takes all who are in is drawn alone."""
    of = phase.options.of
    return [one for one in phases if not one.drawn and of and one.options.of == of] or [phase]


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
        if phase.waits_for_results and not phase.is_settled(before=phase.rounds):
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
        new = _new_entrants(phase)
        if isinstance(phase, RoundRobin) and phase.options.rotation:
            _reseat(phase, stays, new)
            return
        for x in new if groups else ():
            min(groups, key=len).append(x)
        _draw(phase, stays + new, groups)


def _reseat(phase: RoundRobin, stays: list[int], new: list[int]) -> None:
    """Who stays keeps the seat, new ones get those that are empty; Refusal `too-few` or `full`."""
    _check_round(phase, stays + new)
    if not phase.reseat(stays, new):
        raise Refusal(told.SEATS_FULL, phase=phase.number, seats=2 * len(phase.seats[0]))
    phase.away = _away_now(phase)


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
        return _new_entrants(phase)
    source, away = phases[phase.options.of - 1], _away_now(phase)
    _check_source(phase, source, away)
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
    phase.away = _away_now(phase)


def _check_round(phase: Phase, players: list[int], pairs: Sequence[Pair] = ()) -> None:
    """Refuse a round of too few, and one by hand that is not of these players, each of them once."""
    if len(players) < phase.least:
        raise Refusal(told.TOO_FEW, phase=phase.number, least=phase.least)
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
    if phase.waits_for_results and not phase.is_settled():
        raise Refusal(told.ROUND_UNFINISHED, phase=phase.number)
    if phase.is_complete:
        what = told.NO_ROUND_AFTER_END if phase.ended else told.ALL_ROUNDS
        raise Refusal(what, phase=phase.number, rounds=phase.options.rounds)


def _members(phase: Swiss) -> list[int]:
    """Who can be drawn into a round: of a phase that comes of no other, new ones too."""
    new = [] if phase.options.of else _new_entrants(phase)
    return [x for x in phase.order if phase.field.is_in(x)] + new


def _draw_round(phase: Swiss, pairs: Sequence[Pair] = ()) -> None:
    _check_round(phase, _members(phase), pairs)
    if not phase.options.of:
        phase.order += _new_entrants(phase)
        phase.forget_tables()
    phase.draw_round(phase.list_now(), pairs)


def _new_entrants(phase: Phase) -> list[int]:
    """Who is in and not drawn yet, of a phase that comes of no other: the seeds in their sequence, then the others."""
    field = phase.field
    seeded = set(field.seeds)
    others = [e.number for e in field.entrants if e.number not in seeded]
    if phase.options.order == LOT:
        others.sort(key=lambda x: field.lot("order", phase.number, x))
    drawn = set(phase.order)
    return [x for x in [*field.seeds, *others] if field.is_in(x) and x not in drawn]


def _check_source(phase: Phase, source: Phase, away: frozenset[int]) -> None:
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
    order = _taken(phase, source, away)
    if phase.is_league or not isinstance(source, League) or len(source.groups) < 2 or len(order) < 2:
        return order
    return keep_groups_apart(order, source.places_in_groups())


def is_settled(phase: Phase, source: Phase) -> bool:
    """Whether the source is as far as the phase needs: finished, or with all first matches decided."""
    return source.lost_first() is not None if phase.options.lost else source.finished


def _taken(phase: Phase, source: Phase, away: frozenset[int]) -> list[int]:
    """Who is on the places of the source's ranking that the phase takes, best first, without those who are away; or who
    lost their first match there, by seed."""
    if phase.options.lost:
        return [x for x in source.lost_first() or () if x not in away]
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
    order = [x for level in _here(phase, source, _away_now(phase)) for x in level]
    first, last = phase.options.take
    found = []
    for border in sorted({first - 1, last}):
        for level in source.parted_by_lot(phase.options.across):
            places = sorted(order.index(x) + 1 for x in level if x in order)
            inside = [place for place in places if place <= border]
            if inside and len(inside) < len(places):
                found.append(LotBorder(inside[-1], [order[place - 1] for place in places]))
    return found


def last_taken(phase: Phase, source: Phase) -> int | None:
    """Who is on the last place that the phase took from the source when it was drawn, or would take now."""
    found = _taken(phase, source, phase.away if phase.drawn else _away_now(phase))
    return found[-1] if found else None


def _away_now(phase: Phase) -> frozenset[int]:
    """Who could not be drawn now."""
    return frozenset(e.number for e in phase.field.entrants if not phase.field.is_in(e.number))


def _here(phase: Phase, source: Phase, away: frozenset[int]) -> list[list[int]]:
    """The source's ranking as the phase takes it, without those who are away."""
    return [[x for x in level if x not in away] for level in source.ranking(phase.options.across)]


Place = tuple[int, int]  # (group, place in it)


def keep_groups_apart(order: list[int], places: dict[int, Place]) -> list[int]:
    """The order nearest to this one in which (a) places 1 and 2 of a group are in different halves, and (b) no two of
    a group meet in the first round; (b) alone where there is none with both, and as it is where there is none."""
    for with_halves in (True, False):
        found = _Exchange(order, places, with_halves).nearest()
        if found is not None:
            return found
    return order


class _Exchange:
    """The search, seed by seed, the best ranked that may have it first."""

    def __init__(self, order: list[int], places: dict[int, Place], with_halves: bool) -> None:
        size = size_of(len(order))
        self._size = size
        self._order = order
        self._places = places
        self._with_halves = with_halves
        self._half = {seed: index * 2 // size for index, seed in enumerate(positions(size))}
        self._seeds: dict[int, list[int]] = {}  # of each place in a group
        for seed, entrant in enumerate(order, 1):
            self._seeds.setdefault(places[entrant][1], []).append(seed)
        self._has: dict[int, int] = {}  # entrants by seed, as far as they are chosen
        self._chosen: set[int] = set()

    def nearest(self) -> list[int] | None:
        """The first order that does; None where there is none."""
        open_choices = [self._rivals(1)]
        while open_choices:
            seed = len(open_choices)
            self._take_back(seed)
            if not any(self._takes(entrant, seed) for entrant in open_choices[-1]):
                open_choices.pop()
            elif seed == len(self._order):
                return [self._has[seed] for seed in range(1, len(self._order) + 1)]
            else:
                open_choices.append(self._rivals(seed + 1))
        return None

    def _rivals(self, seed: int) -> Iterator[int]:
        """Who has the place of the entrant at this seed, the best ranked first."""
        return iter([self._order[s - 1] for s in self._seeds[self._places[self._order[seed - 1]][1]]])

    def _takes(self, entrant: int, seed: int) -> bool:
        """Give the seed to the entrant; whether that can be, as far as is seen."""
        if entrant in self._chosen or not self._may(entrant, seed):
            return False
        self._has[seed] = entrant
        self._chosen.add(entrant)
        if self._is_hopeful(seed):
            return True
        self._take_back(seed)
        return False

    def _take_back(self, seed: int) -> None:
        self._chosen.discard(self._has.pop(seed, NOBODY))

    def _may(self, entrant: int, seed: int) -> bool:
        """Whether nobody who has a seed already stands against it."""
        group, place = self._places[entrant]
        against = self._has.get(self._size + 1 - seed)
        if against is not None and self._places[against][0] == group:
            return False
        if self._with_halves and place in (1, 2):
            for other_seed, other in self._has.items():
                if self._places[other] == (group, 3 - place) and self._half[other_seed] == self._half[seed]:
                    return False
        return True

    def _is_hopeful(self, seed: int) -> bool:
        """Whether those who are left can still have the seeds of each place that this choice touches."""
        touched = {self._places[self._order[seed - 1]][1]}
        against = self._size + 1 - seed
        if against <= len(self._order):
            touched.add(self._places[self._order[against - 1]][1])
        if self._with_halves and touched & {1, 2}:
            touched |= {1, 2} & set(self._seeds)
        return all(self._fits(place) for place in touched)

    def _fits(self, place: int) -> bool:
        """Whether there is a seed for each who is left of this place, by itself (Kuhn's matching)."""
        seeds = [seed for seed in self._seeds[place] if seed not in self._has]
        left = [x for x in (self._order[seed - 1] for seed in self._seeds[place]) if x not in self._chosen]
        taken: dict[int, int] = {}

        def has_seed(x: int, tried: set[int]) -> bool:
            for seed in seeds:
                if seed not in tried and self._may(x, seed):
                    tried.add(seed)
                    if seed not in taken or has_seed(taken[seed], tried):
                        taken[seed] = x
                        return True
            return False

        return all(has_seed(x, set()) for x in left)
