"""The printed box: what is in it has room, and what is printed prints. Needs build123d and trimesh."""

from dataclasses import replace
from math import radians, tan
from pathlib import Path
from typing import Any

import pytest

from hardware.enclosure.contents import contents
from hardware.enclosure.geometry import Box
from hardware.enclosure.rules import wrong
from hardware.making.tools import BUILD123D, TRIMESH
from hardware.source.board import Board, Place
from hardware.source.read import read_board
from tests.hardware.sample import BOARD
from tests.hardware.tools.needed import need

need(BUILD123D, TRIMESH)

from hardware.enclosure import interference, pictures, printable, products, solids  # noqa: E402
from hardware.enclosure.line_drawing import PAGE, Drawing  # noqa: E402

OWN = read_board()
SIDES = range(2, OWN.most_sides + 1)
PARTS = ("shell", "floor")
LINES = 1.2 - 0.005  # mm: of a nozzle of 0.4, as exact as an STL file is


def changed(table: str, **values: Any) -> Board:
    return replace(BOARD, **{table: replace(getattr(BOARD, table), **values)})


class Built:
    def __init__(self, board: Board, sides: int) -> None:
        self.box = Box(board, sides)
        self.shell, self.floor = solids.shell(self.box), solids.floor(self.box)


@pytest.fixture(scope="module", params=SIDES)
def built(request: pytest.FixtureRequest) -> Built:
    return Built(OWN, request.param)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("build")
    products.make(OWN, folder)
    return folder / "enclosure"


def printed(made: Path, sides: int, part: str) -> Any:
    return printable.mesh_of(made / products.SIDES[sides] / f"{part}.stl")


# Interference


def test_nothing_intersects(built: Built) -> None:
    assert interference.interferences(built.box, built.shell, built.floor) == []


def test_keys_at_another_pitch_than_their_holes_are_seen() -> None:
    ours, other = Built(BOARD, 2), Box(changed("face", key_pitch=22.0), 2)
    found = interference.interferences(other, ours.shell, ours.floor)
    assert any(one.endswith("body") and hit == "shell" for one, hit, _ in found)


def test_a_window_too_small_is_seen() -> None:
    small = Built(changed("face", clearance=-0.2), 2)
    found = interference.interferences(small.box, small.shell, small.floor)
    assert ("A module", "shell") in [(one, other) for one, other, _ in found]


def test_a_box_too_low_is_seen() -> None:
    low = Built(changed("enclosure", front=5.0), 2)
    found = interference.interferences(low.box, low.shell, low.floor)
    assert ("A5 pins", "floor") in [(one, other) for one, other, _ in found]


def test_a_carrier_that_meets_the_back_wall_is_seen() -> None:
    near = Built(changed("enclosure", carrier_back=-1.0), 2)
    found = interference.interferences(near.box, near.shell, near.floor)
    assert ("carrier", "shell") in [(one, other) for one, other, _ in found]


def test_a_usb_plug_beside_its_opening_is_seen() -> None:
    ours = Built(BOARD, 2)
    places = BOARD.carrier.places
    aside = Place(places["U1"].x + 3, places["U1"].y, places["U1"].turned)
    other = Box(changed("carrier", places={**places, "U1": aside}), 2)
    found = interference.interferences(other, ours.shell, ours.floor)
    assert ("USB plug", "shell") in [(one, hit) for one, hit, _ in found]


# Other boards: they follow, or are refused by a rule that names the key

