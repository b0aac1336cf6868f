"""A season in words: all faces say the same, each in the reader's language and with names in its own way."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, Protocol, TypeVar

from tallyboard.desk.season import NightObject, SeasonObject, SeasonOptions, SeasonRowObject
from tallyboard.errors import later

Words = TypeVar("Words", bound=str, covariant=True)


class Says(Protocol[Words]):
    """How a face says a sentence, with these values in it."""

    def __call__(self, said: str, /, **values: Any) -> Words: ...


CHAIN = {
    "points": later("points"),
    "nights": later("their best nights"),
    "wins": later("wins"),
    "twenties": later("twenties"),
}
_MORE = {
    "points": later("more points: %(better)s to %(worse)s"),
    "nights": later("the better night: %(better)s to %(worse)s"),
    "wins": later("more wins: %(better)s to %(worse)s"),
    "twenties": later("more twenties: %(better)s to %(worse)s"),
}
_ONE_MORE = later("one night more, of %(better)s")
_FLAGS = {
    "unfinished": later("%(night)s: the tournament is not finished, and gives nothing yet."),
    "twice": later("%(night)s: in two entrants, so without anything of that night: %(names)s."),
    "guest": later("%(night)s: not in the roster: %(names)s."),
}


def night_name(file: str, names: Mapping[str, str]) -> str:
    """What a night is called: its tournament of the store, by `names`, else the file without its folder."""
    return names.get(file) or re.split(r"[/\\]", file)[-1]


def shares_date(night: NightObject, nights: Sequence[NightObject]) -> bool:
    """Whether the date does not say which of the nights it is."""
    return sum(one["date"] == night["date"] for one in nights) > 1


def rules(_: Says[Words], options: SeasonOptions) -> list[Words]:
    """What counts, a sentence each."""
    if options.best is None:
        said = [_("All nights count.")]
    elif options.best == 1:
        said = [_("The best night alone counts.")]
    else:
        said = [_("The best %(count)s nights count.", count=options.best)]
    if options.points is None:
        said.append(_("A night gives the points of its matches."))
    else:
        points = ", ".join(map(str, options.points))
        said.append(_("A night gives points by place: %(points)s; the last for all further places.", points=points))
        said.append(_("Places are counted among the roster: guests hold none."))
    if options.least > 1:
        said.append(_("Who was there at least %(count)s times has a place.", count=options.least))
    said.append(_("Ranked by %(items)s.", items=", ".join(_(CHAIN[item]) for item in options.chain)))
    return said


def leaves_out(season: SeasonObject) -> bool:
    """Whether some night of somebody does not count."""
    return any(len(row["counted"]) < row["nights"] for row in season["standings"])


def reason(_: Says[Words], row: SeasonRowObject, rows: Sequence[SeasonRowObject]) -> list[Words]:
    """Why this row stands above the next; of several on one place that they share it, of who has none why not."""
    if row["place"] is None:
        return [_("no place: too few nights") if row["nights"] else _("no place: not there yet")]
    said = []
    if sum(other["place"] == row["place"] for other in rows) > 1:
        said.append(_("level: they share place %(place)s", place=row["place"]))
    if row["why"]:
        better, worse = row["why"]["values"]
        said.append(_(_ONE_MORE if worse is None else _MORE[row["why"]["by"]], better=better, worse=worse))
    return said


def flags(
    _: Says[Words], season: SeasonObject, night: Callable[[NightObject], str], names: Callable[[list[str]], str]
) -> list[Words]:
    """What is to be known of its nights, a sentence for each kind of a night. `night`, `names`: how the face says a
    night, and several names."""
    said = []
    for (number, kind), those in groupby(
        sorted(season["flags"], key=lambda one: one["night"]), key=lambda one: (one["night"], one["kind"])
    ):
        who = [one.get("name") or season["players"][one.get("player", 1) - 1]["name"] for one in those]
        said.append(_(_FLAGS[kind], night=night(season["nights"][number - 1]), names=names(who)))
    return said
