"""Other boards that are as good as the project's own."""

from dataclasses import replace
from random import Random

from hardware.circuit import pico
from hardware.source.board import Board


def without_third_side(board: Board) -> Board:
    return replace(
        board,
        displays={name: address for name, address in board.displays.items() if name != "C"},
        buttons={key: pin for key, pin in board.buttons.items() if key[0] != "C"},
    )


def shuffled(board: Board, seed: int, piezo: bool = True) -> Board:
    """The board with its bus and its keys on other pins."""
    random = Random(seed)
    buses = [
        (sda, scl)
        for sda in pico.GPIO
        for scl in pico.GPIO
        if pico.i2c_of(sda)[1] == "SDA" and pico.i2c_of(scl) == (pico.i2c_of(sda)[0], "SCL")
    ]
    sda, scl = random.choice(buses)
    pins = [pin for pin in pico.GPIO if pin not in (sda, scl)]
    random.shuffle(pins)
    return replace(
        board,
        i2c=replace(board.i2c, sda=sda, scl=scl),
        piezo=pins.pop() if piezo else None,
        buttons={key: pins.pop() for key in board.buttons},
    )
