"""How small and how large the numbers of board.toml may be."""

from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True)
class Range:
    """From `least` to `most`, both allowed. `why`: what sets the ends, where that is not plain."""

    least: float
    most: float
    unit: str = "mm"
    why: str = ""

    def broken_by(self, value: float) -> str:
        """The rule, if this value breaks it, else nothing."""
        if self.least <= value <= self.most:
            return ""
        unit, why = self.unit and f" {self.unit}", self.why and f" ({self.why})"
        return f"must be {self.least:g} to {self.most:g}{unit}, not {short(value)}{why}"

    def nearest(self, value: float) -> float:
        """The nearest to this value that is in the range."""
        return min(max(value, self.least), self.most)


def short(value: float) -> str:
    """The number in words for people: `true` and `false` too."""
    if isinstance(value, bool):
        return str(value).lower()
    if abs(value) >= 1e15:
        return "a number as large as that"
    return str(value) if isinstance(value, int) else f"{value:g}"


_NOZZLE = "a printed wall is at least three lines of a 0.4 mm nozzle"
_LENGTH = Range(0.1, 1000)

# By key, with "*" for any name; the first one that fits holds. An element of a list has the range of the list.
_RANGES = {
    "i2c.frequency": Range(10_000, 400_000, "Hz", "the HT16K33 goes no faster"),
    "supply.limit_ma": Range(50, 300, "mA", 'the Pico\'s 3V3 gives no more: its datasheet, "Powerchain"'),
    "supply.most_light": Range(1, 16, "of 16"),
    "supply.bulk_uf": Range(1, 1000, "µF"),
    "supply.bulk_kept": Range(0.1, 1, ""),
    "supply.displays_v": Range(3.3, 5, "V"),
    "supply.usb_ma": Range(50, 900, "mA", "a port of USB 2 gives 500, one of USB 3 gives 900"),
    "supply.pico_ma": Range(0, 500, "mA"),
    "supply.chip_ma": Range(0, 50, "mA"),
    "supply.reserve_ma": Range(0, 200, "mA"),
    "guard.key_ohm": Range(100, 10_000, "Ω", "less guards nothing, more leaves no clear low beside a pull-up of 50 kΩ"),
    "guard.reset_v": Range(1, 5, "V"),
    "bus.pull_up_ohm": Range(500, 100_000, "Ω", "the Pico's side of the shifters has no other pull-up"),
    "bus.display_ohm": Range(500, 1_000_000, "Ω"),
    "bus.wired_pull_up_ohm": Range(500, 100_000, "Ω"),
    "bus.*_ohm": Range(0, 100_000, "Ω"),
    "bus.*_pf": Range(0, 1000, "pF"),
    "parts.*.pack": Range(1, 100_000, ""),
    "parts.*.count.*": Range(0, 10_000, ""),
    "parts.*.qt": Range(1, 10_000),
    "leds.forward_v": Range(1.2, 4.5, "V"),
    "leds.segment_ma": Range(1, 100, "mA"),
    "key.plate": Range(1.3, 1.7, "mm", "MX switches click into 1.5 mm"),
    "key.cutout": Range(13.9, 14.3, "mm", "the cutout of an MX switch is 14 mm"),
    "pad.cables": Range(50, 1000),
    "pad.pull_up_ohm": Range(500, 100_000, "Ω"),
    "pad.*": Range(5, 100),
    "face.key_pitch": Range(19, 40, "mm", "closer together, the caps of the keys collide"),
    "face.clearance": Range(0.1, 3),
    "face.sight": Range(0, 10),
    "face.gap": Range(1, 100),
    "enclosure.corner": Range(0.1, 15),
    "enclosure.slots": Range(1, 50, ""),
    "enclosure.tilt": Range(0, 45, "degrees", "steeper, the face overhangs in print and hides the lower keys"),
    "enclosure.wall": Range(1.2, 10, "mm", _NOZZLE),
    "enclosure.face": Range(1.2, 10, "mm", _NOZZLE),
    "enclosure.floor": Range(1.2, 10, "mm", _NOZZLE),
    "carrier.places.*": Range(-1000, 1000, ""),
    "carrier.thickness": Range(0.6, 3.2),
    "carrier.hole": Range(2, 10),
    "carrier.holes": Range(-1000, 1000),
    "carrier.corner": Range(0, 50),
    "carrier.track": Range(0.15, 5, "mm", "what every board maker can etch"),
    "carrier.power_track": Range(0.15, 5, "mm", "what every board maker can etch"),
    "carrier.clearance": Range(0.15, 5, "mm", "what every board maker can etch"),
    "carrier.via_drill": Range(0.3, 3, "mm", "what every board maker can drill"),
    "carrier.hole_gap": Range(0.25, 5, "mm", "nearer to each other, holes break out"),
    "carrier.edge": Range(0.3, 5, "mm", "nearer to the edge, the mill takes copper along"),
    "carrier.stitches": Range(2, 1000),
    "display_size.*": _LENGTH,
    "key.*": _LENGTH,
    "face.*": _LENGTH,
    "enclosure.*": _LENGTH,
    "carrier.*": _LENGTH,
    "*": Range(-1_000_000, 1_000_000, ""),
}


def range_of(key: str) -> Range:
    """The range of the number with this key."""
    plain = key.split("[")[0]
    return next(allowed for pattern, allowed in _RANGES.items() if fnmatchcase(plain, pattern))
