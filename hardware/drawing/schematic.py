"""The schematic, a sheet of A4: the Pico with the pins that are used, everything else by the names of its nets.

Drawn with our own symbols: so it needs no package beyond Python, is the same on every machine, and a test knows where
every text and every line lies.
"""

from hardware.circuit import pico
from hardware.circuit.netlist import GND, KEY, PIEZO, POWER, SUPPLY, Component, key_resistors, netlist
from hardware.drawing import symbols
from hardware.drawing.sheet import GREY, INK, PAPER, Sheet
from hardware.drawing.symbols import LABEL, SMALL, flag, flag_width
from hardware.face.letters import width
from hardware.source.board import Board

WIDTH, HEIGHT = 297.0, 210.0
_ROW = 5.2  # from pin to pin
_STUB = 7.0
_PART = "#fdf6e3"
_PICO = {str(pad): name for name, pad in (pico.GPIO | pico.OTHERS).items()} | dict.fromkeys(map(str, pico.GROUNDS), GND)
_NAMES = {
    "fram": {"1": "A0", "2": "A1", "3": "A2", "4": "GND", "5": "SDA", "6": "SCL", "7": "WP", "8": "VDD"},
    "qt": {"1": "GND", "2": "V+", "3": "SDA", "4": "SCL"},
    "fet": {"1": "gate", "2": "source", "3": "drain"},
    "supervisor": {"1": "GND", "2": "low", "3": "VCC"},
    "jumper": {"1": "3.3 V", "2": "displays", "3": "5 V"},
}
_Side = list[tuple[str, str, str]]  # pins of one side from the top down: number, name, net


def schematic_svg(board: Board) -> str:
    """The schematic of the carrier as SVG."""
    sheet = Sheet(WIDTH, HEIGHT, "Tallyboard: schematic")
    parts = {part.ref: part for part in netlist(board)}
    sheet.text(10, 12, "Tallyboard: schematic", 5, bold=True)
    sheet.text(287, 12, "Flags of one name are connected.", SMALL + 0.3, anchor="end")
    _draw_pico(sheet, parts.pop("U1"))
    _draw_fram(sheet, parts.pop("U2"))
    for piezo in [part for part in parts.values() if part.kind == "piezo"]:
        resistor = next(part for part in parts.values() if part.kind == "resistor" and PIEZO in part.nets.values())
        _sounder(sheet, parts.pop(resistor.ref), piezo)
    _passives(sheet, [part for part in parts.values() if part.kind in ("capacitor", "bulk")], 62)
    _passives(sheet, [part for part in parts.values() if part.kind == "resistor"], 88)
    for x, part in zip((122, 181), (part for part in parts.values() if part.kind == "fet"), strict=True):
        _block(sheet, x, 112, 18, (_pins(part, "12"), _pins(part, "3")), f"{part.ref}  {part.value}")
    for x, kind, wide in ((102, "supervisor", 15), (136, "jumper", 18)):
        (part,) = (part for part in parts.values() if part.kind == kind)
        _block(sheet, x, 135, wide, ([], _pins(part, "123")), f"{part.ref}  {part.value}")
    _test_pads(sheet, [part for part in parts.values() if part.kind == "test"])
    connectors = [part for part in parts.values() if part.kind.startswith("keys")]
    for number, part in enumerate(connectors):
        _keys(
            sheet,
            part,
            10 + number * 277 / len(connectors),
            160,
            {key: parts[ref] for key, ref in key_resistors(board).items()},
        )
    _displays(sheet, board, [part for part in parts.values() if part.kind == "qt"])
    sheet.text(
        10,
        203,
        "Without a carrier: no Q1, Q2, U3, JP1, C1 to C5, R1, R2, R4, R5, and no resistor at a key; SDA-D is SDA, "
        "VDISP is 3V3, and a breakout takes the place of U2.",
        SMALL + 0.3,
    )
    return sheet.svg()


