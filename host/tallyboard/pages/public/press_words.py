"""Presses, what is counted, and what a journal notes, in the words of a page."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.pages.public.view import Speaker, name_markup
from tallyboard.text.match_words import game_word


class RoundWords(NamedTuple):
    """What the players of a game call a round: all in turn, one with its number, and the press that ends one."""

    in_turn: Markup
    numbered: Callable[[int], Markup]
    end: Markup


def round_words(speaker: Speaker, game: str) -> RoundWords:
    """The words for a round of this game."""
    word = game_word(game)
    if word == "game":
        in_turn, end = speaker._("Game by game"), speaker._("end of the game")
        return RoundWords(in_turn, lambda number: speaker._("Game no. %(number)s", number=number), end)
    if word == "manche":
        in_turn, end = speaker._("Manche by manche"), speaker._("end of the manche")
        return RoundWords(in_turn, lambda number: speaker._("Manche no. %(number)s", number=number), end)
    in_turn, end = speaker._("Round by round"), speaker._("end of the round")
    return RoundWords(in_turn, lambda number: speaker._("Round no. %(number)s", number=number), end)


def zone_word(speaker: Speaker, zone: str) -> str:
    """What is counted: a zone or hole by its number, else its word."""
    known: dict[str, Callable[[], Markup]] = {
        "penalty": lambda: speaker._("penalties"),
        "forfeit": lambda: speaker._("forfeit"),
        "dames": lambda: speaker._("dames"),
        "counters": lambda: speaker._("points of counters"),
        "board": lambda: speaker._("board"),
        "dead": lambda: speaker._("dead"),
    }
    return str(known[zone]()) if zone in known else zone


def by_worth(zone: str) -> tuple[int, str]:
    """By it zones are sorted from the best on, and behind them what is counted by a word."""
    return (-int(zone), "") if zone.isdecimal() else (1, zone)


def counts_said(speaker: Speaker, counts: Mapping[str, int]) -> Markup:
    """What a side has in a round: of zones how many in each, then what is counted by a word."""
    return Markup(", ").join(_count(speaker, name, number) for name, number in counts.items())


def _count(speaker: Speaker, name: str, number: int) -> Markup:
    if name.isdecimal():
        return Markup("{}\u00a0\u00d7\u00a0{}").format(number, name)
    return Markup("{}\u00a0{}").format(zone_word(speaker, name), number)


def press_said(speaker: Speaker, event: str, game: str) -> str:
    """A press in this game: a scoresheet's line, its words in the reader's language."""
    return " ".join(_press_word(speaker, word, game) for word in event.split(" "))


def _press_word(speaker: Speaker, word: str, game: str) -> str:
    known: dict[str, Callable[[], Markup]] = {
        "next": lambda: round_words(speaker, game).end,
        "undo": lambda: speaker._("undo"),
        "first": lambda: speaker._("first is"),
        "agree": lambda: speaker._("agrees"),
        "forfeit": lambda: speaker._("forfeits"),
        "knocked": lambda: speaker._("knocked off the board"),
        "sunk": lambda: speaker._("sunk into"),
        "dame": lambda: speaker._("dame"),
        "counter": lambda: speaker._("counter"),
        "stop": lambda: speaker._("end of the turn"),
        "board": lambda: speaker._("on the board"),
        "dead": lambda: speaker._("on the ground"),
        "off": lambda: speaker._("takes off"),
        "penalty": lambda: speaker._("penalty"),
        "colour": lambda: speaker._("colour"),
        "green": lambda: speaker._("green"),
        "red": lambda: speaker._("red"),
    }
    return str(known[word]()) if word in known else word


def note_said(speaker: Speaker, note: str) -> Markup:
    """What the journal notes at a press or between two."""
    for pattern, say in _NOTES:
        found = pattern.fullmatch(note)
        if found:
            return say(speaker, found)
    return name_markup(note)  # of a newer firmware


_Say = Callable[[Speaker, re.Match[str]], Markup]
_SAID: tuple[tuple[str, _Say], ...] = (
    (r"", lambda speaker, found: Markup("")),
    (r"not counted", lambda speaker, found: speaker._("not counted")),
    (r"awarded (.*)", lambda speaker, found: speaker._("awarded %(points)s", points=found[1])),
    (r"cancels", lambda speaker, found: speaker._("cancels")),
    (r"bust", lambda speaker, found: speaker._("bust")),
    (r"records? (.*) (?:is|are) missing", lambda speaker, found: speaker._(
        "missing records: %(numbers)s", numbers=found[1].replace(" to ", "\u2013"))),
    (r"power on", lambda speaker, found: speaker._("power on")),
    (r"power on, after safe mode .*", lambda speaker, found: speaker._("power on, after safe mode")),
    (r"the firmware hung and was restarted.*", lambda speaker, found: speaker._("the box hung and was restarted")),
    (r"the firmware was started anew.*", lambda speaker, found: speaker._("the box was started anew")),
    (r"the firmware met an error: (.*)", lambda speaker, found: speaker._(
        "the box met an error: %(error)s", error=name_markup(found[1]))),
    (r"the next match was no longer assigned", lambda speaker, found: speaker._(
        "the next match was no longer assigned")),
    (r"the next match was assigned: (.*)", lambda speaker, found: speaker._(
        "the next match was assigned: %(names)s", names=name_markup(found[1]))),
    (r"the board found a damaged record and went on from before record (\d+)", lambda speaker, found: speaker._(
        "the box found a damaged record, and went on from before record %(number)s", number=found[1])),
    (r"another match was started", lambda speaker, found: speaker._("another match was started")),
    (r"([ABC]) is first", lambda speaker, found: speaker._("%(side)s is first", side=found[1])),
    (r"back to this match", lambda speaker, found: speaker._("back to this match")),
    (r"not counted: back to the match before", lambda speaker, found: speaker._(
        "not counted: back to the match before")),
)  # fmt: skip
_NOTES = [(re.compile(pattern, re.DOTALL), say) for pattern, say in _SAID]
