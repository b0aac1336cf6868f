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
    "3V3 is ground at a display": (lambda: with_nets("JA", p1="VDISP"), "JA", "GND and VDISP are joined"),
    "a bridged capacitor": (lambda: with_nets("C1", p1="GND"), "C1", "both its pins are on one net"),
    "WP floats": (lambda: with_nets("U2", p7=None), "U2", "WP (pin 7) floats"),
    "A0 floats": (lambda: with_nets("U2", p1=None), "U2", "A0 (pin 1) floats"),
    "A1 on the bus": (lambda: with_nets("U2", p2="SDA"), "U2", "A1 (pin 2) floats"),
    "A2 floats": (lambda: with_nets("U2", p3=None), "U2", "A2 (pin 3) floats"),
    "SDA misses a display": (lambda: with_nets("JS", p3=None), "JS", "pin 3 is open, it must be on SDA-D"),
    "SCL misses the FRAM": (lambda: with_nets("U2", p6=None), "U2", "pin 6 is open, it must be on SCL"),
    "SDA and SCL swapped": (lambda: with_nets("JC", p3="SCL", p4="SDA"), "JC", "pin 3 is on SCL"),
    "SDA misses the Pico": (lambda: with_nets("U1", p6=None), "U1", "SDA is on 0 of its pins"),
    "a key without a pin": (lambda: with_nets("U1", p9=None), "KA", "key A1 joins 0 pins of the Pico"),
    "a key on two pins": (lambda: with_nets("U1", p32="A1"), "KA", "key A1 joins 2 pins of the Pico"),
    "a key on two connectors": (lambda: with_nets("KB", p1="KEY_A1"), "KA", "and 2 of connectors"),
    "a key without its resistor": (lambda: without("R11"), "KA", "through 0 resistors"),
    "a bridged resistor of a key": (lambda: with_nets("R11", p2="A1"), "KA", "through 0 resistors"),
    "a connector on the Pico's side": (lambda: with_nets("KA", p1="A1"), "U1", "key A1 joins 1 pins of the Pico and 0"),
    "a key through another's resistor": (lambda: with_nets("R12", p2="KEY_A1"), "KA", "key A1 joins"),
    "the supervisor has no supply": (lambda: with_nets("U3", p3=None), "U3", "pin 3 is open, it must be on 3V3"),
    "its ground and its output swapped": (lambda: with_nets("U3", p1="RUN", p2="GND"), "U3", "pin 2 is on GND"),
    "nothing holds RUN": (lambda: with_nets("U1", p30=None), "U1", "pin 30 is open, it must be on RUN"),
    "a shifter the wrong way round": (lambda: with_nets("Q1", p2="SDA-D", p3="SDA"), "Q1", "its source is on SDA-D"),
    "a shifter between two lines": (lambda: with_nets("Q2", p3="SDA-D"), "Q2", "its drain on SDA-D"),
    "a shifter's gate at the displays' supply": (lambda: with_nets("Q1", p1="VDISP"), "Q1", "pin 1 is on VDISP"),
    "no shifter": (lambda: without("Q1"), "U1", "0 transistors have their source on SDA"),
    "a display on the Pico's side": (lambda: with_nets("JA", p3="SDA"), "JA", "pin 3 is on SDA, it must be on SDA-D"),
    "a display always at 3.3 V": (lambda: with_nets("JA", p2="3V3"), "JA", "pin 2 is on 3V3, it must be on VDISP"),
    "the jumper's ends swapped": (lambda: with_nets("JP1", p1="VBUS", p3="3V3"), "JP1", "pin 1 is on VBUS"),
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
