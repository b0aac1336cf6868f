"""What suffices in the last round of a league to go on, by points alone or their average per match: every outcome of
that round is counted.

Who is level on them is parted by what nobody can reckon in their head. So a draw on points counts against whoever is
told that something suffices, and for whoever is told what can still do.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import lcm
from typing import Literal, NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.facts import facts_of
from tallyboard.desk.league import League
from tallyboard.desk.matches import READY, Pair, members
from tallyboard.desk.options import Options
from tallyboard.desk.phase import Phase
from tallyboard.desk.swiss import Swiss

Outcome = tuple[int, int]  # the points of the one and of the other
Gain = tuple[int, int]  # points, and how many matches more they are divided by
_NOTHING: Gain = (0, 0)
_OFF = _NOTHING, _NOTHING  # of a match that is not played


class Need(NamedTuple):
    """What an entrant needs. `through` and `out`: whatever comes; `enough`: so many points suffice; `help`: nothing
    suffices, and so many are the least that can do; `others`: it is for others to decide."""

    kind: Literal["through", "out", "enough", "help", "others"]
    points: int = 0


class Cut(NamedTuple):
    """The last place of a group that surely goes on, and the last that can."""

    sure: int
    possible: int


def needs(phase: Phase, phases: Sequence[Phase]) -> dict[int, Need]:
    """By entrant, in each group that has all but its last round behind it; nothing where no later phase takes the first
    places of the groups, or the results of a game are too many to be listed."""
    cut = cut_of(phase, phases)
    if cut is None or not isinstance(phase, League) or not _is_last_drawn(phase):
        return {}
    played = _outcomes(phase.options)
    if not played:
        return {}
    found: dict[int, Need] = {}
    last = max((match.round for match in phase.matches()), default=0)
    for group, rows in enumerate(phase.tables()):
        to_play = [match for match in phase.matches() if match.group == group and phase.standing(match).state == READY]
        if {match.round for match in to_play} != {last}:
            continue
        figures = {row.entrant: row.figures for row in rows if row.place is not None}
        points = {entrant: its.points for entrant, its in figures.items()}
        for entrant, round in phase.byes:
            if round == last and not phase.is_full and entrant in points:
                points[entrant] += phase.options.bye  # which comes with the end of the round
        matches = {entrant: its.won + its.level + its.lost for entrant, its in figures.items()}
        meetings = [match.drawn for match in to_play]
        found |= group_needs(
            points, meetings, played, phase.options.bye, cut, matches if phase.options.adjust else None
        )
    return found


def group_needs(
    points: Mapping[int, int],
    meetings: Sequence[Pair],
    played: Sequence[Outcome],
    walkover: int,
    cut: Cut,
    matches: Mapping[int, int] | None = None,
) -> dict[int, Need]:
    """The same of a group. `points`: of each so far; `meetings`: which sides are still to meet; `played`: what that can
    bring the two, and `walkover` whoever comes alone. `matches`: of each so far, where the average per match ranks; one
    played, or lost without playing, is one more. Where a partner leaves, the match is off and brings nothing."""
    group = _Group(points, meetings, played, walkover, matches)
    return {entrant: _need(group, entrant, cut) for entrant in points}


class _Group:
    """Of whom there are how many at a value, at least and at most. A value is points, or their average times a number
    that makes whole ones of all. `counts`: 1 where a match more is to be divided by."""

    def __init__(
        self,
        points: Mapping[int, int],
        meetings: Sequence[Pair],
        played: Sequence[Outcome],
        walkover: int,
        matches: Mapping[int, int] | None,
    ) -> None:
        self._points, self._matches, self._played = points, matches or dict.fromkeys(points, 1), played
        self._counts = counts = int(matches is not None)
        self._scale = lcm(*(number + more or 1 for number in self._matches.values() for more in (0, counts)))
        self._may_be_off = any(len(members(one)) > 1 for pair in meetings for one in pair)
        lost = (0, counts)
        ends = [((a, counts), (b, counts)) for a, b in played] + [((walkover, 0), lost), (lost, (walkover, 0))]
        ends += [_OFF] if self._may_be_off else []
        both = [[[x for x in members(one) if x in points] for one in pair] for pair in meetings]
        self._of = {x: (own, other) for a, b in both for own, other in ((a, b), (b, a)) for x in own}
        self._parts = [self._part(a, b, ends) for a, b in both]
        self._parts += [self._part([x], [], [_OFF]) for x in points if x not in self._of]

    def _part(self, own: list[int], others: list[int], ends: Sequence[tuple[Gain, Gain]]) -> "_Part":
        by_rank = [*zip(*(sorted(self._at(own, a) + self._at(others, b)) for a, b in ends), strict=True)]
        return _Part({*own, *others}, [*map(max, by_rank)], [*map(min, by_rank)])

    def _value(self, entrant: int, gain: Gain) -> int:
        return (self._points[entrant] + gain[0]) * self._scale // (self._matches[entrant] + gain[1] or 1)

    def _at(self, entrants: Sequence[int], gain: Gain) -> list[int]:
        return [self._value(x, gain) for x in entrants]

    def ways(self, entrant: int) -> list["_Way"]:
        """What can come of the entrant's own match; of none where there is none."""
        own, others = self._of.get(entrant, ([], []))
        mates = [x for x in own if x != entrant]
        gains = [(mine, [b for a, b in self._played if a == mine]) for mine in sorted({a for a, _ in self._played})]
        found = []
        for mine, theirs in gains if own else ():
            gain = mine, self._counts
            beside = [self._at(mates, gain) + self._at(others, (b, self._counts)) for b in theirs]
            found.append(_Way(mine, self._value(entrant, gain), beside))
        if not own or self._may_be_off:
            still = self._at(mates, _NOTHING) + self._at(others, _NOTHING)
            found.append(_Way(None if own else 0, self._value(entrant, _NOTHING), [still]))
        return found

    def at_least(self, entrant: int, way: "_Way") -> int:
        """How many of the others come to as much, at most."""
        apart = [value for part in self._parts if entrant not in part.who for value in part.most]
        return sum(value >= way.value for value in apart) + max(
            sum(value >= way.value for value in values) for values in way.beside
        )

    def above(self, entrant: int, way: "_Way") -> int:
        """How many of the others come to more, at least."""
        apart = [value for part in self._parts if entrant not in part.who for value in part.least]
        return sum(value > way.value for value in apart) + min(
            sum(value > way.value for value in values) for values in way.beside
        )


