"""What parts look like, in mm: each gives its width, its height, and its lines of SVG from its upper left corner on."""

from collections.abc import Iterator, Sequence
from itertools import chain

from hardware.carrier.footprints import PICO_LENGTH, PICO_USB, PICO_WIDTH, PITCH, ROWS, Box, Footprint
from hardware.drawing.parts import DARK, METAL, PAINT
from hardware.source.board import Carrier, DisplaySize, Key

Drawn = tuple[float, float, list[str]]

_STEEL, _BOARD, _CREAM, _CERAMIC, _GREEN = "#c9ccd1", "#20523c", "#f3eede", "#c2a06b", "#2d7a52"
_LED, _UNLIT = "#e02b20", "#3b2a27"
# Bodies of what is on the carrier, by the beginning of their kind; any other is dark.
_BODIES = {"capacitor": _CERAMIC, "bulk": _CERAMIC, "resistor": "#26282b", "qt": _CREAM, "keys": _CREAM}
# Heads of screws, by thread: diameter and height. ISO 7045 (pan), ISO 7046 (countersunk).
_PAN = {2.0: (4.0, 1.6), 2.5: (5.0, 2.1), 3.0: (5.6, 2.4)}
_COUNTERSUNK = {2.0: (3.8, 1.2), 2.5: (4.7, 1.5), 3.0: (5.5, 1.65)}
_QT_COLOURS = ("black", "red", "blue", "yellow")


def _rect(x: float, y: float, width: float, height: float, fill: str, corner: float = 0.0) -> str:
    rx = f' rx="{corner:g}"' if corner else ""
    return f'<rect x="{x:.3f}" y="{y:.3f}" width="{width:.3f}" height="{height:.3f}"{rx} fill="{fill}"/>'


def _circle(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{radius:.3f}" fill="{fill}"/>'


def _path(d: str, fill: str = "none", stroke: str = "", width: float = 0.0) -> str:
    more = (f' stroke="{stroke}"' if stroke else "") + (f' stroke-width="{width:g}"' if width else "")
    return f'<path d="{d}" fill="{fill}"{more}/>'


def from_above(kind: str, print_: Footprint) -> Drawn:
    """A part of the carrier by its footprint: the body with its legs, pins or soldered ends."""
    left, top, right, bottom = print_.body
    fill = next((fill for begin, fill in _BODIES.items() if kind.startswith(begin)), DARK)
    lines: list[str] = []
    if kind == "piezo":
        return piezo(right - left)
    if len(print_.pads) == 2 and print_.on_surface:  # its ends are soldered
        end = (right - left) / 5
        lines = [_rect(left, top, right - left, bottom - top, fill)]
        lines += [_rect(x, top, end, bottom - top, _STEEL) for x in (left, right - end)]
        return _moved(print_.body, lines)
    legs: list[Box] = []
    for pad in (pad for pad in print_.pads if not pad.drill):
        x1, x2, y1, y2 = pad.x - pad.width / 2, pad.x + pad.width / 2, pad.y - pad.height / 2, pad.y + pad.height / 2
        # A pad is longer than the foot on it: the foot ends at two thirds of what of the pad is free.
        x1, x2 = max(x1, left - (left - x1) * 2 / 3), min(x2, right + (x2 - right) * 2 / 3)
        y1, y2 = max(y1, top - (top - y1) * 2 / 3), min(y2, bottom + (y2 - bottom) * 2 / 3)
        legs.append((x1, y1, x2, y2))
        lines.append(_rect(x1, y1, x2 - x1, y2 - y1, _STEEL))
    lines.append(_rect(left, top, right - left, bottom - top, fill, 0.2))
    drilled = [pad for pad in print_.pads if pad.drill]
    if kind.startswith("keys"):
        lines.append(_rect(left + 0.9, top + 0.9, right - left - 1.8, bottom - top - 2.4, "#ddd5bd"))
    lines += [_rect(pad.x - 0.32, pad.y - 0.32, 0.64, 0.64, METAL) for pad in drilled]
    if fill == DARK and not drilled:
        lines.append(_circle(left + 0.55, top + 0.55, 0.28, "#eee"))
    boxes = [print_.body, *legs]
    edges = (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))
    return _moved(edges, lines)


def _moved(box: Box, lines: Sequence[str]) -> Drawn:
    left, top, right, bottom = box
    return right - left, bottom - top, [f'<g transform="translate({-left:.3f} {-top:.3f})">', *lines, "</g>"]


