"""Brings wires to the pins of the Pico: down lanes beside it, and below it round to its far side."""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.drawing.lanes import LANE, Run, choose, path, tidy
from hardware.drawing.parts import Pico
from hardware.drawing.sheet import Path, Point

_EDGE = 6.0  # from the Pico to its nearest lane


@dataclass(frozen=True)
class Coming:
    """A wire that comes to the Pico. `begins`: its way so far, its last point where the lanes begin."""

    begins: tuple[Point, ...]
    pad: int


def room(wires: int) -> float:
    """How wide the lanes beside the Pico are."""
    return 2 * _EDGE + (wires - 1) * LANE


def route(pico: Pico, coming: Sequence[Coming], *, from_left: bool) -> tuple[list[Path], int]:
    """The whole way of each wire, and how often wires clash. All come from one side of the Pico."""
    near = {number: wire for number, wire in enumerate(coming) if pico.on_left(wire.pad) == from_left}
    far = {number: wire for number, wire in enumerate(coming) if number not in near}
    # The lowest pin of the far side takes the innermost way round, so that none of these cross.
    inner_first = sorted(far, key=lambda number: -pico.at(far[number].pad)[1])
    below = {number: pico.foot + _EDGE + place * LANE for place, number in enumerate(inner_first)}
    edge = pico.left if from_left else pico.right
    leaves = {number: pico.at(wire.pad) for number, wire in near.items()}
    leaves |= {number: (edge, below[number]) for number in far}
    runs: list[Run] = [(wire.begins[-1], leaves[number]) for number, wire in enumerate(coming)]
    lanes, clashes = choose(runs, _lanes(edge, len(runs), leftwards=from_left))
    ways = [[*wire.begins, *path(run, lane)] for wire, run, lane in zip(coming, runs, lanes, strict=True)]
    if far:
        other = pico.right if from_left else pico.left
        round_: list[Run] = [((other, below[number]), pico.at(far[number].pad)) for number in far]
        lanes, more = choose(round_, _lanes(other, len(far), leftwards=not from_left))
        clashes += more
        for number, run, lane in zip(far, round_, lanes, strict=True):
            ways[number] += path(run, lane)
    return [tidy(way) for way in ways], clashes


def place(left: float, tops: Sequence[float], coming: Sequence[Coming], *, from_left: bool) -> Pico:
    """The Pico at that one of these heights at which the fewest wires clash."""
    best, least = Pico(left, tops[0]), -1
    for top in tops:
        clashes = route(Pico(left, top), coming, from_left=from_left)[1]
        if least < 0 or clashes < least:
            best, least = Pico(left, top), clashes
        if not least:
            break
    return best


def foot(pico: Pico, coming: Sequence[Coming], *, from_left: bool) -> float:
    """Below this no wire runs round the Pico."""
    far = sum(pico.on_left(wire.pad) != from_left for wire in coming)
    return pico.foot + (_EDGE + far * LANE if far else 0)


def _lanes(edge: float, count: int, *, leftwards: bool) -> list[float]:
    way = -1 if leftwards else 1
    return [edge + way * (_EDGE + number * LANE) for number in range(count)]
