"""The steps that cut, crimp and solder wires."""

from collections.abc import Callable
from itertools import groupby

from hardware.carrier.places import placed_parts
from hardware.circuit import bus, pico
from hardware.circuit.looms import (
    MEMORY_PADS,
    QT,
    Loom,
    bus_pins,
    grounds,
    key_colours,
    looms,
    part_of,
)
from hardware.circuit.netlist import GND, SCL, SDA, SUPPLY, netlist
from hardware.drawing.parts import KeyBack
from hardware.drawing.sheet import INK, PAPER
from hardware.face.layout import layout
from hardware.pictures.carrier import BoardView
from hardware.pictures.marks import (
    GREEN,
    HIGH,
    NEW,
    NEW_EDGE,
    OLD,
    OLD_EDGE,
    PALE,
    PALE_EDGE,
    TIN,
    WIDE,
    WRONG,
    Picture,
)
from hardware.pictures.pins import Pinned, wire
from hardware.pictures.things import BLACK, draw_pico
from hardware.source.board import Board

_GOLD = "#d9b84a"


def _loom(board: Board, ref: str, *, carrier: bool = False, sides: int = 2) -> Loom:
    return next(loom for loom in looms(board, sides, carrier=carrier) if loom.ref == ref)


def _bus_wires(board: Board) -> dict[int, tuple[str, str]]:
    return {bus_pins(board)[net]: (net, colour) for net, colour in QT.items()}


def _bus(board: Board) -> Picture:
    """A cable whose one plug is cut off; its four wires at their pins. Nothing at the pins with 5 V."""
    picture = Picture("The cable of the bus, soldered to the Pico")
    station = Pinned(28)
    station.draw(picture, _bus_wires(board))
    for name in ("VBUS", "VSYS"):
        x, y = station.at(pico.OTHERS[name])
        picture.cross(x, y, 3.6)
        picture.text(x + 4, y, name, 3.4, colour=WRONG, bold=True)
    y = 30.0
    _plug(picture, 128, y)
    for number, colour in enumerate(QT.values()):
        at = y + (number - 1.5) * 2.4
        wire(picture, [(124, at), (104, at), (98, y + (number - 1.5) * 5)], colour, 1.1)
        picture.line([(98, y + (number - 1.5) * 5), (94.5, y + (number - 1.5) * 5)], colour=TIN, stroke=1.2)
    _plug(picture, 128, 66)
    wire_end = [(122, 66.0), (112, 66.0)]
    picture.line(wire_end, stroke=5, colour=OLD)
    picture.line([(116, 60), (116, 72)], stroke=0.9, colour=WRONG, dashed=True)
    _scissors(picture, 116, 76)
    picture.cross(131, 57, 7)
    return picture


def _plug(picture: Picture, x: float, y: float) -> None:
    """A STEMMA QT plug, its contacts to the right."""
    picture.rectangle(x - 4, y - 6, 9, 12, fill=PALE, colour=OLD_EDGE, stroke=0.5, corner=0.8)
    for row in range(4):
        picture.rectangle(x + 1, y - 4.2 + 2.4 * row, 4, 1.2, fill=_GOLD, stroke=0.2)


def _scissors(picture: Picture, x: float, y: float) -> None:
    for side in (-1, 1):
        picture.line([(x + side * 2.2, y + 6), (x - side * 1.6, y - 7)], stroke=1.3, colour=OLD_EDGE)
        picture.circle(x + side * 2.8, y + 7.5, 2.1, colour=NEW, stroke=1.3)


def _memory(board: Board) -> Picture:
    """The breakout's pads that get a wire, and from which pin of the Pico it comes."""
    picture = Picture("The memory")
    own = {wire_.ends.rsplit(", ", 1)[-1]: wire_ for wire_ in _loom(board, "bus").wires if "FRAM, " in wire_.ends}
    pads = ["VCC", "GND", "WP", "SCL", "SDA", "A2", "A1", "A0"]
    soldered, names = bus_pins(board), {pad: net for net, pad in MEMORY_PADS.items()}
    picture.rectangle(74, 8, 46, 72, fill=NEW, colour=NEW_EDGE, stroke=0.7, corner=3)
    picture.rectangle(94, 34, 14, 18, fill=BLACK, stroke=0, corner=0.6)
    for row, pad in enumerate(pads):
        y = 14 + 8.6 * row
        picture.circle(79, y, 2.2, fill=_GOLD, colour=INK, stroke=0.3)
        used = pad in own
        high = pad[0] == "A" and board.fram.address >> int(pad[1]) & 1 if pad[1:].isdigit() else False
        picture.text(83, y, pad, 4.6, bold=used or bool(high), colour=INK if used or high else PAPER)
        if used:
            net = names[pad]
            wire(picture, [(44, y), (79, y)], own[pad].colour, 1.8)
            picture.circle(79, y, 1.5, fill=TIN, colour=INK, stroke=0.3)
            picture.text(42, y, f"{net}  ({soldered[net]})", 4.4, anchor="end", bold=True)
        elif high:
            picture.line([(79, y), (70, y), (70, 14), (79, 14)], stroke=1.0, colour="#d8201f")
    return picture


