"""What a laptop knows of a game beside its rules. A board has none of this.

The facts of the games of `games/MODULE.py` stand in `facts/MODULE.py`, in its table `FACTS`, by id. A game without them
has those that follow from its class: see `facts_of`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from shared_rules.games import catalogue

Options = Mapping[str, Any]  # all that are in force

BY_TOTALS = ("points", "head", "difference", "for", "lot")
BY_TWENTIES = ("points", "head", "twenties", "difference", "lot")
BY_SCORE = ("points", "twenties", "head", "lot")


class Limits(NamedTuple):
    """What a match gives at most; None where there is no bound. `most`: the score of a side, `together`: the points of
    both sides, least and most, `twenties`: of a side. `step`: scores are multiples of this, as all that counts is.
    `is_signed`: whether a score can be below 0."""

    most: int | None = None
    together: tuple[int, int] | None = None
    twenties: int | None = None
    is_signed: bool = False
    step: int = 1


class Facts(NamedTuple):
    """`name`: in English. `card`: which of the cards of hardware/face is its own, and which form on paper; "": one that
    is made of its keys. `limits` of a result with these options. `chain`: what ranks a league. `own_points`: what a bye
    brings in a league where the score itself is the points; None: 2, 1 and 0 are. `minutes`: a match takes. `busts`:
    whether boards tell of busts. `is_shootout`: whether the score is the number of twenties. `option_names`: of options
    that no other game has, in front of a field. `results`: all scores of A and B that a match with these options can
    end with, each once, from A's best to B's; none where they are too many to choose from."""

    name: str
    card: str = ""
    limits: Callable[[Options], Limits] = lambda options: Limits(is_signed=True)
    chain: tuple[str, ...] = BY_TOTALS
    own_points: Callable[[Options], int | None] = lambda options: None
    minutes: Callable[[Options], int] = lambda options: 15
    busts: bool = False
    is_shootout: bool = False
    option_names: Mapping[str, str] = {}
    results: Callable[[Options], Sequence[tuple[int, int]]] = lambda options: ()


@cache
def facts_of(game_id: str) -> Facts:
    """The facts of the game; raises OptionError as `catalogue.by_id`."""
    game = catalogue.by_id(game_id)
    home = f"{__name__}.{game.__module__.rpartition('.')[2]}"
    known: dict[str, Facts] = import_module(home).FACTS if find_spec(home) else {}
    if game_id in known:
        return known[game_id]
    return Facts(catalogue.TITLES[catalogue.number_of(game_id)].capitalize())


def option_name(option: str) -> str:
    """What an option is called in front of a field, by the facts of the games that have it."""
    known = (facts_of(game).option_names.get(option) for game in catalogue.IDS)
    return next(filter(None, known), option.replace("_", " ").capitalize())


def below(target: int, step: int) -> int:
    """What a side can have at most before the last round: less than the target, in steps."""
    return (target - 1) // step * step


def slots(amount: int, size: int) -> int:
    """How many of this size it takes, rounded up."""
    return -(-amount // size)


def round_minutes(options: Options) -> int:
    """A round of crokinole takes (000 S-3)."""
    return 3 if options.get("format", "singles") == "singles" else 7
