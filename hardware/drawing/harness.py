"""A drawing of each loom by WireViz, and the pictures as PDF: what needs more than Python."""

import re
from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path
from typing import Any

from hardware.circuit.looms import QT, Loom, Wire, looms
from hardware.circuit.netlist import GND
from hardware.making.pdf import write_pdf
from hardware.source.board import Board

# IEC 60757, as WireViz calls them.
CODES = {
    "black": "BK",
    "brown": "BN",
    "red": "RD",
    "orange": "OG",
    "yellow": "YE",
    "green": "GN",
    "blue": "BU",
    "violet": "VT",
    "grey": "GY",
    "white": "WH",
    "pink": "PK",
    "turquoise": "TQ",
}
_A4, _A3 = (297.0, 210.0), (420.0, 297.0)
_SMALLEST = 0.85  # of its own size: smaller, a drawing gets larger paper
Harness = dict[str, Any]  # what WireViz reads
_CELL = re.compile(r"(<td(?: [^>]*)?>)\s*([^<>&]+?)\s*</td>")
_PIN = re.compile(r"(?P<part>.*) pin (?P<pin>\d+)(?: \((?P<name>\w+)\))?$")


def harnesses(board: Board) -> dict[str, Harness]:
    """What WireViz is told of each loom, by the name of its file."""
    found = {}
    for sides in range(2, board.most_sides + 1):
        for carrier in (True, False):
            build = "carrier" if carrier else "no-carrier"
            for loom in looms(board, sides, carrier=carrier):
                found[f"{sides}-sides-{build}-{loom.ref}"] = _harness(loom)
    return found


def draw(harness: Harness) -> str:
    """The SVG of a loom, without what differs from machine to machine."""
    from graphviz import Source
    from wireviz.wireviz import parse

    graph = parse(deepcopy(harness), return_types="harness").graph.source  # it changes what it reads
    # WireViz leaves no room between the words of neighbouring cells.
    roomy = _CELL.sub(r"\1&nbsp;&nbsp;\2&nbsp;&nbsp;</td>", graph)
    return stripped(Source(roomy).pipe(format="svg").decode())


