"""The pictures of the steps at the printed box: as many as steps.py names, small, with something orange in each; and of
boards that have less.
"""

from pathlib import Path

from hardware.guide.steps import SHADED, picture_of, steps
from hardware.making.files import BUILD
from hardware.making.tools import BUILD123D, PILLOW, RSVG, TRIMESH
from hardware.source.read import read_board
from tests.hardware.changed_boards import shuffled, two_sided
from tests.hardware.tools.needed import need

need(BUILD123D, PILLOW, RSVG, TRIMESH)

import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

from hardware.pictures.bench import Bench  # noqa: E402
from hardware.pictures.box import SCENES  # noqa: E402
from hardware.pictures.render import View, cuboid  # noqa: E402

MOST_BYTES = 60_000


def orange_share(path: Path) -> float:
    """How much of a picture is the colour of what is new."""
    with Image.open(path) as image:
        red, green, blue = np.moveaxis(np.asarray(image.convert("RGB")), 2, 0)
    return float(((red > 180) & (green > 60) & (green < 160) & (blue < 40)).mean())


def test_there_is_one_of_each_step_at_the_box() -> None:
    assert SCENES.keys() == set(SHADED)
    for key in SCENES.keys() & steps(read_board()).keys():
        path = BUILD / picture_of(key)
        assert path.stat().st_size < MOST_BYTES, key
        # Where a wire is wrong it is red, where it is right green: nothing is new.
        assert orange_share(path) > 0.001 or key == "look-before-closing", key


def test_another_board_has_them_too(tmp_path: Path) -> None:
    board = shuffled(two_sided(read_board()))
    bench = Bench(board, BUILD / "enclosure")
    for key in ("tray", "plug-cables"):
        SCENES[key](bench).write(tmp_path / f"{key}.png")
        assert orange_share(tmp_path / f"{key}.png") > 0.001


def test_what_is_near_hides_what_is_far() -> None:
    far, near = cuboid((0, 10), (0, 10), (0, 1), "#0000ff"), cuboid((2, 8), (2, 8), (5, 6), "#00ff00")
    for solids in ([far, near], [near, far]):
        view = View(solids, (0, 0, 1), (0, 0, 20, 20), (0, 1, 0), ())
        image = Image.new("RGB", (100, 100))
        view.paste(image)
        pixels = np.asarray(image)
        for point, colour in (((5, 5, 6), 1), ((1, 1, 1), 2)):
            x, y = view.place(*point)
            seen = pixels[round(5 * y), round(5 * x)]
            assert seen.argmax() == colour and seen[colour] > 150
