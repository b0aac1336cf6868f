"""Matches for property tests: short games, and the lines that make their events, legal now or not."""

from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from shared_rules.games import catalogue
from shared_rules.games.events import COUNT, NEXT, OFF, RefusedError, event
from shared_rules.games.match import Match
from shared_rules.games.result import result
from shared_rules.games.scoresheet import from_words, to_text
from tests.reference.reference import GAMES

# Small numbers, so that rounds close and matches end within a few dozen events. Of the games that the second reading of
# the rules, tests/reference, knows.
READ_TWICE = (
    "crokinole-official target=40 discs=3",
    "crokinole-official format=doubles target=9999 discs=2",
    "crokinole-traditional target=60 discs=3 start=loser",
    "crokinole-traditional scoring=simple target=60 discs=3",
    "crokinole-traditional scoring=simple target=90 discs=2 start=loser format=doubles",
    "crokinole-traditional target=90 discs=2 start=loser format=two-on-one",
    "crokinole-traditional scoring=simple target=60 discs=3 sides=3",
    "crokinole-championship rounds=3 discs=2",
    "crokinole-championship best_of=3 discs=2 format=doubles",
    "twenties-shootout discs=3",
    "twenties-shootout discs=2 sides=3",
    "pichenotte-southwest games=2 discs=3",
    "pichenotte-southwest games=1 format=doubles discs=2",
    "pichenotte-southwest target=40",
    "pichenottes-quebec dames=1 target=4",
    "pichenottes-quebec dames=2 target=31 counters=10,5",
    "pichenottes-quebec dames=7 target=12 counters=1,2 format=doubles",
    "washers-ritzenthaler",
    "washers-ritzenthaler washers=2 target=3",
    "washers-ritzenthaler washers=4 target=7 holes=1,5,3",
)
# And every other game as its options are by default.
LINES = (*READ_TWICE, *[game for game in catalogue.IDS if game not in GAMES])


def each_side(*lines: str) -> tuple[str, ...]:
    return tuple(line.replace("S", side) for line in lines for side in "AB")


DISCS = each_side("S 20", "S 15", "S 10", "S 5", "S off 20", "S off 5", "first S")
STEPS = {
    "crokinole-official": (*DISCS, "next", "next"),
    "crokinole-traditional": (
        *DISCS,
        *["C 20", "C 5", "C off 5", "next", "next", "A 20; next; first A; first B", "B 20; next; first B; first A"],
    ),
    "crokinole-championship": (*DISCS, "next", "next"),
    "twenties-shootout": (*each_side("S 20", "S off 20", "first S", "S 15"), "C 20", "next"),
    "pichenotte-southwest": (
        *DISCS,
        *each_side("S 25", "S 50", "S penalty 20", "S forfeit", "S agree"),
        "next",
        *["next; A agree; B agree", "next; B agree; A agree; first A"] * 3,
    ),
    "pichenottes-quebec": (
        *each_side("S dame", "S dame", "S counter 5", "S counter 10", "S counter 1", "S stop", "S colour red"),
        *each_side("S dame; S counter 5; S dame", "S counter 5; S counter 5", "first S"),
        *["next"] * 3,
    ),
    "washers-ritzenthaler": (
        *each_side("S 3", "S 2", "S 1", "S 5", "S board", "S board", "S dead", "S knocked", "S sunk 3", "first S"),
        *["next"] * 2,
    ),
}


def by_its_keys(game: str) -> tuple[str, ...]:
    """Lines for a game that has none above: what its keys mean, and what its table of actions has besides."""
    match = catalogue.new(game)
    meant = {act for key in match.key_map() for act in key if act}
    meant |= {(OFF, argument) for kind, argument in meant if kind == COUNT and OFF in match.ACTIONS}
    meant |= {(kind, 0) for kind in match.ACTIONS if kind not in (NEXT, *[kind for kind, _ in meant])}
    lines = [to_text(event(kind, side, arg), match) for kind, arg in sorted(meant) for side in range(match.sides)]
    return (*lines, "next", "next", "first A", "first B")


STEPS.update({game: by_its_keys(game) for game in catalogue.IDS if game not in STEPS})


def events_of(steps: list[str], game: str = LINES[0]) -> list[int]:
    """The events of steps, each one or more lines with semicolons between, in the words of this game."""
    match = catalogue.new(game)
    return [from_words(line.lower().split(), match) for step in steps for line in step.split("; ")]


@st.composite
def walks(draw: st.DrawFn, *extra: str, lines: tuple[str, ...] = LINES) -> tuple[str, list[int]]:
    """One of these game lines and events, some of which the rules will refuse; `extra` lines may be among them."""
    line = draw(st.sampled_from(lines))
    game = line.split()[0]
    steps = STEPS[game] + extra
    size = draw(st.sampled_from([0, 5, 25, 40]))
    return line, events_of(draw(st.lists(st.sampled_from(steps), min_size=size, max_size=size + 10)), game)


def played(line: str, events: list[int]) -> Match:
    """A new match with those of the events that the rules allow."""
    match = catalogue.new(line)
    for each in events:
        try_event(match, each)
    return match


def try_event(match: Match, entered: int) -> bool:
    """Whether the rules allowed the event."""
    try:
        match.play(entered)
    except RefusedError:
        return False
    return True


def standing(match: Match) -> list[int]:
    return list(match.events[: match.length])


# What the last press did, and not where the match stands.
PASSING = ("news", "awarded", "events", "on_close")


def state(match: Match) -> tuple[dict[str, Any], list[int], dict[str, object]]:
    """All that can be seen of a match: its result object, its events, and what displays read from it."""
    seen = {name: value for name, value in vars(match).items() if name[0] != "_" and name not in PASSING}
    return result(match), standing(match), deepcopy(seen)