def _block(sheet: Sheet, left: float, top: float, wide: float, sides: tuple[_Side, _Side], heading: str) -> float:
    """A block with pins at its left and at its right, a flag on each, its heading above it. Returns its foot."""
    rows = max(map(len, sides))
    high = rows * _ROW + 2
    sheet.text(left + wide / 2, top - 3, heading, LABEL + 0.2, anchor="middle", bold=True)
    sheet.rectangle(left, top, wide, high, fill=_PART, stroke=0.5)
    for leftwards, pins in zip((True, False), sides, strict=True):
        way = -1 if leftwards else 1
        edge = left if leftwards else left + wide
        inner = "start" if leftwards else "end"
        outer = "end" if leftwards else "start"
        for row, (number, name, net) in enumerate(pins):
            y = top + 1 + (row + 0.5) * _ROW
            sheet.line([(edge, y), (edge + way * _STUB, y)])
            sheet.text(edge + way * 1.2, y - 1.5, number, SMALL, anchor=outer)
            sheet.text(edge - way * 1.5, y, name, LABEL, anchor=inner)
            flag(sheet, (edge + way * _STUB, y), net, leftwards=leftwards)
    return top + high


def _pins(part: Component, pads: str) -> _Side:
    names = _NAMES[part.kind]
    return [(pad, names[pad], net) for pad in pads if (net := part.nets[pad]) is not None]