def pico(*, pins: bool) -> Drawn:
    """A Pico lying with its USB to the left; with pins as an H, else with empty holes."""
    lines = [_rect(PICO_USB, 0, PICO_LENGTH, PICO_WIDTH, _GREEN, 0.6)]
    lines.append(_rect(0, PICO_WIDTH / 2 - 4, 5.6, 8, _STEEL, 0.4))
    lines.append(_rect(PICO_USB + 22, PICO_WIDTH / 2 - 3.5, 7, 7, DARK, 0.3))
    lines.append(_rect(PICO_USB + 10, 4.2, 4.5, 3.4, "#eee", 0.4))
    first = (PICO_LENGTH - 19 * PITCH) / 2
    for x in (PICO_USB + first + PITCH * n for n in range(20)):
        for y in ((PICO_WIDTH - ROWS) / 2, (PICO_WIDTH + ROWS) / 2):
            lines.append(_circle(x, y, 0.8, METAL))
            lines.append(_rect(x - 0.32, y - 0.32, 0.64, 0.64, DARK) if pins else _circle(x, y, 0.5, "#fff"))
    return PICO_LENGTH + PICO_USB, PICO_WIDTH, lines


def display(size: DisplaySize, shown: str) -> Drawn:
    """A display from the front, lit; "*" is a character of 14 segments."""
    wide, high = max(size.board[0], size.body[0]), max(size.board[1], size.body[1])
    x, y = (wide - size.board[0]) / 2, (high - size.board[1]) / 2
    lines = [_rect(x, y, *size.board, _BOARD, 1.5)]
    holes = [(x + dx, y + dy) for dx in (1.9, size.board[0] - 1.9) for dy in (1.9, size.board[1] - 1.9)]
    lines += [_circle(*at, 1.0, "#fff") for at in holes]
    lines.append(_rect((wide - size.body[0]) / 2, (high - size.body[1]) / 2, *size.body, _UNLIT))
    digits = [character for character in shown if character != ":"]
    step, tall = size.lit[0] / len(digits), size.lit[1] * 0.9
    for place, character in enumerate(digits):
        middle = (wide - size.lit[0]) / 2 + (place + 0.5) * step
        lines.append(_segments(middle, high / 2, step * 0.55, tall, diagonal=character == "*"))
    if ":" in shown:
        lines += [_circle(wide / 2, high / 2 + dy, 0.8, _LED) for dy in (-2.5, 2.5)]
    return wide, high, lines


def _segments(x: float, y: float, width: float, height: float, *, diagonal: bool) -> str:
    w, h = width / 2, height / 2
    d = f"M{x - w:.2f} {y - h:.2f}h{width:.2f}v{height:.2f}h{-width:.2f}zM{x - w:.2f} {y:.2f}h{width:.2f}"
    if diagonal:
        d += f"M{x - w:.2f} {y - h:.2f}L{x + w:.2f} {y + h:.2f}M{x + w:.2f} {y - h:.2f}L{x - w:.2f} {y + h:.2f}"
        d += f"M{x:.2f} {y - h:.2f}v{height:.2f}"
    return _path(d, stroke=_LED, width=1.1 if diagonal else 1.7)


def carrier(made: Carrier, bodies: Sequence[Box]) -> Drawn:
    """The board, where its parts go marked in white."""
    lines = [_rect(0, 0, *made.size, _BOARD, made.corner)]
    lines += [_circle(x, y, made.hole / 2, "#fff") for x, y in made.holes]
    lines += [_rect(x1, y1, x2 - x1, y2 - y1, "#2f6b50") for x1, y1, x2, y2 in bodies]
    return *made.size, lines


def _pins(count: int, x: float, y: float, length: float) -> Iterator[str]:
    return (_rect(x + PITCH * (n + 0.5) - 0.32, y, 0.64, length, METAL) for n in range(count))


def socket_strip(pins: float, height: float) -> Drawn:
    """A strip of sockets from the side, its legs below."""
    count = round(pins)
    lines = [*_pins(count, 0, height - 0.2, 3.2), _rect(0, 0, count * PITCH, height, DARK)]
    lines += [_rect(PITCH * (n + 0.5) - 0.5, 0, 1.0, 1.2, "#888") for n in range(count)]
    return count * PITCH, height + 3, lines


