"""One night of a season: who was there, who is placed, and what each of the roster has of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Roster = Mapping[str, int]  # the number of a person by a name in lower case
Match = dict[str, Any]


def one_name(written: str) -> str:
    """A name with its runs of blanks made one."""
    return " ".join(written.split())


def played(phase: dict[str, Any]) -> list[Match]:
    """The matches that were decided by games and are not void."""
    return [match for match in phase["matches"] if match["how"] == "played" and match["state"] == "decided"]


def on(side: Any) -> list[int]:
    """The entrants on a side of a match."""
    return side if isinstance(side, list) else [side]


@dataclass
class Night:
    """`points` None: those of the matches; else by place. `tournament`: the object of its script."""

    day: str
    file: str
    points: list[int] | None
    tournament: dict[str, Any]

    @property
    def finished(self) -> bool:
        return bool(self.tournament["finished"])

    def there(self) -> dict[int, list[str]]:
        """The names of every entrant with a match decided by games; nobody of a night that is not finished."""
        if not self.finished:
            return {}
        playing = {
            entrant
            for phase in self.tournament["phases"]
            for match in played(phase)
            for side in match["sides"]
            for entrant in on(side)
        }
        return {
            each["entrant"]: [one_name(name) for name in each["players"]]
            for each in self.tournament["entrants"]
            if each["entrant"] in playing
        }

    def entrants_of(self, roster: Roster) -> dict[int, list[int]]:
        """The entrants that each person of the roster is one of, of those there."""
        found: dict[int, list[int]] = {}
        for entrant, names in self.there().items():
            for person in sorted({roster[name.lower()] for name in names if name.lower() in roster}):
                found.setdefault(person, []).append(entrant)
        return found

    def flags(self, roster: Roster) -> list[tuple[str, dict[str, Any]]]:
        """Kind and what it has, in no order."""
        if not self.finished:
            return [("unfinished", {})]
        twice = [("twice", {"player": person}) for person, own in self.entrants_of(roster).items() if len(own) > 1]
        names = [name for each in self.there().values() for name in each]
        return twice + [("guest", {"name": name}) for name in names if name.lower() not in roster]

    def rows(self, roster: Roster) -> list[dict[str, Any]]:
        """By place, those without one last, then by player."""
        entrants = self.entrants_of(roster)
        holding = {entrant for own in entrants.values() for entrant in own}
        overall = {row["entrant"]: row["place"] for row in self.tournament["placing"]}
        rows = []
        for person, own in entrants.items():
            if len(own) > 1:
                continue
            place = None
            if own[0] in overall:
                better = [each for each in holding if each in overall and overall[each] < overall[own[0]]]
                place = 1 + len(better)
            rows.append({"player": person, "place": place, **self.figures(own[0], place)})
        return sorted(rows, key=lambda row: (row["place"] is None, row["place"], row["player"]))

    def figures(self, entrant: int, place: int | None) -> dict[str, int]:
        found = {"points": 0, "played": 0, "wins": 0, "twenties": 0}
        if place is not None and self.points is not None:
            found["points"] = self.points[min(place, len(self.points)) - 1]
        for phase in self.tournament["phases"]:
            if place is not None and self.points is None:
                rows = [row for table in phase["standings"] for row in table["rows"]]
                found["points"] += sum(row["points"] for row in rows if row["entrant"] == entrant)
            for match in played(phase):
                for number, side in enumerate(match["sides"]):
                    if entrant in on(side):
                        found["played"] += 1
                        found["wins"] += match["winner"] == side
                        found["twenties"] += sum(game["twenties"][number] for game in match["games"])
        return found
