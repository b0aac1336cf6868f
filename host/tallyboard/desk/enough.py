"""What suffices in the last round of a league to go on, by points alone: every outcome of that round is counted.

Who is level on points is parted by what nobody can reckon in their head. So a draw on points counts against whoever is
told that something suffices, and for whoever is told what can still do.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.facts import facts_of
from tallyboard.desk.league import League
from tallyboard.desk.matches import READY, Pair
from tallyboard.desk.options import PARTNERS, Options
from tallyboard.desk.phase import Phase
from tallyboard.desk.swiss import Swiss

Outcome = tuple[int, int]  # the points of the one and of the other
_NOWHERE = -1_000_000  # points of nobody, and of who has no place


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
    places of the groups, where a match is compared or partners change, or the results of a game are too many to be
    listed."""
    cut = cut_of(phase, phases)
    if phase.options.adjust or phase.format == PARTNERS:
        return {}
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
        points = {row.entrant: row.figures.points for row in rows if row.place is not None}
        for entrant, round in phase.byes:
            if round == last and not phase.is_full and entrant in points:
                points[entrant] += phase.options.bye  # which comes with the end of the round
        found |= group_needs(points, [match.drawn for match in to_play], played, phase.options.bye, cut)
    return found


def group_needs(
    points: Mapping[int, int], meetings: Sequence[Pair], played: Sequence[Outcome], walkover: int, cut: Cut
) -> dict[int, Need]:
    """The same of a group. `points`: of each so far; `meetings`: who is still to meet whom; `played`: what that can
    bring the two, and `walkover` whoever comes alone."""
    group = _Group(points, meetings, [*played, (walkover, 0), (0, walkover)])
    return {entrant: _need(group, entrant, sorted({own for own, _ in played}), played, cut) for entrant in points}


class _Group:
    """Of whom there are how many above a number of points, at most and at least."""

    def __init__(self, points: Mapping[int, int], meetings: Sequence[Pair], outcomes: Sequence[Outcome]) -> None:
        self.points = points
        self.other = dict(meetings) | {y: x for x, y in meetings}
        self._meetings = [pair for pair in meetings if all(x in points for x in pair)]
        self._alone = [x for x in points if x not in self.other]
        self._outcomes = outcomes

    def at_least(self, entrant: int, total: int) -> int:
        """How many of the others come to so many points, at most; without the one whom the entrant meets."""
        reached = sum(self.points[x] >= total for x in self._alone if x != entrant)
        for x, y in self._met_by_others(entrant):
            reached += max((self.points[x] + a >= total) + (self.points[y] + b >= total) for a, b in self._outcomes)
        return reached

    def above(self, entrant: int, total: int) -> int:
        """How many of the others come to more, at least; without the one whom the entrant meets."""
        reached = sum(self.points[x] > total for x in self._alone if x != entrant)
        for x, y in self._met_by_others(entrant):
            reached += min((self.points[x] + a > total) + (self.points[y] + b > total) for a, b in self._outcomes)
        return reached

    def _met_by_others(self, entrant: int) -> list[Pair]:
        return [pair for pair in self._meetings if entrant not in pair]


def _need(group: _Group, entrant: int, own: Sequence[int], played: Sequence[Outcome], cut: Cut) -> Need:
    other = group.other.get(entrant)
    if other is None:
        own, played = [0], [(0, 0)]
    suffices, can_do = [], []
    for mine in own:
        total = group.points[entrant] + mine
        theirs = [group.points.get(other or 0, _NOWHERE) + b for a, b in played if a == mine]
        if group.at_least(entrant, total) + (max(theirs) >= total) < cut.sure:
            suffices.append(mine)
        if group.above(entrant, total) + (min(theirs) > total) < cut.possible:
            can_do.append(mine)
    if len(suffices) == len(own):
        return Need("through")
    if not can_do:
        return Need("out")
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
