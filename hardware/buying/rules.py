"""What must hold for parts and cables."""

from collections.abc import Iterator

from hardware.buying.count import BUILDS, CARRIER, bases, cables, fitted
from hardware.source.board import Board
from hardware.source.rules import EVERYTHING, Fault, rule
from hardware.source.shape import unknown
from hardware.source.size_rules import refs

_KINDS = ("qt", "pigtail", "wires", "keys", "usb")
_BOUGHT = ("qt", "pigtail", "usb")  # the other kinds are cut from wire


def _wrong_cables(board: Board) -> Iterator[Fault]:
    for name, cable in board.cables.items():
        key = f"cables.{name}"
        if cable.kind not in _KINDS:
            yield f"{key}.kind", unknown("kind of cable", cable.kind, _KINDS)
        if cable.build not in ("", *BUILDS):
            yield f"{key}.build", unknown("build", cable.build, BUILDS)
        if cable.block not in ("", "A", "B", "S", "C"):
            yield f"{key}.block", unknown("display", cable.block, ("A", "B", "S", "C"))
        if cable.kind == "keys" and not cable.block:
            yield key, "a loom of keys needs a block: the display above its keys"


def _wrong_parts(board: Board) -> Iterator[Fault]:
    known_refs, known_bases = refs(board), bases(board, board.most_sides, CARRIER)
    for name, part in board.parts.items():
        key = f"parts.{name}"
        if part.build not in ("", *BUILDS):
            yield f"{key}.build", unknown("build", part.build, BUILDS)
        if (bool(part.count) + bool(part.refs) + (part.cable is not None)) != 1:
            yield key, "it is not said how many: give one of count, refs or cable"
        for base in part.count:
            if base not in known_bases:
                yield f"{key}.count.{base}", unknown("thing to count by", base, known_bases)
        for number, ref in enumerate(part.refs):
            if ref not in known_refs:
                yield f"{key}.refs[{number}]", unknown("part of the carrier", ref, known_refs)
        if part.cable is not None and part.cable.kind not in _BOUGHT:
            yield f"{key}.cable.kind", unknown("kind of bought cable", part.cable.kind, _BOUGHT)


def _unbought(board: Board) -> Iterator[Fault]:
    """Every part of the carrier and every cable is a part that is bought, and one only."""
    for component in fitted(board, board.most_sides):
        names = [
            name for name, part in board.parts.items() if component.ref in part.refs and part.build in ("", CARRIER)
        ]
        if not names:
            yield "parts", f"{component.ref} ({component.value}) is an unknown part: no table of [parts] has it in refs"
        for name in names[1:]:
            yield f"parts.{name}.refs", f"{component.ref} stands in parts.{names[0]} already"
    for build in BUILDS:
        for name, cable in cables(board, board.most_sides, build).items():
            lengths = [
                part.cable.length
                for part in board.parts.values()
                if part.cable is not None and part.cable.kind == cable.kind and part.build in ("", build)
            ]
            if cable.kind in _BOUGHT and cable.length not in lengths:
                known = ", ".join(f"{length:g}" for length in sorted(lengths)) or "none"
                yield (
                    f"cables.{name}.length",
                    f'unknown part: no table of [parts] is a "{cable.kind}" cable of {cable.length:g} mm; '
                    f"there are {known}",
                )


def _wrong_looms(board: Board) -> Iterator[Fault]:
    """In both builds every display hangs on the bus by a cable, and its keys on a loom."""
    for build in BUILDS:
        found = cables(board, board.most_sides, build).values()
        for block in board.displays:
            for what, kinds in (("cable to the display", ("qt", "pigtail", "wires")), ("loom of the keys", ("keys",))):
                count = sum(cable.block == block and cable.kind in kinds for cable in found)
                if count != 1:
                    where = "with the carrier" if build == CARRIER else "without a carrier"
                    yield "cables", f"there must be one {what} {block} {where}, not {count}"


RULES = (
    rule("cables", _wrong_cables, first=True),
    rule(EVERYTHING, _wrong_parts, first=True),
    rule(EVERYTHING, _unbought),
    rule(EVERYTHING, _wrong_looms),
)
