"""What is said of a shootout that was entered: whether it counts, and who stands where by it."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from tallyboard.desk import Tournament
from tallyboard.desk.events import Shootout
from tallyboard.desk.explaining import ChainStep, explained
from tallyboard.desk.league import League
from tallyboard.text.tournament.names import listed


def shootout_words(tournament: Tournament) -> list[str]:
    """The sentences after a shootout, the tournament's last event."""
    what = tournament.events[-1].what
    assert isinstance(what, Shootout)
    league = tournament.phases[what.phase - 1]
    assert isinstance(league, League)
    names = {one.number: one.name for one in tournament.entrants}
    twenties = dict(what.twenties)
    return [*_counts(league, twenties, names), _places(league, [*twenties], names)]


def _counts(league: League, twenties: Mapping[int, int], names: Mapping[int, str]) -> list[str]:
    """Whether it counts; why not, where it does not."""
    chain = league.options.chain
    if "shootout" not in chain:
        return [
            f"The shootout is kept, and ranks nobody: the chain of phase {league.number} is {','.join(chain)}.",
            "A phase whose shootouts are to rank is declared with `shootout` in its chain=, before it is drawn.",
        ]
    reached = [
        (step, (twenties[x], twenties[y]))
        for x, y in combinations(twenties, 2)
        for step in explained(league, x, y)
        if step.by == "shootout"
    ]
    if any(step.values == figures for step, figures in reached):
        return [f"The shootout counts in phase {league.number}."]
    nothing = f"The shootout counts for nothing in phase {league.number}:"
    if not reached:
        return [f"{nothing} {listed(names[x] for x in twenties)} are not level where the chain comes to it."]
    level = _level_with_others([step for step, _ in reached])
    if level:
        return [f"{nothing} {listed(names[x] for x in level)} are level, and it was not of all of them."]
    return [f"{nothing} a shootout before it has parted them."]


def _level_with_others(steps: Sequence[ChainStep]) -> Sequence[int]:
    """Those who are level where no shootout had all of them; empty where one had."""
    return next((step.among for step in steps if step.values is None), ())


def _places(league: League, who: Sequence[int], names: Mapping[int, str]) -> str:
    """`Places now: Ann 1, Bob 2.`; of several groups over all of them."""
    in_groups = league.places_in_groups()
    placed = {x: place for x, (_, place) in in_groups.items()}
    over = ""
    if len({group for x, (group, _) in in_groups.items() if x in who}) > 1:
        before = 0
        for level in league.ranking():
            placed.update(dict.fromkeys(level, before + 1))
            before += len(level)
        over = " over all groups"
    told = [f"{names[x]} {placed[x]}" for x in sorted(who, key=lambda x: placed.get(x, 0)) if x in placed]
    told += [f"{names[x]} none" for x in who if x not in placed]
    return f"Places{over} now: {', '.join(told)}."
