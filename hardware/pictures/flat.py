"""The steps that are drawn flat, by their keys."""

from collections.abc import Callable
from functools import partial

from hardware.guide.steps import SOLDERED
from hardware.pictures import deciding, displays, laptop, wires
from hardware.pictures.carrier import board_step
from hardware.pictures.marks import Picture
from hardware.source.board import Board

DRAWN: dict[str, Callable[[Board], Picture]] = {
    **{key: partial(board_step, key=key) for key in SOLDERED},
    **deciding.STEPS,
    **laptop.STEPS,
    **displays.STEPS,
    **wires.STEPS,
}
