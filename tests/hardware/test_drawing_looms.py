"""The looms: the pins of the netlist, lengths that reach, colours that can be told apart."""

import csv
import io
from dataclasses import replace
from math import dist
from typing import Any

import pytest

from hardware.circuit.bus import needs_pull_ups
from hardware.circuit.looms import COLOURS, chain, grounds, looms, part_of, wrong_looms
from hardware.circuit.netlist import DISPLAYS, GND, KEY, netlist
from hardware.circuit.pico import GPIO, GROUNDS
from hardware.circuit.wiring_table import wiring_source
from hardware.drawing.cut_list import cut_list_csv, cut_list_markdown
from hardware.drawing.parts import PAINT
from hardware.face.layout import layout
from hardware.source.board import Board
from tests.hardware.changed_boards import BOARDS
from tests.hardware.sample import BOARD

boards = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


def changed(**looms: Any) -> Board:
    return replace(BOARD, looms=replace(BOARD.looms, **looms))


# What a wire outside of the carrier is called that begins at one of these nets.
OUTSIDE = {DISPLAYS: "3V3", "SDA-D": "SDA", "SCL-D": "SCL"} | {KEY + key: key for key in BOARD.buttons}


@boards
def test_a_wire_begins_at_the_pin_that_its_net_is_on(board: Board) -> None:
    nets = {part.ref: part.nets for part in netlist(board)}
    seen = set()
    for sides in range(2, board.most_sides + 1):
        for carrier in (True, False):
            for loom in looms(board, sides, carrier=carrier):
                for wire in loom.wires:
                    part, _, pin = wire.begins.partition(" pin ")
                    pin = pin.split(" ")[0]
                    if part in nets or (part == "Pico" and pin):
                        net = nets["U1" if part == "Pico" else part][pin]
                        assert wire.net == (net if part == "Pico" else OUTSIDE.get(net or "", net or "")), wire
                        seen.add(wire.net)
    assert seen >= {GND, "3V3", "SDA", "SCL", *board.buttons}


@boards
def test_each_key_has_its_wire_and_ground_comes_to_all_of_them(board: Board) -> None:
    for sides in range(2, board.most_sides + 1):
        for carrier in (True, False):
            columns = [loom for loom in looms(board, sides, carrier=carrier) if loom.ref.startswith("K")]
            assert len(columns) == sides + 1
            for loom in columns:
                keys = {wire.ends for wire in loom.wires if wire.net != GND}
                ground = [wire for wire in loom.wires if wire.net == GND]
                assert {wire.ends for wire in ground} | {wire.begins for wire in ground} >= keys
                assert len(ground) == len(keys)
                colours = [wire.colour for wire in loom.wires if wire.net != GND]
                assert len(set(colours)) == len(colours) and "black" not in colours


@boards
def test_every_loom_has_a_ground_of_its_own(board: Board) -> None:
    found = grounds(board)
    assert len(set(found.values())) == len(found) and set(found.values()) <= set(GROUNDS)
    assert set(found) == {"bus", *board.displays} | ({"piezo"} if board.piezo else set())


@boards
def test_the_wiring_table_says_the_pins_of_the_looms(board: Board) -> None:
    cells = [tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in wiring_source(board).splitlines()]
    told = {(row[0], row[2]) for row in cells if len(row) == 3}
    found = grounds(board)
    assert ("ground of every display and of the FRAM", str(found["bus"])) in told
    for block in board.displays:
        (pad,) = (pin for words, pin in told if f"the other legs of keys {board.keys_of(block)[0]} " in words)
        assert pad == str(found[block])
    piezo = {words: pin for words, pin in told if "piezo" in words}
    assert piezo == (
        {
            "piezo, through a resistor of 1 kΩ": str(GPIO[board.piezo]),
            "the other leg of the piezo": str(found["piezo"]),
        }
        if board.piezo
        else {}
    )


def length(board: Board, key: str, sides: int = 2) -> int:
    return next(wire.length for loom in looms(board, sides, carrier=True) for wire in loom.wires if wire.net == key)


def test_cut_lengths_reach_and_are_whole_steps() -> None:
    face = layout(BOARD, 2)
    for key in ("A1", "A5", "B3", "MENU"):
        x, y = face.keys[key]
        connector = BOARD.carrier.places.get(f"K{key[0]}" if key != "MENU" else "KM")
        deep = connector.y if connector else BOARD.carrier.size[1] / 2
        across = (face.width - BOARD.carrier.size[0]) / 2 + (connector.x if connector else BOARD.carrier.size[0] / 2)
        # The face lies higher at its back; as if it lay flat, the way is no longer than that.
        assert length(BOARD, key) >= dist((x, y * 0.9), (across, deep)) + BOARD.looms.slack - 20
        assert length(BOARD, key) % BOARD.looms.step == 0


