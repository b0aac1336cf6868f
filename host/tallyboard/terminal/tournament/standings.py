"""The standings of a league on a terminal."""

from typing import Any

from tallyboard.terminal.tables import Column, Table, say
from tallyboard.text.tournament.matches import phase_title
from tallyboard.text.tournament.names import Names
from tallyboard.text.tournament.reasons import reason

_FIGURES = ("points", "played", "won", "level", "lost", "byes", "for", "against", "twenties")
_SPARED = ("Against", "For", "Byes", "Level", "Lost", "Played", "Won", "Twenties")


def print_standings(phase: Any, names: Names) -> None:
    """A table for each group of a league: places, figures, and why each stands above the next."""
    say(phase_title(phase))
    for group in phase["standings"]:
        print()
        if group["group"] is not None:
            print(f"Group {group['group']}")
        _table(group["rows"], names).print()


def _table(rows: list[Any], names: Names) -> Table:
    made = Table(
        (
            Column("Place", right=True),
            Column("Entrant", least=12),
            *(Column(figure.capitalize(), right=True) for figure in _FIGURES),
            Column("Above the next by", least=24, wraps=True),
        ),
        spared=_SPARED,
    )
    for row in rows:
        place = "" if row["place"] is None else str(row["place"])
        figures = [str(row[figure]) for figure in _FIGURES]
        made.add(place, names[row["entrant"]], *figures, reason(row["why"], names))
    return made
