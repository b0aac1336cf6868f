"""Boards that a maker could ask for: the project's own, that of the tests, and others made from it."""

import random
from dataclasses import replace

from hardware.circuit.pico import GPIO
from hardware.source.board import Board
from tests.hardware.sample import BOARD, own


def shuffled(board: Board) -> Board:
    """The same keys on other pins, and the bus on those of the second I2C."""
    pins = [pin for pin in GPIO if pin not in ("GP2", "GP3")]
    return replace(
        board,
        i2c=replace(board.i2c, sda="GP2", scl="GP3"),
        piezo=pins[0] if board.piezo else None,
        buttons=dict(zip(board.buttons, reversed(pins), strict=False)),
    )


def two_sided(board: Board) -> Board:
    return replace(
        board,
        displays={name: at for name, at in board.displays.items() if name != "C"},
        buttons={key: pin for key, pin in board.buttons.items() if key[0] != "C"},
    )


def drawn_by_lot(board: Board, seed: int) -> Board:
    """Any pins, addresses, pitch, block and gap."""
    lot = random.Random(seed)
    pins = list(GPIO)
    lot.shuffle(pins)
    return replace(
        board,
        i2c=replace(board.i2c, sda=pins[0], scl=pins[1]),
        piezo=pins[2],
        buttons=dict(zip(board.buttons, pins[3:], strict=False)),
        displays=dict(zip(board.displays, lot.sample(range(0x70, 0x78), len(board.displays)), strict=True)),
        fram=replace(board.fram, address=lot.randrange(0x50, 0x58)),
        face=replace(
            board.face,
            key_pitch=lot.choice((19.0, 19.05, 22.5, 30.0)),
            block=lot.choice((52.0, 57.0)),
            gap=lot.choice((3.0, 6.0, 12.0)),
        ),
    )


BOARDS = {
    "own": own(),
    "sample": BOARD,
    "shuffled": shuffled(BOARD),
    "silent": replace(BOARD, piezo=None),
    "two-sided": two_sided(BOARD),
    "other addresses": replace(
        BOARD, fram=replace(BOARD.fram, address=0x57), displays={"A": 0x77, "B": 0x75, "S": 0x73, "C": 0x70}
    ),
    **{f"by lot {seed}": drawn_by_lot(BOARD, seed) for seed in range(3)},
}
