"""What the rounds of a tournament are called."""

from collections.abc import Callable
from typing import TypeVar

from tallyboard.text.tournament.matches import BRACKET_PLACE, round_to_go

_Said = TypeVar("_Said")


def round_words(_: Callable[..., _Said], match: str, round_: int, format_: str, entrants: int) -> _Said:
    """`Round 3` of a league; `Semi-finals`, `Losers' bracket, round 2`, `Final` of a bracket of so many entrants."""
    found = BRACKET_PLACE.fullmatch(match)
    if found is None:
        return _("Round %(round)s", round=round_)
    kind, number = found[1], int(found[2] or 0)
    if kind == "T":
        return _("Third place")
    if kind == "F":
        return _("Final") if number == 1 else _("Second final")
    if kind == "L":
        return _("Losers' bracket, round %(round)s", round=number)
    if format_ == "double":
        return _("Main bracket, round %(round)s", round=number)
    return round_to_go(_, (entrants - 1).bit_length() - number)


def place_words(
    _: Callable[..., _Said], match: str, round_: int, group: str | None, format_: str, entrants: int
) -> list[_Said]:
    """`Group A`, where there are several, and `Round 2`."""
    said = round_words(_, match, round_, format_, entrants)
    return [said] if group is None else [_("Group %(group)s", group=group), said]
