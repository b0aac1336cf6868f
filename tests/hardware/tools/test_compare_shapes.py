"""A stale picture or solid is found."""

from pathlib import Path
from typing import Any

import pytest

from hardware.making.compare import differs
from hardware.making.tools import PILLOW, TRIMESH
from tests.hardware.tools.needed import need

GREEN, WHITE = (27, 125, 91), (255, 255, 255)


def _pictures(tmp_path: Path, *drawings: Any) -> list[str]:
    for name, picture in zip(("a.png", "b.png"), drawings, strict=True):
        picture.save(tmp_path / name)
    return differs(tmp_path / "a.png", tmp_path / "b.png")


def test_a_picture_may_differ_at_its_edges_and_in_nothing_else(tmp_path: Path) -> None:
    need(PILLOW)
    from PIL import Image

    plain = Image.new("RGB", (400, 300), GREEN)
    assert _pictures(tmp_path, plain, plain.convert("RGBA")) == []
    softer = plain.copy()
    softer.paste((87, 185, 151), (0, 0, 400, 2))
    assert _pictures(tmp_path, plain, softer) == []
    word = plain.copy()
    word.paste(WHITE, (40, 40, 60, 48))
    assert _pictures(tmp_path, plain, word) == ["a.png: 0.133% of the pixels differ"]
    assert _pictures(tmp_path, plain, Image.new("RGB", (401, 300), GREEN)) != []


def _solids(tmp_path: Path, *solids: Any) -> list[str]:
    for name, solid in zip(("a.stl", "b.stl"), solids, strict=True):
        solid.export(tmp_path / name)
    return differs(tmp_path / "a.stl", tmp_path / "b.stl")


def test_a_solid_is_its_volume_its_reach_and_its_triangles(tmp_path: Path) -> None:
    need(TRIMESH)
    import trimesh

    def box(*size: float, x: float = 0) -> Any:
        return trimesh.creation.box(size).apply_translation([x, 0, 0])

    assert _solids(tmp_path, box(10, 20, 30), box(10, 20, 30)) == []
    assert "cubic mm" in str(_solids(tmp_path, box(10, 20, 30), box(10, 20, 30.1)))
    assert "reaches over" in str(_solids(tmp_path, box(10, 20, 30), box(10, 20, 30, x=1)))
    assert "triangles" in str(_solids(tmp_path, box(10, 20, 30), box(10, 20, 30).subdivide()))


@pytest.mark.parametrize("name", ["a.png", "a.stl"])
def test_a_file_that_is_not_there_needs_no_tool(tmp_path: Path, name: str) -> None:
    assert differs(tmp_path / name, tmp_path / name) == [f"{name}: is not there"]
