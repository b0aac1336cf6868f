"""The statistics of a tournament as CSV (RFC 4180): a row an entrant, then a row a table."""

import csv
import io
from typing import TYPE_CHECKING, Any

from tallyboard.export.spreadsheet import cell

if TYPE_CHECKING:
    from tallyboard.shapes import Figures, StatisticsObject

_FIGURES = ("games", "twenties", "rounds", "twenties_a_round", "first", "first_won", "first_share", "busts", "minutes")
COLUMNS = ("of", "entrant", "name", "table", "for", "against", *_FIGURES)


def written(found: "StatisticsObject") -> str:
    """The text; its lines end in CR LF. Behind the COLUMNS is one for each zone in which something was counted. What is
    not known is an empty cell; a zone in which an entrant has nothing is 0 where rounds are known."""
    every: list[Figures] = [*found["entrants"], *found["tables"]]
    zones = list(dict.fromkeys(zone for one in every for zone in one["zones"] or ()))
    sheet = io.StringIO(newline="")
    writer = csv.writer(sheet)
    writer.writerow([*COLUMNS, *(f"zone_{zone}" for zone in zones)])
    for entrant in found["entrants"]:
        score = entrant["score"] or (None, None)
        own = {"of": "entrant", "entrant": entrant["entrant"], "name": entrant["name"]}
        writer.writerow(_row({**own, "for": score[0], "against": score[1]}, entrant, zones))
    for table in found["tables"]:
        writer.writerow(_row({"of": "table", "table": table["table"]}, table, zones))
    return sheet.getvalue()


def _row(own: dict[str, Any], figures: "Figures", zones: list[str]) -> list[Any]:
    told: dict[str, Any] = {**figures, **own}
    counted = figures["zones"]
    in_zones = ["" if counted is None else counted.get(zone, 0) for zone in zones]
    return [cell(told.get(key)) for key in COLUMNS] + in_zones
