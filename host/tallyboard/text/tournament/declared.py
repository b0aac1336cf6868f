"""What a phase was declared with, in words."""

from collections.abc import Callable, Sequence

from tallyboard.desk.options import USUAL
from tallyboard.text.quantities import counted
from tallyboard.text.tournament.names import listed


def option_words(options: Sequence[str]) -> str:
    """`Its options: 4 groups; order by lot.` of `groups=4` and `order=lot`; empty where there is nothing but what holds
    anyway."""
    given = dict(word.split("=", 1) for word in options if word not in USUAL)
    said = [_WORDS[name](value) for name, value in given.items() if name not in ("of", "take")]
    if "of" in given:
        said.insert(0, f"{_who(given.get('take', ''))} of phase {given['of']}")
    return f"Its options: {'; '.join(said)}." if said else ""


def _who(take: str) -> str:
    if take == "lost":
        return "who lost their first match"
    return f"places {take.replace('-', ' to ')}" if take else "all"


def _points(value: str) -> str:
    if value == "score":
        return "the scores are the points"
    win, level, defeat = value.split(",")
    return f"points {win} for a win, {level} for a level match, {defeat} for a defeat"


_WORDS: dict[str, Callable[[str], str]] = {
    "across": lambda _: "all groups ranked together by figures alone",
    "order": lambda _: "order by lot",
    "groups": lambda value: f"{value} groups",
    "times": lambda _: "everybody meets twice",
    "rounds": lambda value: counted(int(value), "round", "rounds"),
    "points": _points,
    "bye": lambda value: f"{counted(int(value), 'point', 'points')} for a bye",
    "chain": lambda value: f"ranked by {listed(value.split(','))}",
    "third": lambda _: "a match for third place",
    "reset": lambda _: "no second final",
    "best": lambda value: f"best of {value} games",
    "level": lambda _: "a level match is played again",
    "minutes": lambda value: f"{counted(int(value), 'minute', 'minutes')} a game",
    "rest": lambda value: f"{counted(int(value), 'minute', 'minutes')} of rest between matches",
}
