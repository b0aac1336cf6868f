"""What each kind of part covers on the carrier, in mm from the middle of its body, x to the right and y down, as it
lies with 0 degrees turned. Sizes are those of the makers' data sheets and of IPC-7351, pads long enough for soldering
by hand.
"""

from collections.abc import Callable
from dataclasses import dataclass

from hardware.circuit import pico

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

SILK, FAB, COURTYARD = "F.SilkS", "F.Fab", "F.CrtYd"
AROUND = 0.5  # from a connector's body to its courtyard


@dataclass(frozen=True)
class Pad:
    """`shape`: "rect", "roundrect", "oval" or "circle"; `drill`: its hole's diameter, 0 on the surface. A hole
    without a number has no copper."""

    number: str
    x: float
    y: float
    width: float
    height: float
    shape: str
    drill: float = 0.0


@dataclass(frozen=True)
class Footprint:
    """`body`: what the part covers; `courtyard`: what it keeps free for itself; `height`: over the board; `silk`: lines
    that are printed, each a list of corners; `circles`: (x, y, radius) that are printed; `dots`: the same, filled;
    `inside`: where words find room on the part itself."""

    name: str
    description: str
    pads: tuple[Pad, ...]
    body: Box
    courtyard: Box
    height: float
    silk: tuple[tuple[Point, ...], ...] = ()
    circles: tuple[tuple[float, float, float], ...] = ()
    dots: tuple[tuple[float, float, float], ...] = ()
    inside: tuple[Point, ...] = ()

    @property
    def on_surface(self) -> bool:
        """True where no pad goes through the board."""
        return not any(pad.drill for pad in self.pads)


def _ring(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))


# Raspberry Pi Pico datasheet, figure 3: 21 x 51 mm, its rows 17.78 mm apart; the USB socket reaches 1.3 mm beyond.
PICO_WIDTH, PICO_LENGTH, PICO_USB = 21.0, 51.0, 1.3
PITCH, ROWS = 2.54, 17.78
SOCKET, HEADER = 8.5, 2.54  # the heights of a socket, and of the plastic of the header in it
PICO_HEIGHT = 3.7  # from the lower face of its board to the top of the USB socket


def _pico() -> Footprint:
    side = pico.PINS // 2
    first = -(side - 1) / 2 * PITCH
    pads = [
        Pad(str(n + 1), -ROWS / 2, first + n * PITCH, 1.7, 1.7, "circle" if n else "rect", 1.02) for n in range(side)
    ]
    pads += [Pad(str(side + n + 1), ROWS / 2, -first - n * PITCH, 1.7, 1.7, "circle", 1.02) for n in range(side)]
    x, y = PICO_WIDTH / 2, PICO_LENGTH / 2
    return Footprint(
        "RaspberryPi_Pico_Socket",
        "Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W on two sockets 1x20, 2.54 mm",
        tuple(pads),
        (-x, -y, x, y),
        (-x - 0.5, -y - PICO_USB - 0.5, x + 0.5, y + 0.5),
        SOCKET + HEADER + PICO_HEIGHT,
        (_ring(-x, -y, x, y), ((-4.0, -y), (-4.0, -y + 5.5), (4.0, -y + 5.5), (4.0, -y))),
        dots=((-x + 3.3, first, 0.3),),
        inside=tuple((0.0, -y + 9.0 + 2.5 * n) for n in range(15)),
    )


def _soic8() -> Footprint:
    pads = [Pad(str(n + 1), -2.475, -1.905 + 1.27 * n, 1.95, 0.6, "roundrect") for n in range(4)]
    pads += [Pad(str(n + 5), 2.475, 1.905 - 1.27 * n, 1.95, 0.6, "roundrect") for n in range(4)]
    return Footprint(
        "SOIC-8_3.9x4.9mm_P1.27mm",
        "SOIC-8, JEDEC MS-012AA",
        tuple(pads),
        (-1.95, -2.45, 1.95, 2.45),
        (-3.7, -2.7, 3.7, 2.7),
        1.75,
        (((-1.95, -2.58), (1.95, -2.58)), ((-1.95, 2.58), (1.95, 2.58))),
        dots=((-2.9, -2.75, 0.25),),
    )


def _sot23() -> Footprint:
    """KiCad's SOT-23: three pins, the third alone on its side."""
    return Footprint(
        "SOT-23",
        "SOT-23, JEDEC TO-236 variant AB",
        tuple(
            Pad(n, x, y, 1.475, 0.6, "roundrect")
            for n, x, y in (("1", -0.9375, -0.95), ("2", -0.9375, 0.95), ("3", 0.9375, 0.0))
        ),
        (-0.65, -1.45, 0.65, 1.45),
        (-1.92, -1.7, 1.92, 1.7),
        1.1,
        (((-0.65, -1.56), (0.65, -1.56)), ((-0.65, 1.56), (0.65, 1.56))),
        dots=((-1.2, -1.6, 0.2),),
    )


def _chip_1206() -> Footprint:
    """KiCad's C_1206_3216Metric_Pad1.33x1.80mm_HandSolder."""
    return Footprint(
        "C_1206_HandSolder",
        "C 1206 (3216 metric), pads for soldering by hand",
        tuple(Pad(n, x, 0.0, 1.325, 1.8, "roundrect") for n, x in (("1", -1.5625), ("2", 1.5625))),
        (-1.6, -0.8, 1.6, 0.8),
        (-2.48, -1.15, 2.48, 1.15),
        1.8,
        tuple(((-0.71, y), (0.71, y)) for y in (-0.91, 0.91)),
    )


