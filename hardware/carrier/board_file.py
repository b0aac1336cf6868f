"""Reads a KiCad board file: its pads, tracks and vias, in mm on KiCad's sheet, and the board's edge."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hardware.carrier.footprints import Box, Point

TOP, BOTTOM = "F.Cu", "B.Cu"


@dataclass(frozen=True)
class Shape:
    """Copper: the convex hull of `corners`, one or more, with `radius` around. `what`: for people; `net`: its name, ""
    for none; `layers`: on which it lies; `drill`: the diameter of the hole in its middle `at`, 0 without one."""

    what: str
    net: str
    layers: frozenset[str]
    corners: tuple[Point, ...]
    radius: float
    at: Point
    drill: float = 0.0


@dataclass(frozen=True)
class BoardFile:
    """`pads`: by part and number; a part may have more than one of a number. `edge`: what the outline covers;
    `corner`: the radius of its corners; `poured`: the nets with a zone on each layer."""

    pads: tuple[tuple[str, str, Shape], ...]
    tracks: tuple[Shape, ...]
    vias: tuple[Shape, ...]
    widths: tuple[tuple[Shape, float], ...]
    edge: Box
    corner: float
    poured: frozenset[tuple[str, str]]


Node = list[Any]  # a word, then words and nodes


def parse(text: str) -> Node:
    """The nested lists of a file of KiCad."""
    stack: list[Node] = [[]]
    for token in re.finditer(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)', text):
        quoted, bracket, word = token.groups()
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word if quoted is None else re.sub(r"\\(.)", r"\1", quoted))
    first: Node = stack[0][0]
    return first


def _all(node: Node, name: str) -> Iterator[Node]:
    return (child for child in node if isinstance(child, list) and child and child[0] == name)


def _values(node: Node, name: str) -> list[Any]:
    return next((child[1:] for child in _all(node, name)), [])


def _numbers(node: Node, name: str) -> list[float]:
    return [float(value) for value in _values(node, name)]


def read_board_file(text: str) -> BoardFile:
    """What a board file holds."""
    root = parse(text)
    nets = {net[1]: net[2] for net in _all(root, "net")}
    pads = tuple(pad for part in _all(root, "footprint") for pad in _pads(part))
    tracks = [(_track(node, nets), _numbers(node, "width")[0]) for node in _all(root, "segment")]
    vias = tuple(_via(node, nets) for node in _all(root, "via"))
    poured = frozenset(
        (_values(zone, "net_name")[0], _values(zone, "layer")[0])
        for zone in _all(root, "zone")
        if _values(zone, "layer")
    )
    edge, corner = _edge(root)
    return BoardFile(pads, tuple(track for track, _ in tracks), vias, tuple(tracks), edge, corner, poured)


def _edge(root: Node) -> tuple[Box, float]:
    lines = [line for line in _all(root, "gr_line") if _values(line, "layer") == ["Edge.Cuts"]]
    points = [_numbers(line, end) for line in lines for end in ("start", "end")]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    arcs = [(_numbers(arc, "start"), _numbers(arc, "end")) for arc in _all(root, "gr_arc")]
    corner = min((abs(start[0] - end[0]) for start, end in arcs), default=0.0)
    return (min(xs), min(ys), max(xs), max(ys)), corner


def _pads(part: Node) -> Iterator[tuple[str, str, Shape]]:
    """The pads as they lie. A part is turned by quarters only."""
    ref = next(text[2] for text in _all(part, "fp_text") if text[1] == "reference")
    x, y, *turned = _numbers(part, "at")
    for pad in _all(part, "pad"):
        number, kind, shape = pad[1:4]
        dx, dy, *_ = _numbers(pad, "at")
        width, height = _numbers(pad, "size")
        for _ in range(round(turned[0]) // 90 % 4 if turned else 0):
            dx, dy, width, height = dy, -dx, height, width
        at = (x + dx, y + dy)
        radius = 0.0 if "rect" in shape else min(width, height) / 2
        layers = frozenset((TOP,) if kind == "smd" else (TOP, BOTTOM))
        if kind == "np_thru_hole":
            layers = frozenset()
        net = _values(pad, "net")
        drill = _numbers(pad, "drill")
        corners = _corners(at, width / 2 - radius, height / 2 - radius)
        what = f"pad {number} of {ref}" if number else f"the hole {ref}"
        yield ref, number, Shape(what, net[1] if net else "", layers, corners, radius, at, drill[0] if drill else 0.0)


def _corners(at: Point, half_width: float, half_height: float) -> tuple[Point, ...]:
    (x, y), dx, dy = at, max(half_width, 0.0), max(half_height, 0.0)
    ring = ((x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy))
    return tuple(dict.fromkeys(ring))


def _track(node: Node, nets: dict[str, str]) -> Shape:
    (x1, y1), (x2, y2) = _numbers(node, "start"), _numbers(node, "end")
    net, layer = nets[_values(node, "net")[0]], _values(node, "layer")[0]
    what = f"the track of {net} from {x1:g}, {y1:g} to {x2:g}, {y2:g} on {layer}"
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    return Shape(what, net, frozenset((layer,)), ((x1, y1), (x2, y2)), _numbers(node, "width")[0] / 2, middle)


def _via(node: Node, nets: dict[str, str]) -> Shape:
    x, y = _numbers(node, "at")
    net = nets[_values(node, "net")[0]]
    size, drill = _numbers(node, "size")[0], _numbers(node, "drill")[0]
    return Shape(f"the via of {net} at {x:g}, {y:g}", net, frozenset((TOP, BOTTOM)), ((x, y),), size / 2, (x, y), drill)
