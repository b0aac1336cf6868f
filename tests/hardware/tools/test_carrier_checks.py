"""KiCad finds nothing to complain of in the carrier, and finds what is broken in it on purpose."""

import re

import pytest

from hardware.carrier.kicad_stage import BrokenCarrierError, check, net_differences, violations
from hardware.carrier.pcb import carrier_pcb
from hardware.circuit.netlist import netlist
from hardware.making.tools import KICAD
from hardware.source.read import read_board
from tests.hardware.sample import BOARD
from tests.hardware.tools.carrier import carrier_text, plot, read_by_kicad
from tests.hardware.tools.needed import need


@pytest.fixture(autouse=True)
def kicad() -> None:
    need(KICAD)


def test_kicad_finds_no_error_no_warning_and_nothing_unconnected() -> None:
    assert plot().violations == ()


def test_the_project_s_own_carrier_keeps_the_rules() -> None:
    own = read_board()
    check(read_by_kicad(carrier_pcb(own), own), netlist(own))


def test_the_nets_on_the_board_are_those_of_the_circuit() -> None:
    assert list(net_differences(plot().parts, netlist(BOARD))) == []
    on_board = {part.ref for part in plot().parts}
    assert {part.ref for part in netlist(BOARD)} <= on_board


def _replaced(pattern: str, by: str) -> str:
    text, count = re.subn(pattern, by, carrier_text(), count=1, flags=re.MULTILINE)
    assert count == 1, pattern
    return text


def _found(text: str) -> str:
    """What is said of a broken board."""
    with pytest.raises(BrokenCarrierError) as broken:
        check(read_by_kicad(text), netlist(BOARD))
    return str(broken.value)


def test_two_swapped_nets_are_found() -> None:
    a1, a2 = (re.search(rf'\(net \d+ "{key}"\)(?= \()', carrier_text()) for key in ("A1", "A2"))
    assert a1 and a2
    swapped = carrier_text().replace(a1[0], "(net A1)").replace(a2[0], a1[0]).replace("(net A1)", a2[0])
    said = _found(swapped)
    pico = {net: pad for part in netlist(BOARD) if part.ref == "U1" for pad, net in part.nets.items()}
    assert f"U1.{pico['A1']}: A2 on the board, A1 in the circuit" in said


def test_a_whole_swap_that_keeps_every_design_rule_is_found() -> None:
    """Two names exchanged everywhere: KiCad sees a sound board, which is not this circuit."""
    number = {key: re.search(rf'^  \(net (\d+) "{key}"\)$', carrier_text(), re.MULTILINE) for key in ("SDA", "SCL")}
    sda, scl = (found[1] for found in number.values() if found)
    text = carrier_text().replace(f'(net {sda} "SDA")', "SWAP").replace(f'(net {scl} "SCL")', f'(net {scl} "SDA")')
    made = read_by_kicad(text.replace("SWAP", f'(net {sda} "SCL")'))
    assert made.violations == ()
    assert "U2.5: SCL on the board, SDA in the circuit" in net_differences(made.parts, netlist(BOARD))


def test_a_deleted_track_is_found() -> None:
    key = re.search(r'^  \(net (\d+) "KEY_A1"\)$', carrier_text(), re.MULTILINE)
    assert key
    said = _found(_replaced(rf"^  \(segment .*\(net {key[1]}\).*\n", ""))
    assert "unconnected" in said and "[KEY_A1]" in said


def test_a_track_that_is_too_wide_is_found() -> None:
    width = rf"\(width {BOARD.carrier.track:g}\)"
    wide = re.sub(width, "(width 1.2)", carrier_text())
    assert wide != carrier_text()
    assert "[clearance]" in _found(wide)


def test_a_track_that_is_too_narrow_is_found() -> None:
    assert "[track_width]" in _found(
        _replaced(rf"\(width {BOARD.carrier.track:g}\)(?= \(layer \"[FB].Cu)", "(width 0.1)")
    )


def test_an_open_supply_pin_is_found() -> None:
    said = _found(_replaced(r'(\(pad "8" smd roundrect .*?) \(net \d+ "3V3"\)', r"\1"))
    assert "U2.8: None on the board, 3V3 in the circuit" in said


def test_a_part_too_many_and_a_part_too_few_are_found() -> None:
    circuit = netlist(BOARD)
    assert any(line.startswith("U2.8: only on the board") for line in net_differences(plot().parts, circuit[2:]))
    parts = tuple(part for part in plot().parts if part.ref != "U2")
    assert "U2.8: only in the circuit, not on the board" in net_differences(parts, circuit)


def test_a_count_without_lines_is_a_violation_too() -> None:
    assert list(violations("** Found 0 DRC violations **\n\n** Found 2 Footprint errors **\n")) == [
        "2 Footprint errors"
    ]
