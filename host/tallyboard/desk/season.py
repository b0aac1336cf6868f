"""A season: what each evening gave whom, and the standings over all of them. No disk, no clock."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

from tallyboard.desk.league import League
from tallyboard.desk.matches import DECIDED, PLAYED, members
from tallyboard.desk.season_lines import (
    NIGHTS,
    POINTS,
    TWENTIES,
    WINS,
    Night,
    RosterPlayer,
    Season,
    SeasonEvent,
    SeasonOptions,
    night_line,
    read_season,
)
from tallyboard.desk.tournament import Tournament
from tallyboard.errors import later
from tallyboard.errors import season as told
from tallyboard.errors.desk import Refusal

__all__ = [
    "Evening",
    "MissingNightError",
    "Night",
    "RosterPlayer",
    "Season",
    "SeasonEvent",
    "SeasonObject",
    "SeasonOptions",
    "compute_season",
    "evening_of",
    "night_line",
    "read_season",
]


class SeasonPlayerObject(TypedDict):
    """One of the roster of a season."""

    player: int  #: the number in the roster
    name: str  #: the one that is shown
    names: list[str]  #: all that they are called, that one first


class NightRowObject(TypedDict):
    """What a player has of a night."""

    player: int  #: the number in the roster
    place: int | None  #: among those of the roster; null where the tournament gives none
    points: int  #: for the season
    played: int  #: matches that were decided by games
    wins: int  #: of them won
    twenties: int  #: in them


class NightObject(TypedDict):
    """A night of a season, counted or not."""

    night: int  #: its number, from 1
    date: str  #: as in `2026-01-13`
    file: str  #: its script, or the id of its tournament
    counts: bool  #: whether it is finished
    rows: list[NightRowObject]  #: who of the roster was there, by place; those without one last


class SeasonWhyObject(TypedDict):
    """What parts a row of a season's standings from the next."""

    by: str  #: the item of the chain
    #: what this one and the next have; of `nights` the first that differ, null where there is none more
    values: list[int | None]


class SeasonRowObject(TypedDict):
    """A player's standing in a season."""

    place: int | None  #: null for who was there too seldom
    player: int  #: the number in the roster
    nights: int  #: how many they were there
    points: int  #: of the nights that count
    wins: int  #: matches won, of all nights
    twenties: int  #: of all nights
    counted: list[int]  #: the nights whose points count
    why: SeasonWhyObject | None  #: what parts them from the next


class SeasonFlagObject(TypedDict):
    """What the organiser should know of a night."""

    #: `unfinished`: the tournament is not finished; `twice`: a player is in two entrants; `guest`: somebody is not in
    #: the roster
    kind: Literal["unfinished", "twice", "guest"]
    night: int  #: its number
    player: NotRequired[int]  #: in `twice`
    name: NotRequired[str]  #: in `guest`


class SeasonObject(TypedDict):
    """Everything that follows from a season's roster and nights: `season standings --json`, `export --json`, and
    `compute --json`, a line a script."""

    players: list[SeasonPlayerObject]  #: the roster, number 1 first
    nights: list[NightObject]  #: by date
    standings: list[SeasonRowObject]  #: best first; those without a place last
    flags: list[SeasonFlagObject]  #: what the organiser should know of the nights


# ---- what a tournament gives


class Attendance(NamedTuple):
    """An entrant who was there, for a match of theirs was decided by games and is not void. `place`: in the whole
    tournament, None without one; `points`: of all its leagues; `wins`, `twenties`: of the `played` matches."""

    players: tuple[str, ...]
    place: int | None
    points: int
    played: int
    wins: int
    twenties: int


@dataclass(frozen=True)
class Evening:
    """What a season takes of a tournament: it is all that has to be kept of one that does not change any more."""

    finished: bool
    entrants: tuple[Attendance, ...] = ()


def evening_of(tournament: Tournament) -> Evening:
    """What the season takes of this tournament; nobody while it is not finished."""
    if not tournament.finished:
        return Evening(False)
    played: Counter[int] = Counter()
    wins: Counter[int] = Counter()
    twenties: Counter[int] = Counter()
    points: Counter[int] = Counter()
    for phase in tournament.phases:
        for match in phase.matches():
            standing = phase.standing(match)
            verdict = standing.verdict
            if standing.state != DECIDED or verdict.how != PLAYED:
                continue
            for index, side in enumerate(standing.pair or ()):
                for x in members(side):
                    played[x] += 1
                    wins[x] += verdict.winner == side
                    twenties[x] += sum(game.twenties[index] for game in verdict.games)
        if isinstance(phase, League):
            for rows in phase.tables():
                points.update({row.entrant: row.figures.points for row in rows})
    places = {x: place for place, x in tournament.placing}
    return Evening(
        True,
        tuple(
            Attendance(one.players, places.get(x), points[x], played[x], wins[x], twenties[x])
            for x, one in enumerate(tournament.entrants, 1)
            if played[x]
        ),
    )


# ---- what follows


