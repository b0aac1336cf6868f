"""What a rehearsal consists of before anything runs: the format, the players' names, and when what is to go wrong."""

import random
from typing import NamedTuple

FORMATS = ("single", "double", "round-robin", "swiss", "groups")
DEFAULT_GAME = "crokinole-championship rounds=3 discs=6"
GAMES = {"groups": "crokinole-championship rounds=4"}  # where a format has one of its own: the day of docs/organiser.md
FEWEST_PLAYERS, MOST_PLAYERS = 6, 64
MOST_TABLES = 16

_A_GROUP = 5  # players at most
_MOST_ROUNDS = 5  # of a round robin: what a day has time for
EVERYBODY = """
    Ann Bob Cid Dee Eva Fay Gus Hal Ida Jim Kai Lea Max Nan Oli Pia Quin Ray Sue Tom Uma Vic Wes Xia Yan Zoe
    Abe Bea Cal Dot Eli Flo Gil Hope Ian Joy Ken Lou Mia Ned Olga Pat Rex Sam Tess Ugo Val Walt Yves Zach
    Amy Ben Cleo Dan Ella Finn Gwen Hugo Iris Jack Kate Leo Mona Nick
""".split()  # noqa: SIM905 - a list of as many lines would be no easier to read


class RehearsalSettings(NamedTuple):
    """What is rehearsed. `seed`: the same one gives the same draw, presses and mishaps; `speed`: how many times as fast
    as somebody can follow. `phones`: no table has a box. `name`: of the tournament."""

    players: int
    tables: int
    format: str
    game: str
    seed: int
    speed: float
    phones: bool = False
    name: str = "Rehearsal"


class RehearsalPlan(NamedTuple):
    """`phases`: what is declared, each when the one before it is over. `matches`: about how many there will be.
    `joins_at`: from which share of them on who is late can come in; 0: before the first is called."""

    names: list[str]
    phases: list[str]
    matches: int
    joins_at: float


def planned(settings: RehearsalSettings) -> RehearsalPlan:
    """The plan of a rehearsal; the one who comes last is the last of the names."""
    names = random.Random(f"names of {settings.seed}").sample(EVERYBODY, settings.players)
    phases, matches, joins_at = _phases(settings.format, settings.players)
    return RehearsalPlan(names, [f"{phase} game {settings.game}" for phase in phases], matches, joins_at)


def _phases(format_: str, players: int) -> tuple[list[str], int, float]:
    """As the plan has them, without the game."""
    if format_ == "single":
        return ["single third=yes"], players, 0
    if format_ == "double":
        return ["double"], 2 * players - 2, 0
    if format_ == "swiss":
        rounds = max(2, min(_MOST_ROUNDS, (players - 1).bit_length()))
        return [f"swiss rounds={rounds}"], rounds * (players // 2), 0.1
    if format_ == "round-robin" and players - 1 <= _MOST_ROUNDS + 1:
        return ["round-robin"], players * (players - 1) // 2, 0.1
    if format_ == "round-robin":
        return [f"round-robin rounds={_MOST_ROUNDS}"], players * _MOST_ROUNDS // 2, 0
    groups = max(2, -(-players // _A_GROUP))
    each = players / groups
    best = 1 << max(1, groups.bit_length() - 1 + (each >= 4))
    while best > players - 2:  # one is late, and one goes home
        best //= 2
    in_groups = round(groups * each * (each - 1) / 2)
    return [f"round-robin groups={groups}", f"double of=1 take=1-{best}"], in_groups + 2 * best - 2, 0.1
