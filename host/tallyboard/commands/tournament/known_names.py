"""Whom of a season's roster a name means that is entered: asked at a terminal, told elsewhere, never decided."""

import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

from tallyboard.commands.tournament.opened import Looking, looked_at
from tallyboard.desk import Tournament
from tallyboard.store.tournaments.seasons import roster_offer
from tallyboard.text.language import _, later
from tallyboard.text.near_names import NearName
from tallyboard.text.printable import printable
from tallyboard.text.tournament.names import either


class OfRoster(NamedTuple):
    """`instead`: names of the roster by those that were typed; `said`: what is told of those that are kept."""

    instead: dict[str, str]
    said: list[str]


def known_names(
    names_in: Callable[[Tournament], Sequence[str]], season: str | None, near: str | None, how: object
) -> OfRoster:
    """What becomes of the names that are entered for the tournament as it stands. `season`: whose roster is meant, by
    its name; `near`: the answer to all questions, `roster` or `typed`."""
    looking = cast("Looking", how)
    with looked_at(looking) as (sql, followed):
        offer = roster_offer(sql, followed.about.id, season)
        if offer.roster is None or offer.chosen is None:
            return OfRoster({}, [])
        tournament = followed.tournament
        found = [*offer.roster.nears(names_in(tournament), [one.name for one in tournament.entrants])]
    asks = near is None and not looking.get("as_json") and can_ask()
    instead, said = {}, []
    for one in found:
        chosen = ""
        if near == "roster" and len(one.known) == 1:
            chosen = one.known[0]
        elif asks:
            chosen = _answer(one)
        elif near is None:
            said.append(" ".join((_question(one), _("`tallyboard tournament rename` gives another name."))))
        if chosen:
            instead[one.typed] = chosen
    return OfRoster(instead, said)


def can_ask() -> bool:
    """Whether somebody is there who can answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _question(one: NearName) -> str:
    """`Annie? In the roster that is Ann.`"""
    said = later("%(typed)s? In the roster there is %(known)s.")
    if one.is_other:
        said = later("%(typed)s? In the roster that is %(known)s.")
    return _(said, typed=one.typed, known=either(one.known))


def _answer(one: NearName) -> str:
    """The name of the roster that is meant, "" for none: what was typed is kept."""
    several = len(one.known) > 1
    which = later("y takes %(known)s, n keeps %(typed)s.")
    answers = dict.fromkeys(("y", _("y")), one.known[0])
    if several:
        which = later("1 to %(count)s takes one of these, n keeps %(typed)s.")
        answers = {str(at): name for at, name in enumerate(one.known, 1)}
    answers["n"] = ""
    asked = _(which, known=one.known[0], count=len(one.known), typed=one.typed)
    print(printable(f"{_question(one)} {asked}"), file=sys.stderr)
    while True:
        print("> ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        answer = "n" if not line else line.strip().casefold()[:1]  # whoever ends the input keeps it
        if answer in answers:
            return answers[answer]
