"""The words behind `tallyboard tournament result`: a match, two entrants with their scores, twenties, the winner."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from tallyboard.commands.tournament.finding import is_match_name
from tallyboard.errors import TallyboardError

_SCORE = re.compile(r"-?\d+")
_EXAMPLE = "Write it as `tallyboard tournament result Ann 6 Bob 2`, also with `twenties 5 2` or `won Ann` behind."


class Said(NamedTuple):
    """A result as it was said: `match` is None where only the entrants are named, in the sequence of `scores`."""

    match: str | None
    names: tuple[str, str]
    scores: tuple[str, str]
    twenties: Sequence[str] | None
    won: str | None


def understood(words: Sequence[str], twenties: Sequence[str] | None, won: str | None) -> Said:
    """What was said, the options with it; raises TallyboardError. A name needs no quotes: it ends with its score."""
    rest = list(words)
    match = rest.pop(0) if rest and is_match_name(rest[0]) else None
    first, first_score = _entrant_and_score(rest)
    second, second_score = _entrant_and_score(rest)
    while rest:
        part = rest.pop(0).casefold()
        if part == "twenties" and twenties is None and len(rest) >= 2:
            twenties = [rest.pop(0), rest.pop(0)]
        elif part == "won" and won is None and rest:
            name = [rest.pop(0)]
            while rest and rest[0].casefold() != "twenties":
                name.append(rest.pop(0))
            won = " ".join(name)
        else:
            raise _wrong(f"{part!r} cannot stand behind the scores.")
    return Said(match, (first, second), (first_score, second_score), twenties, won)


def _entrant_and_score(rest: list[str]) -> tuple[str, str]:
    """Takes a name, whose first word may be a number, and the score behind it."""
    name: list[str] = []
    while rest and (not name or not _SCORE.fullmatch(rest[0])):
        name.append(rest.pop(0))
    if not name:
        raise _wrong("A result is of two entrants.")
    if not rest:
        raise _wrong(f"The score of {' '.join(name)} is missing.")
    return " ".join(name), rest.pop(0)


def _wrong(cause: str) -> TallyboardError:
    return TallyboardError(cause, _EXAMPLE)