def pin_header(pins: float) -> Drawn:
    """A row of pins from the side."""
    count = round(pins)
    return count * PITCH, 11.6, [*_pins(count, 0, 0, 11.6), _rect(0, 6.0, count * PITCH, 2.54, DARK, 0.3)]


def jumper() -> Drawn:
    """A cap that joins two pins beside each other."""
    return (
        5.0,
        6.0,
        [_rect(0, 0, 5.0, 6.0, DARK, 0.4), _rect(1.0, 4.6, 1, 1.4, "#888"), _rect(3.0, 4.6, 1, 1.4, "#888")],
    )


def axial(length: float, thick: float) -> Drawn:
    """A resistor with wires."""
    lead, middle = 12.0, thick / 2
    lines = [_path(f"M0 {middle:g}h{2 * lead + length:g}", stroke=_STEEL, width=0.6)]
    lines.append(_rect(lead, 0, length, thick, "#e5d3a8", thick / 3))
    colours = ("brown", "black", "red", "orange")
    lines += [_rect(lead + length * (0.2 + 0.19 * n), 0, length / 12, thick, PAINT[c]) for n, c in enumerate(colours)]
    return 2 * lead + length, thick, lines


def breakout(width: float, height: float, pads: float) -> Drawn:
    """A small board with a chip and a row of pads."""
    count = round(pads)
    lines = [_rect(0, 0, width, height, _BOARD, 1)]
    lines += [_circle(x, 2.54, 1.25, "#fff") for x in (2.54, width - 2.54)]
    lines += _legs_of_chip(width / 2, height / 2 - 1)
    first = (width - (count - 1) * PITCH) / 2
    lines += [_circle(first + PITCH * n, height - 2.54, 0.85, METAL) for n in range(count)]
    return width, height, lines


def qt_breakout(width: float, height: float, pads: float) -> Drawn:
    """The same with a STEMMA QT socket at either side."""
    _, _, lines = breakout(width, height, pads)
    lines += [_rect(x, height / 2 - 3, 4.25, 6, _CREAM) for x in (0, width - 4.25)]
    return width, height, lines


def _legs_of_chip(x: float, y: float) -> list[str]:
    legs = [_rect(x - 1.905 + 1.27 * n - 0.2, y - 3, 0.4, 6, _STEEL) for n in range(4)]
    return [*legs, _rect(x - 2.45, y - 1.95, 4.9, 3.9, DARK, 0.2), _circle(x - 1.8, y + 1.2, 0.3, "#eee")]


def piezo(across: float) -> Drawn:
    """A round case with its hole, from above."""
    r = across / 2
    return across, across, [_circle(r, r, r, DARK), _circle(r, r, r * 0.82, "#3a3a3a"), _circle(r, r, 1, "#ddd")]


def housing(ways: float) -> Drawn:
    """A JST XH housing, its openings for the contacts to the front."""
    wide = 2.5 * (round(ways) - 1) + 4.8
    lines = [_rect(0, 0, wide, 5.75, _CREAM, 0.3)]
    lines += [_rect(2.4 + 2.5 * n - 0.85, 1.6, 1.7, 2.2, "#9c947e") for n in range(round(ways))]
    lines += [_rect(x, 4.6, 1.0, 1.15, "#d6cdb2") for x in (1.2, wide - 2.2)]
    return wide, 5.75, lines


def contact() -> Drawn:
    """A contact to be crimped, from the side."""
    d = "M0 0.3h3v-0.3h1.2v2h-1.2v-0.3h-3zM4.4 0.2l0.2 1.6h1.2l0.3 -1.6M6.3 0l0.2 2h1.0l0.3 -2"
    return 8.0, 2.2, [_path("M0 1.9h8", stroke=METAL, width=0.4), _path(d, fill=METAL)]


def qt_cable(length: float) -> Drawn:
    """A cable of four wires, laid to and fro at its full length between its two plugs."""
    run, row, plug, last = 56.0, 9.0, 5.0, len(_QT_COLOURS) - 1
    rows = max(1, round(length / run))
    along = (length - row * (rows - 1)) / rows
    lines = []
    for n, colour in enumerate(_QT_COLOURS):
        d = f"M{plug:g} {1 + n:g}"
        for number in range(rows):
            over = n if number % 2 == 0 else last - n  # at each turn the uppermost wire becomes the lowest
            x = (plug + along + last / 2 - over) if number % 2 == 0 else (plug - last / 2 + over)
            d += f"H{x:.2f}" + (f"V{1 + (number + 1) * row + last - over:.2f}" if number < rows - 1 else "")
        lines.append(_path(d, stroke=PAINT[colour], width=0.9))
    end = (rows - 1) * row
    lines += [_rect(0, 0, plug, 5, _CREAM, 0.4), _rect(plug + along if rows % 2 else 0, end, plug, 5, _CREAM, 0.4)]
    return along + 2 * plug, end + 5, lines


