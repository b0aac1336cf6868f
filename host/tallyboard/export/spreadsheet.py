"""CSV (RFC 4180) for spreadsheets: one header row, stable column names, a row a match, a round or a press."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from shared_rules.games.events import SIDES
from tallyboard.desk import Tournament
from tallyboard.desk.objects import TournamentObject
from tallyboard.desk.season import SeasonObject
from tallyboard.export import GameOf, Rows
from tallyboard.shapes import Figures, MatchObject, StatisticsObject
from tallyboard.store.presses import Presses
from tallyboard.text import match_words
from tallyboard.text.language import language
from tallyboard.text.printable import printable
from tallyboard.text.season import night_name

# Kind of row to its columns and to those that every side has; these stand behind the others as a_name, … c_total.
COLUMNS = {
    Rows.MATCHES: (
        (
            *("match", "board", "table", "epoch", "first_seq", "last_seq", "started", "game", "options", "status"),
            *("winners", "conflicts", "correction", "correction_by", "correction_reason"),
        ),
        ("name", "total", "twenties"),
    ),
    Rows.ROUNDS: (
        ("match", "table", "started", "game", "round", "kind", "first", "seat", "correction"),
        ("name", "counts", "raw", "awarded", "total"),
    ),
    Rows.PRESSES: (
        ("match", "table", "started", "game", "seq", "ms", "at", "event", "undone", "cut", "note"),
        ("name", "raw", "total"),
    ),
}

# Behind those of the sides, in every kind of row: which game of a tournament the match is.
OF_TOURNAMENT = {
    "tournament": "name",
    "tournament_phase": "phase",
    "tournament_round": "round",
    "tournament_group": "group",
    "tournament_table": "table",
    "tournament_match": "match",
    "tournament_game": "game",
}

# A cell that begins so is computed by the spreadsheet instead of shown: OWASP, CSV Injection. The last four are the
# wide forms of the first four.
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")

# What a row says: its own cells by column, and for each column of the sides what they have there.
_Row = tuple[dict[str, Any], dict[str, Mapping[str, Any]]]


def written(rows: Rows, matches: Iterable[MatchObject], presses: Presses, game_of: GameOf) -> Iterator[str]:
    """The lines, a match after the other; they end in CR LF."""
    own, of_sides = COLUMNS[rows]

    def each() -> Iterator[dict[str, Any]]:
        for match in matches:
            told: Mapping[str, Any] = game_of(match) or {}  # nothing outside of tournaments
            game = {column: told.get(key) for column, key in OF_TOURNAMENT.items()}
            for cells, by_side in _ROWS[rows](match, presses):
                row: dict[str, Any] = {key: match.get(key) for key in own} | cells | game
                for name, values in by_side.items():
                    row |= {f"{side.lower()}_{name}": value for side, value in values.items()}
                yield row

    sides = [f"{side.lower()}_{name}" for side in SIDES for name in of_sides]
    return _lines([*own, *sides, *OF_TOURNAMENT], each())


class _Line:
    """What csv writes a line into, and gives back then."""

    def write(self, line: str) -> str:
        return line


def _lines(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The columns' names, then of each row these columns; a cell that has nothing to say is empty."""
    line = csv.writer(_Line()).writerow
    yield line(columns)
    for row in rows:
        yield line([_cell(row.get(column)) for column in columns])


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        value = printable(value)
        return "'" + value if value.startswith(_FORMULA) else value
    return value


def _match(match: MatchObject, _: Presses) -> Iterator[_Row]:
    yield (
        {
            "options": match_words.options_line(match),
            "winners": " ".join(match["winners"]),
            "conflicts": " ".join(map(str, match.get("conflicts", ()))),
            **_correction(match),
        },
        {"name": match["names"], "total": match["totals"], "twenties": match["twenties"]},
    )


def _correction(match: MatchObject) -> dict[str, str]:
    """Its kind, who made it and why; empty cells where what the board recorded stands."""
    correction = match["correction"]
    if correction is None:
        return {"correction": "", "correction_by": "", "correction_reason": ""}
    kind, by, reason = correction["kind"], correction["by"], correction["reason"]
    return {"correction": kind, "correction_by": by, "correction_reason": reason}


def _rounds(match: MatchObject, _: Presses) -> Iterator[_Row]:
    for number, entry in enumerate(match["rounds"], 1):
        yield (
            {
                "round": number,
                "kind": entry["kind"],
                "first": entry["first"],
                "seat": entry["seat"],
                "correction": _correction(match)["correction"],
            },
            {
                "name": match["names"],
                "counts": {
                    side: match_words.counts(match["game"], tally, language("en"))
                    for side, tally in entry["counts"].items()
                },
                "raw": entry["raw"],
                "awarded": entry["awarded"],
                "total": entry["totals"],
            },
        )


