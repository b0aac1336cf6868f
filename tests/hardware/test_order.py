"""What an assembly house is told of the carrier: every part once, in its columns, and no number without a source."""

import csv
import io
import re
from dataclasses import fields, replace
from math import dist

import pytest

from hardware.buying.count import fitted
from hardware.buying.suppliers import Offer
from hardware.carrier import order, order_page
from hardware.carrier.order import Line, bom_csv, cpl_csv, lines, missing, placements, soldered_csv, zero_of
from hardware.carrier.order_page import corner, page, readme, remark
from hardware.carrier.places import placed_parts
from hardware.circuit.netlist import netlist
from hardware.source.read import ROOT, read_board
from tests.hardware.changed import changed, without
from tests.hardware.house import library, put
from tests.hardware.sample import BOARD, own

TWO_SIDES = changed({"displays.C": None, **{f"buttons.C{n}": None for n in range(1, 6)}})
PICO = next(part.ref for part in netlist(BOARD) if part.kind == "pico")
EMPTY = {part.ref for part in netlist(BOARD) if not part.fitted}
FITTED = {part.ref for part in netlist(BOARD) if part.fitted}
OFFER = Offer(
    "fram", "LCSC", ("https://example.org/bom.csv",), "2026-01-02", order="C1234567", price=3.0, currency="USD", pack=3
)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def refs_of(text: str) -> list[str]:
    return [ref for row in rows(text) for ref in row["Designator"].split(",")]


@pytest.fixture
def one_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (order, order_page):
        monkeypatch.setattr(module, "read_offers", lambda: (OFFER,))


def test_the_columns_are_those_of_the_house() -> None:
    assert bom_csv(BOARD).splitlines()[0] == "Comment,Designator,Footprint,LCSC Part #"
    assert cpl_csv(BOARD).splitlines()[0] == "Designator,Mid X,Mid Y,Layer,Rotation"
    assert (bom_csv(BOARD) + cpl_csv(BOARD) + readme(BOARD)).isascii()
    assert {row["Layer"] for row in rows(cpl_csv(BOARD))} == {"Top"}
    assert {int(row["Rotation"]) for row in rows(cpl_csv(BOARD))} <= {0, 90, 180, 270}


def test_each_part_that_is_fitted_is_once_in_both_files() -> None:
    for text in (bom_csv(BOARD), cpl_csv(BOARD)):
        assert sorted(refs_of(text)) == sorted(FITTED)


def test_pads_that_stay_empty_are_in_neither() -> None:
    none = {each.name: 0.0 for each in fields(BOARD.bus) if each.name in ("pull_up_ohm", "displays_pull_up_ohm")}
    bare = replace(BOARD, bus=replace(BOARD.bus, **none))
    empty = {part.ref for part in netlist(bare) if not part.fitted}
    assert empty & FITTED and not empty & {*refs_of(bom_csv(bare)), *refs_of(cpl_csv(bare))}


def test_parts_of_one_kind_are_one_line() -> None:
    for line in lines(BOARD):
        assert set(line.refs) <= set(line.part.refs) & FITTED
        assert "{value}" not in line.part.name or len({part.component.value for part in line.parts}) == 1
        assert len({part.footprint.name for part in line.parts}) == 1
    assert len({(line.key, line.name) for line in lines(BOARD)}) == len(lines(BOARD))


def test_another_value_is_another_line_though_it_is_bought_in_one_table() -> None:
    """Else a house would solder the value of the first onto all places."""
    values = {part.ref: part.value for part in netlist(BOARD)}
    first, other = (next(key for key, part in BOARD.parts.items() if ref in part.refs) for ref in ("R1", "R3"))
    assert values["R1"] != values["R3"]
    both = replace(BOARD.parts[first], name="resistor {value}", refs=(*BOARD.parts[first].refs, "R3"))
    parts = {key: part for key, part in BOARD.parts.items() if key != other} | {first: both}
    found = {line.name: line.refs for line in lines(replace(BOARD, parts=parts)) if line.key == first}
    assert found[f"resistor {values['R3']}"] == ["R3"] and "R1" in found[f"resistor {values['R1']}"]


def test_the_pico_is_one_part_with_one_place_and_it_is_said_who_plugs_it_in() -> None:
    (line,) = (row for row in rows(bom_csv(BOARD)) if PICO in row["Designator"])
    assert line["Designator"] == PICO and line["LCSC Part #"] == ""
    assert "NOT delivered" in line["Comment"] and "two pieces of socket strip" in line["Comment"]
    (row,) = (row for row in rows(cpl_csv(BOARD)) if row["Designator"] == PICO)
    place = BOARD.carrier.places[PICO]
    assert (float(row["Mid X"]), BOARD.carrier.size[1] - float(row["Mid Y"])) == (place.x, place.y)
    assert remark(BOARD).startswith(f"{PICO} is ONE place")
    assert sum(row["on the carrier"] == PICO for row in rows(soldered_csv(BOARD))) == 1


def test_parts_with_pins_through_the_board_are_marked() -> None:
    for row, line in zip(rows(bom_csv(BOARD)), lines(BOARD), strict=True):
        drilled = any(pad.drill for part in line.parts for pad in part.pads)
        assert ("THROUGH-HOLE" in row["Comment"]) == drilled


