"""A knock-out on a terminal: its parts as trees; where those have no room, its rounds as lists.

In a tree each of the two of a match has a row of its own, and the match's name stands between them.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tallyboard.desk.bracket_shape import WINNER, Source
from tallyboard.desk.objects import DeskMatchObject, PhaseObject, PlaceObject
from tallyboard.terminal import streams
from tallyboard.terminal.cells import cut, padded, width
from tallyboard.terminal.tables import TextTable, encodes, print_rows, say
from tallyboard.text.printable import printable
from tallyboard.text.tournament.bracket import BracketSide, KnockOut, round_of, short
from tallyboard.text.tournament.matches import phase_title, round_title, score, standing
from tallyboard.text.tournament.names import NOBODY, Names, table_words

SIGNS = "─┐├┘│…"
_UPPER, _MIDDLE, _BETWEEN, _LOWER, _NOTHING = " ─┐  ", "  ├─ ", "  │  ", " ─┘  ", "     "
_LEAST = 8  # cells of a name, where it has as many
_BOLD, _DIM = "1", "2"  # ECMA-48, SGR


@dataclass(frozen=True)
class _Cell:
    """Who stands somewhere, or what a match is called (`is_match`)."""

    text: str
    scores: str = ""
    won: bool = False
    is_match: bool = False


_EMPTY = _Cell("")


class Tree:
    """The matches from which the winner of `root` comes, as far as they are in the same part of the bracket.

    `tables`: by match the table that it is called to. A match with nobody on one side from the start is not drawn: who
    goes on stands where the next one begins.
    """

    def __init__(self, phase: PhaseObject, root: str, names: Names, tables: Mapping[str, str]) -> None:
        self._names = names
        self._tables = tables
        self._bracket = KnockOut(phase)
        self._nodes, self._matches = self._bracket.nodes, self._bracket.matches
        self._entries: dict[tuple[int, int], _Cell] = {}  # by column and row
        self._lines: dict[tuple[int, int], str] = {}
        self._next_row = 0
        row = self._grow(root)
        winner = self._matches[root]["winner"]
        self._entries[_column(root) + 1, row] = _Cell(printable(names[winner]) if winner else "", won=True)
        first = min(column for column, _ in self._entries)
        self._columns = range(first, _column(root) + 2)

    def lines(self, room: int | None, styled: bool = False) -> list[str] | None:
        """The tree in so many cells, None: as many as it takes. None where that is too few to read names."""
        widths = self._widths(room)
        if widths is None:
            return None
        return ["".join(self._row(row, widths, styled)).rstrip() for row in range(self._next_row - 1)]

    # ---- what stands where

    def _grow(self, name: str) -> int:
        """Draw a match with all before it; the row where its winner stands."""
        match, column = self._matches[name], _column(name)
        rows = []
        for entry in self._bracket.entries(name):
            is_led_to = self._is_drawn(entry.source, name)
            if not is_led_to:
                self._next_row += 2
            rows.append(self._grow(entry.source.name) if is_led_to else self._next_row - 2)
            self._entries[column, rows[-1]] = self._side(match, entry, is_led_to)
        upper, lower = rows
        middle = (upper + lower) // 2
        self._entries[column, middle] = _Cell(_called(match, self._tables), is_match=True)
        for row in range(upper, lower + 1):
            self._lines[column, row] = _BETWEEN
        self._lines[column, upper], self._lines[column, lower] = _UPPER, _LOWER
        self._lines[column, middle] = _MIDDLE
        return middle

    def _is_drawn(self, source: Source, after: str) -> bool:
        """Whether somebody comes from a match that is drawn before this one: it is in the same part, and two play or
        will, or did before it."""
        match = self._matches.get(source.name)
        if source.kind != WINNER or match is None or source.name[0] != after[0]:
            return False
        before = self._nodes[source.name].sources
        return NOBODY not in match["sides"] or any(self._is_drawn(one, source.name) for one in before)

    def _side(self, match: DeskMatchObject, entry: BracketSide, is_led_to: bool) -> _Cell:
        if entry.entrant is None:
            return _Cell("" if is_led_to else self._bracket.words(entry.source))
        scores = " ".join(str(game["scores"][entry.at]) for game in match["games"])
        return _Cell(printable(self._names[entry.entrant]), scores, match["winner"] == entry.entrant)

    # ---- how it is printed

    def _widths(self, room: int | None) -> dict[int, tuple[int, int]] | None:
        """The cells for names and for scores of each column."""
        needed, scores = (dict.fromkeys(self._columns, 0) for _ in range(2))
        for (column, _), entry in self._entries.items():
            scores[column] = max(scores[column], width(entry.scores))
        for (column, _), entry in self._entries.items():
            spared = scores[column] + 1 if entry.is_match and scores[column] else 0
            needed[column] = max(needed[column], width(entry.text) - spared)
        if room is not None:
            lines = len(_NOTHING) * (len(needed) - 1) + sum(cells + 1 for cells in scores.values() if cells)
            least = {column: min(cells, _LEAST) for column, cells in needed.items()}
            if lines + sum(least.values()) > room:
                return None
            while lines + sum(needed.values()) > room:
                needed[max(needed, key=needed.__getitem__)] -= 1
        return {column: (needed[column], scores[column]) for column in self._columns}

    def _row(self, row: int, widths: dict[int, tuple[int, int]], styled: bool) -> Iterator[str]:
        for column, (room, scores) in widths.items():
            entry = self._entries.get((column, row), _EMPTY)
            both = room + 1 + scores if scores else room  # what a match is called takes the cells of scores too
            text = padded(cut(entry.text, both), both)
            if scores and not entry.is_match:
                text = f"{padded(cut(entry.text, room), room)} {entry.scores:>{scores}}"
            code = _BOLD if entry.won else _DIM if entry.is_match else ""
            yield f"\x1b[{code}m{text}\x1b[0m" if styled and code and text.strip() else text
            if column < self._columns[-1]:
                yield self._lines.get((column, row), _NOTHING)


def _column(name: str) -> int:
    """The column of a match in its part, from 0: its round, less one."""
    return round_of(name) - 1 if name[0] in "WL" else 0


def _called(match: DeskMatchObject, tables: Mapping[str, str]) -> str:
    """`2:W1.1`, and what is to be known of it besides its scores."""
    told = {"walkover": "walkover", "double forfeit": "both forfeit"}.get(match["how"] or "", "")
    if match["state"] in ("ready", "called"):
        table = tables.get(match["match"])
        told = table_words(table) if table else match["state"]
    return printable(f"{match['match']} {told}".rstrip())


def print_bracket(phase: PhaseObject, names: Names, tables: Mapping[str, str]) -> None:
    """The matches of a knock-out, then its places; `tables`: by match the table that it is called to."""
    say(phase_title(phase))
    for part, matches in _parts(phase):
        print()
        if part:
            print(part)
        lines = None  # where the terminal has no room or no signs for a tree
        if encodes(SIGNS, sys.stdout.encoding or "utf-8"):
            tree = Tree(phase, short(matches[-1]["match"]), names, tables)
            lines = tree.lines(streams.columns(sys.stdout), streams.styled(sys.stdout))
        if lines is None:
            matches_table(phase, matches, names, tables).print()
        else:
            print("\n".join(lines))
    if phase["places"]:
        print()
        print_places(phase["places"], names)


def matches_table(
    phase: PhaseObject, matches: Sequence[DeskMatchObject], names: Names, tables: Mapping[str, str]
) -> TextTable:
    """Matches in this sequence, each round under its title."""
    made = TextTable("Round:10 | Match | Sides:15 | Score:7 | :12", spared=("Score",))
    title, bracket = "", KnockOut(phase)
    for match in matches:
        new = round_title(match, phase)
        sides = bracket.sides(match, names)
        what = standing(match, names, tables.get(match["match"]))
        made.add(new if new != title else "", match["match"], sides, score(match), what)
        title = new
    return made


def print_places(places: Sequence[PlaceObject], names: Names) -> None:
    """Who came to which place in the end."""
    print_rows("Place> | Entrant:12", ((str(one["place"]), names[one["entrant"]]) for one in places))


_PARTS = {
    "W": "Main bracket",
    "L": "Losers' bracket",
    "T": "Third place",
    "F1": "Final",
    "F2": "Second final, if the winner of the losers' bracket wins the final",
}


def _parts(phase: PhaseObject) -> Iterator[tuple[str, list[DeskMatchObject]]]:
    """(title, matches) of the parts of a bracket that are there; without a title where there is one only."""
    found: dict[str, list[DeskMatchObject]] = {}
    for match in phase["matches"]:
        name = short(match["match"])
        found.setdefault(name if name[0] == "F" else name[0], []).append(match)
    yield from ((title if len(found) > 1 else "", found[part]) for part, title in _PARTS.items() if part in found)
