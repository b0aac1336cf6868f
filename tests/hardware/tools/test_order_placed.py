"""The order lies on the board: parts as the house's library has them, put by bom.csv and cpl.csv alone, on the mask's
and the paste's openings as gerbonara reads them from the same zip, pin 1 at the mark that is printed.
"""

import csv
import io
from collections.abc import Callable
from math import dist, hypot
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from hardware.carrier.kicad_picture import opened
from hardware.making.files import BUILD
from hardware.making.tools import GERBONARA
from tests.hardware.house import LIBRARY, Point, Row, alike, library, marked, put
from tests.hardware.tools.needed import need

ZIP = BUILD / "order/tallyboard-carrier-order.zip"
BESIDE = 0.35  # mm: the pads of a hand-soldered board are a little longer than the house's, outwards
SHIFTED = 0.06  # mm, of all pads of a part together: its middle
MARK = 2.5  # mm, from pin 1 to its dot


def _read(archive: ZipFile, name: str) -> list[Row]:
    return list(csv.DictReader(io.StringIO(archive.read(name).decode("ascii"))))


class Order:
    """What is in the zip. `open`: the middles of the openings on the front in mm; `dots`: those of the dots printed
    there; `paste`: of the openings of the stencil."""

    def __init__(self, folder: Path) -> None:
        with ZipFile(ZIP) as archive:
            archive.extractall(folder)
            self.bom, self.cpl = _read(archive, "bom.csv"), _read(archive, "cpl.csv")
        stack = opened(folder)
        self.open = [_mm(shape) for shape in stack["top", "mask"].objects if hasattr(shape, "aperture")]
        self.paste = [_mm(shape) for shape in stack["top", "paste"].objects if hasattr(shape, "aperture")]
        self.dots = [middle for shape in stack["top", "silk"].objects for middle in _dot(shape)]
        self.packages = {ref: row["Footprint"] for row in self.bom for ref in row["Designator"].split(",")}


def _mm(flash: Any) -> Point:
    x, y = (flash.unit.convert_to("mm", length) for length in (flash.x, flash.y))
    return float(x), float(y)


def _dot(shape: Any) -> list[Point]:
    """The middle of a printed dot: a circle that is smaller than a pad."""
    if not hasattr(shape, "cx"):
        return []
    x, y, across, up = (shape.unit.convert_to("mm", each) for each in (shape.x1, shape.y1, shape.cx, shape.cy))
    return [(x + across, y + up)] if hypot(across, up) < 0.4 else []


@pytest.fixture(scope="module")
def order(tmp_path_factory: pytest.TempPathFactory) -> Order:
    need(GERBONARA)
    return Order(tmp_path_factory.mktemp("order"))


def _wrong(row: Row, order: Order) -> list[str]:
    """What is wrong with a part that is put so."""
    ref, pads = row["Designator"], put(library(order.packages[row["Designator"]]), row)
    landed = {number: min(order.open, key=lambda at, pad=pad: dist(at, pad)) for number, pad in pads.items()}  # type: ignore[misc]
    found = [f"{ref}.{n} lies beside its opening" for n, pad in pads.items() if dist(pad, landed[n]) > BESIDE]
    if len(set(landed.values())) < len(landed):
        found.append(f"two pads of {ref} on one opening")
    for axis, way in enumerate("xy"):
        mean = sum(pads[n][axis] - landed[n][axis] for n in pads) / len(pads)
        if abs(mean) > SHIFTED:
            found.append(f"{ref} is {mean:.2f} mm off in {way}")
    near = {n: min(dist(dot, at) for dot in order.dots) for n, at in landed.items()}
    if marked(pads) and (near["1"] > MARK or near["1"] > min(near.values())):
        found.append(f"pin 1 of {ref} is not at its mark")
    return found


def test_every_pad_of_every_part_lands_on_its_opening_and_pin_1_at_its_mark(order: Order) -> None:
    assert [wrong for row in order.cpl for wrong in _wrong(row, order)] == []


def test_gerbers_and_drills_are_those_of_the_board_house() -> None:
    """That gerbv and gerbonara open them is tested there."""
    with ZipFile(ZIP) as archive, ZipFile(BUILD / "carrier/tallyboard-carrier-gerbers.zip") as gerbers:
        assert {name: archive.read(name) for name in gerbers.namelist()} == {
            name: gerbers.read(name) for name in gerbers.namelist()
        }
        others = set(archive.namelist()) - set(gerbers.namelist())
    assert others == {"bom.csv", "cpl.csv", "assembly.svg", "README.txt"}


def test_parts_for_a_machine_lie_on_paste_and_no_paste_is_left_over(order: Order) -> None:
    by_machine = [
        ref for row in order.bom if "THROUGH-HOLE" not in row["Comment"] for ref in row["Designator"].split(",")
    ]
    pads = {row["Designator"]: put(library(order.packages[row["Designator"]]), row) for row in order.cpl}
    landed = [
        min(order.paste, key=lambda at, pad=pad: dist(at, pad))  # type: ignore[misc]
        for ref in by_machine
        for pad in pads[ref].values()
    ]
    assert sorted(landed) == sorted(order.paste)


def _turned(by: int) -> Callable[[Row], Row]:
    return lambda row: row | {"Rotation": str(float(row["Rotation"]) + by)}


def _moved(x: float, y: float) -> Callable[[Row], Row]:
    return lambda row: row | {"Mid X": str(float(row["Mid X"]) + x), "Mid Y": str(float(row["Mid Y"]) + y)}


@pytest.mark.parametrize(
    "change",
    [
        _turned(90),
        _turned(180),
        _turned(270),
        _moved(0.1, 0.0),
        _moved(0.0, -0.51),
        lambda row: row | {"Mid Y": str(-float(row["Mid Y"]))},
        lambda row: row | {"Mid Y": str(66 - float(row["Mid Y"]))},
        lambda row: row | {"Mid X": str(float(row["Mid X"]) / 25.4)},
    ],
    ids=[
        "turned 90",
        "turned 180",
        "turned 270",
        "0.1 mm off",
        "of another middle",
        "y down",
        "upper corner",
        "inches",
    ],
)
def test_a_part_that_is_put_otherwise_is_noticed(order: Order, change: Callable[[Row], Row]) -> None:
    """Each alone. One that is alike at both ends may be turned by half, one in the middle of the board be mirrored."""
    for row in order.cpl:
        changed = change(row)
        either = alike(library(order.packages[row["Designator"]]))
        half = (float(changed["Rotation"]) - float(row["Rotation"])) % 360 == 180
        same = abs(float(changed["Mid Y"]) - float(row["Mid Y"])) < SHIFTED and changed["Mid X"] == row["Mid X"]
        if not (either and half) and (half or not same or changed["Rotation"] != row["Rotation"]):
            assert _wrong(changed, order), row


def test_a_mirrored_part_is_noticed(order: Order, monkeypatch: pytest.MonkeyPatch) -> None:
    for row in order.cpl:
        pads = library(order.packages[row["Designator"]])
        if not alike(pads):
            mirrored = {number: (-x, y) for number, (x, y) in pads.items()}
            monkeypatch.setitem(LIBRARY, next(k for k, v in LIBRARY.items() if v is pads), mirrored)
            assert _wrong(row, order), row
            monkeypatch.undo()
