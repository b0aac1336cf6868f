"""Matches that were recorded elsewhere, taken in as results. Which they were stands with their events: what is undone
is not taken, and what is copied is taken there too."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress

from tallyboard.desk import Tournament, events
from tallyboard.desk.season import RosterPlayer
from tallyboard.errors import TallyboardError, nlater
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.appending import Because, Decide
from tallyboard.store.tournaments.follow import Followed, FollowedSeason, each_followed, replayed
from tallyboard.store.tournaments.rows import StoredEvent, listed, seasons
from tallyboard.text.near_names import same
from tallyboard.text.tournament.cmn import AlsoCalled, CmnMatch, CmnOutcome, cids_in, id_in, kept_id, results_of

_CID = re.compile(r"[A-Za-z]{2,}-\d+")  # among a roster's other names: CRK-00142


def taking(
    followed: Followed, matches: Sequence[CmnMatch], also: AlsoCalled, outcome: list[CmnOutcome], reason: str = ""
) -> Decide:
    """What enters the results of these matches, all that can be; `outcome` is filled with what becomes of each.

    Raises TallyboardError where none of them can be, and it is not because all of them are there.
    """

    def decide(_: Tournament) -> list[str | Because]:
        trial = replayed(followed.about.first_line, followed.events)
        outcome[:] = results_of(trial, matches, taken_ids(followed), also, reason)
        lines: list[str | Because] = [Because(one.line, one.reason) for one in outcome if one.line]
        against = [one for one in outcome if not one.line and not one.is_known]
        if against and not lines:
            others = len(against) - 1
            more = nlater(" Nor is %(num)s other.", " Nor are %(num)s others.", others) if others else ""
            raise TallyboardError(
                "Match %(title)s is no result here: %(why)s.%(more)s",
                "Nothing was entered. `tallyboard tournament schedule` shows who plays whom, `tallyboard tournament "
                "phase --help` which game a phase plays.",
                title=against[0].match.title,
                why=against[0].why,
                more=more,
            )
        return lines

    return decide


def taken_ids(followed: Followed) -> set[str]:
    """The ids of the matches that stand as results: of the notation as `kept_id` has them, and of boards."""
    found = set()
    for stored, event in _standing(followed):
        if isinstance(event, events.Result) and event.board is not None:
            found.add(kept_id(event.board))
        found.add(id_in(stored.reason))
    return found - {""}


def _standing(followed: Followed) -> Iterable[tuple[StoredEvent, events.What]]:
    both = zip(followed.events, followed.tournament.events, strict=True)
    return ((stored, event.what) for stored, event in both if event.stands)


def roster(sql: Sql) -> list[RosterPlayer]:
    """Everybody of all seasons, but those that a disk has damaged."""
    found: list[RosterPlayer] = []
    for about in seasons(sql):
        one = FollowedSeason(about)
        with suppress(TallyboardError):
            one.catch_up(sql)
            found += one.season.roster
    return found


def also_called(sql: Sql) -> AlsoCalled:
    """All names of whoever has another name in a season's roster, by what is the same as that one."""
    found: dict[str, list[str]] = {}
    for player in roster(sql):
        for name in player.names[1:]:
            found.setdefault(same(name), []).extend(player.names)
    return found


def known_cids(sql: Sql) -> dict[str, str]:
    """The `cid` of whoever has one, by what is the same as their name: as it was taken in, or as a roster has it."""
    found: dict[str, str] = {}
    for _, followed in each_followed(sql, listed(sql)):
        if followed is None:
            continue
        for stored, _ in _standing(followed):
            for number, at, cid in cids_in(stored.reason):
                found[same(followed.tournament.entrants[number - 1].players[at])] = cid
    for player in roster(sql):
        ids = [name for name in player.names if _CID.fullmatch(name)]
        found |= {same(name): ids[0] for name in player.names if ids}
    return found
