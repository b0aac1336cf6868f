"""What an assembly house gets of the carrier: its parts (BOM), where they go (CPL), and all of it in one zip. In the
columns of JLCPCB (jlcpcb.com, "Bill of Materials File" and "Pick & Place File for PCB Assembly").
"""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from hardware.buying.bom import BOXES
from hardware.buying.count import CARRIER, fitted, name_of
from hardware.buying.suppliers import Offer, order_number, read_offers
from hardware.carrier.footprints import Point
from hardware.carrier.places import PlacedPart, placed_parts
from hardware.source.board import Board, Part

HOUSE = "LCSC"  # whose numbers the house buys by
BOM_COLUMNS = ("Comment", "Designator", "Footprint", "LCSC Part #")
CPL_COLUMNS = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")
_SOLDERED_COLUMNS = (
    "part",
    "on the carrier",
    *(f"for {boxes}" for boxes in BOXES),
    "soldered by",
    "maker",
    "maker's number",
    f"{HOUSE} number",
)
_STRIPS = "sockets"  # of [parts]: what the Pico is plugged into
_PICO = "pico"  # the kind of part that goes into them
_JUMPER = "jumper"  # that of pins onto which a cap is put
_LETTERS = str.maketrans({"Ω": "ohm", "µ": "u", "\u00d7": "x", "\u2013": "-", "°": " degrees"})
_LIBRARY = "https://github.com/eyallampel1/lampelKicadLIB/blob/{}/easyeda2kicad.pretty/{}.kicad_mod"


@dataclass(frozen=True)
class Zero:
    """How a part of the house's library lies at 0 degrees, as it lies in its tape: `turned` against ours, in degrees
    against the clock; `middle`: where its middle is in our footprint, in mm, y down; `source`: where that was read."""

    turned: int
    middle: Point
    source: str


_SAME = (0.0, 0.0)
# By the beginning of our footprint's name. Read from copies of EasyEDA's footprints, which are those of the house.
ZEROS = {
    "SOIC-8": Zero(
        270,
        _SAME,
        "https://github.com/RocketEDA/1easyeda2kicad/blob/014a834404a2ae0f26d00a218b3e85acf11c8180/"
        "easyeda2kicad.pretty/SOIC-8_L4.9-W3.9-P1.27-LS6.0-BL.kicad_mod",
    ),
    "SOT-23": Zero(
        180, _SAME, _LIBRARY.format("e85b2d6e95369d9d66f1cec6015b34248726c497", "SOT-23-3_L2.9-W1.3-P1.90-LS2.4-BR")
    ),
    "JST_SH": Zero(
        0,
        (0.0, -0.51),
        _LIBRARY.format("ec695d267dfb8f71429fec4731ff117f4c0e34ec", "CONN-SMD_4P-P1.00_SM04B-SRSS-TB-LF-SN"),
    ),
    "JST_XH": Zero(
        0,
        (0.0, -0.525),
        "https://github.com/Takazudo/zudo-led-lamp/blob/a93e41a763437a5ad45b69221493b3c469162292/"
        "footprints/kicad/CONN-TH_6P-P2.50_B6B-XH-A-LF-SN.kicad_mod",
    ),
    "PinHeader_1x03": Zero(
        0, _SAME, _LIBRARY.format("7f531c2c2d7af3ac283bda8bc207d4d3face865c", "HDR-TH_3P-P2.54-V-M_PZ254V-11-03P")
    ),
    "C_": Zero(0, _SAME, _LIBRARY.format("f1760df7a82c7447fbbfb25fc54e3a0610fec6b6", "C0805")),
    "R_": Zero(0, _SAME, _LIBRARY.format("29e30b77102458d82e942f026ca7b3a183df82d7", "R0402")),
}


@dataclass(frozen=True)
class Placement:
    """A row of the CPL. `at`: the middle of the house's part, in mm from the lower left corner of the board, y upwards,
    as in gerbers and drills; `turned`: degrees against the clock from the house's zero; `known`: whether that zero was
    looked up, or is taken to be ours."""

    part: PlacedPart
    at: Point
    turned: int
    known: bool

    @property
    def pico(self) -> bool:
        return self.part.component.kind == _PICO


@dataclass(frozen=True)
class Line:
    """A row of the BOM: parts that are bought alike. `key`: of [parts]; `number`: the house's, "" where nobody has
    found one; `through`: its pins go through the board; `pico`: it is two strips at one place, for the Pico; `jumper`:
    pins for a cap."""

    key: str
    part: Part
    name: str
    parts: tuple[PlacedPart, ...]
    number: str

    @property
    def refs(self) -> list[str]:
        return [part.component.ref for part in self.parts]

    @property
    def footprint(self) -> str:
        """The package, as houses call it: 0805, SOIC-8, ..."""
        return re.sub(r"^[A-Z]_|_HandSolder$", "", self.parts[0].footprint.name)

    @property
    def through(self) -> bool:
        return not self.parts[0].footprint.on_surface

    @property
    def pico(self) -> bool:
        return self.parts[0].component.kind == _PICO

    @property
    def jumper(self) -> bool:
        return self.parts[0].component.kind == _JUMPER


