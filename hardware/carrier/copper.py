"""The carrier's copper besides its pads: tracks and vias, in mm from the board's upper left corner."""

from dataclasses import dataclass

from hardware.carrier.footprints import Point
from hardware.source.board import Board


@dataclass(frozen=True)
class Track:
    """A straight piece of copper with round ends. `layer`: "F.Cu" or "B.Cu"."""

    net: str
    layer: str
    start: Point
    end: Point
    width: float


@dataclass(frozen=True)
class Via:
    """A plated hole that joins both faces. `size`: the diameter of its copper."""

    net: str
    at: Point
    size: float
    drill: float


@dataclass(frozen=True)
class Copper:
    """All tracks and vias."""

    tracks: tuple[Track, ...]
    vias: tuple[Via, ...]


def routed(board: Board) -> Copper:
    """The tracks and vias of this board."""
    return Copper((), ())
