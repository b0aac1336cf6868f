"""Presses, zones and what the journal notes, in the words of a page."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.pages.public.view import Speaker
from tallyboard.pages.render import name_markup
from tallyboard.text.language import later
from tallyboard.text.match_words import game_word


class RoundWords(NamedTuple):
    """What the players of a game call a round: all in turn, one with its number, and the press that ends one."""

    in_turn: str
    numbered: str
    end: str


_ROUNDS = {
    "game": RoundWords(later("Game by game"), later("Game no. %(number)s"), later("end of the game")),
    "manche": RoundWords(later("Manche by manche"), later("Manche no. %(number)s"), later("end of the manche")),
    "round": RoundWords(later("Round by round"), later("Round no. %(number)s"), later("end of the round")),
}


def round_words(game: str) -> RoundWords:
    """The words for a round of this game, to be said in somebody's language."""
    return _ROUNDS[game_word(game)]


_ZONES = {
    "penalty": later("penalties"),
    "forfeit": later("forfeit"),
    "dames": later("dames"),
    "counters": later("points of counters"),
    "board": later("board"),
    "dead": later("dead"),
}


def zone_word(speaker: Speaker, zone: str) -> str:
    """What is counted: a zone or hole by its number, else its word."""
    return str(speaker._(_ZONES[zone])) if zone in _ZONES else zone


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


_PRESSES = {
    "undo": later("undo"),
    "first": later("first is"),
    "agree": later("agrees"),
    "forfeit": later("forfeits"),
    "knocked": later("knocked off the board"),
    "sunk": later("sunk into"),
    "dame": later("dame"),
    "counter": later("counter"),
    "stop": later("end of the turn"),
    "board": later("on the board"),
    "dead": later("on the ground"),
    "off": later("takes off"),
    "penalty": later("penalty"),
    "colour": later("colour"),
    "green": later("green"),
    "red": later("red"),
}


def press_said(speaker: Speaker, event: str, game: str) -> str:
    """A press in this game: a scoresheet's line, its words in the reader's language."""
    known = _PRESSES | {"next": round_words(game).end}
    return " ".join(str(speaker._(known[word])) if word in known else word for word in event.split(" "))


# What a journal notes, and how it is said; what stands there in words of people is put in as theirs.
_NOTES = {
    r"not counted": later("not counted"),
    r"awarded (?P<points>.*)": later("awarded %(points)s"),
    r"cancels": later("cancels"),
    r"bust": later("bust"),
    r"records? (?P<numbers>.*) (?:is|are) missing": later("missing records: %(numbers)s"),
    r"power on": later("power on"),
    r"power on, after safe mode .*": later("power on, after safe mode"),
    r"the firmware hung and was restarted.*": later("the box hung and was restarted"),
    r"the firmware was started anew.*": later("the box was started anew"),
    r"the firmware met an error: (?P<error>.*)": later("the box met an error: %(error)s"),
    r"the next match was no longer assigned": later("the next match was no longer assigned"),
    r"the next match was assigned: (?P<names>.*)": later("the next match was assigned: %(names)s"),
    r"the board found a damaged record and went on from before record (?P<number>\d+)": later(
        "the box found a damaged record, and went on from before record %(number)s"
    ),
    r"another match was started": later("another match was started"),
    r"(?P<side>[ABC]) is first": later("%(side)s is first"),
    r"back to this match": later("back to this match"),
    r"not counted: back to the match before": later("not counted: back to the match before"),
}
_OF_PEOPLE = ("error", "names")


def note_said(speaker: Speaker, note: str) -> Markup:
    """What the journal notes at a press or between two."""
    for pattern, said in _NOTES.items():
        found = re.fullmatch(pattern, note, re.DOTALL)
        if found:
            values = {
                name: name_markup(value) if name in _OF_PEOPLE else value.replace(" to ", "\u2013")
                for name, value in found.groupdict().items()
            }
            return speaker._(said, **values)
    return name_markup(note) if note else Markup("")  # of a newer firmware
