"""The wiring of the build without a carrier: a picture of the bus and the power, and one of each column of keys."""

from dataclasses import dataclass, replace
from itertools import pairwise

from hardware.circuit import bus
from hardware.circuit import pico as pins
from hardware.circuit.looms import MEMORY_PADS, QT, Loom, bus_pins, chain, grounds, key_colours, looms, part_of
from hardware.circuit.netlist import GND, PIEZO, netlist
from hardware.circuit.wiring_table import address_bits
from hardware.drawing import parts, station
from hardware.drawing.lanes import LANE
from hardware.drawing.parts import KeyBack, Pico, joint, wires
from hardware.drawing.sheet import GREY, INK, Path, Sheet
from hardware.drawing.station import Coming
from hardware.face.layout import Layout, blocks_of, layout
from hardware.face.letters import wrapped
from hardware.source.board import Board

_MARGIN = 10.0
_TOP = 30.0  # where the parts begin, below the heading
_TEXT = 3.2
_LINE = 5.0


def wiring_pictures(board: Board, sides: int) -> dict[str, str]:
    """The SVG of each picture by its name: "bus", then "keys-A" and so on."""
    pictures = {"bus": _bus(board, sides)}
    for loom in looms(board, sides, carrier=False):
        if loom.ref.startswith("K"):
            block = "S" if loom.ref == "KM" else loom.ref[1]
            pictures["keys-middle" if block == "S" else f"keys-{block}"] = _keys(board, sides, block, loom)
    return pictures


@dataclass(frozen=True)
class _Strand:
    """A wire to draw. `joints`: at which of its ends it is soldered; `with_it`: wires that come to it, `dots`:
    with a dot."""

    way: Path
    colour: str
    joints: tuple[int, ...] = (0, -1)
    with_it: tuple[Path, ...] = ()
    dots: bool = False


def _draw(sheet: Sheet, strands: list[_Strand]) -> None:
    for strand in strands:
        wires(sheet, [strand.way, *strand.with_it], strand.colour)
    for strand in strands:
        for end in strand.joints:
            joint(sheet, strand.way[end])
        for way in strand.with_it:
            joint(sheet, way[0])
            if strand.dots:
                sheet.circle(*way[-1], 1.3, fill=INK)


def _heading(sheet: Sheet, title: str, below: str) -> None:
    sheet.text(_MARGIN, 10, title, 6, bold=True)
    sheet.text(_MARGIN, 17, below, _TEXT + 0.4)


def _paragraphs(sheet: Sheet, left: float, top: float, room: float, texts: list[str]) -> float:
    """The texts in lines, a little apart. Returns where they end."""
    for text in texts:
        for line in wrapped(text, round(100 * _TEXT), round(100 * room)):
            sheet.text(left, top, line, _TEXT)
            top += _LINE
        top += 1.5
    return top


# ---- the keys of one column


