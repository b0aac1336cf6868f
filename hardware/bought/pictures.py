"""A picture for each step of a box that is bought, without words: only names of parts, keys and drives. In mm.

Where things are on the MacroPad was measured in the photograph and the picture of pins in Adafruit's repository of the
board (assets/5100.jpg, "Adafruit MacroPad RP2040 Pinout.pdf"), to 1 mm; the jumpers on the backs of the displays stand
in its board files ("0.56 7-Segment QT.brd", "0.54 Alphanumeric STEMMA QT.brd").
"""

from collections.abc import Callable

from hardware.drawing.sheet import INK, PAPER, Path, Point
from hardware.face.display import Look, display, status
from hardware.pictures import marks
from hardware.pictures.marks import COPPER, MIDDLE_SIZE, NEW, NEW_EDGE, NEW_PALE, OLD, OLD_EDGE, SMALL, TIN, Picture
from hardware.source.board import Board, Bought

PAD = (104.0, 59.0)  # the MacroPad with its USB socket at the left
_FIRST_KEY, _KNOB = (36.3, 10.4), (14.3, 10.3)
_OLED = (1.4, 24.0, 22.6, 33.0)  # left, top, width, height
_USB, _QT = (0.0, 29.3), (11.7, 59.0)
_JUMPERS = {"A2": 10.8, "A1": 13.3, "A0": 15.9}  # to the right of the middle of a display's back
_JUMPER_DOWN = 4.1
FRAM = (20.0, 15.0)
_DARK, _BLACK, _CREAM = "#2a2a2c", "#17120f", "#efe9dc"
_LOOK = Look(lit="#ff3b28", dark="#3a2a26", ground=_BLACK)
_DRAWN = 270.0, 104.0  # what display.py draws

Shown = dict[str, str]  # what each display shows
DARK = {"A": "    ", "S": "    ", "B": "    "}
COUNTED = {"A": "° 20.", "S": "R 1 ", "B": "   0."}  # after key 1 of A


