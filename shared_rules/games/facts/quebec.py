"""Facts of Québec pichenottes."""

from shared_rules.games.facts import Facts, Limits, Options


def _limits(options: Options) -> Limits:
    round_at_most = options["dames"] + sum(options["counters"])
    return Limits(options["target"] - 1 + 2 * round_at_most)  # with a round more, which follows where both are level


FACTS = {"pichenottes-quebec": Facts("Québec pichenottes", "quebec", _limits, minutes=lambda options: 20)}
