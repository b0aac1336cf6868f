"""What must hold for where the parts of the carrier lie."""

from collections.abc import Iterator
from itertools import combinations
from math import hypot

from hardware.carrier.footprints import PICO_LENGTH, Box
from hardware.carrier.labels import labels, overlap, pad_boxes
from hardware.carrier.places import PlacedPart, placed_parts
from hardware.circuit.netlist import BULK, SUPPLY, netlist
from hardware.source.board import Board
from hardware.source.rules import Fault, rule

USB_BACK = 1.5  # from the back edge to the Pico's, at most
BULK_NEAR = 15.0  # from the FRAM's pin of its supply to that of each capacitor, at most
CABLE_OUT = 2.0  # from a display's connector to the edge over which its cable leaves, at most


def wrong(board: Board) -> Iterator[Fault]:
    """The key of board.toml and the rule that it breaks, for each rule that is broken."""
    found = list(_wrong_places(board))
    if not found:
        parts = placed_parts(board)
        found = [*_outside(board, parts), *_overlapping(parts), *_wrong_edges(board, parts), *_far_off(parts)]
    if not found:
        found = list(_unprinted(board, parts))
    yield from found


def _key(part: PlacedPart) -> str:
    ref = part.component.ref
    return f"carrier.holes[{int(ref[1:]) - 1}]" if part.component.kind == "hole" else f"carrier.places.{ref}"


def _wrong_places(board: Board) -> Iterator[Fault]:
    places = board.carrier.places
    for part in netlist(board):
        if part.ref not in places:
            yield f"carrier.places.{part.ref}", "this part has no place; add x, y and how it is turned"
        elif places[part.ref].turned % 90:
            turned = places[part.ref].turned
            yield f"carrier.places.{part.ref}[2]", f"it is turned by {turned:g} degrees; take 0, 90, 180 or 270"


def _outside(board: Board, parts: list[PlacedPart]) -> Iterator[Fault]:
    """Parts that reach over the edge. A corner that is cut off by the roundness of the board counts as the board."""
    (width, height), edge = board.carrier.size, board.carrier.edge
    for part in (part for part in parts if part.component.kind != "hole"):
        boxes = [(part.body, 0.0), *((box, edge) for box in pad_boxes(part))]
        over = max(_over(box, away, width, height) for box, away in boxes)
        if over > 1e-6:
            yield (
                _key(part),
                f"it reaches {over:.2f} mm too far over the edge of the carrier ({width:g} by {height:g} mm)",
            )


def _over(box: Box, away: float, width: float, height: float) -> float:
    left, top, right, bottom = box
    return max(away - left, away - top, right + away - width, bottom + away - height)


def _overlapping(parts: list[PlacedPart]) -> Iterator[Fault]:
    for one, other in combinations(parts, 2):
        if overlap(one.courtyard, other.courtyard):
            name = "a mounting hole" if other.component.kind == "hole" else other.component.ref
            keys = [_key(one)] if other.component.kind == "hole" else [_key(other)]
            yield keys[0], f"{one.component.ref} and {name} lie on each other; move them apart"


def _wrong_edges(board: Board, parts: list[PlacedPart]) -> Iterator[Fault]:
    """The Pico's USB has to look out at the back, and a display's cable has to leave over an edge."""
    width, height = board.carrier.size
    for part in parts:
        if part.component.kind == "pico":
            middle = PICO_LENGTH / 2
            if part.place.turned % 360 or not middle <= part.place.y <= middle + USB_BACK:
                yield (
                    _key(part),
                    "its USB end has to be at the back edge, where the enclosure has its opening: turned by 0, y from "
                    f"{middle:g} to {middle + USB_BACK:g}",
                )
        if part.component.kind == "qt":
            x, y = part.at((0.0, part.footprint.body[3]))
            ahead_x, ahead_y = part.at((0.0, part.footprint.body[3] + 1.0))
            dx, dy = ahead_x - x, ahead_y - y
            room = (width - x if dx > 0 else x) if abs(dx) > 0.5 else (height - y if dy > 0 else y)
            if room > CABLE_OUT:
                nearer = f"{room - CABLE_OUT:.1f} mm nearer to its edge"
                yield _key(part), f"its cable leaves over the carrier: turn it, or put it {nearer}"


def _far_off(parts: list[PlacedPart]) -> Iterator[Fault]:
    """The capacitors of the FRAM lie at its supply, the small one nearest: what lies far off helps somebody else."""
    by_ref = {part.component.ref: part for part in parts}
    supplied = next(pad for pad in by_ref["U2"].pads if pad.number == "8")
    away = {}
    for ref in ("C1", *BULK):
        pad = next(pad for pad in by_ref[ref].pads if pad.net == SUPPLY)
        away[ref] = hypot(pad.x - supplied.x, pad.y - supplied.y)
    for ref in BULK:
        if away[ref] > BULK_NEAR:
            yield (
                f"carrier.places.{ref}",
                f"its {SUPPLY} is {away[ref]:.1f} mm from that of the FRAM (U2, pin 8), it may be {BULK_NEAR:g}; move "
                "it nearer, or turn it",
            )
    if away["C1"] > min(away[ref] for ref in BULK):
        yield "carrier.places.C1", "another capacitor is nearer to the FRAM's supply (U2, pin 8); C1 belongs at it"


def _unprinted(board: Board, parts: list[PlacedPart]) -> Iterator[Fault]:
    for ref in labels(board, parts)[1]:
        yield f"carrier.places.{ref}", "there is no room to print its name beside it; move its neighbours away"


# Without a place for every part no other room can say anything.
RULES = (rule("i2c fram displays buttons supply guard bus carrier places names pins", _wrong_places, settles="places"),)
