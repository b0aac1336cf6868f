"""A word of doubt about figures that somebody typed: what the game cannot have given."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.facts import Limits, facts_of
from tallyboard.text.quantities import counted

Kind = Literal["negative", "together", "most", "twenties", "no-twenties", "not-twenties", "step"]


class Doubt(NamedTuple):
    """A figure that cannot be. `found`: the figure; `least`, `most`: what it could be; of `step` what it is no multiple
    of."""

    kind: Kind
    found: int = 0
    least: int = 0
    most: int = 0


def doubts_of_line(line: str, scores: Sequence[int], twenties: Sequence[int]) -> list[Doubt]:
    """What cannot be of these figures of the sides in a match of this game line (without the word `game`)."""
    game, options = catalogue.parse(line.split())
    return doubts(game, options, scores, twenties)


def doubts(game: str, options: Mapping[str, Any], scores: Sequence[int], twenties: Sequence[int]) -> list[Doubt]:
    """What cannot be of these figures of the sides in a match of this game with these options in force."""
    limits = facts_of(game).limits(options)
    found = [_of_scores(limits, scores), _of_twenties(game, limits, scores, twenties)]
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


def _of_twenties(game: str, limits: Limits, scores: Sequence[int], twenties: Sequence[int]) -> Doubt | None:
    if not any(twenties):
        return None
    if not catalogue.by_id(game).TWENTIES:
        return Doubt("no-twenties")
    if limits.twenties is not None and max(twenties) > limits.twenties:
        return Doubt("twenties", max(twenties), most=limits.twenties)
    return Doubt("not-twenties") if facts_of(game).is_shootout and list(twenties) != list(scores) else None


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
