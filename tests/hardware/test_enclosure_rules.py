"""A board.toml whose box cannot be built is refused, by the key that is to blame."""

import re
from dataclasses import replace
from math import cos, radians, sin
from typing import Any

import pytest

from hardware.enclosure.contents import contents
from hardware.enclosure.geometry import Box
from hardware.enclosure.rules import fits, too_near, wrong
from hardware.source.board import Board, Place
from hardware.source.read import ROOT
from tests.hardware.sample import BOARD, own

SEVEN = BOARD.display_size["seven"]


def changed(table: str, **values: Any) -> Board:
    return replace(BOARD, **{table: replace(getattr(BOARD, table), **values)})


def displays(**values: Any) -> Board:
    return replace(BOARD, display_size={**BOARD.display_size, "seven": replace(SEVEN, **values)})


def places(**values: Place) -> Board:
    return changed("carrier", places={**BOARD.carrier.places, **values})


def without_c() -> Board:
    buttons = {key: pin for key, pin in BOARD.buttons.items() if not key.startswith("C")}
    return replace(BOARD, buttons=buttons, displays={name: at for name, at in BOARD.displays.items() if name != "C"})


FOLLOWED = {
    "as it is": BOARD,
    "pitch 19.05": changed("face", key_pitch=19.05),
    "pitch 24": changed("face", key_pitch=24.0),
    "tilt 10": changed("enclosure", tilt=10.0),
    "tilt 40": replace(changed("enclosure", tilt=40.0, bed=(260.0, 260.0)), face=replace(BOARD.face, margin=14.0)),
    "wall 2": changed("enclosure", wall=2.0),
    "wall 4": changed("enclosure", wall=4.0),
    "no piezo": replace(BOARD, piezo=None),
    "piezo on the carrier": places(BZ1=Place(20.0, 45.0, 0.0)),
    "piezo behind the USB plug": places(BZ1=Place(50.0, 50.0, 0.0)),
    "two sides": without_c(),
}
REFUSED = {
    "keys collide": (changed("face", key_pitch=18.0), "face.key_pitch"),
    "caps collide": (changed("key", cap=20.8), "face.key_pitch"),
    "keys are joined below": (changed("key", pocket=20.0), "key.pocket"),
    "a window too small": (changed("face", clearance=0.0), "face.clearance"),
    "posts in the place of a module": (displays(body=(50.3, 22.5)), "display_size.seven.board"),
    "a window's edge too thin": (changed("enclosure", recess=1.0), "enclosure.recess"),
    "displays behind the face": (changed("enclosure", recess=3.5), "enclosure.recess"),
    "screws through the face": (displays(depth=4.0), "enclosure.face"),
    "posts at the keys": (changed("face", gap=4.0, block=53.0), "face.gap"),
    "M2 screws without hold": (changed("enclosure", pico_screw=1.9), "enclosure.pico_screw"),
    "no room for the cable tie": (places(U1=Place(-10.0, 25.5, 0.0)), "carrier.places.U1"),
    "a display wider than its block": (displays(board=(60.0, 26.67)), "face.block"),
    "displays collide": (changed("face", gap=2.0), "face.gap"),
    "a wall too thin": (changed("enclosure", wall=0.8), "enclosure.wall"),
    "a face thinner than its plate": (changed("enclosure", face=1.2), "enclosure.face"),
    "a floor too thin": (changed("enclosure", floor=1.2), "enclosure.floor"),
    "a box too low": (changed("enclosure", front=9.0), "enclosure.front"),
    "a box too low over the carrier": (changed("enclosure", tilt=0.0), "enclosure.front"),
    "too steep to print": (changed("enclosure", tilt=50.0), "enclosure.tilt"),
    "larger than the printer": (changed("enclosure", bed=(180.0, 180.0)), "enclosure.bed"),
    "wider than the printer": (changed("enclosure", bed=(220.0, 220.0)), "enclosure.bed"),
    "bosses too thin": (changed("enclosure", boss=4.0), "enclosure.boss"),
    "an opening too wide to print": (changed("enclosure", usb_plug=(16.0, 8.0)), "enclosure.usb_plug"),
    "a carrier as wide as the box": (changed("carrier", size=(182.0, 62.0)), "carrier.size"),
    "a carrier as deep as the box": (changed("carrier", size=(100.0, 140.0)), "carrier.size"),
    "USB away from the wall": (places(U1=Place(50.0, 45.0, 0.0)), "carrier.places.U1"),
    "USB through the wall": (places(U1=Place(50.0, 20.0, 0.0)), "carrier.places.U1"),
    "USB turned away": (places(U1=Place(50.0, 30.0, 180.0)), "carrier.places.U1"),
}


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_box_that_can_be_built_is_not_refused(name: str) -> None:
    assert list(wrong(FOLLOWED[name])) == []


