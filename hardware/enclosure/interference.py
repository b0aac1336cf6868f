"""What of the box and its contents intersects, seen by the solids themselves."""

from itertools import combinations
from typing import Any

from hardware.enclosure.contents import contents
from hardware.enclosure.geometry import Box, Range
from hardware.enclosure.solids import solid_of

TOUCHING = 0.5  # mm³: what only touches may count as so much
NEAR = 0.01  # mm: what is further apart cannot intersect


def _corners(solid: Any) -> tuple[Range, Range, Range]:
    """Its bounding box, along x, y and z."""
    box = solid.bounding_box()
    return (box.min.X, box.max.X), (box.min.Y, box.max.Y), (box.min.Z, box.max.Z)


def _meet(one: tuple[Range, Range, Range], other: tuple[Range, Range, Range]) -> bool:
    """Whether two bounding boxes do."""
    return all(a[0] < b[1] - NEAR and b[0] < a[1] - NEAR for a, b in zip(one, other, strict=True))


def _shared(one: Any, other: Any) -> float:
    """The volume of what two solids have in common."""
    common = one.intersect(other)
    if common is None:
        return 0.0
    parts = common if isinstance(common, list) else [common]
    return float(sum(part.volume for part in parts))


def interferences(box: Box, shell: Any, floor: Any) -> list[tuple[str, str, float]]:
    """What intersects, by name, and the volume in mm³. The parts of the carrier may touch each other: the checks of
    the printed circuit board keep them apart.
    """
    things = [(block.name, block.group, solid_of(box, block)) for block in contents(box)]
    corners = [_corners(solid) for _, _, solid in things]
    found = []
    for (i, (name, group, solid)), (j, (other_name, other_group, other)) in combinations(enumerate(things), 2):
        if not group == other_group == "carrier" and _meet(corners[i], corners[j]):
            found.append((name, other_name, _shared(solid, other)))
    if _shared(shell, floor) > TOUCHING:
        found.append(("floor", "shell", _shared(shell, floor)))
    for printed, part in (("shell", shell), ("floor", floor)):
        if _lost(part, [solid for _, _, solid in things]) > TOUCHING:  # one cut for all, then which of them it was
            found += [(name, printed, _shared(part, solid)) for name, _, solid in things]
    return [(name, other, round(volume, 2)) for name, other, volume in found if volume > TOUCHING]


def _lost(part: Any, solids: list[Any]) -> float:
    """How much of a part goes when all these are cut out of it."""
    return float(part.volume - (part - solids).volume)