def compute_season(season: Season, evenings: Mapping[str, Evening | None]) -> SeasonObject:
    """Everything that follows. `evenings`: what each night's tournament gives, by the night's `file`; None, or not
    there: it cannot be had. Then raises Refusal `file`, with `night` the one that is missing."""
    flags: list[SeasonFlagObject] = []
    nights: list[NightObject] = []
    for number, night in enumerate(season.nights, 1):
        evening = evenings.get(night.file)
        if evening is None:
            raise MissingNightError(night)
        rows = _rows(season, night, number, evening, flags)
        nights.append(
            {
                "night": number,
                "date": night.date.isoformat(),
                "file": night.file,
                "counts": evening.finished,
                "rows": rows,
            }
        )
    flags.sort(
        key=lambda flag: (_FLAGS.index(flag["kind"]), flag["night"], flag.get("player", 0), flag.get("name", ""))
    )
    return {
        "players": players(season),
        "nights": nights,
        "standings": _standings(season, nights),
        "flags": flags,
    }


def players(season: Season) -> list[SeasonPlayerObject]:
    return [{"player": one.number, "name": one.name, "names": list(one.names)} for one in season.roster]


_FLAGS = ("unfinished", "twice", "guest")


class MissingNightError(Refusal):
    """The tournament of this night cannot be had."""

    def __init__(self, night: Night, why: str = "") -> None:
        super().__init__(told.NO_NIGHT, date=night.date, why=why or later("There is no %(file)s.", file=night.file))
        self.night = night


def _rows(
    season: Season, night: Night, number: int, evening: Evening, flags: list[SeasonFlagObject]
) -> list[NightRowObject]:
    """What each of the roster has of this night; what is to be flagged goes to `flags`."""
    if not evening.finished:
        flags.append({"kind": "unfinished", "night": number})
    theirs = [{season.who(name) or name for name in one.players} for one in evening.entrants]
    there = Counter(who for those in theirs for who in those)
    of_roster = [one.place for one, those in zip(evening.entrants, theirs, strict=True) if any(map(_is_number, those))]
    found: list[NightRowObject] = []
    for one, those in zip(evening.entrants, theirs, strict=True):
        place = None
        if one.place is not None:
            place = 1 + sum(other is not None and other < one.place for other in of_roster)
        points = 0 if place is None else one.points if night.points is None else _by_place(night.points, place)
        for who in those:
            if isinstance(who, str):
                flags.append({"kind": "guest", "night": number, "name": who})
            elif there[who] == 1:
                found.append(
                    {
                        "player": who,
                        "place": place,
                        "points": points,
                        "played": one.played,
                        "wins": one.wins,
                        "twenties": one.twenties,
                    }
                )
    flags += [
        {"kind": "twice", "night": number, "player": who}
        for who, times in there.items()
        if isinstance(who, int) and times > 1
    ]
    return sorted(found, key=lambda row: (row["place"] is None, row["place"] or 0, row["player"]))


def _is_number(who: int | str) -> bool:
    return isinstance(who, int)


def _by_place(points: Sequence[int], place: int) -> int:
    return points[min(place, len(points)) - 1]


def _standings(season: Season, nights: Sequence[NightObject]) -> list[SeasonRowObject]:
    options = season.options
    theirs: dict[int, list[tuple[int, NightRowObject]]] = {player.number: [] for player in season.roster}
    for night in nights:
        for row in night["rows"]:
            theirs[row["player"]].append((night["night"], row))
    values: dict[int, dict[str, Any]] = {}
    found: list[SeasonRowObject] = []
    for player, own in theirs.items():
        best = sorted(own, key=lambda one: (-one[1]["points"], one[0]))
        counted = best[: options.best]
        points = sum(row["points"] for _, row in counted)
        wins, twenties = (sum(row[key] for _, row in own) for key in (WINS, TWENTIES))  # type: ignore[literal-required]
        values[player] = {
            POINTS: points,
            NIGHTS: [row["points"] for _, row in best],
            WINS: wins,
            TWENTIES: twenties,
        }
        found.append(
            {
                "place": None,
                "player": player,
                "nights": len(own),
                "points": points,
                "wins": wins,
                "twenties": twenties,
                "counted": sorted(night for night, _ in counted),
                "why": None,
            }
        )
    return _placed(found, values, season)


def _placed(
    found: list[SeasonRowObject], values: Mapping[int, Mapping[str, Any]], season: Season
) -> list[SeasonRowObject]:
    """In their order, with places, and what parts each from the next; last those without a place."""
    chain, least = season.options.chain, max(1, season.options.least)
    found.sort(key=lambda row: [values[row["player"]][item] for item in chain], reverse=True)  # else by number
    with_place = [row for row in found if row["nights"] >= least]
    without = [row for row in found if row["nights"] < least]
    for part in (with_place, without):
        for row, after in pairwise(part):
            row["why"] = _why(chain, values[row["player"]], values[after["player"]])
    for place, row in enumerate(with_place, 1):
        is_level = place > 1 and with_place[place - 2]["why"] is None
        row["place"] = with_place[place - 2]["place"] if is_level else place
    return with_place + without


def _why(chain: Sequence[str], own: Mapping[str, Any], others: Mapping[str, Any]) -> SeasonWhyObject | None:
    """The first that differs."""
    for item in chain:
        if own[item] != others[item]:
            if item != NIGHTS:
                return {"by": item, "values": [own[item], others[item]]}
            both = zip_longest(own[item], others[item])
            return {"by": item, "values": list(next(pair for pair in both if pair[0] != pair[1]))}
    return None
