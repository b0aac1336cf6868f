"""Draws the carrier from its gerbers, as another than KiCad reads them: gerbonara. In mm, seen from the front and from
the back.
"""

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MASK, COVERED, GOLD, LAMINATE, SILK = "#0d5c42", "#1b7d5b", "#e3b64c", "#b9a878", "#ffffff"
_SIDES = {"front": "top", "back": "bottom"}


def opened(gerbers: Path) -> Any:
    """The gerbers and drills of a folder, as gerbonara's LayerStack."""
    from gerbonara import LayerStack

    with warnings.catch_warnings():
        # KiCad writes G90 behind the header of the drill file, as many do.
        warnings.filterwarnings("ignore", message=".*G90 header statement", category=SyntaxWarning)
        return LayerStack.open(gerbers)


def _shapes(layer: Any) -> str:
    return "".join(str(shape) for shape in layer.instance.svg_objects(fg="currentColor", bg="none"))


def _definitions(stack: Any, side: str) -> Iterator[str]:
    """The layers of a side as white on black, and the board with its holes cut out."""
    holes = "".join(_shapes(drill) for drill in stack.drill_layers)
    yield f'<g id="copper">{_shapes(stack[side, "copper"])}</g>'
    yield (
        f'<mask id="open" maskUnits="userSpaceOnUse" x="-1" y="-1" width="999" height="999"><g color="white">'
        f"{_shapes(stack[side, 'mask'])}</g></mask>"
    )
    yield (
        f'<mask id="board" maskUnits="userSpaceOnUse" x="-1" y="-1" width="999" height="999">'
        f'<path d="{stack.outline_svg_d()}" fill="white"/><g color="black">{holes}</g></mask>'
    )


def face_svg(stack: Any, face: str) -> str:
    """The board's "front" or "back" as it will look: green, gold where no solder mask is, with its white print."""
    side = _SIDES[face]
    (left, bottom), (right, top) = stack.board_bounds()
    width, height = right - left, top - bottom
    mirrored = f"translate({left + right:.3f} 0) scale(-1 1)" if face == "back" else ""
    area = f'x="{left:.3f}" y="{bottom:.3f}" width="{width:.3f}" height="{height:.3f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.3f}mm" height="{height:.3f}mm" '
            f'viewBox="{left:.3f} {bottom:.3f} {width:.3f} {height:.3f}">',
            f'<g transform="{mirrored} translate(0 {top + bottom:.3f}) scale(1 -1)" '
            'stroke-linecap="round" stroke-linejoin="round">',
            "<defs>",
            *_definitions(stack, side),
            "</defs>",
            f'<g mask="url(#board)"><rect {area} fill="{MASK}"/>',
            f'<use href="#copper" color="{COVERED}"/>',
            f'<g mask="url(#open)"><rect {area} fill="{LAMINATE}"/><use href="#copper" color="{GOLD}"/></g>',
            f'<g color="{SILK}">{_shapes(stack[side, "silk"])}</g></g>',
            "</g>",
            "</svg>",
            "",
        ]
    )