class _Part(NamedTuple):
    """Who are in a match, or one who is in none; what the last of them comes to at most and at least, then the one
    before: as many as of these reach a number can, or do."""

    who: set[int]
    most: list[int]
    least: list[int]


class _Way(NamedTuple):
    """What can come of somebody's match: so many `points`, None where it is off; the `value` then; and those of whom
    else is in it, as each result leaves them."""

    points: int | None
    value: int
    beside: list[list[int]]


def _need(group: _Group, entrant: int, cut: Cut) -> Need:
    ways = group.ways(entrant)
    suffices = [way.points for way in ways if group.at_least(entrant, way) < cut.sure]
    can_do = [way.points for way in ways if group.above(entrant, way) < cut.possible]
    if len(suffices) == len(ways):
        return Need("through")
    if not can_do:
        return Need("out")
    own = [way.points for way in ways if way.points is not None]
    enough = [mine for mine in own if set(suffices).issuperset(one for one in own if one >= mine)]
    if enough:
        return Need("enough", enough[0])
    return Need("help", can_do[0]) if can_do[0] else Need("others")


def _takes(options: Options, source: Phase) -> bool:
    return options.of == source.number and options.take is not None and options.take[0] == 1 and not options.across


def _is_last_drawn(league: League) -> bool:
    return not isinstance(league, Swiss) or league.is_complete


def cut_of(league: Phase, phases: Sequence[Phase]) -> Cut | None:
    """Who of each group goes on, where all firsts come before all seconds; None where nobody does, or not by place. Who
    has left is passed over where somebody is drawn, so that one of a lower place may come."""
    last = next((one.options.take[1] for one in phases if _takes(one.options, league) and one.options.take), 0)
    if not isinstance(league, League) or not last:
        return None
    sizes = [sum(row.place is not None for row in rows) for rows in league.tables()]
    left = sum(league.field.is_out(row.entrant) for rows in league.tables() for row in rows if row.place is not None)
    tiers = [sum(size >= place for size in sizes) for place in range(1, max(sizes, default=0) + 1)]
    sums = list(accumulate(tiers))
    sure = sum(up_to <= last for up_to in sums)
    possible = sum(up_to - tier - left < last for up_to, tier in zip(sums, tiers, strict=True))
    return Cut(sure, possible)


def _outcomes(options: Options) -> list[Outcome]:
    """What a match that is played can bring the two; none where that is not known."""
    game_id, settings = catalogue.parse(options.game.split())
    results = _results(game_id, settings)
    if options.points is None:
        return results
    win, level, defeat = options.points
    can_be_level = not results or any(a == b for a, b in results)
    return [(win, defeat), (defeat, win), *([(level, level)] if can_be_level else [])]


def _results(game_id: str, settings: Mapping[str, object]) -> list[Outcome]:
    limits = facts_of(game_id).limits(settings)
    if limits.together is None or limits.most is None:
        return []
    least, most = limits.together
    scores = range(0, limits.most + 1, limits.step)
    return [(a, b) for a in scores for b in scores if least <= a + b <= most]
