"""What the guide says in figures, names and orders, from the board file. Lengths in mm."""

import re
from dataclasses import dataclass
from math import floor
from typing import Any

from hardware.buying.count import CARRIER, WIRES, Item, fitted, items, name_of
from hardware.buying.pictures import path_of, pictures
from hardware.circuit import bus, pico
from hardware.circuit.looms import MEMORY_PADS, QT, Loom, bus_pins, chain, grounds, looms, part_of
from hardware.circuit.netlist import netlist
from hardware.circuit.wiring_table import address_bits
from hardware.drawing.harness import CODES
from hardware.drawing.parts import LEGS
from hardware.enclosure.geometry import Box
from hardware.enclosure.products import SIDES as FOLDERS
from hardware.face.card_words import CARDS
from hardware.face.layout import blocks_of, layout
from hardware.face.sheet import sheet_for
from hardware.guide.steps import soldered, steps
from hardware.source.board import Board

GRAMS_AN_HOUR = 17  # of those that the bill counts: for 343 g of it PrusaSlicer's own profile told 235 g and 20 hours
MOST_BRIM = 5.0
_SMALL = (
    "solder-memory",
    "solder-three-legs",
    "solder-small-parts",
    "solder-key-resistors",
    "solder-display-connectors",
)

SCREW_THREAD = 3.0  # mm: a hole that is wider holds no thread of an M3 screw
# Minutes at the bench by stage, for the first box and for each further one: estimated. The printer's are not counted.
MINUTES = {
    "order": (30, 0),
    "print": (15, 15),
    "firmware": (30, 5),
    "carrier": (90, 50),
    "displays": (40, 20),
    "keys": (90, 60),
    "sound": (5, 2),
    "close": (30, 20),
    "last": (15, 10),
}
AT_THE_BENCH = ("firmware", "carrier", "displays", "keys", "sound", "close", "last")


# The stage in which a part of the bill is taken, by its key in [parts]. One that is none of these is soldered to the
# carrier, or to the Pico without one, where it has refs; a cable stands in the table of the displays; what is left is
# taken to close the box.
TAKEN = {
    **dict.fromkeys(("filament",), "print"),
    **dict.fromkeys(("pico", "pico_wired", "usb"), "firmware"),
    **dict.fromkeys(("sockets", "carrier"), "carrier"),
    **dict.fromkeys(("fram_breakout", "wired_pull_up", "screw_pico"), "wires"),
    **dict.fromkeys(("seven", "fourteen"), "displays"),
    **dict.fromkeys(("key_housing", "middle_housing", "contact", "switch", "wire"), "keys"),
}


@dataclass(frozen=True)
class Taken:
    """A part of the bill. `picture`: its path under hardware/build/, "" where there is none; `build`: of the two the
    only one that takes it, "" where it need not be said; `amounts`: by the number of sides, with the unit, "" for
    none."""

    picture: str
    name: str
    build: str
    amounts: tuple[str, ...]


@dataclass(frozen=True)
class Small:
    """Resistors or capacitors of one value. `marks`: what is printed on them, with three and with four characters; none
    on a capacitor."""

    refs: tuple[str, ...]
    kind: str
    value: str
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Cable:
    """A STEMMA QT cable of the bus: from where to which display, in mm. `cut`: one plug is cut off."""

    begins: str
    display: str
    length: int
    cut: bool


@dataclass(frozen=True)
class Sides:
    """What differs with the number of sides. `shell`: what it takes of the bed; `brim`: the widest there is room for;
    `aslant`: whether it has room only so;
    `grams`, `hours`: of the printer; `small`: parts for a fine tip; `wires`: how many are soldered to the Pico;
    `cables`, `looms`: by build, looms of keys alone; `first_cable`: from the Pico, in mm; `longest`: wire of a loom, in
    mm, by how many wires it has; `bus_m`, `bus_most_m`: cables of the build without a carrier, as they are and at most;
    `pull_ups`: whether these need any."""

    sides: int
    folder: str
    displays: tuple[str, ...]
    keys: int
    shell: tuple[float, float]
    brim: float
    aslant: bool
    grams: int
    hours: int
    small: int
    wires: int
    floor_screws: int
    cables: dict[str, tuple[Cable, ...]]
    first_cable: int
    looms: dict[str, tuple[str, ...]]
    longest: dict[int, int]
    bus_m: float
    bus_most_m: float
    pull_ups: bool
    paper: str


