"""A small picture of each part that is bought, to know it by: as large as it is, beside a mark of 10 mm.

What a part looks like stands in its `look`, a word and its sizes in mm, as "screw pan 2 6"; what is on the carrier, the
cables of STEMMA QT and what [key], [display_size] and [carrier] know need no sizes there.
"""

from collections.abc import Callable, Iterable
from html import escape

from hardware.buying import shapes
from hardware.buying.shapes import Drawn
from hardware.carrier.footprints import footprint
from hardware.carrier.places import placed_parts
from hardware.circuit.netlist import netlist
from hardware.face.letters import FONT
from hardware.source.board import Board, Part
from hardware.source.shape import unknown

_WIDTH, _HEIGHT = 104.0, 60.0  # of the room for the part, in pixels
_AROUND, _MARK, _LETTERS = 4.0, 14.0, 9.0  # the edge, what the mark takes below, its letters
_LARGEST = 7.0  # pixels for a mm, at most
_TEN = 10.0

# By the word of `look`: the sizes that it takes, and what draws them.
_LOOKS: dict[str, tuple[int, Callable[..., Drawn]]] = {
    "socket": (2, shapes.socket_strip),  # pins, height
    "header": (1, shapes.pin_header),  # pins
    "jumper": (0, shapes.jumper),
    "axial": (2, shapes.axial),  # length and diameter of the body
    "breakout": (3, shapes.breakout),  # width, height, pads
    "qt-breakout": (3, shapes.qt_breakout),
    "piezo": (1, shapes.piezo),  # diameter
    "housing": (1, shapes.housing),  # ways
    "contact": (0, shapes.contact),
    "pan": (2, shapes.pan_screw),  # thread, length
    "countersunk": (2, shapes.countersunk_screw),
    "washer": (2, shapes.washer),  # diameter, hole
    "foot": (2, shapes.foot),  # width, height
    "spool": (2, shapes.spool),  # diameter, hole
    "wire": (1, shapes.wire_coil),  # over its cover
    "usb": (2, shapes.usb_cable),  # width and height of the far plug
    "charger": (0, shapes.charger),
    "tie": (2, shapes.cable_tie),  # length, width
    "sheet": (2, shapes.sheet),
    "strip": (2, shapes.strip),
    "macropad": (2, shapes.macropad),  # width and height of its board
    "pico": (0, lambda: shapes.pico(pins=False)),
}
_OF_THE_BOARD: dict[str, Callable[[Board], Drawn]] = {
    "seven": lambda board: shapes.display(board.display_size["seven"], "88:88"),
    "fourteen": lambda board: shapes.display(board.display_size["fourteen"], "****"),
    "switch": lambda board: shapes.switch(board.key),
    "cap": lambda board: shapes.cap(board.key),
    "carrier": lambda board: shapes.carrier(board.carrier, [part.body for part in placed_parts(board)]),
}


def wrong_look(look: str) -> str:
    """The rule that this `look` breaks; "" where it can be drawn."""
    word, sizes = _read(look)
    if not look or word in _OF_THE_BOARD:
        return f'"{word}" takes no sizes' if sizes else ""
    if word not in _LOOKS:
        return unknown("look", word, [*_LOOKS, *_OF_THE_BOARD])
    if None in sizes or len(sizes) != _LOOKS[word][0]:
        return f'"{word}" takes {_LOOKS[word][0]} sizes, each a number over 0, as in "pan 2 6"'
    return ""


def _read(look: str) -> tuple[str, list[float | None]]:
    word, *sizes = look.split() or [""]
    return word, [float(size) if size.replace(".", "", 1).isdigit() and float(size) > 0 else None for size in sizes]


def pictures(parts: dict[str, Part], board: Board) -> dict[str, str]:
    """The picture of each of these parts by its path under hardware/build/, with the sizes of this board. A part that
    nothing is known of has none."""
    drawn = {key: _drawn(part, board) for key, part in parts.items()}
    return {path_of(key): _svg(key.replace("_", " "), *found) for key, found in drawn.items() if found}


def path_of(key: str) -> str:
    """Where the picture of the part with this key is, under hardware/build/."""
    return f"parts/{key}.svg"


def _drawn(part: Part, board: Board) -> Drawn | None:
    word, sizes = _read(part.look)
    if word in _OF_THE_BOARD:
        return _OF_THE_BOARD[word](board)
    if word:
        return _LOOKS[word][1](*sizes)
    if part.qt:
        return shapes.qt_cable(part.qt)
    kinds = [component.kind for component in netlist(board) if component.ref in part.refs]
    if not kinds:
        return None
    return shapes.pico(pins=True) if kinds[0] == "pico" else shapes.from_above(kinds[0], footprint(kinds[0]))


def _svg(name: str, width: float, height: float, lines: Iterable[str]) -> str:
    scale = min(_WIDTH / max(width, _TEN), _HEIGHT / height, _LARGEST)  # pixels for a mm
    wide, high = _WIDTH + 2 * _AROUND, _AROUND + height * scale + _MARK
    left = (wide - width * scale) / 2
    mark, foot = _TEN * scale, high - 5
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high:.1f}" '
            f'viewBox="0 0 {wide:g} {high:.1f}" font-family="{FONT}">',
            f"<title>{escape(name)}</title>",
            f'<rect width="{wide:g}" height="{high:.1f}" fill="#fff"/>',
            f'<g transform="translate({left:.2f} {_AROUND:g}) scale({scale:.4f})" stroke="#333" '
            f'stroke-width="{0.7 / scale:.4f}" stroke-linejoin="round" fill="none">',
            *lines,
            "</g>",
            f'<path d="M4 {foot - 3:.1f}v3h{mark:.2f}v-3" fill="none" stroke="#000"/>',
            f'<text x="{8 + mark:.2f}" y="{foot:.1f}" font-size="{_LETTERS:g}">10 mm</text>',
            "</svg>",
            "",
        ]
    )