def switch(key: Key) -> Drawn:
    """A switch from the side: the stem on top, the pins below the line of the plate."""
    wide, above, post = key.body, 6.6, 3.6
    top = post + above
    lines = [_rect(wide / 2 - key.stem[0] / 2, 0, key.stem[0], post + 1, "#1b1b1b")]
    lines.append(_path(f"M1 {post:g}h{wide - 2:g}l1 {above:g}h{-wide:g}z", fill="#4d4f53"))
    lines.append(_rect((wide - key.cutout) / 2, top, key.cutout, 5, "#2c2e31"))
    lines += [_rect(wide / 2 - 2, top + 5, 4, key.below - 5, "#2c2e31"), _rect(2.2, top + 5, 1, key.below - 5, METAL)]
    lines += [
        _rect(wide / 2 + 3, top + 5, 1, key.below - 5, METAL),
        _path(f"M0 {top:g}h{wide:g}", stroke="#fff", width=0.4),
    ]
    return wide, top + key.below, lines


def cap(key: Key) -> Drawn:
    """A key cap from the side."""
    inset = (key.cap - key.cap_top) / 2
    d = f"M{inset:g} 0h{key.cap_top:g}L{key.cap:g} {key.cap_height:g}H0z"
    return key.cap, key.cap_height, [_path(d, fill="#e9ecef"), _path(f"M{inset:g} 0.8h{key.cap_top:g}", stroke="#aaa")]


def _thread(x: float, y: float, width: float, length: float) -> list[str]:
    turns = [f"M{x:.2f} {y + at:.2f}l{width:.2f} 0.35" for at in _steps(0.3, length - 0.4, 0.6)]
    return [_rect(x, y, width, length, _STEEL), _path("".join(turns), stroke="#777")]


def _steps(start: float, end: float, step: float) -> list[float]:
    return [start + step * n for n in range(max(0, int((end - start) / step) + 1))]


def pan_screw(thread: float, length: float) -> Drawn:
    """A screw with a pan head from the side, and its head from above beside it. The length is that under the head."""
    wide, high = _PAN.get(thread, (2 * thread, 0.8 * thread))
    third, half = high / 3, wide / 2
    dome = (
        f"M0 {high:g}v{-third:.3f}q0 {-2 * third:.3f} {half:g} {-2 * third:.3f}t{half:g} {2 * third:.3f}v{third:.3f}z"
    )
    lines = [*_thread((wide - thread) / 2, high, thread, length), _path(dome, fill=_STEEL)]
    return 2 * wide + 2, high + length, lines + _head(wide * 1.5 + 2, wide / 2, wide)


def countersunk_screw(thread: float, length: float) -> Drawn:
    """A screw with a countersunk head; the length is that of all of it."""
    wide, high = _COUNTERSUNK.get(thread, (1.9 * thread, 0.55 * thread))
    inset = (wide - thread) / 2
    cone = f"M0 0h{wide:g}l{-inset:g} {high:g}h{-thread:g}z"
    lines = [*_thread(inset, high, thread, length - high), _path(cone, fill=_STEEL)]
    return 2 * wide + 2, length, lines + _head(wide * 1.5 + 2, wide / 2, wide)


def _head(x: float, y: float, wide: float) -> list[str]:
    arm = wide * 0.3
    cross = f"M{x - arm:.2f} {y:.2f}h{2 * arm:.2f}M{x:.2f} {y - arm:.2f}v{2 * arm:.2f}"
    return [_circle(x, y, wide / 2, _STEEL), _path(cross, stroke="#555", width=wide / 9)]


def washer(across: float, hole: float) -> Drawn:
    """A washer from above."""
    return (
        across,
        across,
        [_circle(across / 2, across / 2, across / 2, _STEEL), _circle(across / 2, across / 2, hole / 2, "#fff")],
    )


