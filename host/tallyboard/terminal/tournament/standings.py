"""The standings of a league on a terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallyboard.terminal.tables import Column, TextTable, say
from tallyboard.text.tournament.matches import phase_title
from tallyboard.text.tournament.names import Names
from tallyboard.text.tournament.reasons import reason

if TYPE_CHECKING:
    from tallyboard.desk.objects import PhaseObject, RowObject

_FIGURES = ("points", "played", "won", "level", "lost", "byes", "for", "against", "twenties")
_RARE = ("level", "byes", "twenties")  # shown where somebody has some
_SPARED = ("Against", "For", "Byes", "Level", "Lost", "Played", "Won", "Twenties")


def print_standings(phase: "PhaseObject", names: Names) -> None:
    """A table for each group of a league: places, figures, and why each stands above the next."""
    say(phase_title(phase))
    for group in phase["standings"]:
        print()
        if group["group"] is not None:
            print(f"Group {group['group']}")
        _table(group["rows"], names).print()


def _table(rows: "Sequence[RowObject]", names: Names) -> TextTable:
    cells = [{key: str(value) for key, value in row.items()} for row in rows]
    figures = [one for one in _FIGURES if one not in _RARE or any(row[one] != "0" for row in cells)]
    heads = [one.capitalize() for one in figures]
    made = TextTable(
        (
            Column("Place", right=True),
            Column("Entrant", least=12),
            *(Column(head, right=True) for head in heads),
            Column("Above the next by", least=24, wraps=True),
        ),
        spared=[head for head in _SPARED if head in heads],
    )
    for row, said in zip(rows, cells, strict=True):
        place = "" if row["place"] is None else str(row["place"])
        made.add(place, names[row["entrant"]], *(said[one] for one in figures), reason(row["why"], names))
    return made