def _header(pins: int) -> Footprint:
    """KiCad's PinHeader_2.54mm_Vertical, lying: its pins from left to right. The height is that with a jumper cap."""
    half = (pins - 1) * PITCH / 2
    x, y = half + 1.27, 1.27
    return Footprint(
        f"PinHeader_1x{pins:02}_P2.54mm",
        f"pin header 1x{pins}, 2.54 mm, upright, for a jumper cap",
        tuple(Pad(str(n + 1), -half + n * PITCH, 0.0, 1.7, 1.7, "circle" if n else "rect", 1.0) for n in range(pins)),
        (-x, -y, x, y),
        (-x - AROUND, -y - AROUND, x + AROUND, y + AROUND),
        9.0,
        (_ring(-x - 0.06, -y - 0.06, x + 0.06, y + 0.06),),
    )


def _chip_0805(name: str) -> Footprint:
    return Footprint(
        f"{name}_0805_HandSolder",
        f"{name} 0805 (2012 metric), pads for soldering by hand",
        tuple(Pad(n, x, 0.0, 1.3, 1.45, "roundrect") for n, x in (("1", -1.1), ("2", 1.1))),
        (-1.0, -0.625, 1.0, 0.625),
        (-2.0, -1.0, 2.0, 1.0),
        1.25,
        tuple(((-0.25, y), (0.25, y)) for y in (-0.75, 0.75)),
    )


def _piezo() -> Footprint:
    """TDK PS1240P02BT: 12.2 mm across, 6.5 mm high, its pins 5 mm apart."""
    radius = 6.1
    around = radius + 0.25
    return Footprint(
        "Piezo_D12.2mm_P5mm",
        "piezo sounder without electronics, 12.2 mm across, pins 5 mm apart: TDK PS1240P02BT",
        (Pad("1", -2.5, 0.0, 2.0, 2.0, "rect", 1.0), Pad("2", 2.5, 0.0, 2.0, 2.0, "circle", 1.0)),
        (-radius, -radius, radius, radius),
        (-around, -around, around, around),
        6.5,
        circles=((0.0, 0.0, radius + 0.15), (0.0, 0.0, 1.0)),
        inside=((0.0, -3.0), (0.0, 3.0)),
    )


def _qt() -> Footprint:
    """JST SM04B-SRSS-TB; its cable leaves downwards."""
    pads = [Pad(str(n + 1), -1.5 + n, -2.45, 0.6, 1.55, "roundrect") for n in range(4)]
    pads += [Pad("MP", x, 1.425, 1.2, 1.8, "roundrect") for x in (-2.8, 2.8)]
    return Footprint(
        "JST_SH_SM04B-SRSS-TB_P1.00mm",
        "STEMMA QT / Qwiic: JST SH, 4 contacts 1 mm apart, side entry",
        tuple(pads),
        (-3.0, -2.125, 3.0, 2.125),
        (-3.9, -3.73, 3.9, 2.83),
        2.95,
        (
            ((-1.94, 2.24), (1.94, 2.24)),
            ((-3.12, 0.2), (-3.12, -2.24), (-2.06, -2.24)),
            ((3.12, 0.2), (3.12, -2.24), (2.06, -2.24)),
        ),
        dots=((-2.5, -2.85, 0.25),),
    )


def _xh(contacts: int) -> Footprint:
    """JST B<n>B-XH-A."""
    half = (contacts - 1) * 2.5 / 2
    x, y = half + 2.45, 2.875
    pads = [
        Pad(str(n + 1), -half + 2.5 * n, -0.525, 1.7, 1.95, "oval" if n else "roundrect", 0.95) for n in range(contacts)
    ]
    return Footprint(
        f"JST_XH_B{contacts}B-XH-A_P2.50mm",
        f"JST XH, {contacts} contacts 2.5 mm apart, upright",
        tuple(pads),
        (-x, -y, x, y),
        (-x - AROUND, -y - AROUND, x + AROUND, y + AROUND),
        9.8,
        (_ring(-x - 0.12, -y - 0.12, x + 0.12, y + 0.12), ((-half - 1.2, y - 0.8), (half + 1.2, y - 0.8))),
        dots=((-half - 1.5, -y + 0.7, 0.25),),
    )


def _test_pad() -> Footprint:
    return Footprint(
        "TestPad_D2.0mm",
        "pad for a probe",
        (Pad("1", 0.0, 0.0, 2.0, 2.0, "circle"),),
        (-1.0, -1.0, 1.0, 1.0),
        (-1.25, -1.25, 1.25, 1.25),
        0.0,
    )


def hole(diameter: float, head: float) -> Footprint:
    """A hole for a screw with a head of this diameter."""
    around = head / 2
    return Footprint(
        f"Hole_D{diameter:g}mm",
        f"hole for a screw, {diameter:g} mm",
        (Pad("", 0.0, 0.0, diameter, diameter, "circle", diameter),),
        (-around, -around, around, around),
        (-around, -around, around, around),
        0.0,
    )


_BY_KIND: dict[str, Callable[[], Footprint]] = {
    "pico": _pico,
    "fram": _soic8,
    "capacitor": lambda: _chip_0805("C"),
    "bulk": _chip_1206,
    "resistor": lambda: _chip_0805("R"),
    "key_resistor": lambda: _chip_0805("R"),
    "fet": _sot23,
    "supervisor": _sot23,
    "jumper": lambda: _header(3),
    "piezo": _piezo,
    "qt": _qt,
    "test": _test_pad,
}


def footprint(kind: str) -> Footprint:
    """The footprint of a kind of part; "keys6" is a connector of six contacts. Raises KeyError for an unknown kind."""
    if kind.startswith("keys"):
        return _xh(int(kind.removeprefix("keys")))
    return _BY_KIND[kind]()
