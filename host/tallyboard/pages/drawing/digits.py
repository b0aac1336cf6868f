"""The number that a box shows of the round that is on, as LED digits, segment by segment.

A page has the `sprite` once; each `display` on it refers to the patterns there. Colours are the text's colour where the
display stands: lit segments have it, dark ones a trace of it.
"""

from functools import cache
from itertools import pairwise

from markupsafe import Markup

from shared_rules.games import catalogue
from shared_rules.games.match import Match
from shared_rules.games.options import OptionError
from tallyboard.pages.drawing import segments
from tallyboard.shapes import LiveScore, ResultObject
from tallyboard.virtual.segments import SEVEN_SEGMENT_CHARACTERS

# In units of the drawing.
_DIGIT_WIDTH, _DIGIT_HEIGHT, _PITCH = int(segments.WIDTH), int(segments.HEIGHT), int(segments.PITCH)
_THICK = 6.0
_MARGIN = 7
SEGMENTS = "abcdefg"
HEIGHT = 2 * _MARGIN + _DIGIT_HEIGHT

_PATTERNS = {character: bits for bits, character in SEVEN_SEGMENT_CHARACTERS.items() if character in "0123456789-"}


def display(number: int) -> Markup:
    uses = [
        Markup('<use href="#led{}" x="{}"/>' if at else '<use href="#led{}"/>').format(character, at * _PITCH)
        for at, character in enumerate(str(number))
    ]
    return Markup('<svg class=glass viewBox="0 0 {} {}" role=img aria-label="{}">{}</svg>').format(
        2 * _MARGIN + (len(uses) - 1) * _PITCH + _DIGIT_WIDTH, HEIGHT, number, Markup("").join(uses)
    )


# ---- the patterns


@cache
def sprite() -> Markup:
    """The patterns that displays refer to, in an image that is not seen. Once in a page, anywhere."""
    parts = "".join(
        f'<symbol id="led{part}"><path d="{_outline(each)}"/></symbol>'
        for part, each in zip(SEGMENTS, segments.seven(_THICK), strict=True)
    )
    symbols = ""
    for character, bits in _PATTERNS.items():
        lit = "".join(f'<use href="#led{part}"/>' for bit, part in enumerate(SEGMENTS) if bits >> bit & 1)
        symbols += f'<symbol id="led{character}"><use href="#led-dark"/>{lit}</symbol>'
    dark = "".join(f'<use href="#led{part}"/>' for part in SEGMENTS)
    return Markup(
        '<svg class="sprite" aria-hidden="true">'
        f'{parts}<symbol id="led-dark"><g fill-opacity=".12">{dark}</g></symbol>{symbols}</svg>'
    )


def _outline(corners: segments.Outline) -> str:
    """The first corner from the origin, each of the others from the one before: so the sprite is small."""
    placed = list(map(_placed, corners))
    steps = [(x - from_x, y - from_y) for (from_x, from_y), (x, y) in pairwise(placed)]
    return f"M{_numbers(*placed[0])}l{' '.join(_numbers(*step) for step in steps)}z"


def _placed(corner: segments.Corner) -> segments.Corner:
    """Slanted, and inside the margin."""
    x, y = segments.slanted(corner)
    return round(x + _MARGIN - 1, 1), y + _MARGIN


def _numbers(x: float, y: float) -> str:
    return " ".join(f"{value:.1f}".removesuffix(".0").replace("-0.", "-.") for value in (x, y))


# ---- what is shown


def running(live: LiveScore, stored: ResultObject | None = None) -> list[int] | None:
    """What the box shows of the round that is on, by side; None where it shows the totals. `stored`: the match as far
    as it is stored, from which come penalties and forfeits; it is left aside where it is not at the same score."""
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
