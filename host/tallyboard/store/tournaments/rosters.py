"""Whose names are offered to a tournament: the roster of a season of the store."""

from collections.abc import Iterator
from typing import NamedTuple

from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.follow import FollowedSeason
from tallyboard.store.tournaments.rows import About, seasons
from tallyboard.store.tournaments.seasons import followed_season
from tallyboard.text.near_names import Roster

NOBODYS = "none"  # instead of a season: no roster


class RosterOffer(NamedTuple):
    """`seasons`: all that there are, the newest first; `chosen`: the one whose roster is offered, None for none."""

    seasons: list[About]
    chosen: About | None = None
    roster: Roster | None = None


def roster_offer(sql: Sql, tournament: str, wanted: str | None = None) -> RosterOffer:
    """Of the season that is `wanted`, by its name or the beginning of its id; else of the one that has this tournament
    (by its id) as a night; else of the only one. Raises TallyboardError where there is no such season."""
    known = seasons(sql)
    if not known or wanted == NOBODYS:
        return RosterOffer(known)
    if wanted:
        chosen = followed_season(sql, wanted)
    else:
        first = next(seasons_of(sql, tournament), None) or (
            followed_season(sql, known[0].id) if len(known) == 1 else None
        )
        if first is None:
            return RosterOffer(known)
        chosen = first
    return RosterOffer(known, chosen.about, Roster(player.names for player in chosen.season.roster))


def seasons_of(sql: Sql, tournament: str) -> Iterator[FollowedSeason]:
    """The seasons of which the tournament of this id is a night."""
    for about in seasons(sql):
        found = followed_season(sql, about.id)
        if any(tournament.startswith(night.file) for night in found.season.nights):
            yield found
