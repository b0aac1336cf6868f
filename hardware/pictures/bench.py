"""The solids of the box and of what is in it, as they lie on the maker's bench.

In the frame of the bench the shell lies on its face, as it is printed: x as on the face, y from the back edge to the
front edge, z up out of it, which is into the box. The frame of the box is geometry.py's.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from math import cos, sin
from pathlib import Path

from hardware.enclosure.contents import CAP_OVER, M3_WASHER, ON_FACE, Block, contents
from hardware.enclosure.geometry import PICO, Box
from hardware.pictures.marks import NEW
from hardware.pictures.render import Point3, Solid, cuboid, cylinder, read
from hardware.source.board import Board

PRINTED, METAL, GREEN, PICO_GREEN, GOLD = "#d9dcde", "#5b6064", "#8fb8a0", "#2f8f5b", "#d9b84a"
_NOT_DRAWN = ("solder", "wires", "plug", "cap", "pins")
LEGS = ((-2.54, 5.08), (3.81, 2.54))  # of a switch, from its middle on the bench: Cherry's MX drawing


class Bench:
    """The printed solids of a board, read from where they were written, and what comes to them."""

    def __init__(self, board: Board, folder: Path) -> None:
        self.board, self.box = board, Box(board, 2)
        part = folder / "two-sides"
        self.shell, self.floor = read(part / "shell.stl", PRINTED), read(part / "floor.stl", PRINTED)
        self.tray, self.cap = read(folder / "tray.stl", PRINTED), read(folder / "cap.stl", NEW)
        self.blocks = [block for block in contents(self.box) if not block.name.endswith(_NOT_DRAWN)]
        self._turn = cos(self.box.tilt), sin(self.box.tilt), self.box.sizes.front

    @property
    def height(self) -> float:
        """Of the face, up its slope."""
        return self.box.face.height

    def at(self, x: float, y: float, z: float) -> Point3:
        """Where a point of the box is on the bench."""
        up, deep = self.box.to_face(y, z)
        return x, self.height - up, deep

    def on_bench(self, solid: Solid) -> Solid:
        """A solid of the box as it lies on the bench."""
        c, s, front = self._turn
        return solid.turned([[1, 0, 0], [0, -c, -s], [0, s, -c]]).moved((0, self.height + front * s, front * c))

    def standing(self, solid: Solid) -> Solid:
        """A solid of the bench as it is in the box on the table."""
        c, s, front = self._turn
        return solid.moved((0, -self.height - front * s, -front * c)).turned([[1, 0, 0], [0, -c, s], [0, -s, -c]])

    def from_face(self, x: float, y: float, out: float) -> Point3:
        """Where a point of the face is in the box, x and y as on the face, that far out of it."""
        y, z = self.box.from_face(self.height - y, -out)
        return x, y, z

    def _blocks(self, groups: Iterable[str]) -> list[Block]:
        wanted = set(groups)
        return [block for block in self.blocks if block.group in wanted]

    def _block(self, block: Block, colour: str, up: float) -> Solid:
        y = (self.height - block.y[1], self.height - block.y[0])
        return cuboid(block.x, y, (block.z[0] + up, block.z[1] + up), colour)

    def displays(self, colour: str, up: float = 0.0, screws: float = 0.0) -> list[Solid]:
        """All displays, on the bench, that far over their places, and their screws that far over them."""
        found = []
        for block in self._blocks(self.box.face.boards):
            if not block.name.endswith("screw"):
                found.append(self._block(block, colour, up))
            elif screws:
                x, y = sum(block.x) / 2, self.height - sum(block.y) / 2
                z = block.z[0] + up + screws
                across, thick = M3_WASHER[0] / 2, M3_WASHER[1]
                found.append(cylinder(x, y, (z - 4 - thick, z - 4), across, "#c3c8cc", 16))
                found += self._screw(x, y, z, True)
            else:
                found.append(self._block(block, METAL, up))
        return found

    def switches(self, colour: str, out: float = 0.0) -> list[Solid]:
        """All switches, on the bench, that far out of the face."""
        found = [self._block(block, colour, -out) for block in self._blocks(self.box.face.keys)]
        for x, y in self.box.face.keys.values():
            deep = (4.0 - out, self.board.key.below - out)
            found.append(cylinder(x, y, deep, 2.0, colour, 10))
            found += [cylinder(x + i, y + j, deep, 0.75, GOLD, 6) for i, j in LEGS]
        return found

    def carrier(self, colour: str, up: float = 0.0) -> list[Solid]:
        """The carrier with its parts, in the box, that far over its place, and its screws as far over it."""
        found = []
        for block in self.blocks:
            if block.on == ON_FACE or block.group != "carrier":
                continue
            z = (block.z[0] + up, block.z[1] + up)
            if "screw" in block.name:
                found += self._screw(sum(block.x) / 2, sum(block.y) / 2, z[0] + 0.5 * up, bool(up))
            else:
                paint = PICO_GREEN if block.name == "Pico" else METAL if block.name == "USB socket" else colour
                found.append(cuboid(block.x, block.y, z, paint))
        return found

    def _screw(self, x: float, y: float, z: float, whole: bool) -> list[Solid]:
        thread = [cylinder(x, y, (z - 6, z), 1.5, METAL, 8)] if whole else []
        return [*thread, cylinder(x, y, (z, z + 2.4), 3.0, METAL, 10)]

    def on_tray(self, colour: str, up: float = 0.0, pico: float = 0.0) -> list[Solid]:
        """The tray that stands in for the carrier, and the Pico that far over it, in the box."""
        box = self.box
        left, back = box.carrier_corner
        low = box.sizes.floor + box.sizes.standoff[0] + up
        (x, y), (wide, long, thick) = box.pico, PICO
        under = box.carrier_top + box.sizes.pico + up + pico
        socket = (y + long / 2 - 4.5, y + long / 2 + 1.3)
        return [
            self.tray.moved((left, back - self.board.carrier.size[1], low)).painted(colour),
            cuboid((x - wide / 2, x + wide / 2), (y - long / 2, y + long / 2), (under, under + thick), PICO_GREEN),
            cuboid((x - 4, x + 4), socket, (under + thick, under + thick + 2.7), METAL),
            *(one for at in box.standoffs for one in (self._screw(*at, low + 2 + 0.5 * up, True) if up else [])),
        ]

    def caps(self, colour: str, out: float = 0.0) -> list[Solid]:
        """The caps of the keys, in the box, that far out of their places."""
        low, high = self.cap.corners.min(0), self.cap.corners.max(0)
        x, y = (low + high)[:2] / 2
        down = -CAP_OVER - out - high[2]  # it lies on its top as it is printed, and so does the shell
        cap = self.cap.painted(colour)
        return [self.standing(cap.moved((kx - x, ky - y, down))) for kx, ky in self.box.face.keys.values()]

    def sheet(self, colour: str, out: float) -> list[Solid]:
        """The legends' sheet, cut out around displays and keys, in the box, that far over the face."""
        face, half = self.box.face, self.board.key.cap / 2 + 0.5
        holes = [(each.left, each.right, each.top, each.bottom) for each in face.windows.values()]
        holes += [(x - half, x + half, y - half, y + half) for x, y in face.keys.values()]
        xs = sorted({0.0, face.width, *(x for hole in holes for x in hole[:2])})
        ys = sorted({0.0, face.height, *(y for hole in holes for y in hole[2:])})
        found = []
        for top, bottom in pairwise(ys):
            begins = 0.0
            for left, right in [*pairwise(xs), (face.width, face.width)]:
                x, y = (left + right) / 2, (top + bottom) / 2
                hole = any(a < x < b and c < y < d for a, b, c, d in holes) or left == right
                if hole and left > begins:
                    strip = cuboid((begins, left), (top, bottom), (-out - 0.4, -out), colour)
                    found.append(replace(strip, edges=False))
                begins = right if hole else begins
        return [self.standing(one) for one in found]

    def outside(self) -> list[Solid]:
        """The box without its floor, caps and legends, as it stands."""
        return [self.standing(one) for one in (self.shell, *self.displays("#401818"), *self.switches(METAL))]
