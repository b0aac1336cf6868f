"""Draws the carrier from its gerbers, as another than KiCad reads them: gerbonara. In mm, seen from the front and from
the back.
"""

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MASK, COVERED, GOLD, LAMINATE, SILK = "#0d5c42", "#1b7d5b", "#e3b64c", "#b9a878", "#ffffff"
Point = tuple[float, float]

_SIDES = {"front": "top", "back": "bottom"}


def opened(gerbers: Path) -> Any:
    """The gerbers and drills of a folder, as gerbonara's LayerStack."""
    from gerbonara import LayerStack

    with warnings.catch_warnings():
        # KiCad writes G90 behind the header of the drill file, as many do.
        warnings.filterwarnings("ignore", message=".*G90 header statement", category=SyntaxWarning)
        return LayerStack.open(gerbers)


def _shapes(layer: Any) -> str:
    """A layer's shapes in the colour of what is around them; of a layer that is not there none."""
    if layer is None:
        return ""
    return "".join(str(shape) for shape in layer.instance.svg_objects(fg="currentColor", bg="none"))


def _middle(flash: Any) -> Point:
    """In mm."""
    x, y = (flash.unit.convert_to("mm", length) for length in (flash.x, flash.y))
    return round(x, 2), round(y, 2)


def _holes(stack: Any, side: str) -> tuple[str, str]:
    """The holes that are open, and those that solder mask covers, the vias."""
    from gerbonara.graphic_objects import Flash

    open_at = {_middle(shape) for shape in stack[side, "mask"].objects if isinstance(shape, Flash)}
    shapes = {True: "", False: ""}
    for drill in (drill for layer in stack.drill_layers for drill in layer.objects):
        primitives = drill.to_primitives(unit="mm")
        shapes[_middle(drill) in open_at] += "".join(str(shape.to_svg(fg="currentColor")) for shape in primitives)
    return shapes[True], shapes[False]


def _mask(name: str, content: str) -> str:
    """What shows where its content is white."""
    return f'<mask id="{name}" maskUnits="userSpaceOnUse" x="-1" y="-1" width="9999" height="9999">{content}</mask>'


def _definitions(stack: Any, side: str, open_holes: str) -> Iterator[str]:
    """The copper, where no solder mask is, and the board without its open holes."""
    yield f'<g id="copper">{_shapes(stack[side, "copper"])}</g>'
    yield _mask("open", f'<g color="white">{_shapes(stack[side, "mask"])}</g>')
    yield _mask("board", f'<path d="{stack.outline_svg_d()}" fill="white"/><g color="black">{open_holes}</g>')


def face_svg(stack: Any, face: str) -> str:
    """The board's "front" or "back" as it will look: green, gold where no solder mask is, with its white print."""
    side = _SIDES[face]
    open_holes, covered_holes = _holes(stack, side)
    (left, bottom), (right, top) = stack.board_bounds()
    width, height = right - left, top - bottom
    turned = f"translate(0 {top + bottom:.3f}) scale(1 -1)"
    if face == "back":
        turned = f"translate({left + right:.3f} {top + bottom:.3f}) scale(-1 -1)"
    area = f'x="{left:.3f}" y="{bottom:.3f}" width="{width:.3f}" height="{height:.3f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.3f}mm" height="{height:.3f}mm" '
            f'viewBox="{left:.3f} {bottom:.3f} {width:.3f} {height:.3f}">',
            f'<g transform="{turned}" stroke-linecap="round" stroke-linejoin="round">',
            "<defs>",
            *_definitions(stack, side, open_holes),
            "</defs>",
            f'<g mask="url(#board)"><rect {area} fill="{MASK}"/>',
            f'<use href="#copper" color="{COVERED}"/>',
            f'<g color="{MASK}">{covered_holes}</g>',
            f'<g mask="url(#open)"><rect {area} fill="{LAMINATE}"/><use href="#copper" color="{GOLD}"/></g>',
            f'<g color="{SILK}">{_shapes(stack.get((side, "silk")))}</g></g>',
            "</g>",
            "</svg>",
            "",
        ]
    )
