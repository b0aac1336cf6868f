"""A season on a terminal."""

from tallyboard.desk.season import SeasonObject
from tallyboard.terminal.tables import TextTable, say
from tallyboard.text.language import language
from tallyboard.text.season import flags, reason


def print_season(season: SeasonObject) -> None:
    """The standings, and what the organiser should know of the nights."""
    said = language("en")
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
            "; ".join(reason(said, row, season["standings"])),
        )
    made.print()
    known = flags(said, season, lambda night: f"{night['date']} ({night['file']})", ", ".join)
    if known:
        print()
    for sentence in known:
        say(sentence)
