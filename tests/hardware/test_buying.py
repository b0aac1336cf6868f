"""What is to buy is counted from the circuit and the layout, and nothing in them is without a row."""

import csv
import io
import re
from collections import Counter

import pytest

from hardware.buying.bom import BOXES, csv_source
from hardware.buying.count import BUILDS, CARRIER, WIRES, items
from hardware.buying.products import texts
from hardware.buying.suppliers import offers_for, read_offers
from hardware.circuit.looms import looms
from hardware.circuit.netlist import netlist
from hardware.face.layout import layout
from hardware.source.read import read_board
from tests.hardware.changed import changed, refused, without
from tests.hardware.sample import BOARD

TWO_SIDES = changed({"displays.C": None, **{f"buttons.C{n}": None for n in range(1, 6)}})
VARIANTS = [(sides, build) for sides in (2, 3) for build in BUILDS]


def amounts(sides: int, build: str, boxes: int = 1, text: str | None = None) -> dict[str, int]:
    board = BOARD if text is None else read_board(text)
    return {item.key: item.needed_for(boxes) for item in items(board, sides, build)}


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize(("sides", "keys"), [(2, 13), (3, 18)])
def test_as_many_keys_as_the_face_has(sides: int, keys: int, build: str) -> None:
    found = amounts(sides, build)
    assert found["switch"] == found["cap"] == len(layout(BOARD, sides).keys) == keys
    names = "ABC"[:sides]
    assert keys == sum(key in ("UNDO", "NEXT", "MENU") or key[0] in names for key in BOARD.buttons)


@pytest.mark.parametrize(("sides", "build"), VARIANTS)
def test_as_many_displays_and_screws_as_the_face_has(sides: int, build: str) -> None:
    found, face = amounts(sides, build), layout(BOARD, sides)
    assert found["seven"] + found["fourteen"] == len(face.windows)
    assert found["seven"] == sides
    of_displays = sum(len(holes) for holes in face.screws.values())
    assert found["screw"] == of_displays + len(BOARD.carrier.holes)
    assert found["washer"] == of_displays == 2 * len(face.windows)
    assert found.get("screw_pico", 0) == (4 if build == WIRES else 0)
    assert found["tie"] == 1


@pytest.mark.parametrize("sides", [2, 3])
def test_everything_on_the_carrier_is_bought(sides: int) -> None:
    left_off = {"JC", "KC", *(f"R3{n}" for n in range(1, 6))} if sides == 2 else set()
    circuit = {part.ref: part for part in netlist(BOARD) if part.fitted and part.ref not in left_off}
    found = amounts(sides, CARRIER)
    by_kind = {kind: sum(part.kind == kind for part in circuit.values()) for kind in {p.kind for p in circuit.values()}}
    assert found["display_connector"] == by_kind["qt"] == sides + 1
    assert found["key_connector"] == found["key_housing"] == by_kind["keys6"] == sides
    assert found["middle_connector"] == found["middle_housing"] == by_kind["keys4"] == 1
    assert found["bypass"] == by_kind["capacitor"] and found["bulk"] == by_kind["bulk"]
    assert found["key_resistor"] == by_kind["key_resistor"] == found["switch"]
    assert found["shifter"] == by_kind["fet"] and found["supervisor"] == found["jumper"] == 1
    assert found["pull_up"] + found["piezo_resistor"] == by_kind["resistor"]
    assert found["piezo"] == found["pico"] == found["fram"] == 1
    pads = sum(len(part.nets) for part in circuit.values() if part.kind.startswith("keys"))
    assert found["contact"] == pads
    by_ref = sum(item.needed for item in items(BOARD, sides, CARRIER) if item.part.refs)
    assert by_ref == len(circuit)


@pytest.mark.parametrize(("sides", "build"), VARIANTS)
def test_every_cable_of_the_cut_lists_is_bought_and_wire_for_every_loom(sides: int, build: str) -> None:
    made = looms(BOARD, sides, carrier=build == CARRIER)
    bought = Counter(wire.length for loom in made for wire in loom.wires if wire.cable and wire.net == "SDA")
    found = items(BOARD, sides, build)
    assert {item.part.qt: item.needed for item in found if item.part.qt} == bought
    metres = sum(wire.length for loom in made for wire in loom.wires if not wire.cable) / 1000
    assert metres <= amounts(sides, build)["wire"] < 1.3 * metres + 1
    assert amounts(sides, build)["usb"] == 1
    assert next(item.name for item in found if item.key == "usb").endswith("2 m")


def test_without_a_carrier_its_parts_are_not_bought() -> None:
    found = amounts(2, WIRES)
    assert "fram_breakout" in found
    assert not {"carrier", "sockets", "fram", "contact", "key_connector", "pull_up"} & set(found)


@pytest.mark.parametrize(("sides", "build"), VARIANTS)
def test_without_piezo_none_is_bought(sides: int, build: str) -> None:
    with_piezo, silent = amounts(sides, build), amounts(sides, build, text=without("piezo"))
    gone = {"piezo", "piezo_resistor" if build == CARRIER else "piezo_resistor_wired"}
    assert with_piezo.keys() - silent.keys() == gone
    assert {key: with_piezo[key] for key in silent if key != "wire"} == {k: v for k, v in silent.items() if k != "wire"}