OTHERS = {
    "pitch 19.05": changed("face", key_pitch=19.05),
    "pitch 24": changed("face", key_pitch=24.0),
    "steep": replace(changed("enclosure", tilt=40.0, bed=(260.0, 260.0)), face=replace(BOARD.face, margin=14.0)),
    "thin walls, no piezo": replace(changed("enclosure", wall=2.0), piezo=None),
    "flat, thick walls": changed("enclosure", tilt=10.0, front=32.0, wall=4.0, face=4.0, floor=4.0),
    "larger carrier": changed(
        "carrier", size=(120.0, 80.0), holes=((4.0, 4.0), (116.0, 4.0), (4.0, 76.0), (116.0, 76.0))
    ),
    "larger displays": replace(
        changed("face", block=52.4, gap=6.2),
        display_size={
            name: replace(size, board=(51.0, 30.0), body=(size.body[0], size.body[1] + 1))
            for name, size in BOARD.display_size.items()
        },
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_the_box_follows_the_board(name: str, tmp_path: Path) -> None:
    board = OTHERS[name]
    assert list(wrong(board)) == []
    other = Built(board, 3 if name == "pitch 24" else 2)
    assert interference.interferences(other.box, other.shell, other.floor) == []
    for part, lying in (("shell", solids.lying_on_face(other.box, other.shell)), ("floor", other.floor)):
        products.write(tmp_path / part, lying, lying)
        mesh = printable.mesh_of(tmp_path / f"{part}.stl")
        assert printable.faults(mesh, lying.volume) == []
        assert printable.overhangs(mesh) == []


# What is printed


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("part", ["shell", "floor"])
def test_it_is_closed_and_prints_without_supports(made: Path, sides: int, part: str) -> None:
    box = Box(OWN, sides)
    volume = {"shell": solids.shell, "floor": solids.floor}[part](box).volume
    mesh = printed(made, sides, part)
    assert printable.faults(mesh, volume) == []
    assert printable.overhangs(mesh) == []
    wide, long, _ = mesh.extents
    bed = OWN.enclosure.bed
    assert min(wide, long) <= min(bed) and max(wide, long) <= max(bed)
    if part == "shell":
        assert tuple(mesh.extents) == pytest.approx(box.printed, abs=0.05)


@pytest.mark.parametrize("name", ["cap", "tray"])
def test_cap_and_tray_are_closed_and_print_without_supports(made: Path, name: str) -> None:
    mesh = printable.mesh_of(made / f"{name}.stl")
    assert printable.faults(mesh, mesh.volume) == []
    assert printable.overhangs(mesh) == []


@pytest.mark.parametrize(
    "part", [*(f"{side}/{part}" for side in products.SIDES.values() for part in PARTS), "tray", "cap"]
)
def test_every_wall_has_three_lines_of_a_nozzle(made: Path, part: str) -> None:
    assert printable.thinnest(printable.mesh_of(made / f"{part}.stl")) >= LINES


@pytest.mark.parametrize("moved", [-0.5, 0.5])
def test_modules_half_a_millimetre_flatter_and_deeper_have_room(built: Built, moved: float) -> None:
    """They slide up or down under the slanting hooks."""
    slides = moved * tan(radians(30))
    sizes = {name: replace(size, depth=size.depth + moved) for name, size in OWN.display_size.items()}
    other = Box(replace(OWN, display_size=sizes), built.box.sides)
    for block in contents(other):
        if block.group in other.face.boards:
            at = replace(block, y=(block.y[0] - slides, block.y[1] - slides))
            hit = solids.solid_of(built.box, at).intersect(built.shell)
            assert sum(part.volume for part in hit or []) < 0.5, block.name


def test_a_hole_a_second_body_and_a_turned_skin_are_seen(made: Path) -> None:
    import trimesh

    mesh = printed(made, 2, "floor")
    torn = mesh.copy()
    torn.update_faces([i > 0 for i in range(len(torn.faces))])
    assert "not watertight" in printable.faults(torn, mesh.volume)
    two = trimesh.util.concatenate([mesh, mesh.copy().apply_translation((0, 0, 50))])
    assert "2 bodies" in printable.faults(two, mesh.volume)
    turned = mesh.copy()
    turned.invert()
    assert "inside out" in printable.faults(turned, mesh.volume)
    assert any("volume" in fault for fault in printable.faults(mesh, mesh.volume * 1.02))
    assert "not on the bed" in printable.faults(mesh.copy().apply_translation((0, 0, 1)), mesh.volume)


def test_a_shell_that_stands_on_its_walls_would_need_supports(built: Built, tmp_path: Path) -> None:
    products.write(tmp_path / "standing", built.shell, built.shell)
    assert printable.overhangs(printable.mesh_of(tmp_path / "standing.stl"))


def test_a_thin_wall_is_seen(tmp_path: Path) -> None:
    import build123d as cad

    hole = cad.Pos(5, 0, 0) * cad.Cylinder(1.35, 20)
    for wall in (0.4, 1.1, 1.25):
        post = cad.Pos(5, 0, 0) * cad.Box(2.7 + 2 * wall, 8, 12) + cad.Box(30, 30, 2)
        products.write(tmp_path / "post", post, post - hole)
        assert printable.thinnest(printable.mesh_of(tmp_path / "post.stl")) == pytest.approx(wall, abs=0.05)


# Files and drawings


def test_the_same_board_gives_the_same_files(made: Path, tmp_path: Path) -> None:
    box = Box(OWN, 2)
    shell = solids.shell(box)
    products.write(tmp_path / "shell", shell, solids.lying_on_face(box, shell))
    for kind in ("step", "stl"):
        assert (tmp_path / f"shell.{kind}").read_bytes() == (made / f"two-sides/shell.{kind}").read_bytes()


def test_no_step_file_says_when_it_was_made(made: Path) -> None:
    for path in made.rglob("*.step"):
        assert products.TIME in path.read_text()[:600]


def drawings(built: Built) -> dict[str, Drawing]:
    return pictures.drawings(built.box, built.shell, built.floor)


def test_drawings_fit_the_page_and_no_text_is_over_another(built: Built) -> None:
    for name, drawing in drawings(built).items():
        left, top, wide, high = drawing.box()
        assert wide <= PAGE and high <= 250, name
        for i, text in enumerate(drawing.texts):
            assert left < text.left and text.right < left + wide and top < text.top and text.bottom < top + high
            for other in drawing.texts[:i]:
                apart = text.left >= other.right or other.left >= text.right
                assert apart or text.top >= other.bottom or other.top >= text.bottom, (name, text, other)