@pytest.mark.parametrize("name", REFUSED)
def test_a_box_that_cannot_be_built_is_refused_by_its_key(name: str) -> None:
    board, key = REFUSED[name]
    broken = dict(wrong(board))
    assert key in broken
    assert all(rule and rule[0] != " " for rule in broken.values())


def test_a_wide_printer_takes_what_a_small_one_does_not() -> None:
    assert list(wrong(changed("enclosure", bed=(210.0, 250.0)))) == []


def test_what_is_behind_a_tilted_face_is_measured_along_it() -> None:
    box = Box(BOARD, 2)
    y, z = box.from_face(50.0, 8.0)
    assert box.to_face(y, z) == pytest.approx((50.0, 8.0))
    assert box.from_face(0, 0) == pytest.approx((0.0, BOARD.enclosure.front))
    assert box.from_face(box.face.height, 0) == pytest.approx((box.depth, box.back))


def test_nearness_is_seen_across_the_tilt() -> None:
    box = Box(BOARD, 2)
    found = {block.name: block for block in contents(box)}
    assert too_near(box, found["A1 pins"], found["A1 body"])
    assert not too_near(box, found["A1 pins"], found["A2 pins"])
    assert not too_near(box, found["A module"], found["Pico"])


def test_the_slots_are_behind_the_piezo_and_beside_the_plug() -> None:
    assert Box(replace(FOLLOWED["piezo on the carrier"], piezo=None), 2).slots == ()
    for name in ("piezo on the carrier", "piezo behind the USB plug"):
        box = Box(FOLLOWED[name], 2)
        left, right = box.usb.x_range
        assert len(box.slots) == BOARD.enclosure.slots
        assert all(slot.x_range[1] < left or slot.x_range[0] > right for slot in box.slots)


def test_a_wide_box_has_a_screw_between_the_corners() -> None:
    assert len(Box(BOARD, 2).bosses) == 4
    assert len(Box(BOARD, 3).bosses) == 5


@pytest.mark.parametrize("bed", [(190.0, 170.0), (170.0, 190.0), (187.0, 187.0), (188.0, 180.0), (188.0, 166.0)])
def test_a_shell_goes_on_a_bed_as_it_does_at_some_angle(bed: tuple[float, float]) -> None:
    box = Box(changed("enclosure", bed=bed), 2)
    wide, long, _ = box.printed
    some = any(
        wide * cos(turn) + long * sin(turn) <= bed[0] + 1e-9 and wide * sin(turn) + long * cos(turn) <= bed[1] + 1e-9
        for turn in (radians(step / 50) for step in range(4501))
    )
    assert fits(box) == some


def test_the_tie_is_where_no_sound_comes_out() -> None:
    for name in ("as it is", "piezo on the carrier", "no piezo"):
        box = Box(FOLLOWED[name], 2)
        assert all((slot.x < box.usb.x) != (box.tie_x < box.usb.x) for slot in box.slots)
        assert abs(box.tie_x - box.usb.x) > (box.usb.width + 8) / 2 + 5


def test_the_page_of_the_parts_has_the_windows_the_screws_and_the_size_of_this_box() -> None:
    page, board = (ROOT / "hardware/parts.md").read_text(), own()
    face = Box(board, 2).face
    for name in ("A", "S"):
        assert (
            f"| its window, over what shines | {face.windows[name].width:g} \u00d7 {face.windows[name].height:g};"
            in page
        )
    sold = {
        part.name.split()[1] + " \u00d7 " + part.name.split()[3].strip(",")
        for part in board.parts.values()
        if part.name.startswith("screw ")
    }
    rows = [row for row in page.splitlines() if row.startswith("| screws, ")]
    assert {found for row in rows for found in re.findall(r"M\d(?:\.\d)? \u00d7 \d+", row)} == sold
    for sides in range(2, board.most_sides + 1):
        box = Box(board, sides)
        assert f"{box.width:.0f} \u00d7 {box.depth:.0f}" in page
