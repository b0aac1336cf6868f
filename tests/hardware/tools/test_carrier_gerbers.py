"""The gerbers, read by others than KiCad, say what board.toml says."""

import subprocess
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from hardware.carrier.kicad_clean import zipped
from hardware.carrier.kicad_picture import face_svg, opened
from hardware.carrier.places import placed_parts
from hardware.carrier.products import gerbers
from hardware.making.tools import GERBONARA, GERBV, KICAD
from tests.hardware.sample import BOARD
from tests.hardware.tools.carrier import plot
from tests.hardware.tools.needed import need

WIDTH, HEIGHT = BOARD.carrier.size
NEAR = 0.01  # mm


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a board house finds in the zip."""
    need(KICAD, GERBONARA)
    folder = tmp_path_factory.mktemp("zip")
    (folder / "carrier.zip").write_bytes(zipped(gerbers(plot())))
    with ZipFile(folder / "carrier.zip") as archive:
        archive.extractall(folder / "gerbers")
    return folder / "gerbers"


@pytest.fixture(scope="module")
def stack(unpacked: Path) -> Any:
    return opened(unpacked)


def _mm(shape: Any) -> tuple[float, float]:
    """The middle of a flash or hole in board.toml's directions: from the upper left corner, y down."""
    x, y = (shape.unit.convert_to("mm", length) for length in (shape.x, shape.y))
    return round(x, 3), round(HEIGHT - y, 3)


def _holes(stack: Any, kind: str) -> list[tuple[float, float, float]]:
    """x, y and diameter of the holes in the file of this kind, "PTH" or "NPTH"."""
    (layer,) = (layer for layer in stack.drill_layers if layer.original_path.stem.endswith(f"-{kind}"))
    return sorted((*_mm(hole), round(hole.tool.diameter, 3)) for hole in layer.objects)


def test_every_layer_is_there_and_known_by_its_name(unpacked: Path, stack: Any) -> None:
    faces = {(side, use) for side in ("top", "bottom") for use in ("copper", "mask")}
    always = faces | {("top", "silk"), ("top", "paste"), ("mechanical", "outline")}
    assert always <= set(stack.graphic_layers) <= always | {("bottom", "silk")}
    endings = {path.suffix for path in unpacked.iterdir()}
    assert endings - {".gbo"} == {".gtl", ".gbl", ".gts", ".gbs", ".gto", ".gtp", ".gm1", ".drl"}


def test_the_outline_is_as_large_as_the_board(stack: Any) -> None:
    (left, bottom), (right, top) = stack.board_bounds()
    line = next(iter(stack.outline.objects)).aperture.diameter
    assert (right - left - line, top - bottom - line) == pytest.approx((WIDTH, HEIGHT), abs=NEAR)
    assert (left + line / 2, bottom + line / 2) == pytest.approx((0, 0), abs=NEAR)
    assert len(list(stack.outline_polygons())) == 1


def test_the_mounting_holes_are_at_their_places(stack: Any) -> None:
    assert _holes(stack, "NPTH") == sorted((x, y, BOARD.carrier.hole) for x, y in BOARD.carrier.holes)


def test_each_pad_with_a_hole_and_each_via_is_drilled(stack: Any) -> None:
    pads = [(pad.x, pad.y, pad.drill) for part in placed_parts(BOARD) for pad in part.pads if pad.drill and pad.number]
    vias = [(x, round(HEIGHT - y, 4), drill) for x, y, drill in plot().vias]
    assert {drill for *_, drill in vias} == {BOARD.carrier.via_drill}
    expected = sorted(tuple(round(value, 3) for value in hole) for hole in [*pads, *vias])
    found = _holes(stack, "PTH")
    assert len(found) == len(expected)
    for hole, wanted in zip(found, expected, strict=True):
        assert hole == pytest.approx(wanted, abs=NEAR)


def _flashes(layer: Any) -> set[tuple[float, float]]:
    return {_mm(shape) for shape in layer.objects if type(shape).__name__ == "Flash" and shape.polarity_dark}


def _has(places: set[tuple[float, float]], x: float, y: float) -> bool:
    return any(abs(x - px) < NEAR and abs(y - py) < NEAR for px, py in places)


def test_copper_and_an_opening_of_the_mask_are_at_each_pad(stack: Any) -> None:
    pads = [pad for part in placed_parts(BOARD) for pad in part.pads if pad.number]
    for side in ("top", "bottom"):
        copper, mask = _flashes(stack[side, "copper"]), _flashes(stack[side, "mask"])
        for pad in (pad for pad in pads if pad.drill or side == "top"):
            assert _has(copper, pad.x, pad.y), f"{pad.part}.{pad.number} has no copper at the {side}"
            assert _has(mask, pad.x, pad.y), f"{pad.part}.{pad.number} is covered at the {side}"


def test_paste_is_on_the_pads_without_holes_alone(stack: Any) -> None:
    pads = {(pad.x, pad.y) for part in placed_parts(BOARD) for pad in part.pads}
    paste = _flashes(stack["top", "paste"])
    assert paste and all(_has(pads, *place) for place in paste)
    drilled = {(pad.x, pad.y) for part in placed_parts(BOARD) for pad in part.pads if pad.drill}
    assert not any(_has(drilled, *place) for place in paste)


def test_vias_are_covered_and_neither_printed_nor_cut_out_of_copper(stack: Any) -> None:
    for side in ("top", "bottom"):
        assert all(shape.polarity_dark for shape in stack[side, "copper"].objects)
        for x, y, _ in plot().vias:
            assert side == "bottom" or not _has(_flashes(stack[side, "silk"]), x, HEIGHT - y)
            assert not _has(_flashes(stack[side, "mask"]), x, HEIGHT - y)


def test_the_faces_have_different_copper(unpacked: Path) -> None:
    front, back = (next(unpacked.glob(f"*{ending}")).read_text() for ending in (".gtl", ".gbl"))
    start = "TF.FilePolarity"
    assert front[front.index(start) :] != back[back.index(start) :]


def test_a_shifted_board_is_noticed(stack: Any, unpacked: Path) -> None:
    """That these tests can fail: one layer a millimetre off."""
    shifted = opened(unpacked)["top", "copper"]
    shifted.offset(1, 0)
    pad = next(pad for part in placed_parts(BOARD) for pad in part.pads if pad.number)
    assert not _has(_flashes(shifted), pad.x, pad.y)


def test_the_picture_shows_each_layer_once_and_mirrors_the_back(stack: Any) -> None:
    front, back = (face_svg(stack, face) for face in ("front", "back"))
    assert "scale(1 -1)" in front and "scale(-1 -1)" in back
    assert front.count("<g id=") == back.count("<g id=") == 1


def test_gerbv_shows_every_file_without_a_warning(unpacked: Path, tmp_path: Path) -> None:
    need(GERBV)
    picture = tmp_path / "board.png"
    command = ["gerbv", "--export=png", "--dpi=300", f"--output={picture}", *sorted(map(str, unpacked.iterdir()))]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    said = [line for line in (run.stdout + run.stderr).splitlines() if line.strip()]
    assert (run.returncode, said) == (0, [])
    assert picture.stat().st_size > 10_000
