"""What must hold for parts."""

from collections.abc import Iterator

from hardware.buying.count import BUILDS, CARRIER, bases, fitted
from hardware.buying.pictures import wrong_look
from hardware.circuit import bus
from hardware.source.board import Board, Bought
from hardware.source.rules import EVERYTHING, Fault, rule
from hardware.source.shape import unknown
from hardware.source.size_rules import refs


def _wrong_parts(board: Board) -> Iterator[Fault]:
    known_refs, known_bases = refs(board), bases(board, board.most_sides, CARRIER)
    for name, part in board.parts.items():
        key = f"parts.{name}"
        if part.build not in ("", *BUILDS):
            yield f"{key}.build", unknown("build", part.build, BUILDS)
        if bool(part.count) + bool(part.refs) + bool(part.qt) != 1:
            yield key, "it is not said how many: give one of count, refs or qt"
        for base in part.count:
            if base not in known_bases:
                yield f"{key}.count.{base}", unknown("thing to count by", base, known_bases)
        for number, ref in enumerate(part.refs):
            if ref not in known_refs:
                yield f"{key}.refs[{number}]", unknown("part of the carrier", ref, known_refs)


def _wrong_words(board: Board | Bought) -> Iterator[Fault]:
    """What a maker sees of a part: its picture, and the words to search for."""
    for name, part in board.parts.items():
        if fault := wrong_look(part.look):
            yield f"parts.{name}.look", fault
        if len(part.search) == 1:
            yield f"parts.{name}.search", "one kind of shop is not enough: give the words for a second one, or none"
        for number, words in enumerate(part.search):
            if not all(half.strip() for half in words.partition(": ")[::2]):
                yield (
                    f"parts.{name}.search[{number}]",
                    f'"{words}" names no shop; write "a hardware store: screw M3 x 6"',
                )


def _unbought(board: Board) -> Iterator[Fault]:
    """Every part of the carrier is a part that is bought, and one only; so is every cable for the displays."""
    for component in fitted(board, board.most_sides):
        names = [
            name for name, part in board.parts.items() if component.ref in part.refs and part.build in ("", CARRIER)
        ]
        if not names:
            yield "parts", f"{component.ref} ({component.value}) is an unknown part: no table of [parts] has it in refs"
        for name in names[1:]:
            yield f"parts.{name}.refs", f"{component.ref} stands in parts.{names[0]} already"
    lengths = sorted(part.qt for part in board.parts.values() if part.qt)
    for number, length in enumerate(board.looms.qt):
        if length not in lengths and length in _needed_cables(board):
            known = ", ".join(f"{each:g}" for each in lengths) or "none"
            yield (
                f"looms.qt[{number}]",
                f"unknown part: no table of [parts] is a STEMMA QT cable of {length:g} mm (there are {known})",
            )


def _needed_cables(board: Board) -> set[float]:
    variants = [(sides, build) for sides in range(2, board.most_sides + 1) for build in BUILDS]
    return {length for sides, build in variants for length in bus.cable_lengths(board, sides, build)}


RULES = (
    rule(EVERYTHING, _wrong_parts, settles="parts"),
    rule("parts", _wrong_words),
    rule(EVERYTHING, _unbought),
)