def test_lengths_follow_the_slack_the_pitch_and_the_step() -> None:
    assert length(changed(slack=BOARD.looms.slack + 100), "A3") == length(BOARD, "A3") + 100
    wide = replace(BOARD, face=replace(BOARD.face, key_pitch=BOARD.face.key_pitch + 10))
    assert length(wide, "A5") > length(BOARD, "A5") + 20
    assert length(changed(step=50.0), "A5") % 50 == 0
    hops = [wire.length for wire in looms(wide, 2, carrier=True)[0].wires if wire.begins.startswith("key ")]
    assert set(hops) == {50} and wide.face.key_pitch + wide.looms.hop_slack == 46


def test_a_cable_that_is_bought_has_a_length_that_is_sold() -> None:
    for carrier in (True, False):
        for sides in (2, 3):
            for loom in looms(BOARD, sides, carrier=carrier):
                for wire in loom.wires:
                    if wire.cable:
                        assert wire.length in (*BOARD.looms.qt, BOARD.looms.usb), wire
    assert not any(loom.ref == "BZ1" for loom in looms(replace(BOARD, piezo=None), 2, carrier=False))


@boards
def test_without_a_carrier_the_memory_has_wires_and_the_displays_hang_on_one_another(board: Board) -> None:
    for sides in range(2, board.most_sides + 1):
        bus = next(loom for loom in looms(board, sides, carrier=False) if loom.ref == "bus")
        memory, first, *others = bus.stretches()
        pads = [(wire.net, part_of(wire.begins), wire.ends) for wire in memory]
        assert pads == [
            ("GND", "Pico", "FRAM, GND"),
            ("3V3", "Pico", "FRAM, VCC"),
            ("SDA", "Pico", "FRAM, SDA"),
            ("SCL", "Pico", "FRAM, SCL"),
        ]
        assert not any(wire.cable for wire in memory) and memory[0].length >= board.looms.slack
        assert [wire.begins for wire in first] == [wire.begins for wire in memory]
        assert first[0].cable == "STEMMA QT cable, one plug cut off" and part_of(first[0].ends) == "display A"
        ends = [part_of(first[0].ends), *(part_of(wires[0].ends) for wires in others)]
        assert [part_of(wires[0].begins) for wires in others] == ends[:-1]
        assert ends == [f"display {block}" for block in chain(sides)]
        assert {wire.cable for wires in others for wire in wires} == {"STEMMA QT cable"}


def test_the_cut_list_names_the_resistors_only_where_the_bus_needs_them() -> None:
    words = "Two resistors of 4.7 kΩ, at the Pico: one from SDA (pin 6) to 3V3 (pin 36), one from SCL (pin 7) to 3V3."
    assert words not in cut_list_markdown(BOARD)
    slow = replace(BOARD, bus=replace(BOARD.bus, metre_pf=130))
    # With three sides there is one display more to pull up.
    needing = [sides for sides in (2, 3) if needs_pull_ups(slow, sides)]
    assert needing and cut_list_markdown(slow).count(words) == len(needing)


@pytest.mark.parametrize(
    ("change", "key", "rule"),
    [
        ({"key_wires": ("brown", "orang", "green", "violet", "grey")}, "looms.key_wires[1]", "no colour of wires"),
        ({"key_wires": ("brown", "orange", "green", "violet", "black")}, "looms.key_wires[4]", "black is ground's"),
        ({"key_wires": ("brown", "orange", "green", "violet")}, "looms.key_wires", "up to 5 keys"),
        ({"key_wires": ("brown", "orange", "green", "brown", "grey")}, "looms.key_wires", "different colours"),
        ({"piezo_wire": "gold"}, "looms.piezo_wire", "no colour of wires"),
        ({"qt": (50.0, 100.0)}, "looms.qt", "no cable is as long"),
        ({"qt": ()}, "looms.qt", "at least one"),
        ({"step": 0.0}, "looms.step", "whole number"),
        ({"step": 2.5}, "looms.step", "whole number"),
    ],
)
def test_looms_that_cannot_be_made_are_told_with_their_key(change: dict[str, Any], key: str, rule: str) -> None:
    assert any(told == key and rule in says for told, says in wrong_looms(changed(**change)))


@boards
def test_looms_of_boards_that_can_be_made_are_not(board: Board) -> None:
    assert list(wrong_looms(board)) == []


def test_every_colour_can_be_drawn() -> None:
    assert set(COLOURS) == set(PAINT)


@boards
def test_the_cut_list_has_every_wire(board: Board) -> None:
    rows = list(csv.DictReader(io.StringIO(cut_list_csv(board))))
    for sides in range(2, board.most_sides + 1):
        for carrier in (True, False):
            mine = [
                row for row in rows if row["sides"] == str(sides) and row["carrier"] == ("yes" if carrier else "no")
            ]
            made = looms(board, sides, carrier=carrier)
            wires = [wire for loom in made for wire in loom.wires]
            assert 4 * len(mine) == sum(1 if wire.cable else 4 for wire in wires)
            cut = sum(wire.length for wire in wires if not wire.cable)
            assert sum(int(row["mm"]) for row in mine if row["cut or buy"] in COLOURS) == cut
    table = cut_list_markdown(board)
    assert all(f"| {row['mm']} | {row['from']} | {row['to']} |" in table for row in rows)
