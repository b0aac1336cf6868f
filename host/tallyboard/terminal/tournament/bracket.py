"""A knock-out on a terminal: its parts, round by round. Pages and paper draw it."""

from collections.abc import Iterator, Mapping, Sequence

from tallyboard.desk.objects import DeskMatchObject, PhaseObject, PlaceObject
from tallyboard.terminal.tables import TextTable, print_rows, say
from tallyboard.text.language import _, later
from tallyboard.text.tournament.bracket import KnockOut, short
from tallyboard.text.tournament.matches import phase_title, round_head, round_title, score, standing
from tallyboard.text.tournament.names import Names


def print_bracket(phase: PhaseObject, names: Names, tables: Mapping[str, str]) -> None:
    """The matches of a knock-out, then its places; `tables`: by match the table that it is called to."""
    say(phase_title(phase))
    for part, matches in _parts(phase):
        print()
        if part:
            print(_(part))
        matches_table(phase, matches, names, tables).print()
    if phase["places"]:
        print()
        print_places(phase["places"], names)


def matches_table(
    phase: PhaseObject, matches: Sequence[DeskMatchObject], names: Names, tables: Mapping[str, str]
) -> TextTable:
    """Matches in this sequence, each round under its title."""
    made = TextTable(f"{round_head()}:10 | Match | Sides:15 | Score:7 | :12", spared=("Score",))
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
    "W": later("Main bracket"),
    "L": later("Losers' bracket"),
    "T": later("Third place"),
    "F1": later("Final"),
    "F2": later("Second final, if the winner of the losers' bracket wins the final"),
}


def _parts(phase: PhaseObject) -> Iterator[tuple[str, list[DeskMatchObject]]]:
    """(title, matches) of the parts of a bracket that are there; without a title where there is one only."""
    found: dict[str, list[DeskMatchObject]] = {}
    for match in phase["matches"]:
        name = short(match["match"])
        found.setdefault(name if name[0] == "F" else name[0], []).append(match)
    yield from ((title if len(found) > 1 else "", found[part]) for part, title in _PARTS.items() if part in found)
