"""What a box shows on the displays of its sides, from the score that it tells.

The usual view: the totals; in a game that shows the running number, that with the last point lit as soon as anything is
counted in the round. The menu, and other views for some seconds, are seen at the table alone.

What a box tells of a round is its raw points alone. With penalties and forfeits (Southwest) its displays show another
number, which its records tell: so the stored match makes this exact as soon as it has them.
"""

from shared_rules.games import catalogue
from shared_rules.games.match import Match
from shared_rules.games.options import OptionError
from tallyboard.shapes import LiveScore, ResultObject

_RING = "°"  # the upper four segments: this side is first
_LEAST, _MOST = -999, 9999  # what four digits have room for


def displays(live: LiveScore, stored: ResultObject | None = None) -> list[str]:
    """The texts of the displays of A, B (and C), four characters each and a lit point after the last.

    `stored`: the match as far as it is stored, from which come penalties and forfeits; it is left aside where it is not
    at the same score.
    """
    running = _running(live, stored)
    point = "" if running is None else "."
    return [
        _with_ring(live, side, _number(number)) + point
        for side, number in enumerate(live["totals"] if running is None else running)
    ]


def _running(live: LiveScore, stored: ResultObject | None) -> list[int] | None:
    """The running number of each side, or None where totals are shown."""
    try:
        shows_running = catalogue.by_id(live["game"]).SHOWS_RUNNING
    except OptionError:  # a game of a newer firmware
        return None
    if live["finished"] or not shows_running:
        return None
    match = None if stored is None else _replica(live, stored)
    if match is None:
        return live["raw"] if any(live["raw"]) else None
    return [match.running(side) for side in range(match.sides)] if match.counted() else None


def _replica(live: LiveScore, stored: ResultObject) -> Match | None:
    """A match with the counts of the stored one's round, to ask for its numbers; None where they are of another score
    than the live one."""
    current = stored["current"]
    if current is None or stored["game"] != live["game"] or len(stored["rounds"]) != live["closed"]:
        return None
    if list(current["raw"].values()) != live["raw"] or list(stored["totals"].values()) != live["totals"]:
        return None
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in stored["options"].items()}
    match = catalogue.make(stored["game"], options)
    match.shootout = live["shootout"]
    for side, letter in enumerate(stored["sides"]):
        match.counts[side] = [current["counts"][letter].get(str(slot), 0) for slot in match.slots]
    return match


def _number(number: int) -> str:
    """Right-aligned; dashes where there is no room."""
    return f"{number:4d}" if _LEAST <= number <= _MOST else "----"


def _with_ring(live: LiveScore, side: int, text: str) -> str:
    """The ring of the side that is first in the round, where its leftmost digit is free."""
    if live["finished"] or side != live["first"] or text[0] != " ":
        return text
    return _RING + text[1:]