def test_a_number_comes_from_an_offer_with_a_source_alone(one_offer: None) -> None:
    """And from nowhere else."""
    numbers = {line.key: line.number for line in lines(BOARD)}
    assert numbers.pop("fram") == "C1234567" and set(numbers.values()) == {""}


def test_what_has_no_number_is_counted_and_can_be_filled_in(one_offer: None) -> None:
    order_lines, text = lines(BOARD), page(BOARD)
    empty = missing(order_lines)
    assert len(empty) == len(order_lines) - 2, "all but the memory, and the Pico, which has none on purpose"
    assert f"1 of {len(order_lines)} lines have the house's number" in text
    assert f"{len(empty)} of {len(order_lines)}\nhave none yet" in text
    assert text.count("________") == len(empty)
    assert all(f"`{line.key}`" in text for line in empty)
    assert "; 1 of " in text and "| 12.00 USD |" in text, "ten are four packs of three"


def test_a_third_side_is_all_that_two_sides_do_without() -> None:
    others = sorted({part.ref for part in netlist(BOARD)} - {part.ref for part in fitted(BOARD, 2)} - EMPTY)
    assert f"A box for two sides needs none of these: {', '.join(others)}. They may stay on." in page(BOARD)
    assert "needs none" not in page(read_board(TWO_SIDES))


@pytest.mark.parametrize("text", [TWO_SIDES, without("piezo")], ids=["two sides", "silent"])
def test_what_a_board_file_has_not_is_not_ordered(text: str) -> None:
    board = read_board(text)
    refs = {part.ref for part in netlist(board) if part.fitted}
    assert refs < FITTED and {*refs_of(bom_csv(board))} == {*refs_of(cpl_csv(board))} == refs
    told = {ref for ref in FITTED - refs if re.search(rf"\b{ref}\b", page(board) + readme(board))}
    assert told == set()


def test_the_middle_and_the_angle_are_those_of_the_house() -> None:
    memory, display = (next(p for p in placements(BOARD) if p.part.component.kind == kind) for kind in ("fram", "qt"))
    assert memory.turned == (BOARD.carrier.places[memory.part.component.ref].turned + 270) % 360
    place = BOARD.carrier.places[display.part.component.ref]
    assert place.turned == 270
    assert display.at == pytest.approx((place.x + 0.51, BOARD.carrier.size[1] - place.y))


@pytest.mark.parametrize("turned", [0.0, 90.0, 180.0, 270.0])
def test_the_house_puts_a_part_onto_its_pads_however_it_is_turned(turned: float) -> None:
    """By its own library, whose pads may be a little nearer to the middle than ours. Tabs have other names there."""
    places = {ref: replace(place, turned=turned) for ref, place in BOARD.carrier.places.items()}
    board = replace(BOARD, carrier=replace(BOARD.carrier, places=places))
    packages = {ref: line.footprint for line in lines(board) for ref in line.refs}
    placed = {part.component.ref: part.pads for part in placed_parts(board)}
    for row in rows(cpl_csv(board)):
        for number, (x, y) in put(library(packages[row["Designator"]]), row).items():
            pads = [pad for pad in placed[row["Designator"]] if pad.number in (number, "MP")]
            assert any(dist((x, board.carrier.size[1] - y), (pad.x, pad.y)) < 0.35 for pad in pads), (row, number)


def test_a_package_that_nobody_looked_up_is_told() -> None:
    names = {p.part.footprint.name for p in placements(BOARD) if not p.known and not p.pico}
    assert names and all(name in page(BOARD) for name in names)
    assert {name for name in names if zero_of(name)} == set()
    assert all(zero.source.startswith("https://") for zero in order.ZEROS.values())


@pytest.mark.parametrize(
    ("way", "words"),
    [((-9.0, -24.0), "upper left"), ((3.0, 1.5), "lower right"), ((-6.0, 0.5), "left"), ((0.1, -2.0), "top")],
)
def test_where_pin_1_lies_in_words(way: tuple[float, float], words: str) -> None:
    assert corner(way) == words


def test_the_bill_of_the_board_has_what_is_soldered_onto_one_and_ten() -> None:
    bill = rows(soldered_csv(BOARD))
    assert {ref for row in bill for ref in row["on the carrier"].split(", ")} == FITTED
    for row in bill:
        each = 2 if row["on the carrier"] == PICO else len(row["on the carrier"].split(", "))
        assert (int(row["for 1"]), int(row["for 10"])) == (each, 10 * each)
    assert not any("Pico" in row["part"] for row in bill)


def test_the_page_leads_to_files_that_are_made() -> None:
    folder = ROOT / "hardware/build/order"
    for target in re.findall(r"\]\(([^)#:]+)\)", page(own())):
        assert (folder / target).exists(), target


def test_the_joints_are_those_of_the_pads() -> None:
    by_machine = [line for line in lines(BOARD) if not line.through]
    assert f"| {sum(len(part.pads) for line in by_machine for part in line.parts)} |" in page(BOARD)


def test_a_line_says_the_package_as_houses_call_it() -> None:
    found = {line.footprint for line in lines(BOARD) if isinstance(line, Line)}
    assert "0805" in found and not any("HandSolder" in name for name in found)