def zero_of(footprint: str) -> Zero | None:
    """The house's zero for a footprint of ours; None where nobody has looked it up."""
    return next((zero for start, zero in ZEROS.items() if footprint.startswith(start)), None)


def placements(board: Board) -> list[Placement]:
    """Where each part that is fitted goes, in the order of the circuit. Raises KeyError for a part without a place."""
    refs = {component.ref for component in fitted(board, board.most_sides)}
    return [_placement(part, board) for part in placed_parts(board) if part.component.ref in refs]


def _placement(part: PlacedPart, board: Board) -> Placement:
    zero = zero_of(part.footprint.name)
    x, y = part.at(zero.middle if zero else (0.0, 0.0))
    turned = (round(part.place.turned) + (zero.turned if zero else 0)) % 360
    return Placement(part, (x, round(board.carrier.size[1] - y, 4)), turned, zero is not None)


def lines(board: Board, offers: tuple[Offer, ...] | None = None) -> list[Line]:
    """What the house takes for one board, in the order of board.toml. Numbers are those of suppliers.toml alone, where
    each has a source and a date. Parts of one table with another value are another line."""
    offers = read_offers() if offers is None else offers
    placed = {placement.part.component.ref: placement.part for placement in placements(board)}
    found = []
    for key, part in board.parts.items():
        refs = [ref for ref in part.refs if ref in placed] if part.build in ("", CARRIER) else []
        alike: dict[tuple[str, str], list[PlacedPart]] = {}
        for ref in refs:
            name = name_of(board, replace(part, refs=(ref,)))
            alike.setdefault((name, placed[ref].footprint.name), []).append(placed[ref])
        for (name, _), parts in alike.items():
            number = "" if parts[0].component.kind == _PICO else order_number(key, HOUSE, offers, name)
            found.append(Line(key, part, name, tuple(parts), number))
    return found


def missing(order: Iterable[Line]) -> list[Line]:
    """Those that the house cannot find by a number yet. The Pico has none on purpose."""
    return [line for line in order if not line.number and not line.pico]


def strips(board: Board) -> str:
    """What the Pico is plugged into."""
    return f"two pieces of {board.parts[_STRIPS].name}" if _STRIPS in board.parts else "two socket strips"


def strip_number(board: Board) -> str:
    """Whose strips they are, and their number."""
    part = board.parts.get(_STRIPS)
    return f"{part.maker} {part.number}".strip() if part else "1 x 20, 2.54 mm"


def comment(line: Line, board: Board) -> str:
    """What the house reads of a part, in letters that every program knows."""
    told = [line.name, f"{line.part.maker} {line.part.number}" if line.part.number else ""]
    if line.pico:
        told = [strips(board), f"the {line.name} itself is NOT delivered, the customer plugs it in later"]
    if line.through:
        told.append("THROUGH-HOLE, by hand")
    return "; ".join(filter(None, told)).translate(_LETTERS)


def bom_csv(board: Board) -> str:
    """The BOM: a line for each kind of part."""
    rows = [(comment(line, board), ",".join(line.refs), line.footprint, line.number) for line in lines(board)]
    return _csv(BOM_COLUMNS, rows)


def cpl_csv(board: Board) -> str:
    """The CPL: a line for each part. The Pico is one of them."""
    rows = [(p.part.component.ref, f"{p.at[0]:.4f}", f"{p.at[1]:.4f}", "Top", p.turned) for p in placements(board)]
    return _csv(CPL_COLUMNS, rows)


def soldered_csv(board: Board) -> str:
    """The bill of the board alone: what is soldered onto it, for one and for ten."""
    rows = []
    for line in lines(board):
        key, part, name, each = line.key, line.part, line.name, len(line.parts)
        if line.pico and _STRIPS in board.parts:
            key, part, each = _STRIPS, board.parts[_STRIPS], 2
            name = name_of(board, part)
        by = "hand, or the house if it agrees" if line.pico else "the house, by hand" if line.through else "the house"
        amounts = [each * boxes for boxes in BOXES]
        number = order_number(key, HOUSE, read_offers(), name)
        rows.append((name, ", ".join(line.refs), *amounts, by, part.maker, part.number, number))
    return _csv(_SOLDERED_COLUMNS, rows)


def _csv(columns: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    table.writerows(rows)
    return text.getvalue()
