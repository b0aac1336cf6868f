"""The parts of the build without a carrier, as a maker sees them, and where their wires end."""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.circuit import pico
from hardware.circuit.looms import MEMORY_PADS, QT
from hardware.circuit.netlist import GND
from hardware.drawing.sheet import GREY, INK, PAPER, WIDER, Path, Point, Sheet
from hardware.face.letters import width

# What a wire of this colour looks like on paper.
PAINT = {
    "black": "#222222",
    "brown": "#8a4b22",
    "red": "#d8201f",
    "orange": "#f58a00",
    "yellow": "#f2d000",
    "green": "#179a3e",
    "blue": "#1d5fd2",
    "violet": "#8238c0",
    "grey": "#9a9a9a",
    "white": "#ffffff",
    "pink": "#f27fb8",
    "turquoise": "#20c0c0",
}
BOARD, DARK, METAL, SOCKET = "#f4f0e4", "#4a4a4a", "#d9b84a", "#e6e6e6"
TEXT = 3.0
_PIN = 3.4  # from pin to pin of a socket
_WIRE = 1.1

ROW = 5.3  # from pin to pin of the Pico, which is drawn larger than it is
PICO_WIDTH = 74.0
PICO_HEIGHT = (pico.PINS // 2) * ROW + 2
USB = 7.0  # what of the USB socket stands out above

LEGS = "front"  # the edge of the box, "front" or "back", towards which every switch turns its two legs
_LEG_WAY = {"front": 1, "back": -1}[LEGS]  # on a picture from behind: the front edge is below

DISPLAY = (54.0, 30.0)
MEMORY = (36.0, 36.0)
_MEMORY_PADS = ("VCC", "GND", "WP", "SCL", "SDA", "A2", "A1", "A0")


def wires(sheet: Sheet, ways: Sequence[Path], colour: str) -> None:
    """Wires that are joined. Where they cross what was drawn before, they pass over it with a gap at either side."""
    for way in ways:
        sheet.line(way, stroke=_WIRE + 1.1, colour=PAPER, kind="gap")
    for way in ways:
        sheet.line(way, stroke=_WIRE + 0.4, colour=INK, kind="edge")
    for way in ways:
        sheet.line(way, stroke=_WIRE, colour=PAINT[colour], kind="wire")


def joint(sheet: Sheet, at: Point) -> None:
    """Where a wire is soldered."""
    sheet.circle(*at, 0.9, fill=METAL, colour=INK, stroke=0.2)


@dataclass(frozen=True)
class Pico:
    """The Pico seen from above, its USB at the top."""

    left: float
    top: float

    @property
    def right(self) -> float:
        return self.left + PICO_WIDTH

    @property
    def foot(self) -> float:
        return self.top + PICO_HEIGHT

    def on_left(self, pad: int) -> bool:
        return pad <= pico.PINS // 2

    def at(self, pad: int) -> Point:
        """Where the wire to this pin ends."""
        row = pad - 1 if self.on_left(pad) else pico.PINS - pad
        return (self.left if self.on_left(pad) else self.right), self.top + 1 + (row + 0.5) * ROW

    def draw(self, sheet: Sheet, used: dict[int, tuple[str, str]]) -> None:
        """`used`: what each pin is connected with, and the colour of its wire."""
        names = {pad: name for name, pad in (pico.GPIO | pico.OTHERS).items()} | dict.fromkeys(pico.GROUNDS, GND)
        middle = self.left + PICO_WIDTH / 2
        sheet.rectangle(self.left, self.top, PICO_WIDTH, PICO_HEIGHT, fill="#e9f3ea", stroke=0.5, corner=2, kind="part")
        sheet.rectangle(middle - 9, self.top - USB, 18, USB + 5, fill=SOCKET, stroke=0.4, corner=1)
        sheet.text(middle, self.top - 3, "USB", TEXT + 0.4, anchor="middle", bold=True)
        sheet.rectangle(middle - 4, self.top + 0.46 * PICO_HEIGHT, 8, 8, fill=DARK, corner=0.6)
        sheet.text(self.left + 1, self.top - 3, "Pico", TEXT + 0.6, bold=True)
        sheet.text(self.right - 1, self.top - 3, "from above", TEXT + 0.2, anchor="end")
        for pad in range(1, pico.PINS + 1):
            x, y = self.at(pad)
            way = 1 if self.on_left(pad) else -1
            anchor = "start" if way == 1 else "end"
            net, colour = used.get(pad, ("", ""))
            sheet.circle(x, y, 1.1, fill=METAL, colour=INK, stroke=0.2)
            sheet.text(x + way * 2.2, y, str(pad), TEXT, anchor=anchor, bold=bool(net), colour=INK if net else GREY)
            sheet.text(x + way * 7, y, names[pad], TEXT, anchor=anchor, bold=bool(net), colour=INK if net else GREY)
            if net:
                long = tag_width(net)
                begins = x + way * (7 + width(names[pad], TEXT, bold=True) * WIDER + 1)
                tag(sheet, begins if way == 1 else begins - long, y, net, colour)


def tag(sheet: Sheet, left: float, y: float, text: str, colour: str) -> None:
    """A name in a frame of its wire's colour."""
    wide = tag_width(text)
    sheet.rectangle(left, y - 2.1, wide, 4.2, fill=PAPER, colour=PAINT[colour], stroke=0.8, corner=0.8)
    sheet.text(left + wide / 2, y, text, TEXT, anchor="middle", bold=True)


def tag_width(text: str) -> float:
    """How wide the tag of this name is."""
    return width(text, TEXT, bold=True) * WIDER + 2


def sockets(left: float, top: float, size: Point) -> dict[str, list[Point]]:
    """Where wires come into the two STEMMA QT sockets of a board, pins 1 to 4 from the top down."""
    middle = top + size[1] / 2
    ys = [middle + (number - 1.5) * _PIN for number in range(len(QT))]
    return {"left": [(left, y) for y in ys], "right": [(left + size[0], y) for y in ys]}


def _sockets(sheet: Sheet, left: float, top: float, size: Point) -> None:
    for side, pins in sockets(left, top, size).items():
        way = 1 if side == "left" else -1
        x = pins[0][0] if way == 1 else pins[0][0] - 5
        sheet.rectangle(x, pins[0][1] - 2.2, 5, 3 * _PIN + 4.4, fill=SOCKET, stroke=0.35)
        for number, ((at, y), net) in enumerate(zip(pins, QT, strict=True), 1):
            sheet.text(at + way * 2.5, y, str(number), TEXT, anchor="middle")
            sheet.text(at + way * 6, y, net, TEXT, anchor="start" if way == 1 else "end")


def _board(sheet: Sheet, left: float, top: float, size: Point) -> None:
    wide, high = size
    sheet.rectangle(left, top, wide, high, fill=BOARD, stroke=0.5, corner=1.5, kind="part")
    for x in (left + 2.6, left + wide - 2.6):
        for y in (top + 2.6, top + high - 2.6):
            sheet.circle(x, y, 1.2, fill=PAPER)
    _sockets(sheet, left, top, size)


def _jumpers(sheet: Sheet, middle: float, y: float, closed: int) -> None:
    """The pads A0 to A2, A0 at the right (parts.md); a closed one with solder over both halves and
    its name bold."""
    for bit in range(3):
        x, is_closed = middle + 7.5 - bit * 6.0, bool(closed >> bit & 1)
        for half in (-1.2, 1.4):
            sheet.rectangle(x - 1.5, y + half, 3, 1.8, fill=METAL, stroke=0.2)
        if is_closed:
            sheet.rectangle(x - 1.0, y - 0.6, 2.0, 3.2, fill="#8d8d8d", colour=INK, stroke=0.3, corner=1)
        name = f"A{bit}"
        sheet.text(x, y + 5.6, name, TEXT, anchor="middle", bold=is_closed, colour=INK if is_closed else GREY)


def draw_display(sheet: Sheet, left: float, top: float, name: str, address: int) -> None:
    """A display's back, with the jumpers that its address needs."""
    _board(sheet, left, top, DISPLAY)
    middle = left + DISPLAY[0] / 2
    sheet.text(middle, top + 4.6, f"display {name}", TEXT + 0.4, anchor="middle", bold=True)
    sheet.text(middle, top + 9.4, f"{address:#04x}", TEXT, anchor="middle")
    _jumpers(sheet, middle, top + 18, address - 0x70)


def memory_pads(left: float, top: float) -> dict[str, Point]:
    """Where the wires to the pads of the FRAM's breakout end."""
    return {name: (left, top + 4 + 4.0 * row) for row, name in enumerate(_MEMORY_PADS)}


def draw_memory(sheet: Sheet, left: float, top: float, address: int) -> None:
    """The breakout of the FRAM. It holds WP and the address low itself; a pad tied to VCC sets a bit of the address."""
    wide, high = MEMORY
    sheet.rectangle(left, top, wide, high, fill=BOARD, stroke=0.5, corner=1.5, kind="part")
    middle = left + 26
    sheet.text(middle, top + 5, "FRAM", TEXT + 0.4, anchor="middle", bold=True)
    sheet.text(middle, top + 10, f"{address:#04x}", TEXT, anchor="middle")
    sheet.rectangle(middle - 3.5, top + 14, 7, 6, fill=DARK, corner=0.4)
    high_bits = [f"A{bit}" for bit in range(3) if address >> bit & 1]
    says = (*high_bits, "to VCC") if high_bits else ("others", "open")
    for line, text in enumerate(says[::-1]):
        sheet.text(middle, top + high - 3 - 3.6 * line, text, TEXT, anchor="middle", bold=bool(high_bits))
    for name, (x, y) in memory_pads(left, top).items():
        used = name in MEMORY_PADS.values()
        sheet.circle(x + 2.2, y, 1.1, fill=METAL, colour=INK, stroke=0.2)
        sheet.text(x + 5, y, name, TEXT, bold=used, colour=INK if used else GREY)


@dataclass(frozen=True)
class KeyBack:
    """A switch from behind, its two legs on that side of the post in the middle that LEGS says."""

    x: float
    y: float
    size: float

    @property
    def signal(self) -> Point:
        """The leg of the wire to the Pico."""
        return self.x + _LEG_WAY * 2.54, self.y + _LEG_WAY * 5.08

    @property
    def ground(self) -> Point:
        """The leg of the wire of ground."""
        return self.x - _LEG_WAY * 3.81, self.y + _LEG_WAY * 2.54

    def draw(self, sheet: Sheet, *, pale: bool) -> None:
        """`pale`: a key of another picture."""
        colour = "#bbbbbb" if pale else INK
        half = self.size / 2
        sheet.rectangle(
            self.x - half,
            self.y - half,
            self.size,
            self.size,
            fill="#fafafa" if pale else "#dcdcdc",
            colour=colour,
            corner=1,
            kind="part",
        )
        sheet.circle(self.x, self.y, 2, fill=PAPER, colour=colour)
        for leg in (self.signal, self.ground):
            sheet.circle(*leg, 0.75, fill=PAPER if pale else METAL, colour=colour, stroke=0.2)


def draw_resistor(sheet: Sheet, left: float, y: float, long: float, text: str) -> None:
    """A resistor with its leads, its value below it."""
    sheet.line([(left, y), (left + long, y)], stroke=0.6, colour=GREY)
    sheet.rectangle(left + 4, y - 2.2, long - 8, 4.4, fill="#e5d3a8", corner=1.6, kind="part")
    for band, colour in enumerate(("#8a4b22", "#222222", "#d8201f")):
        sheet.rectangle(left + 6.5 + 2.6 * band, y - 2.2, 1.2, 4.4, fill=colour, colour=colour, stroke=0)
    sheet.text(left + long / 2, y + 5, text, TEXT, anchor="middle")


def draw_piezo(sheet: Sheet, x: float, y: float, radius: float) -> None:
    """A piezo in its round case."""
    sheet.circle(x, y, radius, fill=DARK)
    sheet.circle(x, y, 1.6, fill=PAPER)
    sheet.text(x, y + radius + 4, "piezo", TEXT + 0.2, anchor="middle", bold=True)