def foot(width: float, height: float) -> Drawn:
    """A rubber foot from the side."""
    side, curve = width * 0.25, width * 0.06
    d = f"M0 {height:g}q{curve:.2f} {-height:g} {side:.2f} {-height:g}h{width / 2:.2f}"
    d += f"q{side - curve:.2f} 0 {side:.2f} {height:g}z"
    return width, height + 0.4, [_path(d, fill=DARK), _rect(0, height, width, 0.4, "#e9d9a0")]


def spool(across: float, hole: float) -> Drawn:
    """A spool of filament from the side."""
    r = across / 2
    rings = [_circle(r, r, r, "#d9dce0"), _circle(r, r, r * 0.93, "#e07a1f")]
    rings += [_circle(r, r, r * share, "none") for share in (0.85, 0.77, 0.69)]
    return across, across, [*rings, _circle(r, r, hole, "#d9dce0"), _circle(r, r, hole / 2, "#fff")]


def wire_coil(thick: float) -> Drawn:
    """Rings of wire in some of its colours."""
    colours = ("black", "brown", "orange", "green", "violet", "grey")
    rings = [
        f'<circle cx="20" cy="20" r="{19 - n * thick * 1.3:.2f}" stroke="{PAINT[colour]}" stroke-width="{thick:g}"/>'
        for n, colour in enumerate(colours)
    ]
    return 40.0, 40.0, rings


def usb_cable(width: float, height: float) -> Drawn:
    """A coil of cable, a plug of type A at its left and the plug of this width and height at its right."""
    coil = "".join(
        f"M{32 - n} 22a{18 - n} {16 - n} 0 1 0 {2 * (18 - n)} 0a{18 - n} {16 - n} 0 1 0 {-2 * (18 - n)} 0"
        for n in (0, 4, 8)
    )
    cable = f"M22 40q8 0 14 -6M64 34q6 6 14 6{coil}"
    lines = [_path(cable, stroke="#333", width=3.2), _rect(8, 33, 15, 14, DARK, 1.5), _rect(0, 34, 9, 12, _STEEL)]
    lines += [
        _rect(77, 40 - (width + 4) / 2, 14, width + 4, DARK, 1.5),
        _rect(91, 40 - width / 2, height, width, _STEEL, 1),
    ]
    return 91.0 + height, 47.0, lines


def charger() -> Drawn:
    """A plug-in charger with a USB socket in its front."""
    lines = [_rect(x, 0, 2, 16, _STEEL) for x in (15.0, 28.0)]
    return (
        45.0,
        56.0,
        [*lines, _rect(0, 15, 45, 41, "#f4f4f4", 5), _rect(16, 40, 13, 5.5, "#333"), _rect(17, 42.4, 11, 2, "#fff")],
    )


def cable_tie(length: float, width: float) -> Drawn:
    """A cable tie, straight."""
    head = 2.2 * width
    lines = [_path(f"M0 {head * 0.5:g}l6 {-width / 2:g}h{length - 6:g}v{width:g}h{6 - length:g}z", fill="#eee")]
    return length + head, head, [*lines, _rect(length, 0, head, head, "#ddd", 0.5)]


def sheet(width: float, height: float) -> Drawn:
    """A sheet to be cut."""
    lines = [_rect(0, 0, width, height, "#fff")]
    rows = [f"M0 {height * n / 10:.1f}h{width:g}" for n in range(1, 10)]
    columns = [f"M{width * n / 7:.1f} 0v{height:g}" for n in range(1, 7)]
    return width, height, [*lines, _path("".join(chain(rows, columns)), stroke="#999")]


def strip(length: float, width: float) -> Drawn:
    """A strip of wood."""
    grain = "".join(f"M{length * 0.05:g} {width * share:g}h{length * 0.9:g}" for share in (0.3, 0.5, 0.75))
    return length, width, [_rect(0, 0, length, width, "#e3c594"), _path(grain, stroke="#b98f50")]


def macropad(width: float, height: float) -> Drawn:
    """A MacroPad standing with its screen and knob above its twelve keys."""
    cap_, pitch = 18.2, 19.05
    left, top = (width - 3 * pitch) / 2, height - 4 * pitch - 1
    lines = [_rect(0, 0, width, height, "#26282b", 2), _rect(3, 4, 36, top - 6, "#101418", 1)]
    lines.append(_circle(width - 11, top / 2 + 1, 8, "#b9bcc1"))
    for row in range(4):
        for column in range(3):
            lines.append(_rect(left + column * pitch + 0.4, top + row * pitch + 0.4, cap_, cap_, "#eceef0", 2))
    return width, height, lines
