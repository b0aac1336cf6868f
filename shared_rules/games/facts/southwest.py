"""Facts of Southwest pichenotte."""

from shared_rules.games.facts import BY_TWENTIES, Facts, Limits, Options, below, round_minutes, slots

_STEP = 5  # zones of 5 to 50, penalties of 20


def _limits(options: Options) -> Limits:
    games, discs = options.get("games"), options["discs"]
    if games is None:
        return Limits(below(options["target"], _STEP) + 50 * discs, is_signed=True, step=_STEP)
    return Limits(games * 50 * discs, twenties=games * discs, is_signed=True, step=_STEP)


def _minutes(options: Options) -> int:
    return round_minutes(options) * (options.get("games") or slots(9 * options["target"], 500))


FACTS = {
    "pichenotte-southwest": Facts("Southwest pichenotte", "southwest", _limits, chain=BY_TWENTIES, minutes=_minutes),
}