def _length(board: Board) -> Picture:
    """The cables of the bus one behind the other, each with its length, and their sum; the resistors where it needs
    some."""
    picture = Picture("The cables of the bus and their lengths")
    for row, sides in enumerate(range(2, board.most_sides + 1)):
        y = 18.0 + 40 * row
        stretches = _loom(board, "bus", sides=sides).stretches()
        parts = list(dict.fromkeys(part_of(end) for each in stretches for end in (each[0].begins, each[0].ends)))
        shown = {part: part.replace("display ", "") for part in parts}
        # The branch of what hangs at the Pico by itself is drawn to the left.
        chain = [each for each in stretches if "FRAM" not in each[0].ends]
        branch = [each for each in stretches if each not in chain]
        step = (WIDE - 62) / max(len(chain), 1)
        at = {"Pico": 44.0}
        for number, each in enumerate(chain, 1):
            at[part_of(each[0].ends)] = 44 + number * step
        for each in branch:
            at[part_of(each[0].ends)] = 12.0
        for each in stretches:
            begins, ends = (at[_known(part_of(end), at)] for end in (each[0].begins, each[0].ends))
            picture.line([(begins, y), (ends, y)], colour=NEW, stroke=2.2)
            picture.name((begins + ends) / 2, y - 8, f"{each[0].length}", 4.4)
        for part, x in at.items():
            fill = GREEN if part in ("Pico",) else OLD
            picture.rectangle(x - 7, y - 4.5, 14, 9, fill=fill, colour=OLD_EDGE, stroke=0.4, corner=1)
            text = shown.get(part, part)
            paint = PAPER if fill == GREEN else INK
            picture.text(x, y, text, 4.6, anchor="middle", bold=True, colour=paint)
        total = round(1000 * bus.cable_m(board, sides, "wires"))
        most = int(bus.longest_m(board, sides, "wires") * 10) * 100
        left = min(at.values()) - 7
        picture.line([(left, y + 12), (left, y + 9), (WIDE - 11, y + 9), (WIDE - 11, y + 12)], stroke=0.6)
        picture.text(WIDE / 2, y + 15, f"{total} mm", 5.6, anchor="middle", bold=True)
        if total <= most:
            picture.tick(WIDE / 2 + 20, y + 15, 6)
        if bus.needs_pull_ups(board, sides):
            for number, net in enumerate((SDA, SCL)):
                _resistor(picture, 12 + 34 * number, y + 15, f"{net}", SUPPLY)
    return picture


def _known(part: str, at: dict[str, float]) -> str:
    return part if part in at else "Pico"


def _resistor(picture: Picture, x: float, y: float, one: str, other: str) -> None:
    picture.line([(x, y), (x + 22, y)], stroke=0.8, colour=OLD_EDGE)
    picture.rectangle(x + 6, y - 2, 10, 4, fill=NEW, colour=NEW_EDGE, stroke=0.4, corner=1.4)
    picture.text(x, y + 4, one, 3.6, anchor="middle", bold=True)
    picture.text(x + 22, y + 4, other, 3.6, anchor="middle", bold=True)


