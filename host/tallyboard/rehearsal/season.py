"""A season of rehearsed evenings: each with boards and a hub of its own, brought together in one database; and whether
its standings are those that the evenings give."""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import TypedDict

from tallyboard.desk import TournamentObject, as_object
from tallyboard.desk.season import SeasonObject, SeasonPlayerObject, SeasonRowObject
from tallyboard.rehearsal import checks
from tallyboard.rehearsal.organiser import Commands
from tallyboard.rehearsal.plan import EVERYBODY, RehearsalSettings
from tallyboard.rehearsal.rehearsal import folder_of, rehearse, report
from tallyboard.shapes import RehearsalObject, RehearsedCheck
from tallyboard.store import read_store, tournaments
from tallyboard.text.language import _, later, ngettext

EVENINGS = later("every evening came to its end as it should")
NIGHTS = later("every evening is a night of the season")
STANDINGS = later("the standings are what the evenings' places give")
VERIFIED = later("the database of all evenings is sound")
SCRIPT = later("the exported script computes the same season")

_POINTS = (25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
_GUESTS = 4  # of the names; they come and are not in the roster
_BEGINS = date(2026, 1, 6)


class RehearsedSeason(TypedDict):
    """What came of a season of rehearsals: `tournament rehearse --season N --json`."""

    evenings: list[RehearsalObject]  #: in order
    players: list[SeasonPlayerObject]  #: the roster
    standings: list[SeasonRowObject]  #: after the last evening
    holds: bool  #: whether every check does
    checks: list[RehearsedCheck]  #: what was checked at the end


def rehearse_season(
    settings: RehearsalSettings, evenings: int, keep: Path | None, commands: Commands, write: Callable[[str], None]
) -> RehearsedSeason:
    """Run so many evenings, each with a seed of its own, and the season of them; otherwise as `rehearse`."""
    with folder_of(keep) as folder:
        db = str(folder / "tallyboard.db")

        def do(*words: str) -> str:
            return commands([*words, "--db", db])

        best = max(1, evenings * 2 // 3)
        points = ",".join(map(str, _POINTS))
        do("season", "new", _("Rehearsed season"), f"best={best}", "least=2", f"points={points}")
        for name in EVERYBODY[:-_GUESTS]:
            do("season", "player", name)
        played: list[RehearsalObject] = []
        for number in range(1, evenings + 1):
            write(_("Evening %(number)s of %(evenings)s", number=number, evenings=evenings))
            place = folder / f"evening{number:02}"
            of_it = settings._replace(seed=settings.seed + number - 1, name=_("Evening %(number)s", number=number))
            played.append(rehearse(of_it, place, commands, write))
            for wrong in evening_wrong(number, played[-1]):  # the end may be an hour away
                write(wrong)
            commands(["copy", "--from", str(place / "tallyboard.db"), "--to", db])
            said = do("season", "night", of_it.name, "--date", str(_BEGINS + timedelta(weeks=number - 1)))
            write(said.partition("\n")[0])
        season: SeasonObject = json.loads(do("season", "standings", "--json"))
        script = folder / "season.txt"
        do("season", "export", "--script", "--out", str(script))
        again = json.loads(do("season", "compute", str(script), "--json"))
        with read_store(db) as reader:
            sound = list(checks.verified(reader))
            with reader.reading() as sql:
                days = [
                    as_object(tournaments.followed(sql, _("Evening %(number)s", number=n)).tournament)
                    for n in _from_1(played)
                ]
        made = [
            checks.check(EVENINGS, [one for n in _from_1(played) for one in evening_wrong(n, played[n - 1])]),
            checks.check(
                NIGHTS, [] if [night["counts"] for night in season["nights"]] == [True] * evenings else [_("No.")]
            ),
            checks.check(STANDINGS, standings_wrong(season, days, best)),
            checks.check(VERIFIED, sound),
            checks.check(SCRIPT, [] if again == season else [_("It computes another one.")]),
        ]
        return {
            "evenings": played,
            "standings": season["standings"],
            "players": season["players"],
            "checks": made,
            "holds": all(one["holds"] for one in made),
        }


def _from_1(those: Sequence[object]) -> range:
    return range(1, len(those) + 1)


def evening_wrong(number: int, evening: RehearsalObject) -> list[str]:
    """What does not hold in this evening, and the first sentence of why."""
    failed = (one for one in evening["checks"] if not one["holds"])
    return [
        _("Evening %(number)s, not so: %(what)s. %(wrong)s", number=number, what=one["what"], wrong=one["wrong"][0])
        for one in failed
    ]


def standings_wrong(season: SeasonObject, days: Sequence[TournamentObject], best: int) -> Iterator[str]:
    """Whose points are not those of their best places, counted again from the evenings' overall lists alone."""
    roster = {player["name"]: player["player"] for player in season["players"]}
    gained: dict[int, list[int]] = {number: [] for number in roster.values()}
    for day in days:
        names = {one["entrant"]: one["name"] for one in day["entrants"]}
        there = {x for phase in day["phases"] for m in phase["matches"] if m["how"] == "played" for x in m["sides"]}
        own = [one for one in day["placing"] if names[one["entrant"]] in roster and one["entrant"] in there]
        for one in own:
            before = sum(other["place"] < one["place"] for other in own)
            gained[roster[names[one["entrant"]]]].append(_POINTS[min(before, len(_POINTS) - 1)])
    for row in season["standings"]:
        points = sum(sorted(gained[row["player"]], reverse=True)[:best])
        if row["points"] != points:
            yield _(
                "Player %(player)s has %(points)s points, and %(counted)s by the places.",
                player=row["player"],
                points=row["points"],
                counted=points,
            )
    placed = [row["points"] for row in season["standings"] if row["place"] is not None]
    if placed != sorted(placed, reverse=True):
        yield _("Somebody with fewer points stands above somebody with more.")


def words(made: RehearsedSeason) -> Iterator[str]:
    names = {player["player"]: player["name"] for player in made["players"]}
    evenings = made["evenings"]
    first = [
        f"{row['place']}. {names[row['player']]} ({row['points']})" for row in made["standings"][:8] if row["place"]
    ]
    matches = sum(one["matches"] for one in evenings)
    yield ngettext(
        "%(num)s evening, %(matches)s matches.",
        "%(num)s evenings, %(matches)s matches.",
        len(evenings),
        matches=matches,
    )
    yield _("Standings: %(places)s.", places=", ".join(first))
    yield from report(made["checks"])