def _keys(board: Board, sides: int, block: str, loom: Loom) -> str:
    face = layout(board, sides)
    left = _MARGIN

    def mirrored(x: float) -> float:
        return left + face.width - x

    size = board.key.cutout
    backs = {key: KeyBack(mirrored(x), _TOP + y, size) for key, (x, y) in face.keys.items()}
    own = board.keys_of(block)
    below = size / 2 + min(3.0, (board.face.key_pitch - size) / 2)  # from a key's middle to the lane below its row
    edge = left + face.width + 3
    pads = {key: pins.GPIO[board.buttons[key]] for key in own}
    coming = [
        Coming(
            (
                backs[key].signal,
                (backs[key].signal[0], backs[key].y + below),
                (edge, backs[key].y + below),
            ),
            pads[key],
        )
        for key in own
    ]
    # Ground runs down beside the keys, away from the lanes of the rows, and out below the last row.
    last = max(back.y for back in backs.values()) + below + LANE
    beside = backs[own[0]].x - size / 2 - 3
    first = backs[own[0]]
    coming.append(
        Coming((first.ground, (beside, first.ground[1]), (beside, last), (edge, last)), grounds(board)[block])
    )
    begins = edge + station.room(len(coming))
    lowest = _TOP + max(face.height - parts.PICO_HEIGHT, 0) / 2 + parts.USB
    pico = station.place(begins, [lowest + 0.5 * step for step in range(12)], coming, from_left=True)
    ways, _ = station.route(pico, coming, from_left=True)
    colours = [*key_colours(board, block).values(), QT[GND]]
    strands = [_Strand(way, colour) for way, colour in zip(ways, colours, strict=True)]
    hops = tuple([backs[key].ground, (beside, backs[key].ground[1])] for key in own[1:])
    strands[-1] = replace(strands[-1], with_it=hops)
    around = pico.right + station.room(sum(not pico.on_left(wire.pad) for wire in coming) or 1)
    foot = max(_TOP + face.height, station.foot(pico, coming, from_left=True)) + 9
    title = f"Wiring without a carrier: {loom.title[0].lower()}{loom.title[1:]}, box with {_number(sides)} sides"
    sheet = Sheet(around + 2, foot + (len(loom.wires) + 1) // 2 * 6.0 + 8, title)
    _heading(
        sheet,
        title,
        "The face from behind: left and right are swapped. Each key is drawn with its two legs towards the "
        f"{parts.LEGS} edge; they are alike. Ground, black, goes from key to key.",
    )
    _draw_face(sheet, face, left)
    for key, back in backs.items():
        back.draw(sheet, pale=key not in own)
        if key not in own:
            sheet.text(back.x - size / 2 - 3, back.y, key, _TEXT, anchor="end", colour=GREY)
    used = {pad: (key, key_colours(board, block)[key]) for key, pad in pads.items()}
    pico.draw(sheet, used | {grounds(board)[block]: (GND, QT[GND])})
    _draw(sheet, strands)
    for key in own:
        x = beside - 3
        sheet.text(x, backs[key].y - 2.6, key, 4.4, anchor="end", bold=True)
        sheet.text(x, backs[key].y + 2.6, f"pin {pads[key]}, {board.buttons[key]}", _TEXT, anchor="end")
    _table(sheet, loom, foot)
    return sheet.svg()


def _number(sides: int) -> str:
    return "two" if sides == 2 else "three"


def _draw_face(sheet: Sheet, face: Layout, left: float) -> None:
    """The face's outline and the displays' backs on it, pale."""
    sheet.rectangle(left, _TOP, face.width, face.height, fill="#fcfbf7", colour=GREY, corner=3)
    for name, at in face.boards.items():
        x, y = left + face.width - at.x, _TOP + at.y
        back = replace(at, x=x, y=y)
        sheet.rectangle(
            back.left, back.top, at.width, at.height, colour="#bbbbbb", fill="#fafafa", corner=1, kind="part"
        )
        sheet.text(x, y, f"display {name}", _TEXT + 0.4, anchor="middle", colour=GREY)


def _table(sheet: Sheet, loom: Loom, top: float) -> None:
    """Every wire with its colour, its ends and its length, in two columns."""
    sheet.text(_MARGIN, top, "Cut these wires:", _TEXT + 0.3, bold=True)
    rows = -(-len(loom.wires) // 2)
    for number, each in enumerate(loom.wires):
        x = _MARGIN + number // rows * (sheet.width - 2 * _MARGIN) / 2
        y = top + 6 + number % rows * 6.0
        sheet.rectangle(x, y - 1.6, 9, 3.2, fill=parts.PAINT[each.colour], colour=INK, stroke=0.25)
        sheet.text(x + 12, y, f"{each.colour}, {each.length} mm", _TEXT, bold=True)
        sheet.text(x + 44, y, f"{each.begins} to {each.ends}", _TEXT)


# ---- the bus, the power and the piezo


def _bus(board: Board, sides: int) -> str:
    """Cables from display to display, and the first one's wires to the Pico; those of the memory come to them."""
    first, *_ = names = chain(sides)
    gap, left, (wide, high) = 9.0, _MARGIN + 5, parts.DISPLAY
    lefts = {block: left + number * (wide + gap) for number, block in enumerate(blocks_of(sides)[::-1])}
    face_width = len(lefts) * (wide + gap) - gap + 10
    top = _TOP + 8
    plug = parts.sockets(lefts[first], top, parts.DISPLAY)["right"]
    soldered = bus_pins(board)
    edge = _MARGIN + face_width + 3
    coming = [Coming((at, (edge, at[1])), soldered[net]) for at, net in zip(plug, QT, strict=True)]
    colours = list(QT.values())
    pico = Pico(edge - parts.PICO_WIDTH, top + high + 38 + parts.USB)
    right = edge + station.room(len(coming) + (2 if board.piezo else 0))
    sounder = pico.top + 0.45 * parts.PICO_HEIGHT
    used = {soldered[net]: (net, colour) for net, colour in QT.items()}
    if board.piezo:
        pad, ground = pins.GPIO[board.piezo], grounds(board)["piezo"]
        coming += [Coming(((right, sounder),), pad), Coming(((right, sounder + 26),), ground)]
        colours += [board.looms.piezo_wire, QT[GND]]
        used |= {pad: (PIEZO, board.looms.piezo_wire), ground: (GND, QT[GND])}
    ways, _ = station.route(pico, coming, from_left=False)
    strands = [_Strand(way, colour) for way, colour in zip(ways, colours, strict=True)]
    memory = right, plug[-1][1] + 8
    for number, net in enumerate(QT):
        pad_at = parts.memory_pads(*memory)[MEMORY_PADS[net]]
        branch = [(pad_at[0] + 2.2, pad_at[1]), (ways[number][1][0], pad_at[1])]
        strands[number] = replace(strands[number], joints=(-1,), with_it=(branch,), dots=True)
    for one, other in pairwise(names):
        begins = parts.sockets(lefts[one], top, parts.DISPLAY)["left"]
        ends = parts.sockets(lefts[other], top, parts.DISPLAY)["right"]
        strands += [_Strand([a, b], colour, ()) for a, b, colour in zip(begins, ends, QT.values(), strict=True)]
    title = f"Wiring without a carrier: bus and power, box with {_number(sides)} sides"
    foot = station.foot(pico, coming, from_left=False)
    sheet = Sheet(right + (46 if board.piezo else parts.MEMORY[0]) + 4, foot + _MARGIN, title)
    _heading(
        sheet,
        title,
        "The face from behind: left and right are swapped. Sockets are drawn larger than they are; plugs fit one way "
        "only.",
    )
    sheet.rectangle(_MARGIN, _TOP, face_width, high + 16, fill="#fcfbf7", colour=GREY, corner=3, dashed=True)
    sheet.text(left, top + high + 4.2, "The back of the face", _TEXT, colour=GREY)
    for block, x in lefts.items():
        parts.draw_display(sheet, x, top, block, board.displays[block])
    parts.draw_memory(sheet, *memory, board.fram.address)
    pico.draw(sheet, used)
    if board.piezo:
        strands.append(_draw_sounder(sheet, board, right, sounder))
    _draw(sheet, strands)
    _bus_words(sheet, board, sides, top + high + 20, pico.left - station.room(len(coming)) - _MARGIN)
    return sheet.svg()


def _draw_sounder(sheet: Sheet, board: Board, left: float, y: float) -> _Strand:
    """The resistor and the piezo, and the wire between them."""
    value = next(part.value for part in netlist(board) if part.ref == "R3")
    parts.draw_resistor(sheet, left, y, 24, f"R3, {value}")
    x, below = left + 15.0, y + 26
    sheet.line([(left, below), (left + 4, below)], stroke=0.6, colour=GREY)
    sheet.line([(x + 11, below), (x + 15, below)], stroke=0.6, colour=GREY)
    parts.draw_piezo(sheet, x, below, 11)
    far = left + 38.0
    return _Strand([(left + 24, y), (far, y), (far, below), (x + 15, below)], board.looms.piezo_wire)


def _bus_words(sheet: Sheet, board: Board, sides: int, top: float, room: float) -> None:
    """What the picture does not say, left of the Pico."""
    x = _MARGIN
    sheet.text(x, top, "Addresses: close these jumpers with solder", _TEXT + 0.4, bold=True)
    y = top + 7
    for block in chain(sides):
        address = board.displays[block]
        closed = address_bits(address) or "none"
        sheet.text(x, y, f"display {block}", _TEXT)
        sheet.text(x + 24, y, f"{address:#04x}", _TEXT)
        sheet.text(x + 38, y, closed, _TEXT, bold=True)
        y += 6
    y += 5
    sheet.text(x, y, "Cables", _TEXT + 0.4, bold=True)
    y += 7
    loom = next(each for each in looms(board, sides, carrier=False) if each.ref == "bus")
    for stretch in loom.stretches():
        what = stretch[0].cable or f"{len(stretch)} wires of your own"
        ends = f"{part_of(stretch[0].begins)} to {part_of(stretch[0].ends)}"
        sheet.text(x, y, f"{ends}: {what}, {stretch[0].length} mm", _TEXT)
        y += 6
    y += 5
    for net, colour in QT.items():
        sheet.rectangle(x, y - 1.6, 9, 3.2, fill=parts.PAINT[colour], colour=INK, stroke=0.25)
        pad = bus_pins(board)[net]
        sheet.text(x + 12, y, colour, _TEXT)
        sheet.text(x + 28, y, net, _TEXT, bold=True)
        sheet.text(x + 42, y, f"to pin {pad} of the Pico", _TEXT)
        y += 6
    if board.piezo:
        colour = board.looms.piezo_wire
        sheet.rectangle(x, y - 1.6, 9, 3.2, fill=parts.PAINT[colour], colour=INK, stroke=0.25)
        sheet.text(x + 12, y, colour, _TEXT)
        sheet.text(x + 28, y, "piezo, behind its resistor, from pin " + str(pins.GPIO[board.piezo]), _TEXT)
        y += 6
    y += 4
    _paragraphs(
        sheet,
        x,
        y,
        room,
        [
            "Everything here has 3.3 V: connect nothing with pin 40 or pin 39. VHi of display S stays open.",
            "A dot: two wires that go into the same hole of the Pico.",
            *filter(None, [bus.pull_up_words(board, sides)]),
        ],
    )