def _piezo(board: Board) -> Picture:
    """From its pin a wire, the resistor, another wire, the piezo; from its other leg a black wire to ground."""
    picture = Picture("The piezo and its resistor")
    assert board.piezo is not None
    pad, ground, colour = pico.GPIO[board.piezo], grounds(board)["piezo"], board.looms.piezo_wire
    on_left = pad <= pico.PINS // 2
    station = Pinned(58 if on_left else 28)
    station.draw(picture, {pad: ("", colour), ground: ("", QT[GND])})
    (px, py), (gx, gy) = station.end(pad), station.end(ground)
    pin, ground_pin = station.at(pad), station.at(ground)
    value = next(part.value for part in netlist(board) if part.ref == "R3")
    x, way = (20.0, 1) if on_left else (112.0, -1)
    y = min(max(py, 24.0), 56.0)
    wire(picture, [pin, (px - way * 3, py), (px - way * 3, y - 12), (x + way * 12, y - 12)], colour)
    r = x + way * 12, y - 12.0
    picture.rectangle(min(r[0], r[0] - way * 14), r[1] - 3, 14, 6, fill=NEW, colour=NEW_EDGE, corner=2)
    picture.text(r[0] - way * 7, r[1] - 7, value, 4.6, anchor="middle", bold=True)
    far = x - way * 10
    wire(picture, [(r[0] - way * 14, r[1]), (far, r[1]), (far, y + 10), (x - way * 4, y + 10)], colour)
    piezo = x + way * 5, y + 14.0
    end = (gx, gy)
    below = max(piezo[1] + 14, gy)
    wire(
        picture,
        [ground_pin, end, (end[0], below), (piezo[0] + way * 3, below), (piezo[0] + way * 3, piezo[1])],
        QT[GND],
    )
    picture.circle(*piezo, 10, fill=NEW, colour=NEW_EDGE, stroke=0.7)
    picture.circle(*piezo, 1.4, fill=PAPER, stroke=0.3)
    picture.rectangle(r[0] - way * 7 - 9, y - 7, 18, 4.5, fill=BLACK, stroke=0, corner=1.2)
    return picture


def _cutting(board: Board) -> Picture:
    """Every wire of the looms of the keys, its colour and its length: at the left with the carrier, at the right
    without."""
    picture = Picture("The wires of the keys and their lengths in mm")
    for left, carrier in ((4.0, True), (73.0, False)):
        made = [loom for loom in looms(board, 2, carrier=carrier) if loom.ref.startswith("K")]
        longest = max(each.length for loom in made for each in loom.wires)
        rows = sum(len(list(_alike(loom))) for loom in made) + len(made)
        step = min(5.0, (HIGH - 18) / rows)
        if carrier:
            picture.rectangle(left, 2, 16, 10, fill="#e4efe8", colour="#0d5c42", stroke=0.5, corner=1)
        else:
            draw_pico(picture, left + 4, 2.3, 0.2)
        y = 16.0
        for loom in made:
            picture.text(left, y + step * 0.6, loom.ref, 4.4, bold=True)
            for length, colour, count in _alike(loom):
                long = 6 + 38 * length / longest
                wire(picture, [(left + 11, y), (left + 11 + long, y)], colour, min(1.8, step * 0.4))
                text = f"{length}" if count == 1 else f"{count} \u00d7 {length}"
                picture.text(left + 13.5 + long, y, text, min(3.9, step * 0.86))
                y += step
            y += step * 0.9
    picture.line([(70, 4), (70, 84)], colour=OLD)
    return picture


def _alike(loom: Loom) -> list[tuple[int, str, int]]:
    """(length, colour, how many) of its wires."""
    groups = groupby(loom.wires, key=lambda each: (each.length, each.colour))
    return [(length, colour, len(list(wires))) for (length, colour), wires in groups]


def _crimping(board: Board) -> Picture:
    """A contact on a wire, the contacts in their housing in the order of the colours, its pin 1 at the red dot."""
    picture = Picture("Crimp the contacts, and push them into their housing")
    # The contact with its wings, open, around the bare end; then closed.
    for left, closed in ((4.0, False), (4.0, True)):
        y = 16.0 if not closed else 40.0
        wire(picture, [(left, y), (left + 20, y)], "brown", 3.0)
        picture.line([(left + 20, y), (left + 28, y)], stroke=1.6, colour=_GOLD)
        up = 1.6 if closed else 5.0
        for x, wide in ((left + 14, 5), (left + 22, 5)):
            picture.rectangle(x, y - up, wide, 2 * up, fill=TIN, colour=OLD_EDGE, stroke=0.4, corner=0.5)
        picture.rectangle(left + 30, y - 2.2, 13, 4.4, fill=TIN, colour=OLD_EDGE, stroke=0.4)
        picture.line([(left + 27, y), (left + 30, y)], stroke=2, colour=OLD_EDGE)
    picture.arrow([(26, 22), (26, 33)], stroke=1.6)
    keys = [part for part in placed_parts(board) if part.component.kind.startswith("keys")]
    part = keys[0]
    block = part.component.ref[1]
    block = "S" if block == "M" else block
    colours = [*key_colours(board, block).values(), QT[GND]]
    left, top, right, bottom = part.body
    shown = (left - 2, top - 3, right + 2, bottom + 1)
    scale_room = (52.0, 52.0, WIDE - 4, HIGH - 3)
    view = BoardView(picture, board, shown, scale_room)
    with picture.clipped(*scale_room[:2], scale_room[2] - scale_room[0], scale_room[3] - scale_room[1], "near"):
        view.draw([part], [], named=False)
    for x, y, _ in part.footprint.dots:
        picture.circle(*view.at(*part.at((x, y))), 1.5, fill=WRONG, colour=WRONG, stroke=0)
    pads = sorted(part.pads, key=lambda pad: int(pad.number))
    xs = [view.at(pad.x, pad.y)[0] for pad in pads]
    picture.rectangle(min(xs) - 5, 28, max(xs) - min(xs) + 10, 16, fill=PALE, colour=OLD_EDGE, stroke=0.6, corner=1)
    for x, colour in zip(xs, colours, strict=False):
        wire(picture, [(x, 4), (x, 34)], colour, 2.0)
        picture.rectangle(x - 1.6, 32, 3.2, 9, fill=_GOLD, colour=OLD_EDGE, stroke=0.3)
    picture.circle(xs[0], 47.2, 1.5, fill=WRONG, colour=WRONG, stroke=0)
    middle = (xs[0] + xs[-1]) / 2 + 5
    picture.arrow([(middle, 44), (middle, 58)])
    picture.name(WIDE - 12, 48, part.component.ref, 5.0)
    return picture


