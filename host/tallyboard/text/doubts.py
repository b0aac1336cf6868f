"""A word of doubt about figures that somebody typed: what the game cannot have given."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.facts import Limits, facts_of
from tallyboard.text.language import Language, here, later

Kind = Literal["negative", "together", "most", "twenties", "no-twenties", "not-twenties", "step", "end"]


class Doubt(NamedTuple):
    """A figure that cannot be. `found`: the figure; `least`, `most`: what it could be; of `step` what it is no multiple
    of; of `end` the lower and the higher score, with which no match ends."""

    kind: Kind
    found: int = 0
    least: int = 0
    most: int = 0


def doubts_of_line(line: str, scores: Sequence[int], twenties: Sequence[int], may_stop: bool = False) -> list[Doubt]:
    """What cannot be of these figures of the sides in a match of this game line (without the word `game`). `may_stop`:
    as in a knock-out, rounds need not be played that could not change any more who goes on."""
    game, options = catalogue.parse(line.split())
    return doubts(game, options, scores, twenties, may_stop)


def doubts(
    game: str, options: Mapping[str, Any], scores: Sequence[int], twenties: Sequence[int], may_stop: bool = False
) -> list[Doubt]:
    """What cannot be of these figures of the sides in a match of this game with these options in force."""
    facts = facts_of(game)
    limits = facts.limits(options)
    found = [_of_scores(limits, scores, may_stop, facts.results(options)), _of_twenties(game, limits, scores, twenties)]
    return [doubt for doubt in found if doubt is not None]


def _of_scores(limits: Limits, scores: Sequence[int], may_stop: bool, ends: Sequence[tuple[int, int]]) -> Doubt | None:
    if min(scores) < 0 and not limits.is_signed:
        return Doubt("negative", min(scores))
    together = limits.together or (0, 0)
    if may_stop and together[0] == together[1] and sum(scores) % 2 == 0 and 2 * max(scores) > together[0] > sum(scores):
        return None  # two points a round, and the others do not suffice
    if limits.together is not None and not limits.together[0] <= sum(scores) <= limits.together[1]:
        return Doubt("together", sum(scores), *limits.together)
    if limits.most is not None and max(scores) > limits.most:
        return Doubt("most", max(scores), most=limits.most)
    odd = [score for score in scores if score % limits.step]
    if odd:
        return Doubt("step", odd[0], most=limits.step)
    return Doubt("end", least=min(scores), most=max(scores)) if ends and tuple(scores) not in ends else None


def _of_twenties(game: str, limits: Limits, scores: Sequence[int], twenties: Sequence[int]) -> Doubt | None:
    if not any(twenties):
        return None
    if not catalogue.by_id(game).TWENTIES:
        return Doubt("no-twenties")
    if limits.twenties is not None and max(twenties) > limits.twenties:
        return Doubt("twenties", max(twenties), most=limits.twenties)
    return Doubt("not-twenties") if facts_of(game).is_shootout and list(twenties) != list(scores) else None


_SAID = {
    "negative": later("Look again: %(points)s points; in this game no score is below 0."),
    "together": later("Look again: so many rounds award %(least)s to %(most)s points, and these are %(points)s."),
    "most": later("Look again: %(points)s points; a side can have at most %(most)s here."),
    "step": later("Look again: %(points)s points; in this game all that counts is a multiple of %(step)s."),
    "end": later("Look again: no game of these rounds ends %(most)s : %(least)s."),
    "twenties": later("Look again: %(points)s twenties; a side can make at most %(most)s here."),
    "no-twenties": later("Look again: this game counts no twenties."),
    "not-twenties": later("Look again: in a shootout the score is the number of twenties, and these differ."),
}


_ROUNDS = later(
    "Look again: %(fewest)s to %(rounds)s rounds award %(least)s to %(most)s points, and these are %(points)s."
)


def doubt_words(doubt: Doubt, language: Language | None = None) -> str:
    """Why the figure cannot be, in this language, else in the terminal's."""
    says = language or here()
    least, most, found = doubt.least, doubt.most, doubt.found
    if doubt.kind == "together" and least == most:
        return says.ngettext(
            "Look again: %(num)s round awards %(awarded)s points, and these are %(points)s.",
            "Look again: %(num)s rounds award %(awarded)s points, and these are %(points)s.",
            most // 2,
            awarded=most,
            points=found,
        )
    if doubt.kind == "together" and language is None:
        return says(_ROUNDS, fewest=least // 2, rounds=most // 2, least=least, most=most, points=found)
    return says(_SAID[doubt.kind], points=found, least=least, most=most, step=most)