def figures(board: Board) -> dict[str, Any]:
    """Everything that a template may use, by its name in it."""
    pins, names = bus_pins(board), {at: name for name, at in (pico.GPIO | pico.OTHERS).items()}
    parts = {key: sorted((part.ref for part in found), key=_place) for key, found in soldered(board).items()}
    values = {part.ref: part.value for part in netlist(board)}
    places = board.carrier.places
    return {
        "board": board,
        "piezo": board.piezo is not None,
        "n": steps(board),
        "third": board.most_sides == 3,
        "boxes": [_sides(board, sides) for sides in range(2, board.most_sides + 1)],
        "parts": parts,
        "small": smalls(board),
        "taken": taken(board),
        "value": values,
        "bulk": sorted((ref for ref, value in values.items() if value == f"{board.supply.bulk_uf:g} µF"), key=_place),
        "pulled": _pulled(values),
        "resistors_of_c": [
            part.ref
            for part in soldered(board).get("solder-key-resistors", ())
            if set(part.nets.values()) & set(board.keys_of("C"))
        ],
        "bus_wires": [(QT[net], net, names.get(pad, "GND"), pad, MEMORY_PADS[net]) for net, pad in pins.items()],
        "memory_mm": next(wire.length for wire in _loom(board, "bus").wires if part_of(wire.ends) == "FRAM"),
        "memory_high": address_bits(board.fram.address),
        "jumpers": [
            (name, f"{board.displays[name]:#04x}", address_bits(board.displays[name]))
            for name in chain(3)
            if name in board.displays
        ],
        "c_keys": board.keys_of("C"),
        "column": board.keys_of("A"),
        "middle": board.keys_of("S"),
        "colours": [(CODES[colour], colour) for colour in (*board.looms.key_wires, "black")],
        "pico_pins": pins,
        "piezo_pin": (board.piezo, pico.GPIO[board.piezo], grounds(board)["piezo"]) if board.piezo else None,
        "piezo_mm": [wire.length for wire in _loom(board, "BZ1").wires] if board.piezo else [],
        "right_of_the_pico": {ref: places[ref].x > places["U1"].x for ref in ("BZ1", "U2") if ref in places},
        "screw": {basis: _screw(board, basis)[0] for basis in ("display", "carrier_hole", "floor_screw", "tray_screw")},
        "screws_of_a_display": _screw(board, "display")[1],
        "legs": LEGS,
        "narrowest": min(board.carrier.track, board.carrier.clearance),
        "cards": _cards(),
        "minutes": MINUTES,
        "inserts": board.enclosure.boss_hole > SCREW_THREAD,  # of M3 in brass, and not in plastic
        "hours_first": sum(MINUTES[stage][0] for stage in AT_THE_BENCH) / 60,
        "hours_with_a_friend": (sum(MINUTES[stage][0] for stage in AT_THE_BENCH) - MINUTES["keys"][0]) / 60,
    }


def _place(ref: str) -> tuple[str, int]:
    """In which order refs are told: R2 before R10."""
    letters = ref.rstrip("0123456789")
    return letters, int(ref[len(letters) :] or 0)


def _ohms(value: str) -> float:
    """Of a resistor, by what is said of it, as "2.2 kΩ"."""
    number, unit = value.split()
    return float(number) * {"Ω": 1, "kΩ": 1000, "MΩ": 1_000_000}[unit]


def _pulled(values: dict[str, str]) -> tuple[float, float]:
    """What a meter may read of R1, in kΩ, with a tenth to spare: alone, or with R4 behind a transistor that the meter
    opens."""
    one, other = _ohms(values["R1"]), _ohms(values["R4"])
    both = one * other / (one + other) if other else one
    return round(0.9 * both / 1000, 1), round(1.1 * one / 1000, 1)


def taken(board: Board) -> dict[str, list[Taken]]:
    """What each stage takes of the bill, by the stage, in the order of the board file."""
    all_sides = range(2, board.most_sides + 1)
    bills = {
        build: [{item.key: item for item in items(board, sides, build)} for sides in all_sides]
        for build in (CARRIER, WIRES)
    }
    drawn = pictures(board.parts, board)
    found: dict[str, list[Taken]] = {}
    for key, part in board.parts.items():
        if part.qt:
            continue
        by_build = {
            build: tuple(_amount(bill.get(key)) for bill in bills[build])
            for build in (CARRIER, WIRES)
            if part.build in ("", build) and any(key in bill for bill in bills[build])
        }
        name = name_of(board, part)
        same = len(set(by_build.values())) == 1 and not part.build
        for build, amounts in by_build.items():
            stage = TAKEN.get(key, build if part.refs else "close")
            said = "" if same or stage == build else build
            row = Taken(picture if (picture := path_of(key)) in drawn else "", name, said, amounts)
            if row not in found.setdefault(stage, []):
                found[stage].append(row)
    return found


