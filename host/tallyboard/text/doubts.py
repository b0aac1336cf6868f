"""A word of doubt about figures that somebody typed: what the game cannot have given."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from shared_rules.games import catalogue
from tallyboard.text.quantities import counted

_STEP = 5  # zones of 5 to 50, penalties of 20

Kind = Literal["negative", "together", "most", "twenties", "no-twenties", "not-twenties", "step"]


class Limits(NamedTuple):
    """What a match gives at most; None where there is no bound. `most`: the score of a side, `together`: the points of
    both sides, least and most, `twenties`: of a side. `step`: scores are multiples of this, as all that counts is.
    `is_signed`: whether a score can be below 0. `is_shootout`: the score is the number of twenties."""

    most: int | None = None
    together: tuple[int, int] | None = None
    twenties: int | None = None
    is_signed: bool = False
    is_shootout: bool = False
    step: int = 1


class Doubt(NamedTuple):
    """A figure that cannot be. `found`: the figure; `least`, `most`: what it could be; of `step` what it is no multiple
    of."""

    kind: Kind
    found: int = 0
    least: int = 0
    most: int = 0


def _championship(options: Mapping[str, Any]) -> Limits:
    rounds = options.get("rounds")
    if rounds is not None:
        return Limits(2 * rounds, (2 * rounds, 2 * rounds), rounds * options["discs"])
    best = options["best_of"]  # over with more than half of the rounds won; the others can be level
    return Limits(best + best // 2 + 1, (2 * (best // 2 + 1), 2 * best), best * options["discs"])


def _up_to_target(options: Mapping[str, Any]) -> Limits:
    return Limits(_below(options["target"]) + 20 * options["discs"], step=_STEP)


def _southwest(options: Mapping[str, Any]) -> Limits:
    games, discs = options.get("games"), options["discs"]
    if games is None:
        return Limits(_below(options["target"]) + 50 * discs, is_signed=True, step=_STEP)
    return Limits(games * 50 * discs, twenties=games * discs, is_signed=True, step=_STEP)


def _below(target: int) -> int:
    """What a side can have before its last round: less than the target."""
    return (target - 1) // _STEP * _STEP


def _quebec(options: Mapping[str, Any]) -> Limits:
    round_at_most = options["dames"] + sum(options["counters"])
    return Limits(options["target"] - 1 + 2 * round_at_most)  # with a round more, which follows where both are level


_LIMITS: dict[str, Callable[[Mapping[str, Any]], Limits]] = {
    "crokinole-championship": _championship,
    "crokinole-official": _up_to_target,
    "crokinole-traditional": _up_to_target,
    "twenties-shootout": lambda options: Limits(options["discs"], twenties=options["discs"], is_shootout=True),
    "pichenotte-southwest": _southwest,
    "pichenottes-quebec": _quebec,
    "washers-ritzenthaler": lambda options: Limits(options["target"], is_signed=True),
}


def doubts_of_line(line: str, scores: Sequence[int], twenties: Sequence[int]) -> list[Doubt]:
    """What cannot be of these figures of the sides in a match of this game line (without the word `game`)."""
    game, options = catalogue.parse(line.split())
    return doubts(game, options, scores, twenties)


def doubts(game: str, options: Mapping[str, Any], scores: Sequence[int], twenties: Sequence[int]) -> list[Doubt]:
    """What cannot be of these figures of the sides in a match of this game with these options in force."""
    limits = _LIMITS[game](options) if game in _LIMITS else Limits(is_signed=True)
    found = [_of_scores(limits, scores), _of_twenties(limits, catalogue.by_id(game).TWENTIES, scores, twenties)]
    return [doubt for doubt in found if doubt is not None]


def _of_scores(limits: Limits, scores: Sequence[int]) -> Doubt | None:
    if min(scores) < 0 and not limits.is_signed:
        return Doubt("negative", min(scores))
    if limits.together is not None and not limits.together[0] <= sum(scores) <= limits.together[1]:
        return Doubt("together", sum(scores), *limits.together)
    if limits.most is not None and max(scores) > limits.most:
        return Doubt("most", max(scores), most=limits.most)
    odd = [score for score in scores if score % limits.step]
    return Doubt("step", odd[0], most=limits.step) if odd else None


def _of_twenties(limits: Limits, counts: bool, scores: Sequence[int], twenties: Sequence[int]) -> Doubt | None:
    if not any(twenties):
        return None
    if not counts:
        return Doubt("no-twenties")
    if limits.twenties is not None and max(twenties) > limits.twenties:
        return Doubt("twenties", max(twenties), most=limits.twenties)
    return Doubt("not-twenties") if limits.is_shootout and list(twenties) != list(scores) else None


def doubt_words(doubt: Doubt) -> str:
    """Why the figure cannot be."""
    said = {
        "negative": f"{doubt.found} points; in this game no score is below 0",
        "together": f"{_awarded(doubt)} points, and these are {doubt.found}",
        "most": f"{doubt.found} points; a side can have at most {doubt.most} here",
        "step": f"{doubt.found} points; in this game all that counts is a multiple of {doubt.most}",
        "twenties": f"{doubt.found} twenties; a side can make at most {doubt.most} here",
        "no-twenties": "this game counts no twenties",
        "not-twenties": "in a shootout the score is the number of twenties, and these differ",
    }[doubt.kind]
    return f"Look again: {said}."


def _awarded(doubt: Doubt) -> str:
    """`4 rounds award 8`, `2 to 3 rounds award 4 to 6`."""
    if doubt.least == doubt.most:
        return f"{counted(doubt.most // 2, 'round awards', 'rounds award')} {doubt.most}"
    return f"{doubt.least // 2} to {doubt.most // 2} rounds award {doubt.least} to {doubt.most}"
