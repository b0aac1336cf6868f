"""Facts of the crokinole family."""

from shared_rules.games.facts import (
    BY_SCORE,
    BY_TWENTIES,
    Facts,
    Limits,
    Options,
    below,
    round_minutes,
    slots,
)

_STEP = 5  # of zones


def _to_target(options: Options) -> Limits:
    return Limits(below(options["target"], _STEP) + 20 * options["discs"], step=_STEP)


def _minutes_to_target(options: Options) -> int:
    return round_minutes(options) * slots(options["target"], 20)


def _championship(options: Options) -> Limits:
    rounds = options.get("rounds")
    if rounds is not None:
        return Limits(2 * rounds, (2 * rounds, 2 * rounds), rounds * options["discs"])
    best = options["best_of"]  # over with more than half of the rounds won; the others can be level
    return Limits(best + best // 2 + 1, (2 * (best // 2 + 1), 2 * best), best * options["discs"])


def _championship_results(options: Options) -> list[tuple[int, int]]:
    """Two points a round, one each of a level one."""
    rounds = options.get("rounds")
    if rounds is not None:
        return [(2 * rounds - b, b) for b in range(2 * rounds + 1)]
    best = options["best_of"]
    wins = best // 2 + 1  # that end it; else all rounds are played
    ends = [(2 * wins + level, 2 * b + level) for b in range(wins) for level in range(best - wins - b + 1)]
    even = [(2 * a + best - a - b, 2 * b + best - a - b) for a in range(wins) for b in range(a + 1) if a + b <= best]
    found = {score for a, b in ends + even for score in ((a, b), (b, a))}
    return sorted(found, key=lambda score: (score[1] - score[0], -score[0]))


FACTS = {
    "crokinole-official": Facts(
        "Official crokinole", "crokinole", _to_target, chain=BY_TWENTIES, minutes=_minutes_to_target
    ),
    "crokinole-traditional": Facts(
        "Traditional crokinole", "crokinole", _to_target, chain=BY_TWENTIES, minutes=_minutes_to_target
    ),
    "crokinole-championship": Facts(
        "Championship crokinole",
        "crokinole",
        _championship,
        chain=BY_SCORE,
        own_points=lambda options: 2 * options["rounds"] if "rounds" in options else None,
        minutes=lambda options: round_minutes(options) * (options.get("rounds") or options["best_of"]),
        results=_championship_results,
    ),
    "twenties-shootout": Facts(
        "Twenties shootout",
        "twenties",
        lambda options: Limits(options["discs"], twenties=options["discs"]),
        chain=BY_TWENTIES,
        minutes=round_minutes,
        is_shootout=True,
    ),
}
