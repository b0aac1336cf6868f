"""The results that a game says a match can end with are those that its rules give, and no others."""

import pytest

from shared_rules.games import catalogue
from shared_rules.games.events import COUNT, NEXT, event
from shared_rules.games.facts import facts_of
from shared_rules.games.match import Match

ROUNDS = ((1, 0), (0, 0), (0, 1))  # twenties of A and B in a round: A has more, both as many, B has more

Rounds = tuple[tuple[int, int], ...]


def ends(line: str) -> set[tuple[int, int]]:
    """The scores of all matches of this game line, round by round."""
    found: set[tuple[int, int]] = set()
    open_: list[Rounds] = [()]
    while open_:
        rounds = open_.pop()
        match = played(line, rounds)
        if match.finished:
            found.add((match.totals[0], match.totals[1]))
        else:
            open_ += [(*rounds, one) for one in ROUNDS]
    return found


def played(line: str, rounds: Rounds) -> Match:
    match = catalogue.new(line)
    for counts in rounds:
        for side, count in enumerate(counts):
            for _ in range(count):
                match.play(event(COUNT, side, 20))
        match.play(event(NEXT))
    return match


@pytest.mark.parametrize("length", [*(f"rounds={n}" for n in range(1, 6)), *(f"best_of={n}" for n in range(1, 8))])
def test_the_results_of_a_championship_match(length: str) -> None:
    line = f"crokinole-championship {length}"
    game, options = catalogue.parse(line.split())
    said = list(facts_of(game).results(options))
    assert len(said) == len(set(said))
    assert set(said) == ends(line)
    assert [b - a for a, b in said] == sorted(b - a for a, b in said)


@pytest.mark.parametrize("game", catalogue.IDS)
def test_results_are_within_the_limits_of_the_game(game: str) -> None:
    facts, options = facts_of(game), catalogue.settle(game, {})
    limits = facts.limits(options)
    for score in facts.results(options):
        assert limits.most is not None and max(score) <= limits.most
        assert limits.together is not None and limits.together[0] <= sum(score) <= limits.together[1]