def _presses(match: MatchObject, presses: Presses) -> Iterator[_Row]:
    for press in presses.as_json(match):
        cells = {key: value for key, value in press.items() if key not in ("raw", "totals")}
        yield cells, {"name": match["names"], "raw": press["raw"], "total": press["totals"]}


_ROWS: dict[Rows, Callable[[MatchObject, Presses], Iterator[_Row]]] = {
    Rows.MATCHES: _match,
    Rows.ROUNDS: _rounds,
    Rows.PRESSES: _presses,
}


# One column for each, then "zone_…".
_OF_STATISTICS = (
    *("of", "entrant", "name", "table", "for", "against", "games", "twenties", "rounds", "twenties_a_round"),
    *("first", "first_won", "first_share", "busts", "minutes"),
)


def statistics_sheet(found: StatisticsObject) -> str:
    """The text: a row an entrant, then a row a table; its lines end in CR LF. Behind the columns is one for each zone
    in which something was counted. What is not known is an empty cell; a zone in which an entrant has nothing is 0
    where rounds are known."""
    every: list[Figures] = [*found["entrants"], *found["tables"]]
    zones = list(dict.fromkeys(zone for one in every for zone in one["zones"] or ()))
    rows: list[dict[str, Any]] = []
    for entrant in found["entrants"]:
        score = entrant["score"] or (None, None)
        rows.append({**entrant, "of": "entrant", "for": score[0], "against": score[1]})
    rows += [{**table, "of": "table"} for table in found["tables"]]
    for row in rows:
        counted = row["zones"]
        row |= {f"zone_{zone}": "" if counted is None else counted.get(zone, 0) for zone in zones}
    return "".join(_lines([*_OF_STATISTICS, *(f"zone_{zone}" for zone in zones)], rows))


def season_sheet(season: SeasonObject, names: Mapping[str, str]) -> str:
    """The standings: a row a player, behind the columns one for each night with its points, headed by its date and its
    name; its lines end in CR LF. `names`: of tournaments, by their ids. An empty cell: who was not there."""
    players = {one["player"]: one["name"] for one in season["players"]}
    heads = {
        night["night"]: printable(f"{night['date']} {night_name(night['file'], names)}") for night in season["nights"]
    }
    gave: dict[int, dict[str, Any]] = {player: {} for player in players}
    for night in season["nights"]:
        for row in night["rows"]:
            gave[row["player"]][heads[night["night"]]] = row["points"]
    rows: list[dict[str, Any]] = [
        {
            **{key: value for key, value in row.items() if key != "why"},
            "name": players[row["player"]],
            "counted": " ".join(map(str, row["counted"])),
            **gave[row["player"]],
        }
        for row in season["standings"]
    ]
    return "".join(_lines([*_OF_SEASON, *heads.values()], rows))


_OF_SEASON = ("place", "player", "name", "points", "nights", "wins", "twenties", "counted")

_OF_PLACES = (
    *("phase", "format", "group", "place", "entrant", "name"),
    *("played", "won", "level", "lost", "byes", "points", "for", "against", "twenties"),
)


def places_sheet(computed: TournamentObject) -> str:
    """Standings and places, of the JSON object of a tournament: a row an entrant in each phase; its lines end in CR
    LF."""
    names = {one["entrant"]: one["name"] for one in computed["entrants"]}
    rows: list[dict[str, Any]] = []
    for phase in computed["phases"]:
        of_phase: list[dict[str, Any]] = [
            {**row, "group": group["group"]} for group in phase["standings"] for row in group["rows"]
        ]
        of_phase += [{**place} for place in phase["places"]]
        for row in of_phase:
            row |= {"phase": phase["phase"], "format": phase["format"], "name": names[row["entrant"]]}
        rows += of_phase
    return "".join(_lines(_OF_PLACES, rows))


_OF_PLACEMENTS = ("event", "date", "format", "place", "player", "partner")


def placements_sheet(event: str, date: str, tournament: Tournament) -> str:
    """The places over all phases of a finished tournament, as the National Crokinole Association takes them: a row an
    entrant, the best first; its lines end in CR LF. `date`: the day on which it began."""
    rows = []
    for place, number in tournament.placing:
        player, *partner = tournament.entrants[number - 1].players
        rows.append({"place": place, "player": player, "partner": partner[0] if partner else None})
    same = {"event": event, "date": date, "format": tournament.entry}
    return "".join(_lines(_OF_PLACEMENTS, ({**same, **row} for row in rows)))
