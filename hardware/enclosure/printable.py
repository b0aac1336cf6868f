"""Whether a triangle mesh prints: closed, one body, as large as its solid, no overhang, no thin wall."""

from collections.abc import Sequence
from math import cos, radians
from pathlib import Path
from typing import Any

import numpy as np
import trimesh

STEEPEST = 45.0  # degrees from upright that an overhang prints without supports
BRIDGE = 15.0  # mm that a printer spans
PLAY = 0.02
SAMPLES = 3000
OPPOSITE = -0.8  # the cosine between two sides of a wall; what meets at an edge is none
NEAREST = 0.01  # mm: a hit nearer than this is the sample itself


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


def thinnest(mesh: Any, without: Sequence[tuple[float, float, float]] = ()) -> float:
    """The thinnest wall in mm, by rays from points all over the surface. `without`: x, y and radius of upright
    cylinders in which nothing is measured."""
    points, faces = trimesh.sample.sample_surface(mesh, SAMPLES, seed=1)
    for x, y, radius in without:
        keep = np.hypot(points[:, 0] - x, points[:, 1] - y) > radius
        points, faces = points[keep], faces[keep]
    normals = mesh.face_normals[faces]
    hits, rays, triangles = mesh.ray.intersects_location(points - normals * NEAREST, -normals, multiple_hits=False)
    far = np.linalg.norm(hits - points[rays], axis=1)
    wall = (mesh.face_normals[triangles] * normals[rays]).sum(axis=1) < OPPOSITE
    return float(far[wall].min())
