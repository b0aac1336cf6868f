"""How an assembly house puts parts: those of its library, by the rows of a CPL alone."""

from math import cos, radians, sin

Point = tuple[float, float]
Row = dict[str, str]


def _row(count: int, pitch: float, y: float = 0.0) -> dict[str, Point]:
    """Pads in a row from the left, y upwards as in all of this file."""
    return {str(n + 1): ((n - (count - 1) / 2) * pitch, y) for n in range(count)}


def _strips() -> dict[str, Point]:
    """The Pico (its datasheet, figure 3): 20 pads down its left edge, 20 up its right one."""
    down = [(-8.89, (9.5 - n) * 2.54) for n in range(20)]
    return {str(n + 1): at for n, at in enumerate([*down, *((-x, y) for x, y in reversed(down))])}


# Middles of pads from the middle of the part, y upwards, as it lies at 0 degrees: EasyEDA's, in the files that
# hardware/carrier/order.py names, but for a 1206 (by its size), a piezo's legs (TDK PS1240P02BT) and the Pico.
LIBRARY: dict[str, dict[str, Point]] = {
    "SOIC-8": {
        **{str(n + 1): (x, -2.77) for n, x in enumerate((-1.91, -0.63, 0.63, 1.9))},
        **{str(8 - n): (x, 2.77) for n, x in enumerate((-1.91, -0.63, 0.63, 1.9))},
    },
    "SOT-23": {"1": (1.0, -0.95), "2": (1.0, 0.95), "3": (-1.0, 0.0)},
    "JST_SH_SM04B": {**_row(4, 1.0, 1.94), "5": (2.8, -1.94), "6": (-2.8, -1.94)},
    "JST_XH_B6B": _row(6, 2.5),
    "JST_XH_B4B": _row(4, 2.5),
    "PinHeader_1x03": _row(3, 2.54),
    "0805": _row(2, 2.0),
    "1206": _row(2, 3.0),
    "Piezo": _row(2, 5.0),
    "RaspberryPi_Pico": _strips(),
}


def put(pads: dict[str, Point], row: Row) -> dict[str, Point]:
    """Where the house's machine puts the pads of a part."""
    turned, x, y = radians(float(row["Rotation"])), float(row["Mid X"]), float(row["Mid Y"])
    return {
        number: (x + px * cos(turned) - py * sin(turned), y + px * sin(turned) + py * cos(turned))
        for number, (px, py) in pads.items()
    }


def library(package: str) -> dict[str, Point]:
    """The pads of a package, by the name that the BOM gives it."""
    return next(pads for start, pads in LIBRARY.items() if package.startswith(start))


def marked(pads: dict[str, Point]) -> bool:
    """It matters which pad is which, and a dot says it. Of three, as of a SOT-23 or a header, the places do."""
    return len(pads) > 3


def alike(pads: dict[str, Point]) -> bool:
    """Turned by half, or mirrored, it is the same for the circuit."""
    return not marked(pads) and {(-x, -y) for x, y in pads.values()} == set(pads.values())
