"""Presses, zones and what the journal notes, in the words of a page."""

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.pages.public.view import Speaker
from tallyboard.pages.render import name_markup
from tallyboard.text.language import later
from tallyboard.text.match_words import game_word, noted


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


_OF_PEOPLE = ("error", "names")


def note_said(speaker: Speaker, note: str) -> Markup:
    """What the journal notes at a press or between two."""
    said, values = noted(note)
    if said:
        put = {name: name_markup(value) if name in _OF_PEOPLE else value for name, value in values.items()}
        return speaker._(said, **put)
    return name_markup(note) if note else Markup("")  # of a newer firmware
