"""A season on a terminal."""

from collections.abc import Mapping

from tallyboard.desk.season import Season, SeasonObject, players
from tallyboard.terminal.tables import TextTable, print_json, say
from tallyboard.text.language import _, here
from tallyboard.text.season import flags, night_name, reason


def print_roster(season: Season, as_json: bool) -> None:
    """Who is in it, and what they are called."""
    if as_json:
        print_json({"players": players(season)})
        return
    made = TextTable("Player> | Name:12 | Also:12+")
    for one in season.roster:
        made.add(str(one.number), one.name, ", ".join(one.names[1:]))
    made.print()
    if not season.roster:
        say(_("Nobody is in the roster yet. `tallyboard season player NAME` enters somebody."))


def said_of_nights(season: SeasonObject, names: Mapping[str, str]) -> list[str]:
    """What the organiser should know of them; `names` of their tournaments, by file."""
    return flags(here(), season, lambda night: f"{night['date']} ({night_name(night['file'], names)})", ", ".join)


def print_season(season: SeasonObject, named: Mapping[str, str] = {}) -> None:
    """The standings, and what the organiser should know of the nights; `named`: of tournaments, by their ids."""
    names = {player["player"]: player["name"] for player in season["players"]}
    made = TextTable(
        "Place> | Player:12 | Points> | Nights> | Won> | Twenties> | Counted:8 | Above the next by:24+",
        spared=("Counted", "Twenties", "Won", "Nights"),
    )
    for row in season["standings"]:
        made.add(
            "" if row["place"] is None else str(row["place"]),
            names[row["player"]],
            *(str(row[key]) for key in ("points", "nights", "wins", "twenties")),
            " ".join(map(str, row["counted"])),
            _("; ").join(reason(here(), row, season["standings"])),
        )
    made.print()
    if not season["standings"]:
        say(_("Nobody is in the roster yet."))
    known = said_of_nights(season, named)
    if known:
        print()
    for sentence in known:
        say(sentence)
