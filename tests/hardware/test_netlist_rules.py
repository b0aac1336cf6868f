"""The circuit keeps the electrical rules with any pins, and each rule catches what it is there for."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from hardware.circuit import rules
from hardware.circuit.electrical_rules import wrong_netlist
from hardware.circuit.netlist import Component, netlist
from hardware.source.board import Board
from hardware.source.lines import find_lines
from hardware.source.read import BadBoardFile, read_board
from tests.hardware.changed_boards import BOARDS
from tests.hardware.sample import BOARD, TEXT


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_every_board_keeps_the_rules(board: Board) -> None:
    assert list(wrong_netlist(netlist(board))) == []


def with_nets(ref: str, **nets: str | None) -> list[Component]:
    """The project's own netlist with other nets on pads of a part, named p1, p2, …"""
    changed = {pad.removeprefix("p"): net for pad, net in nets.items()}
    return [replace(part, nets={**part.nets, **changed}) if part.ref == ref else part for part in netlist(BOARD)]


def without(ref: str) -> list[Component]:
    return [part for part in netlist(BOARD) if part.ref != ref]


MUTANTS: dict[str, tuple[Callable[[], list[Component]], str, str]] = {
    "the Pico gives no 3V3": (lambda: with_nets("U1", p36=None), "U1", "pin 36 is open"),
    "the FRAM has no supply": (lambda: with_nets("U2", p8=None), "U2", "pin 8 is open"),
    "a display has no ground": (lambda: with_nets("JB", p1=None), "JB", "pin 1 is open"),
    "a net ends nowhere": (lambda: with_nets("U1", p32="SPARE"), "U1", "net SPARE has this one pin only"),
    "two outputs on one net": (lambda: with_nets("U1", p32="PIEZO"), "U1", "driven by pins 32 and 34"),
    "3V3 and VBUS": (lambda: with_nets("U1", p40="3V3"), "U1", "driven by pins 36 and 40"),
    "a pin on ground": (lambda: with_nets("U1", p32="GND"), "U1", "pin 32 drives GND"),
    "3V3 is ground at the FRAM": (lambda: with_nets("U2", p8="GND"), "U2", "GND and 3V3 are joined"),
    "3V3 is ground at a display": (lambda: with_nets("JA", p1="3V3"), "JA", "GND and 3V3 are joined"),
    "a bridged capacitor": (lambda: with_nets("C1", p1="GND"), "C1", "both its pins are on one net"),
    "WP floats": (lambda: with_nets("U2", p7=None), "U2", "WP (pin 7) floats"),
    "A0 floats": (lambda: with_nets("U2", p1=None), "U2", "A0 (pin 1) floats"),
    "A1 on the bus": (lambda: with_nets("U2", p2="SDA"), "U2", "A1 (pin 2) floats"),
    "A2 floats": (lambda: with_nets("U2", p3=None), "U2", "A2 (pin 3) floats"),
    "SDA misses a display": (lambda: with_nets("JS", p3=None), "JS", "pin 3 is open, it must be on SDA"),
    "SCL misses the FRAM": (lambda: with_nets("U2", p6=None), "U2", "pin 6 is open, it must be on SCL"),
    "SDA and SCL swapped": (lambda: with_nets("JC", p3="SCL", p4="SDA"), "JC", "pin 3 is on SCL"),
    "SDA misses the Pico": (lambda: with_nets("U1", p6=None), "U1", "SDA is on 0 of its pins"),
    "a key without a pin": (lambda: with_nets("U1", p9=None), "KA", "key A1 joins 0 pins of the Pico"),
    "a key on two pins": (lambda: with_nets("U1", p32="A1"), "KA", "key A1 joins 2 pins of the Pico"),
    "a key on two connectors": (lambda: with_nets("KB", p1="A1"), "KA", "and 2 of connectors"),
    "keys without ground": (lambda: with_nets("KM", p4=None), "KM", "no pin of it is on GND"),
    "a piezo without its resistor": (lambda: without("R3"), "BZ1", "no resistor is between it and the Pico"),
    "a resistor beside the piezo": (lambda: with_nets("BZ1", p1="PIEZO"), "BZ1", "no resistor is between"),
    "two parts of one name": (lambda: [*netlist(BOARD), netlist(BOARD)[2]], "C1", "used twice"),
    "two keys on one pin": (
        lambda: netlist(replace(BOARD, buttons={**BOARD.buttons, "A1": BOARD.buttons["B1"]})),
        "KA",
        "key A1 joins 0 pins of the Pico",
    ),
}


def test_the_reader_asks_the_rules_and_names_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    read_board(TEXT)
    for ref, key in {"U2": "fram", "JB": "displays.B", "KM": "buttons.UNDO", "BZ1": "piezo.pin"}.items():
        pads = {pad: None for part in netlist(BOARD) if part.ref == ref for pad in part.nets}
        broken = with_nets(ref, **pads)
        monkeypatch.setattr(rules, "netlist", lambda _, broken=broken: broken)
        with pytest.raises(BadBoardFile, match=rf"board.toml:\d+: {key}: {ref} of the circuit: "):
            read_board(TEXT)


def test_every_part_has_a_key_that_stands_in_the_file() -> None:
    lines = find_lines(TEXT)
    for part in netlist(BOARD):
        assert rules.key_of(part.ref) in lines, part.ref


def told(parts: list[Component]) -> Iterator[str]:
    return (f"{ref}: {rule}" for ref, rule in wrong_netlist(parts))


@pytest.mark.parametrize(("mutant", "ref", "rule"), MUTANTS.values(), ids=MUTANTS)
def test_a_fault_is_told_with_its_part(mutant: Callable[[], list[Component]], ref: str, rule: str) -> None:
    assert any(fault.startswith(f"{ref}: ") and rule in fault for fault in told(mutant()))
