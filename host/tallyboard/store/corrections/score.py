"""A match's score in a line, as a result that is given by hand: `A 8 B 4 twenties 5 2`, `A 7 B 7 won A`."""

from collections.abc import Sequence
from dataclasses import dataclass

from tallyboard.shapes import BySide

_HOW = "It is like 'A 8 B 4', 'A 8 B 4 twenties 5 2' or 'A 7 B 7 won A'"
_LOWEST, _HIGHEST, _MOST_TWENTIES = -9999, 9999, 999


class ScoreError(ValueError):
    """A line that is no score of the match; the text says why."""


@dataclass(frozen=True)
class Score:
    """`twenties`: None where the line has none. `won`: for whom the game itself decided between equal scores."""

    totals: BySide
    twenties: BySide | None = None
    won: str | None = None

    @property
    def winners(self) -> list[str]:
        """Who has most, all who share a draw; of these the one for whom the game decided."""
        most = max(self.totals.values())
        return [self.won] if self.won else [side for side, points in self.totals.items() if points == most]

    def line(self) -> str:
        """The line that says it."""
        words = [f"{side} {points}" for side, points in self.totals.items()]
        words += ["twenties", *map(str, self.twenties.values())] if self.twenties is not None else []
        return " ".join([*words, *(["won", self.won] if self.won else [])])


def read_score(line: str, sides: Sequence[str]) -> Score:
    """The score that the line says of a match with these sides; raises ScoreError.

    Each side with its points, in any order; behind them, in any order, `twenties` with a number a side, in the order of
    the sides before, and `won` with a side.
    """
    words = line.split()
    given = _points(words[: 2 * len(sides)], sides)
    rest = words[2 * len(sides) :]
    twenties: BySide | None = None
    won: str | None = None
    while rest:
        what = rest[0].lower()
        if what == "twenties" and twenties is None:
            numbers = [_number(word, 0, _MOST_TWENTIES) for word in rest[1 : 1 + len(sides)]]
            if len(numbers) < len(sides):
                raise ScoreError(f"twenties has a number for each of {', '.join(given)}")
            twenties = dict(zip(given, numbers, strict=True))
            rest = rest[1 + len(sides) :]
        elif what == "won" and won is None and len(rest) > 1:
            won = rest[1].upper()
            rest = rest[2:]
        else:
            raise ScoreError(f"{rest[0]} is not expected there. {_HOW}")
    level = Score(given).winners
    if won is not None and (won not in level or len(level) == 1):
        raise ScoreError(f"won is for equal scores, with one of the sides that have them, not {won}")
    of_twenties = None if twenties is None else {side: twenties[side] for side in sides}
    return Score({side: given[side] for side in sides}, of_twenties, won)


def _points(words: Sequence[str], sides: Sequence[str]) -> BySide:
    given: BySide = {}
    for name, number in zip(words[::2], words[1::2], strict=False):
        side = name.upper()
        if side not in sides or side in given:
            raise ScoreError(f"{name} is {'there twice' if side in given else 'no side of the match'}. {_HOW}")
        given[side] = _number(number, _LOWEST, _HIGHEST)
    if len(given) < len(sides):
        raise ScoreError(f"it has no points of {', '.join(side for side in sides if side not in given)}. {_HOW}")
    return given


def _number(word: str, low: int, high: int) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 4 and low <= int(word) <= high):
        raise ScoreError(f"{word} is no number from {low} to {high}. {_HOW}")
    return int(word)
