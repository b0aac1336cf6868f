"""The steps of the guide are those of the board file."""

from dataclasses import replace

from hardware.circuit.netlist import netlist
from hardware.guide.steps import SOLDERED, STEPS, soldered, steps
from tests.hardware.sample import BOARD


def test_every_fitted_part_of_the_carrier_is_soldered_in_one_step() -> None:
    board = BOARD
    refs = [part.ref for parts in soldered(board).values() for part in parts]
    assert sorted(refs) == sorted(part.ref for part in netlist(board) if part.fitted)
    assert set(SOLDERED) <= {step.key for step in STEPS}


def test_the_numbers_have_no_hole_and_leave_out_what_the_board_file_has_not() -> None:
    board = BOARD
    for made in (board, replace(board, piezo=None)):
        numbers = steps(made)
        assert list(numbers.values()) == list(range(1, len(numbers) + 1))
        assert ("wire-piezo" in numbers) == ("solder-piezo" in numbers) == (made.piezo is not None)
    assert len({step.key for step in STEPS}) == len(STEPS)
