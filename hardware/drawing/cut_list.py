"""The list of what to cut and which cables to buy, as Markdown and as CSV."""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.circuit import bus
from hardware.circuit.looms import Loom, looms, part_of
from hardware.source.board import Board

_SIDES = {2: "two sides", 3: "three sides"}
_BUILDS = {True: "with the carrier", False: "without a carrier"}


@dataclass(frozen=True)
class _Row:
    """A wire to cut, or a cable to buy. `length`: in mm."""

    loom: str
    what: str
    length: int
    begins: str
    ends: str


def cut_list_markdown(board: Board) -> str:
    """A table for each box, with and without the carrier, and what wire that is altogether."""
    lines = ["<!-- Made from board.toml by `make hardware`; edit that file, not this one. -->", "", "# Looms", ""]
    lines.append("Lengths in mm, with slack for lifting the face. Ground goes from one key of a column to the next.")
    for sides, carrier in _variants(board):
        made = looms(board, sides, carrier=carrier)
        lines += ["", f"## {_SIDES[sides].capitalize()}, {_BUILDS[carrier]}", ""]
        lines += ["| loom | cut or buy | mm | from | to |", "|---|---|---|---|---|"]
        lines += [
            f"| {row.loom} | {row.what} | {row.length} | {row.begins} | {row.ends} |"
            for loom in made
            for row in _rows(loom)
        ]
        total: Counter[str] = Counter()
        for loom in made:
            for wire in loom.wires:
                if not wire.cable:
                    total[wire.colour] += wire.length
        metres = ", ".join(f"{colour} {length / 1000:.2f}" for colour, length in sorted(total.items()))
        lines += ["", f"Wire altogether, in metres: {metres}."]
        if not carrier and (resistors := bus.pull_up_words(board, sides)):
            lines += ["", resistors]
    return "\n".join(lines) + "\n"


def cut_list_csv(board: Board) -> str:
    """The same, a line for each wire or cable."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["sides", "carrier", "loom", "cut or buy", "mm", "from", "to"])
    for sides, carrier in _variants(board):
        for loom in looms(board, sides, carrier=carrier):
            for row in _rows(loom):
                table.writerow(
                    [sides, "yes" if carrier else "no", row.loom, row.what, row.length, row.begins, row.ends]
                )
    return out.getvalue()


def _variants(board: Board) -> Iterator[tuple[int, bool]]:
    for sides in range(2, board.most_sides + 1):
        for carrier in (True, False):
            yield sides, carrier


def _rows(loom: Loom) -> list[_Row]:
    rows = []
    for wires in loom.stretches():
        if not wires[0].cable:
            rows += [_Row(loom.title, each.colour, each.length, each.begins, each.ends) for each in wires]
            continue
        begins, ends = part_of(wires[0].begins), part_of(wires[0].ends)
        if begins == "Pico":  # soldered, so each wire has a pin
            begins = ", ".join(f"{wire.colour} to {wire.begins}" for wire in wires)
        rows.append(_Row(loom.title, wires[0].cable, wires[0].length, begins, ends))
    return rows