class Bench(Picture):
    """The picture of a step of this box, with the displays of a Board."""

    def __init__(self, board: Bought, displays: Board, title: str) -> None:
        super().__init__(f"{board.board.title}: {title}")
        self.board, self.sizes = board, {name: displays.size_of(name) for name in board.displays}

    def pad(self, left: float, top: float, scale: float, labels: str = "") -> Callable[[Point], Point]:
        """The MacroPad. Gives what gives the place on the sheet of a point of it. `labels`: the colour of its keys'
        names, nothing where they have none yet."""
        with self.placed(left, top, scale):
            self.rectangle(0, 0, *PAD, fill=_DARK, colour=INK, corner=2, stroke=0.5)
            self.rectangle(*_OLED, fill=_BLACK, colour="#77777a", stroke=0.4, corner=1)
            self.rectangle(_USB[0] - 1.5, _USB[1] - 4.5, 8, 9, fill=TIN, colour=OLD_EDGE, corner=1)
            self.rectangle(_QT[0] - 3, _QT[1] - 4.5, 6, 5, fill=_CREAM, colour=OLD_EDGE)
            for key, (x, y) in self.keys().items():
                half = self.board.pad.cap / 2
                self.rectangle(x - half, y - half, 2 * half, 2 * half, fill="#56565a", colour=INK, corner=1.8)
                if labels:
                    half = self.board.pad.label / 2
                    self.rectangle(x - half, y - half, 2 * half, 2 * half, fill=labels, colour=NEW_EDGE, corner=0.6)
                    size = SMALL if len(key) > 2 else marks.BIG
                    self.text(x, y, key, size, anchor="middle", bold=True)
            self.circle(*_KNOB, 7.5, fill="#85858a", colour=INK, stroke=0.6)
            self.circle(*_KNOB, 4.5, fill="#a9a9ad", colour=INK, stroke=0.3)
        return lambda at: (left + scale * at[0], top + scale * at[1])

    def keys(self) -> dict[str, Point]:
        """The middle of each key on the MacroPad."""
        pitch = self.board.pad.pitch
        return {
            key: (_FIRST_KEY[0] + column * pitch, _FIRST_KEY[1] + row * pitch)
            for row, names in enumerate(self.board.pad.rows)
            for column, key in enumerate(names)
        }

    def front(self, name: str, left: float, top: float, scale: float, shown: str = "    ", edge: str = INK) -> None:
        """A display from the front."""
        size = self.sizes[name]
        (wide, high), (body_wide, body_high) = size.board, size.body
        with self.placed(left, top, scale):
            self.rectangle(0, 0, wide, high, fill=NEW_PALE if edge == NEW else OLD, colour=edge, corner=2.5, stroke=0.9)
            for x in (wide / 2 - size.holes[0] / 2, wide / 2 + size.holes[0] / 2):
                for y in (high / 2 - size.holes[1] / 2, high / 2 + size.holes[1] / 2):
                    self.circle(x, y, size.hole / 2, fill=PAPER)
        along, down = scale * body_wide / _DRAWN[0], scale * body_high / _DRAWN[1]
        at = left + scale * (wide - body_wide) / 2, top + scale * (high - body_high) / 2
        draw = status if name == "S" else display
        self.lines_of([f'<g transform="translate({at[0]:.2f} {at[1]:.2f}) scale({along:.4f} {down:.4f})">'])
        self.lines_of([*draw(0, 0, shown, _LOOK), "</g>"])

    def back(self, name: str, left: float, top: float, scale: float) -> Point:
        """A display from behind, a drop of solder on the jumpers that its address takes. Gives where these are."""
        wide, high = self.sizes[name].board
        with self.placed(left, top, scale):
            self.rectangle(0, 0, wide, high, fill=marks.BOARD, colour=marks.BOARD_EDGE, corner=2.5, stroke=0.6)
            self.rectangle(wide / 2 - 9, high / 2 - 3.8, 18, 7.6, fill=_DARK)
            for x in (1.4, wide - 5.9):
                self.rectangle(x, high / 2 - 3, 4.5, 6, fill=_CREAM, colour=OLD_EDGE)
            for jumper, right in _JUMPERS.items():
                self._jumper(wide / 2 + right, high / 2 + _JUMPER_DOWN, 1.0, self.closed(name, jumper))
        return left + scale * (wide / 2 + _JUMPERS["A1"]), top + scale * (high / 2 + _JUMPER_DOWN)

    def closed(self, name: str, jumper: str) -> bool:
        """Whether the address of this display closes this jumper."""
        return bool((self.board.displays[name] - 0x70) >> int(jumper[1]) & 1)

    def _jumper(self, x: float, y: float, scale: float, closed: bool) -> None:
        with self.placed(x, y, scale):
            for half in (-1.7, 0.2):
                self.rectangle(-0.8, half, 1.6, 1.5, fill=COPPER, colour=OLD_EDGE, stroke=0.12, corner=0.5)
            if closed:
                self.lines_of([f'<ellipse rx="0.85" ry="1.75" fill="{NEW}" stroke="{NEW_EDGE}" stroke-width="0.2"/>'])

    def jumpers(self, name: str, x: float, y: float) -> None:
        """The three jumpers of a display, large, with their names."""
        self.circle(x, y, 15.5, fill=marks.BOARD, colour=OLD_EDGE, stroke=0.6)
        for place, jumper in enumerate(_JUMPERS):
            at = x + (place - 1) * 9.6
            self._jumper(at, y - 2.2, 3.4, self.closed(name, jumper))
            shade = INK if self.closed(name, jumper) else OLD_EDGE
            self.text(at, y + 7.6, jumper, MIDDLE_SIZE, anchor="middle", bold=self.closed(name, jumper), colour=shade)

    def fram(self, left: float, top: float, scale: float, edge: str = INK) -> None:
        """The memory's board, with its two sockets."""
        wide, high = FRAM
        fill = NEW_PALE if edge == NEW else OLD
        with self.placed(left, top, scale):
            self.rectangle(0, 0, wide, high, fill=fill, colour=edge, corner=1.5, stroke=0.7)
            for x in (0.6, wide - 4.1):
                self.rectangle(x, high / 2 - 2.6, 3.5, 5.2, fill=_CREAM, colour=OLD_EDGE)
        self.text(left + scale * wide / 2, top + scale * high + 3.4, "FRAM", SMALL, anchor="middle", bold=True)

    def cable(self, way: Path, colour: str = NEW, stroke: float = 1.8) -> None:
        """A cable along these points."""
        self.line(way, stroke=stroke + 1.0, colour=PAPER)
        self.line(way, stroke=stroke, colour=colour)

    def drive(self, x: float, y: float, name: str, new: bool) -> None:
        """A drive as a laptop shows it, its middle there."""
        edge = NEW if new else OLD_EDGE
        self.rectangle(x - 20, y - 9, 40, 18, fill=NEW_PALE if new else OLD, colour=edge, stroke=1.2, corner=2)
        self.circle(x + 15, y + 5, 1.3, fill=edge, colour=edge)
        self.text(x, y - 1, name, MIDDLE_SIZE, anchor="middle", bold=True)

    def laptop(self, left: float, top: float, lines: tuple[str, ...]) -> None:
        """A laptop whose terminal shows these lines."""
        self.rectangle(left, top, 74, 44, fill="#4b5054", colour=INK, corner=2)
        self.rectangle(left + 3, top + 3, 68, 38, fill="#101418", colour=INK)
        for row, line in enumerate(lines):
            self.mono(
                left + 6, top + 9 + 7 * row, line, SMALL, colour="#ffb066" if not row else "#d8e0e4", bold=not row
            )
        self.shape([(left - 5, top + 51), (left + 79, top + 51), (left + 74, top + 44), (left, top + 44)], OLD, INK)


