"""A match that a board recorded without a call, as the result of a tournament's match."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tallyboard.shapes import MatchObject


def can_be_result(recorded: "MatchObject") -> bool:
    """Whether it is one that a tournament's match can have come to: finished, of two sides."""
    return len(recorded["sides"]) == 2 and recorded["status"] == "finished"


def board_line(recorded: "MatchObject", match: str, sides: Sequence[int]) -> str:
    """The line `result … board ID` of such a match object; `match`: with its game, `sides`: who were A and B."""
    totals = [recorded["totals"][side] for side in recorded["sides"]]
    twenties = [recorded["twenties"].get(side, 0) for side in recorded["sides"]]
    line = f"result {match} {sides[0]} {totals[0]} {sides[1]} {totals[1]} twenties {twenties[0]} {twenties[1]}"
    if totals[0] == totals[1] and len(recorded["winners"]) == 1:
        line += f" won {sides[recorded['sides'].index(recorded['winners'][0])]}"
    return f"{line} board {recorded['match']}"
