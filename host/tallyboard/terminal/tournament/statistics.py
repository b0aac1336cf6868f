"""The statistics of a tournament on a terminal."""

from collections.abc import Sequence

from tallyboard.shapes import Figures, StatisticsObject
from tallyboard.terminal.tables import TextTable

_NOTHING = "-"
_SPARED = ("Zones", "Minutes", "Busts", "Games", "Score", "Rounds")


def print_statistics(found: StatisticsObject) -> None:
    """A table of the entrants, then one of the tables at which something was played."""
    scores = [" : ".join(map(str, one["score"] or ())) or _NOTHING for one in found["entrants"]]
    entrants = [(one["name"], score, one) for one, score in zip(found["entrants"], scores, strict=True)]
    tables = [(one["table"], "", one) for one in found["tables"] if one["games"]]
    if not any(one["games"] for one in found["entrants"]):
        print("No result counts yet. `tallyboard tournament result` enters one; those of boards come by themselves.")
        return
    _print("Entrant", entrants)
    if tables:
        print()
        _print("Table", tables)


def _print(head: str, rows: Sequence[tuple[str, str, Figures]]) -> None:
    """A row each; the columns in which nobody has anything are left out."""
    cells = [{head: name, "Score": score, **_cells(figures)} for name, score, figures in rows]
    heads = [one for one in cells[0] if any(row[one] not in (_NOTHING, "") for row in cells)]
    how = {head: ":12", "Zones": ":16+"}  # the others are figures
    table = TextTable(
        " | ".join(one + how.get(one, ">") for one in heads), spared=[one for one in _SPARED if one in heads]
    )
    for row in cells:
        table.add(*(row[one] for one in heads))
    table.print()


def _cells(figures: Figures) -> dict[str, str]:
    share, zones = figures["first_share"], figures["zones"]
    won = _NOTHING if share is None else f"{figures['first_won']} of {figures['first']}, {share:.0%}"
    return {
        "Games": str(figures["games"]),
        "Twenties": _number(figures["twenties"]),
        "Rounds": _number(figures["rounds"]),
        "20s a round": _number(figures["twenties_a_round"], ".2f"),
        "Won as first": won,
        "Busts": _number(figures["busts"]),
        "Minutes": _number(figures["minutes"], ".1f"),
        "Zones": " ".join(f"{zone}:{count}" for zone, count in zones.items()) if zones else _NOTHING,
    }


def _number(value: float | None, form: str = "") -> str:
    return _NOTHING if value is None else format(value, form)
