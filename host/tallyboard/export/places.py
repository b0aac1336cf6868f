"""The standings and places of a tournament as CSV (RFC 4180), a row an entrant in each phase."""

import csv
import io
from typing import TYPE_CHECKING, Any

from tallyboard.export.spreadsheet import cell

if TYPE_CHECKING:
    from tallyboard.desk.objects import TournamentObject

_FIGURES = ("played", "won", "level", "lost", "byes", "points", "for", "against", "twenties")
COLUMNS = ("phase", "format", "group", "place", "entrant", "name", *_FIGURES)


def written(computed: "TournamentObject") -> str:
    """The text, of the JSON object of a tournament; its lines end in CR LF."""
    names = {one["entrant"]: one["name"] for one in computed["entrants"]}
    sheet = io.StringIO(newline="")
    writer = csv.DictWriter(sheet, COLUMNS)
    writer.writeheader()
    for phase in computed["phases"]:
        rows: list[dict[str, Any]] = [
            {**row, "group": group["group"]} for group in phase["standings"] for row in group["rows"]
        ]
        rows += [{**place} for place in phase["places"]]
        for row in rows:
            row |= {"phase": phase["phase"], "format": phase["format"], "name": names[row["entrant"]]}
            writer.writerow({key: cell(row.get(key)) for key in COLUMNS})
    return sheet.getvalue()
