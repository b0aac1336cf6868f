"""What comes from elsewhere, as lines of a script: ratings as seeds, Crokinole Match Notation as results."""

import csv
import io
from decimal import Decimal
from typing import Any

from tests.reference.desk.decide import matches
from tests.reference.desk.desk import Desk
from tests.reference.desk.model import Match, Side
from tests.reference.desk.words import Refused


def same(name: str) -> str:
    """Names compare without case, blanks made one."""
    return " ".join(name.split()).lower()


def seeds_line(text: str, desk: Desk) -> str:
    """The line `seeds` that a CSV of names and ratings gives; Refused with all codes that may be given."""
    ratings: dict[str, Decimal] = {}
    for row in csv.DictReader(io.StringIO(text)):
        name, codes = same(row["name"]), set()
        if not 1 <= len(name) <= 60 or "&" in name:
            codes.add("names")
        if name in ratings:
            codes.add("duplicate")
        if not row["rating"].removeprefix("-").replace(".", "", 1).isdecimal():
            codes.add("rating")
        if codes:
            raise Refused(*codes)
        ratings[name] = Decimal(row["rating"])
    sums = {
        each.number: sum(ratings[same(player)] for player in each.players)
        for each in desk.state.entrants.values()
        if all(same(player) in ratings for player in each.players)
    }
    return " ".join(["seeds", *map(str, sorted(sums, key=lambda number: (-sums[number], number)))])


def result_lines(documents: list[dict[str, Any]], desk: Desk) -> list[str]:
    """The lines that matches of the notation give, of those that are taken; each is entered at once."""
    taken: set[str] = set()
    lines = []
    for document in documents:
        line = result_line(document["match"], desk) if document["id"] not in taken else None
        if line:
            taken.add(document["id"])
            desk.line(line.split())
            lines.append(line)
    return lines


def result_line(played: dict[str, Any], desk: Desk) -> str | None:
    teams = [{same(player["name"]) for player in team["players"]} for team in played["teams"]]
    match = first_undecided(desk, teams)
    if match is None or match.players is None:
        return None
    game = desk.state.phases[match.phase].declaration
    if match.due is None or match.due > game.best:  # a shootout is due where its games left it level: another game
        return None
    winners = [each["winner"] for each in played["games"]]
    points = [2 * winners.count(team) + winners.count(None) for team in (0, 1)]
    winner = None if points[0] == points[1] else int(points[1] > points[0])
    if len(played["games"]) != game.game_rounds or winner != played["winner"]:
        return None
    words = ["result", f"{match.name}/{match.due}"]
    for team in (0, 1):
        side = next(side for side in match.players if players_of(desk, side) == teams[team])
        words += [str(side[0] if isinstance(side, tuple) else side), str(points[team])]
    twenties = [sum(each["twenties"][team] for each in played["games"] if "twenties" in each) for team in (0, 1)]
    return " ".join([*words, "twenties", *map(str, twenties)])


def first_undecided(desk: Desk, teams: list[set[str]]) -> Match | None:
    """The first of these sides in a phase of crokinole-championship."""
    for phase in desk.state.phases.values():
        if phase.declaration.game == "crokinole-championship":
            for match in matches(desk.state, phase):
                sides = [players_of(desk, side) for side in match.players or ()]
                if match.state == "ready" and match.due and sides in (teams, teams[::-1]):
                    return match
    return None


def players_of(desk: Desk, side: Side) -> set[str]:
    entrants = side if isinstance(side, tuple) else (side,)
    return {same(player) for entrant in entrants for player in desk.state.entrants[entrant].players}
