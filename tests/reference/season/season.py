"""The roster, the list of nights, and what follows: rows of every night, standings, flags."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import Any

from tests.reference.desk import compute as compute_script
from tests.reference.desk.arguments import need, together
from tests.reference.desk.words import Refused, number, script_lines
from tests.reference.season.night import Night, one_name

compute_tournament = lru_cache(maxsize=64)(compute_script)  # a season's lines ask again

CHAIN = ["points", "nights", "wins", "twenties"]
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
FLAGS = ["unfinished", "twice", "guest"]


@dataclass
class Player:
    number: int
    names: list[str]


@dataclass
class Season:
    """What the lines have said. `points` None: those of the matches."""

    points: list[int] | None = None
    best: int | None = None
    least: int = 0
    chain: list[str] = field(default_factory=lambda: list(CHAIN))
    players: list[Player] = field(default_factory=list)
    nights: list[Night] = field(default_factory=list)

    def player(self, words: list[str]) -> None:
        names = " ".join(words).split("=")
        names = [one_name(name) for name in names]
        taken = [name.lower() for player in self.players for name in player.names] + [name.lower() for name in names]
        together(
            lambda: need(all(1 <= len(name) <= 60 and "&" not in name for name in names), "names", "syntax"),
            lambda: need(len(set(taken)) == len(taken), "duplicate"),
        )
        self.players.append(Player(len(self.players) + 1, names))

    def night(self, words: list[str], files: Mapping[str, str]) -> None:
        need(len(words) >= 2, "syntax", "date", "file")
        day, file, *options = words
        together(
            lambda: need(is_date(day), "date", "syntax"),
            lambda: need(all(file != night.file for night in self.nights), "duplicate"),
            lambda: need(file in files and "phases" in compute_tournament(files[file]), "file"),
            lambda: read_options(options, ["points"]),
        )
        points = self.points if not options else read_points(read_options(options, ["points"])["points"])
        self.nights.append(Night(day, file, points, compute_tournament(files[file])))

    def options(self, words: list[str]) -> None:
        given = read_options(words, ["points", "best", "least", "chain"])
        self.points = read_points(given.get("points", "match"))
        self.best = number(given["best"], 1, 99, "option") if "best" in given else None
        self.least = number(given.get("least", "0"), 0, 99, "option")
        self.chain = given["chain"].split(",") if "chain" in given else list(CHAIN)
        need(set(self.chain) <= set(CHAIN) and len(set(self.chain)) == len(self.chain), "option")
        need(self.chain[0] == "points", "option")


def read_options(words: list[str], known: list[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for word in words:
        name, equals, value = word.lower().partition("=")
        need(equals == "=" and name in known and name not in given, "option", "syntax")
        given[name] = value
    if "points" in given:
        read_points(given["points"])
    return given


def read_points(value: str) -> list[int] | None:
    """By place; None: those of the matches."""
    if value == "match":
        return None
    points = [number(each, 0, 999, "option") for each in value.split(",")]
    need(len(points) <= 99 and all(one >= other for one, other in pairwise(points)), "option")
    return points


def is_date(word: str) -> bool:
    with suppress(ValueError):
        return bool(DATE.fullmatch(word)) and bool(date.fromisoformat(word))
    return False


def compute(text: str, files: Mapping[str, str]) -> dict[str, Any]:
    """The object of a season; of one with a refused line, `line` and all codes that may be given for it (`errors`)."""
    season: Season | None = None
    lines = script_lines(text)
    for line_number, words in enumerate(lines, start=1):
        if not words:
            continue
        kind = words[0].lower()
        try:
            if season is None:
                need(kind == "season", "first-line")
                season = Season()
                season.options(words[1:])
            elif kind == "player":
                season.player(words[1:])
            elif kind == "night":
                season.night(words[1:], files)
            else:
                raise Refused("first-line" if kind == "season" else "syntax")
        except Refused as refused:
            return {"line": line_number, "errors": sorted(refused.codes)}
    if season is None:
        return {"line": len(lines), "errors": ["first-line"]}
    return report(season)


def report(season: Season) -> dict[str, Any]:
    roster = {name.lower(): player.number for player in season.players for name in player.names}
    nights = sorted(season.nights, key=lambda night: (night.day, night.file))
    flags = [
        {"kind": kind, "night": place, **what}
        for place, night in enumerate(nights, start=1)
        for kind, what in night.flags(roster)
    ]
    flags.sort(key=lambda each: (FLAGS.index(each["kind"]), each["night"], each.get("player", 0), each.get("name", "")))
    rows = [night.rows(roster) for night in nights]
    return {
        "players": [
            {"player": player.number, "name": player.names[0], "names": player.names} for player in season.players
        ],
        "nights": [
            {"night": place, "date": night.day, "file": night.file, "counts": night.finished, "rows": night_rows}
            for place, (night, night_rows) in enumerate(zip(nights, rows, strict=True), start=1)
        ],
        "standings": standings(season, rows),
        "flags": flags,
    }


def standings(season: Season, rows: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """All of the roster, best first; who was there too seldom comes last, without a place."""
    table = []
    values: dict[int, dict[str, list[int]]] = {}
    for player in season.players:
        own = [
            (place, row) for place, night in enumerate(rows, start=1) for row in night if row["player"] == player.number
        ]
        counted = sorted(own, key=lambda each: (-each[1]["points"], each[0]))[: season.best]
        row = {
            "place": None,
            "player": player.number,
            "nights": len(own),
            "points": sum(row["points"] for _, row in counted),
            "wins": sum(row["wins"] for _, row in own),
            "twenties": sum(row["twenties"] for _, row in own),
            "counted": sorted(place for place, _ in counted),
            "why": None,
        }
        values[player.number] = {
            "points": [row["points"]],
            "nights": sorted((row["points"] for _, row in own), reverse=True),
            "wins": [row["wins"]],
            "twenties": [row["twenties"]],
        }
        table.append(row)

    def compared(row: dict[str, Any]) -> list[list[int]]:
        return [values[row["player"]][item] for item in season.chain]

    table.sort(key=lambda row: row["player"])
    table.sort(key=compared, reverse=True)
    with_place = [row for row in table if row["nights"] >= max(season.least, 1)]
    without = [row for row in table if row not in with_place]
    for row in with_place:
        row["place"] = 1 + sum(1 for other in with_place if compared(other) > compared(row))
    for part in (with_place, without):
        for row, following in pairwise(part):
            row["why"] = why(season.chain, compared(row), compared(following))
    return with_place + without


def why(chain: list[str], above: list[list[int]], below: list[list[int]]) -> dict[str, Any] | None:
    for item, one, other in zip(chain, above, below, strict=True):
        for pair in zip_longest(one, other):
            if pair[0] != pair[1]:
                return {"by": item, "values": list(pair)}
    return None
