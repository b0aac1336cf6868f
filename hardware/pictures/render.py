"""Triangles as they are seen from a direction, by a z-buffer: flat colours, shaded by how a surface lies, dark lines
where surfaces meet at an edge. Needs numpy, trimesh and Pillow.

What is far comes out as near things hide it, whatever it is: no order of drawing has to be found. It is computed twice
as large as it is shown.
"""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from hardware.making.tools import RSVG, require
from hardware.pictures.marks import HIGH, NEW, OLD, WIDE, Picture

Array = Any  # of numpy
Point3 = tuple[float, float, float]
Box = tuple[float, float, float, float]

_PER_MM = 5  # pixels of the picture
_FINER = 2
_LIGHT = (-0.35, -0.45, 0.82)
_EDGE_COS = 0.87  # surfaces that turn by 30 degrees or more have a line between them
_BIAS = 0.25  # mm: a line is not hidden by the surfaces that it belongs to
_MARGIN = 0.04
_LINE = 50  # how dark a line is, of 255
_SMALLEST = 0.02  # what covers less, in pixels, is not drawn
_COLOURS = 48  # of the palette


@dataclass(frozen=True)
class Solid:
    """Corners (n, 3) in mm, triangles (m, 3) as numbers of corners, counter-clockwise from outside; a colour;
    whether lines are drawn along its edges."""

    corners: Array
    faces: Array
    colour: str
    edges: bool = True

    def moved(self, by: Point3) -> "Solid":
        return replace(self, corners=self.corners + np.array(by, float))

    def turned(self, matrix: Array) -> "Solid":
        """By a matrix of (3, 3)."""
        return replace(self, corners=self.corners @ np.asarray(matrix, float).T)

    def painted(self, colour: str) -> "Solid":
        return replace(self, colour=colour)


def read(path: Path, colour: str = OLD) -> Solid:
    """A solid that was written as STL."""
    import trimesh

    mesh = trimesh.load_mesh(path)
    return Solid(np.asarray(mesh.vertices), np.asarray(mesh.faces), colour)


def prism(outline: list[tuple[float, float]], low: float, high: float, colour: str = NEW) -> Solid:
    """What stands on a convex outline, counter-clockwise from above."""
    n = len(outline)
    corners = [(x, y, low) for x, y in outline] + [(x, y, high) for x, y in outline]
    faces = [(0, i + 1, i) for i in range(1, n - 1)] + [(n, n + i, n + i + 1) for i in range(1, n - 1)]
    for i in range(n):
        j = (i + 1) % n
        faces += [(i, j, n + j), (i, n + j, n + i)]
    return Solid(np.array(corners, float), np.array(faces), colour)


def cuboid(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float], colour: str = NEW) -> Solid:
    """Between these."""
    return prism([(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])], *z, colour)


def cylinder(x: float, y: float, z: tuple[float, float], radius: float, colour: str = NEW, sides: int = 20) -> Solid:
    """Upright."""
    turns = [2 * np.pi * i / sides for i in range(sides)]
    return prism([(x + radius * np.cos(a), y + radius * np.sin(a)) for a in turns], *z, colour)


def cone(x: float, y: float, z: tuple[float, float], radii: tuple[float, float], colour: str = NEW) -> Solid:
    """Upright, cut off: its radius at either end."""
    whole = cylinder(x, y, z, radii[0], colour)
    corners = whole.corners.copy()
    high = len(corners) // 2
    corners[high:, :2] = (x, y) + (corners[high:, :2] - (x, y)) * (radii[1] / radii[0])
    return replace(whole, corners=corners)


