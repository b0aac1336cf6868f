"""Whether a triangle mesh prints: closed, one body, as large as its solid, no overhang, no thin wall."""

from math import cos, radians
from pathlib import Path
from typing import Any

import numpy as np
import trimesh

STEEPEST = 45.0  # degrees from upright that an overhang prints without supports
BRIDGE = 15.0  # mm that a printer spans
PLAY = 0.02
SECTION, FIRST_SECTION, ALONG = 3.0, 0.13, 1.0  # mm between sections, before the first one, between points in one
LEANS = 0.8  # the sine of what lies too nearly in the section itself to be measured in it
AT_ONCE = 2000  # points, for the memory
OPPOSITE = -0.8  # the cosine between two sides of a wall; what meets at an edge is none
NEAREST = 0.01  # mm: shorter than this is no outline, and nearer than this is the point itself


def mesh_of(path: Path) -> Any:
    """The mesh of an STL file; its triangles share their corners."""
    mesh = trimesh.load_mesh(path)
    mesh.merge_vertices()
    return mesh


def faults(mesh: Any, volume: float) -> list[str]:
    """What is wrong with the mesh of a solid of this volume, in mm³, apart from its walls and overhangs."""
    found = []
    if not mesh.is_watertight:
        found.append("not watertight")
    if mesh.body_count != 1:
        found.append(f"{mesh.body_count} bodies")
    if mesh.volume <= 0:
        found.append("inside out")
    if abs(mesh.volume - volume) > volume / 100:
        found.append(f"its volume is {mesh.volume:.0f} mm³, not {volume:.0f}")
    if abs(mesh.bounds[0][2]) > PLAY:
        found.append("not on the bed")
    return found


def overhangs(mesh: Any) -> list[tuple[float, float]]:
    """Width and length, in mm, of the parts of the surface that look down more than 45 degrees from upright, lie not
    on the bed and are too large for a bridge."""
    down = mesh.face_normals[:, 2] < -cos(radians(STEEPEST)) - PLAY
    on_bed = mesh.triangles[:, :, 2].max(axis=1) < PLAY
    hanging = np.nonzero(down & ~on_bed)[0]
    pairs = mesh.face_adjacency[np.isin(mesh.face_adjacency, hanging).all(axis=1)]
    found = []
    for region in trimesh.graph.connected_components(pairs, nodes=hanging, min_len=1):
        flat = mesh.triangles[region][:, :, :2].reshape(-1, 2)
        wide, long = sorted(float(extent) for extent in np.ptp(flat, axis=0))
        if long > BRIDGE:
            found.append((round(wide, 1), round(long, 1)))
    return sorted(found)


def thinnest(mesh: Any, step: float = SECTION) -> float:
    """The thinnest wall in mm, in sections across all three axes, `step` mm apart: from points along each outline
    straight through the wall to its other side."""
    return min(
        _thinnest_in(mesh, axis, at)
        for axis in range(3)
        for at in np.arange(mesh.bounds[0][axis] + FIRST_SECTION, mesh.bounds[1][axis], step)
    )


def _thinnest_in(mesh: Any, axis: int, at: float) -> float:
    """The thinnest wall in one section; infinity where it meets none."""
    section: Any = trimesh.intersections.mesh_plane
    lines, faces = section(mesh, np.eye(3)[axis], np.eye(3)[axis] * at, return_faces=True)
    flat = [other for other in range(3) if other != axis]
    starts, along, normals = lines[:, 0][:, flat], (lines[:, 1] - lines[:, 0])[:, flat], mesh.face_normals[faces]
    long = np.linalg.norm(along, axis=1)
    real = (long > NEAREST) & (abs(normals[:, axis]) < LEANS)
    starts, along, normals, long = starts[real], along[real], normals[real], long[real]
    inwards = -normals[:, flat] / np.linalg.norm(normals[:, flat], axis=1, keepdims=True)
    many = np.ceil(long / ALONG).astype(int)
    of = np.repeat(np.arange(len(long)), many)
    part = (np.arange(len(of)) - np.repeat(np.cumsum(many) - many, many) + 0.5) / many[of]
    points, ways = starts[of] + part[:, None] * along[of], inwards[of]
    thin = np.inf
    for i in range(0, len(of), AT_ONCE):
        facing = normals[of[i : i + AT_ONCE]] @ normals.T < OPPOSITE
        rays, walls = np.nonzero(facing)
        to, wall, way = starts[walls] - points[i + rays], along[walls], ways[i + rays]
        det = _cross(wall, way)
        with np.errstate(divide="ignore", invalid="ignore"):
            far, hit = _cross(wall, to) / det, _cross(way, to) / det
        thin = min(thin, far[(hit >= 0) & (hit <= 1) & (far > NEAREST)].min(initial=np.inf))
    return float(thin)


def _cross(a: Any, b: Any) -> Any:
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
