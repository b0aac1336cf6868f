"""Where the carrier's parts lie: what is refused, and that print is where it can be read."""

from dataclasses import replace
from itertools import combinations

import pytest

from hardware.carrier.labels import APART, STROKE, Label, labels, overlap, pad_boxes
from hardware.carrier.places import placed_parts
from hardware.carrier.rules import wrong
from hardware.source.board import Board, Carrier, Place
from tests.hardware.changed import changed, refused
from tests.hardware.sample import BOARD


def moved(**places: Place) -> Board:
    return replace(BOARD, carrier=replace(BOARD.carrier, places={**BOARD.carrier.places, **places}))


def with_carrier(carrier: Carrier) -> Board:
    return replace(BOARD, carrier=carrier)


@pytest.mark.parametrize(
    ("board", "key", "rule"),
    [
        (moved(C1=Place(31.0, 18.0, 0.0)), "carrier.places.C1", "U2 and C1 lie on each other"),
        (moved(U2=Place(50.0, 30.0, 0.0)), "carrier.places.U2", "U1 and U2 lie on each other"),
        (moved(TP4=Place(94.0, 5.0, 0.0)), "carrier.places.TP4", "TP4 and a mounting hole lie on each other"),
        (moved(KC=Place(95.0, 50.0, 0.0)), "carrier.places.KC", "too far over the edge"),
        (moved(C2=Place(80.0, 65.0, 0.0)), "carrier.places.C2", "too far over the edge"),
        (moved(C2=Place(18.0, 12.0, 180.0)), "carrier.places.C2", "its 3V3 is 15.2 mm from that of the FRAM"),
        (moved(C4=Place(90.0, 40.0, 180.0)), "carrier.places.C4", "it may be 15; move it nearer, or turn it"),
        (moved(C1=Place(36.6, 40.0, 270.0)), "carrier.places.C1", "another capacitor is nearer to the FRAM's supply"),
        (moved(U2=Place(24.0, 24.0, 45.0)), "carrier.places.U2[2]", "take 0, 90, 180 or 270"),
        (moved(U1=Place(50.0, 30.0, 0.0)), "carrier.places.U1", "USB end has to be at the back edge"),
        (moved(U1=Place(50.0, 25.5, 180.0)), "carrier.places.U1", "USB end has to be at the back edge"),
        (moved(JA=Place(2.8, 13.5, 90.0)), "carrier.places.JA", "its cable leaves over the carrier"),
        (moved(JA=Place(12.0, 13.5, 270.0)), "carrier.places.JA", "7.9 mm nearer to its edge"),
    ],
)
def test_a_bad_place_is_refused_by_its_key(board: Board, key: str, rule: str) -> None:
    assert [said for at, said in wrong(board) if at == key and rule in said], list(wrong(board))


def test_a_part_without_a_place_is_refused() -> None:
    places = {ref: place for ref, place in BOARD.carrier.places.items() if ref != "U2"}
    assert list(wrong(with_carrier(replace(BOARD.carrier, places=places)))) == [
        ("carrier.places.U2", "this part has no place; add x, y and how it is turned")
    ]


def test_places_of_what_this_board_does_without_are_no_fault() -> None:
    assert list(wrong(replace(BOARD, piezo=None))) == []


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        ("carrier.track", "0.1", "must be 0.15 to 5 mm"),
        ("carrier.clearance", "0.1", "must be 0.15 to 5 mm"),
        ("carrier.via_drill", "0.2", "must be 0.3 to 3 mm"),
        ("carrier.via", "0.6", "leaves no ring"),
        ("carrier.edge", "0.1", "must be 0.3 to 5 mm"),
        ("carrier.hole_gap", "0.1", "must be 0.25 to 5 mm"),
        ("carrier.places.U2", "[30.0, 24.0, 10]", "take 0, 90, 180 or 270"),
        ("carrier.places.U2", "[40.0, 24.0, 0]", "lie on each other"),
    ],
)
def test_what_no_board_maker_makes_is_refused_with_its_line(key: str, value: str, rule: str) -> None:
    found = refused(changed({key: value}))
    assert any(at.startswith(key) and rule in said for _, at, said in found), found


@pytest.mark.parametrize(
    "board",
    [BOARD, replace(BOARD, piezo=None), moved(KA=Place(80.0, 42.0, 90.0), JA=Place(97.2, 30.0, 90.0))],
    ids=["own", "silent", "turned"],
)
def test_print_lies_on_nothing_and_nothing_on_it(board: Board) -> None:
    parts = placed_parts(board)
    printed, nameless = labels(board, parts)
    assert nameless == []
    width, height = board.carrier.size
    for label in printed:
        left, top, right, bottom = label.box
        assert min(left, top) > 0 and right < width and bottom < height, label
        assert label.size >= 1.0 and STROKE * label.size >= 0.15
        for part in parts:
            assert not any(overlap(label.box, pad, APART / 2) for pad in pad_boxes(part)), (label, part.component.ref)
            assert label.part == part.component.ref or not overlap(label.box, part.body), (label, part.component.ref)
    for one, other in combinations(printed, 2):
        assert not overlap(one.box, other.box), (one, other)


def test_every_contact_says_its_key_and_every_display_connector_its_display() -> None:
    printed, _ = labels(BOARD, placed_parts(BOARD))

    def words(ref: str) -> list[str]:
        return [label.text for label in printed if label.part == ref]

    assert words("KB") == ["B1", "B2", "B3", "B4", "B5", "GND", "KB"]
    assert words("KM") == ["UNDO", "NEXT", "MENU", "GND", "KM"]
    assert words("JS") == ["S", "JS"]
    assert "USB" in words("U1")
    for ref in ("KA", "KB", "KC", "KM"):
        part = next(part for part in placed_parts(BOARD) if part.component.ref == ref)
        beside: list[Label] = [label for label in printed if label.part == ref and label.role == "user"]
        assert [label.x for label in beside] == pytest.approx([pad.x for pad in part.pads])


def test_no_room_for_the_names_of_keys_is_refused() -> None:
    between = {"R3": Place(20.0, 57.0, 0.0), "R4": Place(14.0, 57.0, 0.0), "R5": Place(26.0, 57.0, 0.0)}
    between |= {f"R1{n}": Place(10.0 + 5 * n, 45.0, 0.0) for n in range(1, 6)}
    assert ("carrier.places.KA", "there is no room to print its name beside it; move its neighbours away") in list(
        wrong(moved(**between))
    )
