"""Columns for people: on a terminal as wide as it is, into a pipe whole. Nothing in a name moves the cursor."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tallyboard.desk.objects import in_full
from tallyboard.terminal import streams
from tallyboard.terminal.cells import cut, cut_names, padded, width, wrapped
from tallyboard.text.language import _
from tallyboard.text.printable import printable

Cell = str | Sequence[str]  # a text, or the names of those who play

GAP = "  "
_CODES = {"bold": "1", "dim": "2", "green": "32", "yellow": "33", "bold red": "1;31"}  # ECMA-48, SGR


class _Column(NamedTuple):
    head: str
    right: bool
    least: int | None
    wraps: bool


class TextTable:
    """Rows under the heads of columns, as in "Match | Table:6 | Score> | Note:16+": the score is set to the right, the
    table's name may be cut to six cells, and of a note, in one column at most, what is longer goes on below instead.
    Heads are given in English, and shown in the terminal's language.

    Where a line has not enough cells, the columns that may be cut are, the widest first. Where that is not enough,
    whole ones are left out: those whose heads are in `spared`, in this order.
    """

    def __init__(self, columns: str, spared: Sequence[str] = ()) -> None:
        self._columns = [_column(told) for told in columns.split(" | ")]
        heads = [column.head for column in self._columns]
        self._spared = [heads.index(head) for head in spared]
        self._rows: list[tuple[Sequence[Cell], str]] = [([_(head) if head else "" for head in heads], "bold")]
        self._needed = [0] * len(heads)
        self._has_heads = True
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, *cells: Cell, style: str = "") -> None:
        """A row; `style` is one of those above, seen where there are any."""
        self._rows.append((cells, style))
        self._count += 1

    def print(self) -> None:
        """On standard output the rows that came since the last time: a long table is seen from its first ones on, and
        its columns get wider where later rows need it."""
        if len(self._rows) > self._has_heads:
            lines = self.lines(streams.columns(sys.stdout), streams.styled(sys.stdout), sys.stdout.encoding or "utf-8")
            print("\n".join(lines), flush=True)
            self._rows.clear()
            self._has_heads = False

    def lines(self, room: int | None, styled: bool = False, encoding: str = "utf-8") -> Iterator[str]:
        """The lines for a terminal with so many cells, None for a pipe."""
        rows = [[_shown(cell, encoding) for cell in cells] for cells, _style in self._rows]
        columns = zip(self._needed, *([cell.width for cell in row] for row in rows), strict=True)
        self._needed = [max(column) for column in columns]
        widths = self._widths(self._needed, room)
        there = [index for index, cells in enumerate(widths) if cells]
        mark, rule = ("…", "─") if encodes("…─", encoding) else ("~", "-")
        for number, (row, (_cells, style)) in enumerate(zip(rows, self._rows, strict=True)):
            for line in self._row(row, widths, there, mark):
                fitting = line if room is None else cut(line, room, mark)
                yield f"\x1b[{_CODES[style]}m{fitting}\x1b[0m" if styled and style else fitting
            if number == 0 and self._has_heads and room is not None:
                yield rule * min(room, total_width(widths))

    def _widths(self, needed: list[int], room: int | None) -> list[int]:
        """The cells of each column; 0: left out."""
        if room is None:
            return needed
        columns = self._columns
        least = [n if c.least is None else min(n, c.least) for n, c in zip(needed, columns, strict=True)]
        for index in self._spared:
            if total_width(least) > room:
                least[index] = 0
        if total_width(least) > room:
            least = [n if c.least is None else min(n, 1) for n, c in zip(least, columns, strict=True)]
        widths = [min(n, max(room, fewest)) if fewest else 0 for n, fewest in zip(needed, least, strict=True)]
        over = total_width(widths) - room
        while over > 0 and widths != least:
            widest = max(range(len(widths)), key=lambda index: (widths[index] > least[index], widths[index]))
            widths[widest] -= 1
            over -= 1
        return widths

    def _row(self, row: "list[_Shown]", widths: list[int], there: list[int], mark: str) -> list[str]:
        """Its lines: one, unless a column wraps."""
        first, below = [], []
        for index in there:
            cell, room, column = row[index], widths[index], self._columns[index]
            if cell.width <= room:
                blank = " " * (room - cell.width)
                first.append(blank + cell.text if column.right else cell.text + blank)
            elif column.wraps:
                begun, *more = wrapped(cell.text, room)
                first.append(padded(begun, room, column.right))
                before = sum(widths[other] + len(GAP) for other in there if other < index)
                below += [" " * before + line for line in more]
            elif cell.names:
                first.append(padded(cut_names(cell.names, room, mark), room, column.right))
            else:
                first.append(padded(cut(cell.text, room, mark), room, column.right))
        return [GAP.join(first).rstrip(), *below]


def print_rows(columns: str, rows: Iterable[Sequence[Cell]], spared: Sequence[str] = ()) -> None:
    """A TextTable of these rows, printed."""
    made = TextTable(columns, spared)
    for row in rows:
        made.add(*row)
    made.print()


class _Shown(NamedTuple):
    """A cell as a stream can show it; `names`: where it is made of some."""

    text: str
    width: int
    names: Sequence[str] = ()


def _column(told: str) -> _Column:
    head, _colon, least = told.rstrip(">+").partition(":")
    return _Column(head, told.endswith(">"), int(least) if least else None, told.endswith("+"))


def say(line: str) -> None:
    """A line on standard output, whatever names are in it."""
    print(printable(line))


def print_json(value: Any) -> None:
    """One JSON value on a line; ASCII, so that it survives every terminal and pipe."""
    print(json.dumps(in_full(value)))


def _shown(cell: Cell, encoding: str) -> _Shown:
    if isinstance(cell, str):
        return _shown_text(cell, encoding)
    names = [_shown_text(name, encoding).text for name in cell]
    text = " : ".join(names)
    return _Shown(text, width(text), names)


@lru_cache(maxsize=4096)  # most cells of a column say what others do
def _shown_text(text: str, encoding: str) -> _Shown:
    text = printable(text)
    if not encodes(text, encoding):
        text = text.encode(encoding, "tallyboard").decode(encoding)  # as streams.py has it
    return _Shown(text, width(text))


def encodes(text: str, encoding: str) -> bool:
    """Whether an encoding has all letters of the text."""
    if text.isascii():
        return True
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def total_width(widths: Sequence[int]) -> int:
    """The cells of a line: of the columns that are there, with the gaps."""
    there = [cells for cells in widths if cells]
    return sum(there) + len(GAP) * (len(there) - 1)
