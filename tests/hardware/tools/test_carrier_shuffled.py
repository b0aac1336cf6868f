"""KiCad finds nothing to complain of in carriers whose bus and keys are on any other pins."""

import pytest

from hardware.carrier.check import faults
from hardware.carrier.kicad_stage import check
from hardware.carrier.pcb import carrier_pcb
from hardware.circuit.netlist import netlist
from hardware.making.tools import KICAD
from tests.hardware.sample import BOARD
from tests.hardware.shuffled import shuffled, without_third_side
from tests.hardware.tools.carrier import read_by_kicad
from tests.hardware.tools.needed import need


@pytest.mark.parametrize("seed", (1, 2))  # three sides and none of the sound, two and all of it
def test_any_pins_keep_the_rules(seed: int) -> None:
    need(KICAD)
    board = shuffled(BOARD if seed % 2 else without_third_side(BOARD), seed, piezo=seed > 1)
    text = carrier_pcb(board)
    assert faults(text, board) == []
    check(read_by_kicad(text, board), netlist(board))
