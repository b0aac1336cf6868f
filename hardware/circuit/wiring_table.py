"""The wiring as tables in Markdown."""

from collections.abc import Iterator

from hardware.circuit import bus, pico
from hardware.circuit.looms import bus_pins, grounds
from hardware.circuit.netlist import GND, SUPPLY, netlist
from hardware.source.board import Board


def wiring_source(board: Board) -> str:
    """The text of wiring.md."""
    lines = ["<!-- Made from board.toml by `make hardware`; edit that file, not this one. -->", ""]
    lines += ["# The wiring", ""]
    lines += ["| signal | Pico | its pin |", "|---|---|---|"]
    lines += [f"| {signal} | {name} | {pad} |" for signal, name, pad in (*_bus(board), *_keys(board), *_piezo(board))]
    lines += ["", "All eight GND of the Pico are one: on the carrier any of them is joined with all the others."]
    lines += ["", "| on the I2C bus | address | jumpers to close on its back |", "|---|---|---|"]
    for name, address in board.displays.items():
        lines.append(f"| display {name} | {address:#04x} | {address_bits(address) or 'none'} |")
    tied = f"none; {address_bits(board.fram.address)} to VCC" if address_bits(board.fram.address) else "none"
    lines.append(f"| FRAM, {board.fram.bytes // 1024} KB | {board.fram.address:#04x} | {tied} |")
    return "\n".join(lines) + "\n"


def _bus(board: Board) -> Iterator[tuple[str, str, int]]:
    for name, pin in (("SDA", board.i2c.sda), ("SCL", board.i2c.scl)):
        yield f"{name} of every display and of the FRAM", pin, pico.GPIO[pin]
    pads = bus_pins(board)
    if board.supply.displays_v > bus.VOLTS:
        yield "power of every display, on the carrier by JP1", "VBUS", pico.OTHERS["VBUS"]
        yield "power of the FRAM, and of every display without a carrier", "3V3 OUT", pads[SUPPLY]
    else:
        yield "power of every display and of the FRAM", "3V3 OUT", pads[SUPPLY]
    yield "ground of every display and of the FRAM", GND, pads[GND]


def _keys(board: Board) -> Iterator[tuple[str, str, int]]:
    for name, pin in board.buttons.items():
        yield f"key {name}{_third(name)}, its other leg to GND", pin, pico.GPIO[pin]
    for block, pad in grounds(board).items():
        if block in board.displays:
            keys = board.keys_of(block)
            yield f"the other legs of keys {keys[0]} to {keys[-1]}{_third(block)}", GND, pad


def _piezo(board: Board) -> Iterator[tuple[str, str, int]]:
    if board.piezo:
        value = next(part.value for part in netlist(board) if part.ref == "R3")
        yield f"piezo, through a resistor of {value}", board.piezo, pico.GPIO[board.piezo]
        yield "the other leg of the piezo", GND, grounds(board)["piezo"]


def _third(name: str) -> str:
    return " (only with a third side)" if name.startswith("C") else ""


def address_bits(address: int) -> str:
    """The address pins that are high; both parts have three of them, the lowest bits."""
    return " and ".join(f"A{bit}" for bit in range(3) if address >> bit & 1)
