"""The LED digits of a box, segment by segment, as it shows them.

A page has the `sprite` once; each `display` on it refers to the patterns there. Colours are the text's colour where the
display stands: lit segments have it, dark ones a trace of it.
"""

from functools import cache
from itertools import pairwise

from markupsafe import Markup, escape

from shared_rules.games import catalogue
from shared_rules.games.match import Match
from shared_rules.games.options import OptionError
from tallyboard.pages.drawing import segments
from tallyboard.shapes import LiveScore, ResultObject
from tallyboard.virtual.segments import CHARACTERS, SEVEN_POINT, SEVEN_SEGMENT_CHARACTERS

# In units of the drawing.
_DIGIT_WIDTH, _DIGIT_HEIGHT, _PITCH = int(segments.WIDTH), int(segments.HEIGHT), int(segments.PITCH)
_THICK = 6.0
_MARGIN = 7
_DARK = ' fill-opacity=".07"'
_POINT = 3.4  # radius of points and of the colon's dots
WIDTH = 2 * _MARGIN + CHARACTERS * _PITCH - 2
HEIGHT = 2 * _MARGIN + _DIGIT_HEIGHT

_BITS = {character: bits for bits, character in SEVEN_SEGMENT_CHARACTERS.items()}
_COLON_BEHIND = 1  # the number of the digit before the colon


def display(shown: str, label: str) -> Markup:
    """What a display of numbers shows, such as `" 45."`, `"°100"`, `"12:30"`; `label`: what is read out instead.

    Fewer than four characters leave the digits behind them dark; what no display can show is dark too.
    """
    digits, has_colon = read(shown)
    uses = [_use(f"led{bits & ~SEVEN_POINT:x}", at) for at, bits in enumerate(digits)]
    uses += [_use("led-point", at) for at, bits in enumerate(digits) if bits & SEVEN_POINT]
    if has_colon:
        uses.append(_use("led-colon", _COLON_BEHIND))
    return Markup('<svg class="led" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        WIDTH, HEIGHT, escape(label), Markup("").join(uses)
    )


def read(shown: str) -> tuple[list[int], bool]:
    """The four digits of a text as displays have them, bits 0…6 for the lit segments a…g and bit 7 for the point behind
    it, and whether the colon between them is lit."""
    digits: list[int] = []
    for character in shown:
        if character == "." and digits:
            digits[-1] |= SEVEN_POINT
        elif character not in ".:":
            digits.append(_BITS.get(character, 0))
    return (digits + [0] * CHARACTERS)[:CHARACTERS], ":" in shown


def _use(name: str, at: int) -> Markup:
    return Markup('<use href="#{}" x="{}"/>' if at else '<use href="#{}"/>').format(name, at * _PITCH)


# ---- the patterns


@cache
def sprite() -> Markup:
    """The patterns that displays refer to, in an image that is not seen. Once in a page, anywhere."""
    outlines = [_outline(each) for each in segments.seven(_THICK)]
    dot = _dot(_DIGIT_WIDTH + 4.4, _DIGIT_HEIGHT - _POINT)
    symbols = ""
    for bits in SEVEN_SEGMENT_CHARACTERS:
        lit = [outline for bit, outline in enumerate(outlines) if bits >> bit & 1]
        symbols += f'<symbol id="led{bits:x}"><use href="#led-dark"/>{_path(lit)}</symbol>'
    colon = [_dot(_DIGIT_WIDTH + 4.6, _DIGIT_HEIGHT * part) for part in (0.3, 0.7)]
    return Markup(
        '<svg class="led-sprite" width="0" height="0" aria-hidden="true">'
        f'<symbol id="led-dark">{_path([*outlines, dot], _DARK)}</symbol>'
        f'<symbol id="led-point">{_path([dot])}</symbol><symbol id="led-colon">{_path(colon)}</symbol>'
        f"{symbols}</svg>"
    )


def _path(parts: list[str], more: str = "") -> str:
    return f'<path{more} d="{"".join(parts)}"/>' if parts else ""


def _outline(corners: segments.Outline) -> str:
    """The first corner from the origin, each of the others from the one before: so the sprite is small."""
    placed = list(map(_placed, corners))
    steps = [(x - from_x, y - from_y) for (from_x, from_y), (x, y) in pairwise(placed)]
    return f"M{_numbers(*placed[0])}l{' '.join(_numbers(*step) for step in steps)}z"


def _placed(corner: segments.Corner) -> segments.Corner:
    """Slanted, and inside the margin."""
    x, y = segments.slanted(corner)
    return round(x + _MARGIN - 1, 1), y + _MARGIN


def _dot(x: float, y: float) -> str:
    left, middle = _placed((x, y))
    arc = f"a{_numbers(_POINT, _POINT)} 0 1 0 "
    return f"M{_numbers(left - _POINT, middle)}{arc}{_numbers(2 * _POINT, 0)}{arc}{_numbers(-2 * _POINT, 0)}z"


def _numbers(x: float, y: float) -> str:
    return " ".join(f"{value:.1f}".removesuffix(".0").replace("-0.", "-.") for value in (x, y))


_RING = "°"  # the upper four segments: this side is first
_LEAST, _MOST = -999, 9999  # what four digits have room for


def displays(live: LiveScore, stored: ResultObject | None = None) -> list[str]:
    """The texts of the displays of A, B (and C), four characters each and a lit point after the last.

    `stored`: the match as far as it is stored, from which come penalties and forfeits; it is left aside where it is not
    at the same score.
    """
    running = _running(live, stored)
    shown = []
    for side, number in enumerate(live["totals"] if running is None else running):
        text = f"{number:4d}" if _LEAST <= number <= _MOST else "----"
        if text[0] == " " and side == live["first"] and not live["finished"]:
            text = _RING + text[1:]
        shown.append(text if running is None else f"{text}.")
    return shown


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
