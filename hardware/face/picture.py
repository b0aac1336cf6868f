"""Draws the face of the box as it looks in play: displays lit, keys, and what each means in crokinole.

Lengths in mm.
"""

from hardware.face.display import Look, display, status
from hardware.face.english import CROKINOLE
from hardware.face.layout import Layout, layout
from hardware.face.legends import legends
from hardware.face.letters import FONT, wrapped
from hardware.face.overlay import dashes_svg
from hardware.face.text import Line, Text, number, stacked, text_svg
from hardware.source.board import Board

_LIT = {"red": "#ff4030", "green": "#40e070", "yellow": "#ffd040", "blue": "#4090ff", "white": "#f4f4ff"}
_SHOWN = {"A": "° 45.", "S": "R 1 ", "B": "  20.", "C": "  15."}
_SAYS = {"A": "A is first this round: 45 counted", "S": "round 1", "B": "B: 20 counted", "C": "C: 15 counted"}
_DRAWN = 270.0, 104.0  # what display.py draws
_ABOVE, _AROUND = 11.0, 5.0
_CAPTION = 3.4
_FACE, _PRINT, _QUIET, _PAPER = "#3b3630", "#f2ece0", "#8a8272", "#f6f3ec"


def _displays(face: Layout, look: Look) -> list[str]:
    out = []
    for name, window in face.windows.items():
        draw = status if name == "S" else display
        scale = f"{window.width / _DRAWN[0]:.4f} {window.height / _DRAWN[1]:.4f}"
        out.append(f'<g transform="translate({number(window.left)} {number(window.top)}) scale({scale})">')
        out += draw(0, 0, _SHOWN[name], look)
        out.append("</g>")
    return out


def _caps(board: Board, face: Layout) -> list[str]:
    """Each cap, and the smaller top of it."""
    out = []
    for x, y in face.keys.values():
        for side, colour in ((board.key.cap, "#cfc7b6"), (board.key.cap * 0.72, "#e8e2d4")):
            out.append(
                f'<rect x="{number(x - side / 2)}" y="{number(y - side / 2)}" width="{number(side)}" '
                f'height="{number(side)}" rx="1.6" fill="{colour}"/>'
            )
    return out


def _captions(face: Layout) -> list[Text]:
    """What each display says, above the face."""
    texts = []
    for name, window in face.windows.items():
        lines = [Line("", words, _CAPTION) for words in wrapped(_SAYS[name], _CAPTION, window.width)]
        texts += stacked(lines, window.x, -_ABOVE / 2, f"caption {name}", centred=True)
    return texts


def face_svg(board: Board, sides: int) -> str:
    """The face of a box of two or three sides in the first round of a match, as SVG."""
    face = layout(board, sides)
    written = legends(board, face, CROKINOLE)
    look = Look(lit=_LIT.get(board.leds.colour, "#f4f4ff"), dark="#2a1f1c", ground="#120d0b")
    wide, high = face.width + 2 * _AROUND, face.height + _ABOVE + _AROUND
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{number(-_AROUND)} {number(-_ABOVE)} {number(wide)} '
            f'{number(high)}" font-family="{FONT}">',
            "<title>The face of the box</title>",
            f'<rect x="{number(-_AROUND)}" y="{number(-_ABOVE)}" width="{number(wide)}" height="{number(high)}" '
            f'fill="{_PAPER}"/>',
            f'<rect width="{number(face.width)}" height="{number(face.height)}" rx="3" fill="{_FACE}"/>',
            *_displays(face, look),
            *_caps(board, face),
            f'<g fill="{_PRINT}">',
            *map(text_svg, written.texts),
            "</g>",
            *dashes_svg(written.dashes, _QUIET),
            *map(text_svg, _captions(face)),
            "</svg>",
            "",
        ]
    )