class View:
    """Solids seen from a direction, in a part of a picture: left, top, width and height in mm of it. `frame`: points of
    space that it reaches to; all solids where there are none."""

    def __init__(self, solids: Sequence[Solid], towards: Point3, box: Box, up: Point3, frame: Sequence[Point3]) -> None:
        self._left, self._top, *part = box
        away = np.array(towards, float) / np.linalg.norm(towards)
        right = np.cross(up, away)
        right /= np.linalg.norm(right)
        self._axes = np.array([right, -np.cross(away, right), away])  # to the right, down, to the eye
        seen = [solid.corners @ self._axes.T for solid in solids]
        flat = np.array(frame, float) @ self._axes.T if frame else np.vstack(seen)
        low, high = flat.min(0)[:2], flat.max(0)[:2]
        size = np.array([round(long * _PER_MM) for long in part]) * _FINER
        self._scale = float((size * (1 - 2 * _MARGIN) / (high - low)).min())
        self._offset = size / 2 - self._scale * (low + high) / 2
        self._image = np.full((size[1], size[0], 3), 255, np.uint8)
        self._depth = np.full((size[1], size[0]), -np.inf)
        for solid, at in zip(solids, seen, strict=True):
            self._fill(solid, at)
        for solid, at in zip(solids, seen, strict=True):
            if solid.edges:
                self._edges(solid, at)

    def _pixels(self, at: Array) -> Array:
        return np.column_stack([at[:, :2] * self._scale + self._offset, at[:, 2]])

    def _fill(self, solid: Solid, at: Array) -> None:
        light = np.array(_LIGHT) / np.linalg.norm(_LIGHT)
        base = np.array([int(solid.colour[i : i + 2], 16) for i in (1, 3, 5)], float)
        normals = _normals(solid)
        facing = normals @ self._axes[2] > 0
        shades = 0.72 + 0.28 * np.maximum(normals[facing] @ light, 0)
        paints = np.minimum(base * shades[:, None], 255).astype(np.uint8)
        corners = self._pixels(at)[solid.faces[facing]]
        lows = np.maximum(np.floor(corners.min(1)[:, :2]).astype(int), 0).tolist()
        highs = np.maximum(np.ceil(corners.max(1)[:, :2]).astype(int) + 1, 0).tolist()
        for ((ax, ay, az), (bx, by, bz), (cx, cy, cz)), (left, top), (right, bottom), paint in zip(
            corners.tolist(), lows, highs, paints, strict=True
        ):
            area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
            depth = self._depth[top:bottom, left:right]
            if abs(area) < _SMALLEST or not depth.size:
                continue
            xs = np.arange(left, left + depth.shape[1]) + (0.5 - ax)
            ys = (np.arange(top, top + depth.shape[0]) + (0.5 - ay))[:, None]
            one = xs * ((cy - ay) / area) - ys * ((cx - ax) / area)
            two = ys * ((bx - ax) / area) - xs * ((by - ay) / area)
            near = az + one * (bz - az) + two * (cz - az)
            seen = (one >= 0) & (two >= 0) & (one + two <= 1) & (near > depth)
            depth[seen] = near[seen]
            self._image[top:bottom, left:right][seen] = paint

    def _edges(self, solid: Solid, at: Array) -> None:
        corners = self._pixels(at)[solid.faces]  # (faces, 3, 3)
        normals = _normals(solid)
        facing = normals @ self._axes[2] > 0
        begins, ends = corners.reshape(-1, 3), np.roll(corners, -1, axis=1).reshape(-1, 3)
        _, same = np.unique(solid.corners.round(3), axis=0, return_inverse=True)
        names = same.reshape(-1)[solid.faces]
        keys = np.sort(np.column_stack([names.reshape(-1), np.roll(names, -1, axis=1).reshape(-1)]), axis=1)
        _, first, edge, many = np.unique(keys, axis=0, return_index=True, return_inverse=True, return_counts=True)
        # The first and the last face of each edge: the two that meet there.
        one, last = first // 3, np.zeros(len(first), int)
        last[edge.reshape(-1)] = np.arange(len(keys)) // 3
        smooth = (many == 2) & facing[one] & facing[last]
        smooth &= np.einsum("ij,ij->i", normals[one], normals[last]) > _EDGE_COS
        drawn = first[(facing[one] | facing[last]) & ~smooth]
        a, b = begins[drawn], ends[drawn]
        steps = np.maximum(np.abs(b - a)[:, :2].max(axis=1), 1).astype(int) + 1
        which = np.repeat(np.arange(len(drawn)), steps)
        along = (np.arange(len(which)) - np.repeat(np.cumsum(steps) - steps, steps)) / (steps[which] - 1)
        points = a[which] + along[:, None] * (b - a)[which]
        high, wide = self._depth.shape
        x, y, z = points[:, 0].astype(int), points[:, 1].astype(int), points[:, 2]
        inside = (x > 0) & (y > 0) & (x < wide - 1) & (y < high - 1)
        x, y, z = x[inside], y[inside], z[inside]
        around = np.min([self._depth[y + j, x + i] for j in (-1, 0, 1) for i in (-1, 0, 1)], axis=0)
        shown = (z + _BIAS >= around) & (z + 3 * _BIAS >= self._depth[y, x])
        for j in (0, 1):
            for i in (0, 1):
                self._image[y[shown] + j, x[shown] + i] = _LINE

    def place(self, x: float, y: float, z: float) -> tuple[float, float]:
        """Where a point of space is on the picture, in mm."""
        at = self._pixels(np.array([(x, y, z)], float) @ self._axes.T)[0] / (_FINER * _PER_MM)
        return self._left + float(at[0]), self._top + float(at[1])

    def paste(self, canvas: Any) -> None:
        """Puts what is seen onto an image of the whole picture."""
        from PIL import Image

        high, wide, _ = self._image.shape
        image = Image.fromarray(self._image).resize((wide // _FINER, high // _FINER), Image.Resampling.BOX)
        canvas.paste(image, (round(self._left * _PER_MM), round(self._top * _PER_MM)))


class Scene(Picture):
    """A picture of solids, with marks over them."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self._views: list[View] = []

    def seen(
        self,
        solids: Sequence[Solid],
        towards: Point3,
        box: Box = (0, 0, WIDE, HIGH),
        up: Point3 = (0, 0, 1),
        frame: Sequence[Point3] = (),
    ) -> View:
        """Shows solids, as View says."""
        self._views.append(View(solids, towards, box, up, frame))
        return self._views[-1]

    def write(self, path: Path) -> None:
        """As PNG, the marks by rsvg-convert."""
        from PIL import Image

        require(RSVG)
        size = round(WIDE * _PER_MM), round(HIGH * _PER_MM)
        image = Image.new("RGBA", size, "white")
        for view in self._views:
            view.paste(image)
        marks = subprocess.run(
            ["rsvg-convert", "--width", str(size[0]), "--height", str(size[1])],
            input=self.svg(ground=False).encode(),
            capture_output=True,
            check=True,
        ).stdout
        image.alpha_composite(Image.open(BytesIO(marks)).convert("RGBA"))
        path.parent.mkdir(parents=True, exist_ok=True)
        image.convert("RGB").quantize(_COLOURS).save(path, optimize=True)


def _normals(solid: Solid) -> Array:
    a, b, c = (solid.corners[solid.faces[:, i]] for i in range(3))
    across = np.cross(b - a, c - a)
    long = np.linalg.norm(across, axis=1)[:, None]
    return across / np.where(long > 0, long, 1)
