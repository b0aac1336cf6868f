"""A knock-out on a terminal: its parts as trees; where those have no room, its rounds as lists."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tallyboard.terminal import streams
from tallyboard.terminal.tables import Column, TextTable, encodes, say
from tallyboard.terminal.tournament.tree import SIGNS, Tree
from tallyboard.text.tournament.bracket import Bracket
from tallyboard.text.tournament.matches import phase_title, round_title, score, standing
from tallyboard.text.tournament.names import Names

if TYPE_CHECKING:
    from tallyboard.desk.objects import DeskMatchObject, PhaseObject, PlaceObject


def print_bracket(phase: "PhaseObject", names: Names, tables: Mapping[str, str]) -> None:
    """The matches of a knock-out, then its places; `tables`: by match the table that it is called to."""
    say(phase_title(phase))
    for part, matches in _parts(phase):
        print()
        if part:
            print(part)
        lines = _tree(phase, matches, names, tables)
        if lines is None:
            matches_table(phase, matches, names, tables).print()
        else:
            print("\n".join(lines))
    if phase["places"]:
        print()
        print_places(phase["places"], names)


def matches_table(
    phase: "PhaseObject", matches: "Sequence[DeskMatchObject]", names: Names, tables: Mapping[str, str]
) -> TextTable:
    """Matches in this sequence, each round under its title."""
    made = TextTable(
        (
            Column("Round", least=10),
            Column("Match"),
            Column("Sides", least=15),
            Column("Score", least=7),
            Column("", least=12),
        ),
        spared=("Score",),
    )
    title, bracket = "", Bracket(phase)
    for match in matches:
        new = round_title(match, phase)
        sides = bracket.sides(match, names)
        what = standing(match, names, tables.get(match["match"]))
        made.add(new if new != title else "", match["match"], sides, score(match), what)
        title = new
    return made


def print_places(places: "Sequence[PlaceObject]", names: Names) -> None:
    """Who came to which place in the end."""
    made = TextTable((Column("Place", right=True), Column("Entrant", least=12)))
    for one in places:
        made.add(str(one["place"]), names[one["entrant"]])
    made.print()


_PARTS = {
    "W": "Main bracket",
    "L": "Losers' bracket",
    "T": "Third place",
    "F1": "Final",
    "F2": "Second final, if the winner of the losers' bracket wins the final",
}


def _parts(phase: "PhaseObject") -> "Iterator[tuple[str, list[DeskMatchObject]]]":
    """(title, matches) of the parts of a bracket that are there; without a title where there is one only."""
    found: dict[str, list[DeskMatchObject]] = {}
    for match in phase["matches"]:
        name = match["match"].partition(":")[2]
        found.setdefault(name if name[0] == "F" else name[0], []).append(match)
    yield from ((title if len(found) > 1 else "", found[part]) for part, title in _PARTS.items() if part in found)


def _tree(
    phase: "PhaseObject", matches: "Sequence[DeskMatchObject]", names: Names, tables: Mapping[str, str]
) -> list[str] | None:
    """A part as a tree; None where the terminal has no room or no signs for it."""
    if not encodes(SIGNS, sys.stdout.encoding or "utf-8"):
        return None
    root = matches[-1]["match"].partition(":")[2]
    return Tree(phase, root, names, tables).lines(streams.columns(sys.stdout), streams.styled(sys.stdout))
