"""How many of each part a box takes."""

import re
from dataclasses import dataclass, replace
from math import ceil, cos, radians, sin

from hardware.circuit import bus
from hardware.circuit.looms import looms
from hardware.circuit.netlist import Component, key_resistors, netlist
from hardware.enclosure.geometry import Box
from hardware.face.layout import blocks_of, layout
from hardware.source.board import Board, Bought, Part

CARRIER, WIRES = "carrier", "wires"
BUILDS = (CARRIER, WIRES)


@dataclass(frozen=True)
class Item:
    """A row of the bill of materials for one box. `key`: of [parts]; `needed`: how many, or how much in its unit."""

    key: str
    name: str
    part: Part
    needed: float

    def needed_for(self, boxes: int) -> int:
        """For this many boxes, in whole pieces or units."""
        return ceil(round(self.needed * boxes, 6))

    def packs_for(self, boxes: int, pack: int = 0) -> int:
        """How many packs of it to buy, each with as many as its part says, or with these."""
        return ceil(self.needed_for(boxes) / (pack or self.part.pack))


def items(board: Board, sides: int, build: str) -> list[Item]:
    """What a box with these sides takes, in the order of board.toml; parts that it does without are left out."""
    by, lengths = bases(board, sides, build), bus.cable_lengths(board, sides, build)
    refs = [component.ref for component in fitted(board, sides)]
    found = [
        Item(key, name_of(board, part), _searched(board, part), _needed(part, by, lengths, refs))
        for key, part in board.parts.items()
        if part.build in ("", build)
    ]
    return [item for item in found if item.needed]


def _searched(board: Board, part: Part) -> Part:
    """The part with the words to search for filled in."""
    return replace(part, search=tuple(filled_in(board, part, words) for words in part.search))


def items_of_bought(board: Bought) -> list[Item]:
    """What a box that is bought takes, in the order of its file."""
    return [Item(key, part.name, part, part.count["box"]) for key, part in board.parts.items()]


def name_of(board: Board, part: Part) -> str:
    """Its name, filled in."""
    return filled_in(board, part, part.name)


def filled_in(board: Board, part: Part, text: str) -> str:
    """What is said of a part, with the values of this board file."""
    if "{" not in text:
        return text
    values = [component.value for component in netlist(board) if component.ref in part.refs]
    filled = {
        "value": values[0] if values else "",
        "colour": board.leds.colour,
        "thickness": f"{board.carrier.thickness:g}",
        "usb": f"{board.looms.usb / 1000:g}",
        "wired_pull_up": f"{board.bus.wired_pull_up_ohm / 1000:g} kΩ",
    }
    return re.sub(r"\{(\w+)\}", lambda found: filled.get(found[1], found[0]), text)


def _needed(part: Part, by: dict[str, float], lengths: list[float], refs: list[str]) -> float:
    if part.qt:
        return lengths.count(part.qt)
    if part.refs:
        return sum(ref in part.refs for ref in refs)
    return sum(number * by[base] for base, number in part.count.items())


def fitted(board: Board, sides: int) -> list[Component]:
    """The parts of the carrier that a box with these sides needs: without a third one what belongs to it stays off."""
    missing = [block for block in board.displays if block not in blocks_of(sides)]
    others = {f"{letter}{block}" for letter in "JK" for block in missing}
    keys = [key for block in missing for key in board.keys_of(block)]
    others |= {ref for key, ref in key_resistors(board).items() if key in keys}
    return [component for component in netlist(board) if component.fitted and component.ref not in others]


def bases(board: Board, sides: int, build: str) -> dict[str, float]:
    """What parts are counted by."""
    blocks = blocks_of(sides)
    wires = [wire for loom in looms(board, sides, carrier=build == CARRIER) for wire in loom.wires]
    return {
        "box": 1,
        "side": sides,
        "display": len(blocks),
        "loom": len(blocks),
        "key": sum(len(board.keys_of(block)) for block in blocks),
        "carrier_hole": len(board.carrier.holes),
        "floor_screw": len(Box(board, sides).bosses),
        "tray_screw": 4 if build == WIRES else 0,  # of the Pico, which has four holes
        "wire": sum(wire.length for wire in wires if not wire.cable) / 1000,
        "wired_pull_up": 2 if build == WIRES and bus.needs_pull_ups(board, sides) else 0,
        "solid": _solid_mm3(board, sides) / 1000,
    }


def _solid_mm3(board: Board, sides: int) -> float:
    """The walls of the printed box, as if they had no holes and nothing stood on them: the one is about the other."""
    box, face = board.enclosure, layout(board, sides)
    tilt = radians(box.tilt)
    deep, rises = face.height * cos(tilt), face.height * sin(tilt)
    upright = face.width * (2 * box.front + rises) + deep * (2 * box.front + rises)
    return face.width * face.height * box.face + face.width * deep * box.floor + upright * box.wall