def stripped(svg: str) -> str:
    """The SVG without comments (they say Graphviz's version) and without titles (they pop up as tooltips)."""
    svg = re.sub(r"<!--.*?-->\n?", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<title>.*?</title>\n?", "", svg)
    return svg[svg.index("<svg") :]


def pdf(svg: str, to: Path) -> None:
    """Writes the SVG as PDF with no date in it, on A4 across, or on A3 where it is too large to be read on A4."""
    wide, high = (float(re.findall(rf' {side}="([\d.]+)mm"', svg)[0]) for side in ("width", "height"))
    paper = _A4 if wide * _SMALLEST <= _A4[0] and high * _SMALLEST <= _A4[1] else _A3
    scale = min(1.0, paper[0] / wide, paper[1] / high)
    lengths = (
        ("page-width", paper[0]),
        ("page-height", paper[1]),
        ("width", wide * scale),
        ("height", high * scale),
        ("left", (paper[0] - wide * scale) / 2),
        ("top", (paper[1] - high * scale) / 2),
    )
    write_pdf(svg, to, *(f"--{option}={length:.2f}mm" for option, length in lengths))


def _harness(loom: Loom) -> Harness:
    if loom.ref.startswith("K"):
        return _keys(loom)
    return _chain(loom)


def _keys(loom: Loom) -> Harness:
    """The keys as one connector; ground runs on from key to key as loops on it."""
    keys = [wire.net for wire in loom.wires if wire.net != GND]
    outer = [wire for wire in loom.wires if not wire.begins.startswith("key ")]
    hops = [wire for wire in loom.wires if wire.begins.startswith("key ")]
    from_last = keys[::-1]  # the wire of ground comes to the last key
    ground = {f"key {key}": len(keys) + number for number, key in enumerate(from_last, 1)}
    signal = {f"key {key}": number for number, key in enumerate(keys, 1)}
    begins = _split(outer[0].begins)[0]
    notes = f"ground from key to key: {len(hops)} pieces of {hops[0].length} mm, {hops[0].colour}" if hops else ""
    return {
        "connectors": {
            begins: _start(begins, outer),
            "keys": {
                "type": loom.title,
                "pinlabels": [*keys, *(f"{key} ground" for key in from_last)],
                "loops": [[ground[hop.begins], ground[hop.ends]] for hop in hops],
                "notes": notes,
            },
        },
        "cables": {"W": _bundle(outer)},
        "connections": [
            [
                {begins: [_split(wire.begins)[1] for wire in outer]},
                {"W": list(range(1, len(outer) + 1))},
                {"keys": [(ground if wire.net == GND else signal)[wire.ends] for wire in outer]},
            ]
        ],
    }


def _chain(loom: Loom) -> Harness:
    """Parts, and a cable from each to the next."""
    connectors: dict[str, Harness] = {}
    cables: dict[str, Harness] = {}
    connections = []
    for number, wires in enumerate(loom.stretches(), 1):
        name = f"W{number}"
        cables[name] = _bought(wires) if wires[0].cable else _bundle(wires)
        ways = ("out", "in") if loom.ref == "bus" else ("", "")  # there a display has two sockets, one for each way
        ends = []
        for way, each in zip(ways, ((wire.begins for wire in wires), (wire.ends for wire in wires)), strict=True):
            pins = [_join(connectors, end, way) for end in each]
            ends.append({pins[0][0]: [pin for _, pin in pins]})
        connections.append([ends[0], {name: list(range(1, len(wires) + 1))}, ends[1]])
    # Graphviz puts the first lowest.
    if loom.ref != "BZ1":
        connections.reverse()
    return {"connectors": connectors, "cables": cables, "connections": connections}


def _join(connectors: dict[str, Harness], end: str, way: str) -> tuple[str, int]:
    """The part and the pin of this end of a wire; they join the connectors where they are new."""
    part, pin, label = _split(end)
    part = f"{part} {way}" if way and part.startswith("display ") else part
    known = connectors.setdefault(part, {"pins": [], "pinlabels": []})
    if pin == 0:
        pin = known["pinlabels"].index(label) + 1 if label in known["pinlabels"] else len(known["pins"]) + 1
    if pin not in known["pins"]:
        known["pins"].append(pin)
        known["pinlabels"].append(label or list(QT)[pin - 1])
    return part, pin


def _split(end: str) -> tuple[str, int, str]:
    """An end of a wire as its part, its pin (0 where it has no number), and what the pin is called."""
    if found := _PIN.match(end):
        return found["part"], int(found["pin"]), found["name"] or ""
    part, _, label = end.partition(", ")
    return part, 0, label


def _start(part: str, wires: Iterable[Wire]) -> Harness:
    """The connector of the carrier, or the Pico with the pins that are soldered."""
    pins = [_split(wire.begins) for wire in wires]
    if part == "Pico":
        return {
            "type": "soldered",
            "pins": [pin for _, pin, _ in pins],
            "pinlabels": [label for _, _, label in pins],
        }
    return {"type": "JST XH", "subtype": "female", "pinlabels": [wire.net for wire in wires]}


def _bundle(wires: Iterable[Wire]) -> Harness:
    """Single wires, each with its length."""
    wires = list(wires)
    return {
        "category": "bundle",
        "wirecount": len(wires),
        "colors": [CODES[wire.colour] for wire in wires],
        "wirelabels": [f"{wire.net}, {wire.length} mm" for wire in wires],
    }


def _bought(wires: tuple[Wire, ...]) -> Harness:
    return {
        "type": f"{wires[0].cable}, {wires[0].length} mm",
        "wirecount": len(wires),
        "colors": [CODES[wire.colour] for wire in wires],
        "wirelabels": [wire.net for wire in wires],
    }