def _draw_pico(sheet: Sheet, part: Component) -> None:
    used = [(pad, _PICO[pad], net) for pad, net in part.nets.items() if net is not None]
    left = sorted((pin for pin in used if int(pin[0]) <= pico.PINS // 2), key=lambda pin: int(pin[0]))
    right = sorted((pin for pin in used if int(pin[0]) > pico.PINS // 2), key=lambda pin: -int(pin[0]))
    _block(sheet, 32, 28, 46, (left, right), f"U1  {part.value}")


def _draw_fram(sheet: Sheet, part: Component) -> None:
    foot = _block(sheet, 150, 28, 26, (_pins(part, "1237"), _pins(part, "8564")), f"U2  {part.value}, the journal")
    address = sum(1 << bit for bit in range(3) if part.nets[str(bit + 1)] == SUPPLY) + 0x50
    says = f"WP low: it can be written. A0 to A2: its address, {address:#04x}."
    sheet.text(150 + 13, foot + 3.5, says, SMALL, anchor="middle")


def _named(sheet: Sheet, x: float, y: float, part: Component) -> None:
    sheet.text(x, y - 1.8, part.ref, LABEL, bold=True)
    sheet.text(x, y + 1.6, part.value, SMALL)
    if not part.fitted:
        sheet.text(x, y + 4.4, "not fitted", SMALL, colour=GREY)


def _passives(sheet: Sheet, parts: list[Component], top: float) -> None:
    """A row of capacitors from the supply to ground, or of pull-ups of the bus."""
    long = 12.0
    for number, part in enumerate(parts):
        x = 114.0 + number * 106 / len(parts)
        first, second = part.nets.values()
        if first in POWER:
            symbols.supply(sheet, (x, top), first)
        if part.kind in ("capacitor", "bulk"):
            symbols.capacitor(sheet, (x, top), long)
        else:
            symbols.resistor(sheet, (x, top), long, upright=True, fitted=part.fitted)
        if second == GND:
            symbols.ground(sheet, (x, top + long))
        elif second is not None:
            sheet.line([(x, top + long), (x, top + long + 3), (x + 3, top + long + 3)])
            flag(sheet, (x + 3, top + long + 3), second, leftwards=False)
        _named(sheet, x + 3.2, top + long / 2, part)


def _sounder(sheet: Sheet, resistor: Component, piezo: Component) -> None:
    y, begins, long = 138.0, 184.0, 14.0
    signal, sounder = resistor.nets.values()
    if signal is not None and sounder is not None:
        flag(sheet, (begins, y), signal, leftwards=True)
        sheet.text(begins + long + 6, y - 2.2, sounder, SMALL, anchor="middle")
    symbols.resistor(sheet, (begins, y), long, upright=False)
    sheet.text(begins + long / 2, y - 6.6, resistor.ref, LABEL, anchor="middle", bold=True)
    sheet.text(begins + long / 2, y - 3.3, resistor.value, SMALL, anchor="middle")
    x = begins + long + 13
    sheet.line([(begins + long, y), (x, y)])
    symbols.piezo(sheet, (x, y), 12)
    symbols.ground(sheet, (x, y + 12))
    sheet.text(x + 4.4, y + 4.2, piezo.ref, LABEL, bold=True)
    sheet.text(x + 4.4, y + 7.6, piezo.value, SMALL)


def _test_pads(sheet: Sheet, parts: list[Component]) -> None:
    """Bare copper to hold a probe to."""
    for number, part in enumerate(parts):
        (net,) = part.nets.values()
        if net is not None:
            x, y = 40.0 + number % 2 * 30, 138.0 + number // 2 * 5.4
            sheet.text(x - 9, y, part.ref, SMALL)
            sheet.circle(x, y, 1.1, fill=_PART)
            sheet.line([(x + 1.1, y), (x + 4, y)])
            flag(sheet, (x + 4, y), net, leftwards=False)


def _displays(sheet: Sheet, board: Board, parts: list[Component]) -> None:
    """The sockets of the displays under each other, each with what is plugged into it."""
    top = 28.0
    for part in parts:
        foot = _block(sheet, 243, top, 18, (_pins(part, "1234"), []), part.ref)
        left, wide = 265.0, 22.0
        sheet.rectangle(left, top, wide, foot - top, fill=PAPER, stroke=0.35, dashed=True)
        sheet.line([(261, (top + foot) / 2), (left, (top + foot) / 2)], stroke=0.8)
        segments = "14" if part.value == "S" else "7"
        for line, (text, bold) in enumerate(
            (
                (f"display {part.value}", True),
                (f"{segments} segments", False),
                (f"at {board.displays[part.value]:#04x}", False),
            )
        ):
            sheet.text(left + wide / 2, top + 6.5 + 4.5 * line, text, SMALL + 0.2, anchor="middle", bold=bold)
        top = foot + 8


def _keys(sheet: Sheet, part: Component, left: float, top: float, resistors: dict[str, Component]) -> None:
    """A connector with its keys, each to ground; the Pico's side of each is behind a resistor."""
    nets = [(pad, net.removeprefix(KEY)) for pad, net in part.nets.items() if net is not None]
    begins, long = left + max(flag_width(net) for _, net in nets), 11.0
    wide = 3 + width("8", LABEL) + 2
    sheet.text(begins - 2, top - 3, f"{part.ref}  keys {part.value}", LABEL + 0.2, bold=True)
    values = ", ".join({part.value: None for part in resistors.values()})
    sheet.text(begins + long / 2, top + len(nets) * _ROW + 4.5, values, SMALL, anchor="middle")
    sheet.rectangle(begins + long, top, wide, len(nets) * _ROW + 2, fill=_PART, stroke=0.5)
    first = begins + long + wide
    rail = first + 20
    ends = top
    for row, (pad, net) in enumerate(nets):
        y = ends = top + 1 + (row + 0.5) * _ROW
        flag(sheet, (begins, y), net, leftwards=True)
        sheet.text(begins + long + wide / 2, y, pad, LABEL, anchor="middle")
        if net == GND:
            sheet.line([(begins, y), (begins + long, y)])
            sheet.line([(first, y), (rail, y)])
        else:
            symbols.resistor(sheet, (begins, y), long, upright=False, name=resistors[net].ref)
            symbols.switch(sheet, (first, y), 20)
            sheet.circle(rail, y, 0.5, fill=INK)
    sheet.line([(rail, top + 1 + 0.5 * _ROW), (rail, ends)])
    symbols.ground(sheet, (rail, ends))