def _amount(item: Item | None) -> str:
    return f"{item.needed_for(1)} {item.part.unit}".strip() if item else ""


def smalls(board: Board) -> dict[str, list[Small]]:
    """The resistors and capacitors of a step that solders such, by value, in the order of the netlist."""
    found: dict[str, list[Small]] = {}
    for key in ("solder-small-parts", "solder-key-resistors"):
        by_value: dict[tuple[str, str], list[str]] = {}
        for part in soldered(board).get(key, ()):
            kind = {"R": "resistor", "C": "capacitor"}[part.ref[0]]
            by_value.setdefault((kind, part.value), []).append(part.ref)
        found[key] = [
            Small(tuple(sorted(refs, key=_place)), kind, value, marks(value) if kind == "resistor" else ())
            for (kind, value), refs in by_value.items()
        ]
    return found


def marks(value: str) -> tuple[str, str]:
    """What is printed on a resistor of this value, as "2.2 kΩ": its first digits and how many noughts follow (EIA), of
    5 % and of 1 % ones."""
    digits = str(round(_ohms(value)))
    three = digits[:2] + str(len(digits) - 2)
    return three, (digits[:3] + str(len(digits) - 3) if len(digits) > 2 else "")


def _loom(board: Board, ref: str) -> Loom:
    return next(loom for loom in looms(board, 2, carrier=False) if loom.ref == ref)


def _sides(board: Board, sides: int) -> Sides:
    box, face = Box(board, sides), layout(board, sides)
    made = {build: looms(board, sides, carrier=build == CARRIER) for build in (CARRIER, WIRES)}
    wide, long = box.printed[:2]
    room = min(side - part for side, part in zip(sorted(board.enclosure.bed), sorted((wide, long)), strict=True)) / 2
    solid = sum(item.needed_for(1) for item in items(board, sides, CARRIER) if "solid" in item.part.count)
    refs = {part.ref for part in fitted(board, sides)}
    sheet = sheet_for(face)
    columns = {build: [loom for loom in found if loom.ref.startswith("K")] for build, found in made.items()}
    plugs = {loom: sum(wire.begins.startswith(loom.ref) for wire in loom.wires) for loom in columns[CARRIER]}
    return Sides(
        sides=sides,
        folder=FOLDERS[sides],
        displays=blocks_of(sides),
        keys=sum(len(board.keys_of(block)) for block in blocks_of(sides)),
        shell=(wide, long),
        brim=min(MOST_BRIM, max(0.0, floor(2 * room - 1) / 2)),
        aslant=room < 0,
        grams=solid,
        hours=round(solid / GRAMS_AN_HOUR),
        small=sum(part.ref in refs for key, found in soldered(board).items() if key in _SMALL for part in found),
        wires=sum(wire.begins.startswith("Pico pin") for loom in made[WIRES] for wire in loom.wires),
        floor_screws=len(box.bosses),
        cables={build: _cables(found) for build, found in made.items()},
        first_cable=_cables(made[WIRES])[0].length,
        looms={build: tuple(loom.ref for loom in found) for build, found in columns.items()},
        longest={
            count: max(wire.length for loom, many in plugs.items() if many == count for wire in loom.wires)
            for count in sorted(set(plugs.values()), reverse=True)
        },
        bus_m=bus.cable_m(board, sides, WIRES),
        bus_most_m=floor(bus.longest_m(board, sides, WIRES) * 10) / 10,
        pull_ups=bus.needs_pull_ups(board, sides),
        paper=sheet.paper if sheet else "",
    )


def _cables(made: list[Loom]) -> tuple[Cable, ...]:
    found = []
    for loom in made:
        for first, *_ in loom.stretches():
            if first.cable and loom.ref != "USB":
                ends = part_of(first.ends).removeprefix("display ")
                found.append(
                    Cable(part_of(first.begins).removeprefix("display "), ends, first.length, "cut" in first.cable)
                )
    return tuple(found)


def _screw(board: Board, basis: str) -> tuple[str, int]:
    """The thread and length of the screw that is counted by this, as its name says them, and how many for each; ""
    where there is none."""
    for part in board.parts.values():
        size = re.search(r"M[\d.]+ \u00d7 \d+", part.name)
        if size and basis in part.count:
            return size[0], round(part.count[basis])
    return "", 0


def _cards() -> list[tuple[str, dict[str, str]]]:
    """The sheets of legends by their files' names, "-fr" added in French, each with its title by language."""
    titles = {card.name: card.title for card in CARDS}
    return [
        (name, {"en": title, "fr": titles[f"{name}-fr"]}) for name, title in titles.items() if f"{name}-fr" in titles
    ]
