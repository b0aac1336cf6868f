"""What is said of a season, in words."""

from collections.abc import Mapping
from itertools import groupby

from tallyboard.desk.season import NightObject, SeasonFlagObject, SeasonObject, SeasonWhyObject

_WHY = {
    "points": "more points: {0} to {1}",
    "nights": "the better night: {0} to {1}",
    "wins": "more matches won: {0} to {1}",
    "twenties": "more twenties: {0} to {1}",
}
_ONE_MORE = "one night more, of {0}"


def why_words(why: SeasonWhyObject | None) -> str:
    """Why a row stands above the next, "" where nothing says it."""
    if why is None:
        return ""
    form = _ONE_MORE if None in why["values"] else _WHY[why["by"]]
    return form.format(*why["values"])


def flags_in_words(season: SeasonObject) -> list[str]:
    """A sentence for each kind of flag of a night."""
    nights = {night["night"]: night for night in season["nights"]}
    names = {player["player"]: player["name"] for player in season["players"]}
    flags = sorted(season["flags"], key=lambda flag: flag["night"])
    return [
        _SAID[kind].format(night=_night(nights[number]), who=", ".join(_who(flag, names) for flag in those))
        for (number, kind), those in groupby(flags, key=lambda flag: (flag["night"], flag["kind"]))
    ]


_SAID = {
    "unfinished": "{night} is not finished: it gives nothing yet.",
    "twice": "{night}: in two entrants, so without anything of that night: {who}.",
    "guest": "{night}: not in the roster: {who}.",
}


def _night(night: NightObject) -> str:
    return f"{night['date']} ({night['file']})"


def _who(flag: SeasonFlagObject, names: Mapping[int, str]) -> str:
    return flag["name"] if "name" in flag else names.get(flag.get("player", 0), "")