def _keys_to_pico(board: Board) -> Picture:
    """Each key's wire at its pin, and the ground of each loom."""
    picture = Picture("The keys' wires, soldered to the Pico")
    wires: dict[int, tuple[str, str]] = {}
    for block in layout(board, board.most_sides).boards:
        for key, colour in key_colours(board, block).items():
            wires[pico.GPIO[board.buttons[key]]] = (key, colour)
        if block in grounds(board):
            wires[grounds(board)[block]] = ("KM" if block == "S" else f"K{block}", QT[GND])
    Pinned((WIDE - 30) / 2).draw(picture, wires)
    return picture


def _switches(board: Board) -> Picture:
    """The face from behind: the coloured wire of each key at one leg, black from key to key at the other."""
    picture = Picture("The looms at the switches, from behind")
    face = layout(board, 2)
    below = min(y for _, y in face.keys.values()) - board.key.cap
    scale = min((WIDE - 6) / face.width, (HIGH - 4) / (face.height - below + 14))
    left, top = (WIDE - face.width * scale) / 2, 2 - below * scale + 8
    with picture.clipped(0, 0, WIDE, HIGH, "near"), picture.placed(left, top, scale):
        picture.rectangle(0, 0, face.width, face.height, fill="#fafafa", colour=PALE_EDGE, stroke=0.6, corner=4)
        for name, at in face.boards.items():
            x = face.width - at.x
            picture.rectangle(x - at.width / 2, at.top, at.width, at.height, fill=PALE, colour=PALE_EDGE, corner=1)
            picture.text(x, at.bottom - 5, name, 8, anchor="middle", bold=True, colour=OLD_EDGE)
        backs = {key: KeyBack(face.width - x, y, board.key.cutout) for key, (x, y) in face.keys.items()}
        for back in backs.values():
            back.draw(picture, pale=False)
        for block in face.boards:
            keys = board.keys_of(block)
            if not keys:
                continue
            for number, (key, colour) in enumerate(key_colours(board, block).items()):
                x, y = backs[key].signal
                lane = backs[key].x + board.key.cutout / 2 + 3 + 2.6 * number
                wire(picture, [(x, y), (lane, y), (lane, face.height + 2)], colour, 1.3)
            chain = [backs[key].ground for key in keys]
            beside = backs[keys[0]].x - board.key.cutout / 2 - 3
            for x, y in chain:
                wire(picture, [(x, y), (beside, y)], QT[GND], 1.3)
            wire(picture, [(beside, chain[0][1]), (beside, face.height + 2)], QT[GND], 1.3)
            for key in keys:
                for leg in (backs[key].signal, backs[key].ground):
                    picture.circle(*leg, 1.2, fill=TIN, colour=INK, stroke=0.3)
                picture.name(beside - 6 - 1.6 * (len(key) > 2), backs[key].y - 4, key, 6 if len(key) < 3 else 5)
    return picture


STEPS: dict[str, Callable[[Board], Picture]] = {
    "wire-bus": _bus,
    "wire-memory": _memory,
    "bus-length": _length,
    "wire-piezo": _piezo,
    "cut-wires": _cutting,
    "crimp-plugs": _crimping,
    "wire-keys-to-pico": _keys_to_pico,
    "solder-switches": _switches,
}
