"""A knock-out on a terminal: its rounds as lists, one below the other."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tallyboard.terminal.tables import Column, Table, say
from tallyboard.text.tournament.matches import phase_title, round_title, score, standing
from tallyboard.text.tournament.names import Names

if TYPE_CHECKING:
    from tallyboard.desk.shapes import DeskMatchObject, PhaseObject, PlaceObject


def print_bracket(phase: "PhaseObject", names: Names, tables: Mapping[str, str]) -> None:
    """The matches of a knock-out by rounds, then its places; `tables`: by match the table that it is called to."""
    say(phase_title(phase))
    if phase["matches"]:
        print()
        matches_table(phase, sorted(phase["matches"], key=_part), names, tables).print()
    if phase["places"]:
        print()
        print_places(phase["places"], names)


def matches_table(
    phase: "PhaseObject", matches: "Sequence[DeskMatchObject]", names: Names, tables: Mapping[str, str]
) -> Table:
    """Matches in this sequence, each round under its title."""
    made = Table(
        (
            Column("Round", least=10),
            Column("Match"),
            Column("Sides", least=15),
            Column("Score", least=7),
            Column("", least=12),
        ),
        spared=("Score",),
    )
    title = ""
    for match in matches:
        new = round_title(match, phase)
        sides = [names[side] for side in match["sides"]]
        what = standing(match, names, tables.get(match["match"]))
        made.add(new if new != title else "", match["match"], sides, score(match), what)
        title = new
    return made


def print_places(places: "Sequence[PlaceObject]", names: Names) -> None:
    """Who came to which place in the end."""
    made = Table((Column("Place", right=True), Column("Entrant", least=12)))
    for one in places:
        made.add(str(one["place"]), names[one["entrant"]])
    made.print()


def _part(match: "DeskMatchObject") -> str:
    """Sorts the main bracket before the losers', and that before third place and finals; each stays in its order."""
    return str("WLTF".index(match["match"].partition(":")[2][0]))