def _parts(bench: Bench) -> None:
    bench.pad(5, 5, 0.62)
    for place, name in enumerate(bench.sizes):
        bench.front(name, 73 + place % 2 * 34, 5 + place // 2 * 21, 0.62)
        bench.name(73 + place % 2 * 34 + 15.5, 5 + place // 2 * 21 + 8, name)
    bench.fram(109, 27, 0.9)
    for place, (long, many) in enumerate(sorted(_lengths(bench.board).items())):
        y = 56 + 12 * place
        bench.cable([(8, y), (8 + 0.22 * long, y)], "#3b3b3e")
        for x in (6, 8 + 0.22 * long):
            bench.rectangle(x, y - 2.2, 4, 4.4, fill=_CREAM, colour=INK)
        bench.text(17 + 0.22 * long, y, f"{many} x {long} mm", MIDDLE_SIZE, bold=True)
    bench.cable([(104, 55), (128, 55), (132, 59), (132, 65), (128, 69), (104, 69)], "#3b3b3e", 2.6)
    bench.rectangle(95, 52, 11, 6, fill=TIN, colour=INK, corner=0.6)
    bench.rectangle(98, 66.6, 8, 4.8, fill=TIN, colour=INK, corner=2.2)
    bench.text(114, 62, "USB", MIDDLE_SIZE, anchor="middle", bold=True)
    bench.rectangle(84, 79, 52, 4.5, fill="#d9b98a", colour="#7a5a2a")


def _labels(bench: Bench) -> None:
    at = bench.pad(14, 8, 1.08, labels=NEW_PALE)
    half = 0.54 * bench.board.pad.label
    x, y = at((_KNOB[0], 24.0))
    bench.rectangle(x - half, y - 0.6 * half, 2 * half, 1.2 * half, fill=NEW_PALE, colour=NEW_EDGE)
    bench.text(x, y, bench.board.pad.knob, SMALL, anchor="middle", bold=True)


def _addresses(bench: Bench) -> None:
    for place, name in enumerate(("A", "S", "B")):
        left = 3 + place * 46
        x, y = bench.back(name, left, 14, 0.84)
        middle = left + 0.42 * bench.sizes[name].board[0]
        bench.name(middle, 8, f"{name}  {bench.board.displays[name]:#04x}")
        bench.line([(x, y + 3), (middle + 4, 53)], stroke=0.6, colour=OLD_EDGE)
        bench.circle(x, y, 4.6, colour=OLD_EDGE, stroke=0.6)
        bench.jumpers(name, middle, 68)


def _modules(bench: Bench) -> None:
    size = bench.sizes["S"]
    for left, right in ((8.0, True), (78.0, False)):
        with bench.placed(left, 50, 1.06):
            bench.rectangle(0, 0, *size.board, fill=marks.BOARD, colour=marks.BOARD_EDGE, corner=2.5, stroke=0.6)
            for digit in range(4):
                x, y = size.board[0] / 2 + (digit - 1.5) * 12.7, size.board[1] / 2
                bench.rectangle(x - 4, y - 7, 7.4, 13, colour=marks.BOARD_EDGE, stroke=0.4)
                bench.circle(x + 5, y + 6, 0.9, fill=marks.BOARD_EDGE, colour=marks.BOARD_EDGE)
        for module in range(2):
            middle = left + 1.06 * (size.board[0] / 2 + (module - 0.5) * size.body[0] / 2)
            with bench.placed(middle, 21, 1.06, turned=0 if right else 180):
                wide, high = size.body[0] / 2 - 0.6, size.body[1]
                bench.rectangle(-wide / 2, -high / 2, wide, high, fill=NEW_PALE, colour=NEW, stroke=0.9)
                for x in (-6.3, 6.3):
                    bench.rectangle(x - 4, -7, 7.4, 13, fill=PAPER, colour=NEW_EDGE, stroke=0.5)
                    bench.line([(x - 3.5, -0.5), (x + 3, -0.5)], colour=NEW_EDGE, stroke=0.4)
                    bench.circle(x + 5, 6, 1.2, fill=NEW_EDGE, colour=NEW_EDGE)
            bench.arrow([(middle, 35), (middle, 48)])
        mark = bench.tick if right else bench.cross
        mark(left + 27, 6, 10)


def _across(bench: Bench, y: float, scale: float, shown: Shown, edge: str = INK) -> dict[str, Point]:
    """The three displays in a row; where the upper left corner of each is."""
    places, left = {}, 70.0 - scale * (sum(bench.sizes[name].board[0] for name in shown) + 2 * 7.0) / 2
    for name, text in shown.items():
        wide, high = bench.sizes[name].board
        places[name] = (left, y - scale * high / 2)
        bench.front(name, *places[name], scale, text, edge)
        left += scale * (wide + 7.0)
    return places


def _stand(bench: Bench) -> None:
    bench.pad(43, 48, 0.62, labels=_CREAM)
    bench.rectangle(17, 26.5, 106, 4, fill="#d9b98a", colour="#7a5a2a")
    for name, (x, y) in _across(bench, 18, 0.66, DARK, NEW).items():
        bench.text(x + 0.33 * bench.sizes[name].board[0], y - 4, name, marks.BIG, anchor="middle", bold=True)
    for x in (36, 70, 104):
        bench.arrow([(x, 45), (x, 33)])


def _chain(bench: Bench) -> None:
    at = bench.pad(42, 47, 0.62, labels=_CREAM)
    socket = at(_QT)
    places = _across(bench, 20, 0.6, DARK)
    fram = 7.0, 48.0
    bench.fram(*fram, 0.8)
    ends = {name: [(x, 20.0), (x + 0.6 * bench.sizes[name].board[0], 20.0)] for name, (x, _) in places.items()}
    middle = fram[1] + 0.4 * FRAM[1]
    ends["FRAM"] = [(fram[0], middle), (fram[0] + 0.8 * FRAM[0], middle)]
    begins, before, marked = socket, "", []
    for name, long in zip(bench.board.pad.chain, bench.board.pad.cables, strict=True):
        near, far = ends[name]
        if not before:
            way = [begins, (begins[0], 86), (32, 86), (32, far[1]), far]
            begins, label = near, (12.0, 79.0)
        elif before == "FRAM":
            way = [begins, (3, begins[1]), (3, near[1]), near]
            begins, label = far, (9.0, 36.0)
        else:
            bow = 36.0
            way = [begins, (begins[0] + 1.2, bow), (near[0] - 1.2, bow), near]
            begins, label = far, ((begins[0] + near[0]) / 2, bow + 4.5)
        bench.cable(way)
        before = name
        marked.append((label, f"{long:g} mm"))
    for name, (x, y) in places.items():
        bench.text(x + 0.3 * bench.sizes[name].board[0], y - 4, name, marks.BIG, anchor="middle", bold=True)
    for number, ((x, y), text) in enumerate(marked, 1):
        bench.circle(x - 5, y, 3, fill=NEW, colour=NEW_EDGE)
        bench.text(x - 5, y, str(number), SMALL, anchor="middle", bold=True)
        bench.text(x, y, text, MIDDLE_SIZE, bold=True)


def _knob(bench: Bench) -> None:
    at = bench.pad(34, 30, 0.62, labels=_CREAM)
    knob, usb = at(_KNOB), at(_USB)
    bench.cable([(2, usb[1]), (usb[0] - 14, usb[1])], "#3b3b3e", 3)
    bench.rectangle(usb[0] - 14, usb[1] - 3.2, 10, 6.4, fill=NEW, colour=NEW_EDGE, corner=1)
    bench.arrow([(6, usb[1] + 11), (usb[0] - 3, usb[1] + 11)])
    bench.ring(*knob, 6.4)
    bench.hand(knob[0], knob[1] - 1.5, 0.9, turned=150)
    bench.drive(116, 12, "RPI-RP2", new=True)
    bench.arrow([(100, 44), (116, 44), (116, 24)])


def _copy(bench: Bench) -> None:
    bench.shape([(10, 12), (26, 12), (33, 19), (33, 40), (10, 40)], NEW_PALE, NEW, 1.2)
    bench.text(21.5, 29, ".UF2", MIDDLE_SIZE, anchor="middle", bold=True)
    bench.arrow([(36, 26), (66, 26)])
    bench.drive(91, 26, "RPI-RP2", new=False)
    bench.arrow([(91, 39), (91, 57)], colour=OLD_EDGE)
    bench.drive(91, 68, "CIRCUITPY", new=True)


def _deploy(bench: Bench) -> None:
    bench.laptop(62, 6, ("$ tallyboard deploy",))
    at = bench.pad(8, 56, 0.45, labels=_CREAM)
    usb = at(_USB)
    bench.cable([usb, (3, usb[1]), (3, 48), (52, 48), (59, 55)], "#3b3b3e", 2.4)


def _shows(bench: Bench) -> None:
    at = bench.pad(38, 43, 0.66, labels=_CREAM)
    key = at(bench.keys()["A1"])
    places = _across(bench, 18, 0.78, COUNTED)
    for name, (x, y) in places.items():
        bench.text(x + 0.39 * bench.sizes[name].board[0], y - 3.4, name, MIDDLE_SIZE, anchor="middle", bold=True)
    bench.ring(*key, 7)
    bench.hand(*key, 1.1)


STEPS: dict[str, Callable[[Bench], None]] = {
    "parts": _parts,
    "labelled": _labels,
    "addresses": _addresses,
    "modules": _modules,
    "stand": _stand,
    "chain": _chain,
    "knob": _knob,
    "copy": _copy,
    "deploy": _deploy,
    "shows": _shows,
}


def _lengths(board: Bought) -> dict[int, int]:
    """How many cables of each length, in mm, the chain has."""
    return {round(long): board.pad.cables.count(long) for long in board.pad.cables}


def pictures(board: Bought, displays: Board) -> dict[str, str]:
    """The picture of each step as SVG, by the step's name. `displays`: whose displays it has."""
    made = {}
    for name, draw in STEPS.items():
        bench = Bench(board, displays, name)
        draw(bench)
        made[name] = bench.svg()
    return made