@pytest.mark.parametrize(("sides", "build"), VARIANTS)
def test_ten_boxes_are_bought_by_packs_that_are_enough_and_not_too_many(sides: int, build: str) -> None:
    for boxes in BOXES:
        for item in items(BOARD, sides, build):
            bought = item.packs_for(boxes) * item.part.pack
            assert bought - item.part.pack < item.needed_for(boxes) <= bought
            assert item.needed * boxes <= item.needed_for(boxes) < item.needed * boxes + 1
    assert amounts(2, CARRIER, 10)["switch"] == 130
    ten = {item.key: item.packs_for(10) for item in items(BOARD, 2, CARRIER)}
    assert (ten["switch"], ten["carrier"], ten["screw"]) == (13, 2, 2)


@pytest.mark.parametrize("boxes", BOXES)
@pytest.mark.parametrize(("sides", "build"), VARIANTS)
def test_the_csv_opens_in_a_spreadsheet(sides: int, build: str, boxes: int) -> None:
    rows = list(csv.reader(io.StringIO(csv_source(BOARD, read_offers(), boxes, sides, build))))
    assert rows[0][:4] == ["part", "on the carrier", "needed", "unit"]
    assert {len(row) for row in rows} == {len(rows[0])}
    assert [int(row[2]) for row in rows[1:]] == list(amounts(sides, build, boxes).values())
    assert all(row[0] and row[5] for row in rows), "a name and packs"


def test_the_page_has_every_bill_every_part_and_every_offer() -> None:
    made = texts(BOARD)
    page = made["buying/bom.md"]
    bills = {name for name in made if name.endswith(".csv")}
    assert {f"buying/{name}" for name in re.findall(r"\]\((bom-.*?\.csv)\)", page)} == bills
    for row in page.splitlines():
        assert not row.startswith("|") or row.count("|") in (4, 7, 9), row
    for item in {item.key: item for sides, build in VARIANTS for item in items(BOARD, sides, build)}.values():
        for words in (item.part.number, item.part.alternative, item.part.note, *item.part.search):
            assert words in page
        for offer in offers_for(item.key, read_offers(), item.name):
            words = f"{offer.supplier} {offer.order}".strip()
            assert (f"[{words}]({offer.link})" if offer.link else f"| {words} |") in page
            assert all(source in page for source in offer.source)


def test_where_no_third_side_is_no_bill_of_it_is_made() -> None:
    assert not [name for name in texts(read_board(TWO_SIDES)) if "three" in name]
    assert "hree sides" not in texts(read_board(TWO_SIDES))["buying/bom.md"]


def test_values_and_colours_come_from_the_board() -> None:
    board = read_board(changed({"bus.pull_up_ohm": "2700", "leds.colour": '"yellow"'}))
    page = texts(board)["buying/bom.md"]
    assert "resistor 2.7 kΩ" in page
    assert "0.56 inch, yellow" in page
    assert "adafruit.com/product/5599" not in page, "the number of the red one is not told for a yellow one"
    assert "adafruit.com/product/5599" in texts(BOARD)["buying/bom.md"]
    assert "5599 is the one in red: ask for yellow" in page


@pytest.mark.parametrize(
    ("changes", "key", "rule"),
    [
        ({"parts.fram.refs": '["C2"]'}, "parts", "U2 (MB85RC256V) is an unknown part"),
        ({"parts.fram.refs": '["U2", "C2"]'}, "parts.bulk.refs", "C2 stands in parts.fram already"),
        ({"parts.fram.refs": '["U9"]'}, "parts.fram.refs[0]", 'unknown part of the carrier "U9"'),
        ({"parts.fram.refs": None}, "parts.fram", "give one of count, refs or qt"),
        ({"parts.fram.refs": '["U2"]\ncount = { box = 1 }'}, "parts.fram", "give one of count, refs or qt"),
        ({"parts.seven.count": "{ sides = 1 }"}, "parts.seven.count.sides", 'did you mean "side"?'),
        ({"parts.seven.count": "{ side = -1 }"}, "parts.seven.count.side", "must be 0 to 10000"),
        ({"parts.fram.build": '"carier"'}, "parts.fram.build", 'did you mean "carrier"?'),
        (
            {"parts.seven.name": '"seven"\nlook = "sevn"'},
            "parts.seven.look",
            'unknown look "sevn"; did you mean "seven"?',
        ),
        ({"parts.foot.name": '"foot"\nlook = "foot 11"'}, "parts.foot.look", '"foot" takes 2 sizes'),
        ({"parts.foot.name": '"foot"\nlook = "foot 11 -3"'}, "parts.foot.look", '"foot" takes 2 sizes'),
        ({"parts.foot.name": '"foot"\nsearch = ["a shop: feet"]'}, "parts.foot.search", "one kind of shop is not"),
        ({"parts.foot.name": '"foot"\nsearch = ["a shop: feet", "feet"]'}, "parts.foot.search[1]", "names no shop"),
        ({"parts.fram.maker": None}, "parts.fram.maker", "this key is missing"),
        ({"parts.carrier.pack": "0"}, "parts.carrier.pack", "must be 1 to 100000"),
        (
            {"parts.qt_200.qt": "250"},
            "looms.qt[2]",
            "unknown part: no table of [parts] is a STEMMA QT cable of 200 mm",
        ),
    ],
)
def test_what_cannot_be_bought_is_refused(changes: dict[str, str | None], key: str, rule: str) -> None:
    found = refused(changed(changes))
    assert any(rule in words for _, name, words in found if name == key), found
