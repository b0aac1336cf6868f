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
