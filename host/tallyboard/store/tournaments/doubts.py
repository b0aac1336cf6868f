"""Results that a game cannot have given: each stands beside the flags until somebody confirms it."""

from collections.abc import Callable
from typing import NamedTuple

from tallyboard.desk import Tournament
from tallyboard.errors import CoreError
from tallyboard.errors import store as told
from tallyboard.store.tables.sql import CoreSql, Sql
from tallyboard.store.tournaments import notices
from tallyboard.store.tournaments.appending import check_reason
from tallyboard.store.tournaments.follow import Followed
from tallyboard.store.transactions import Writable
from tallyboard.text.doubts import Doubt, doubts_of_line


class NotInDoubtError(CoreError):
    """There is nothing to confirm."""


class Doubted(NamedTuple):
    """A game that counts, and why it cannot be. `sides`, A first: entrants with their `scores` and `twenties`."""

    match: str
    game: int
    sides: tuple[int, int]
    scores: tuple[int, int]
    twenties: tuple[int, int]
    why: tuple[Doubt, ...]

    @property
    def content(self) -> str:
        """What a notice confirms: these figures of these two, whoever is A."""
        (x, s, n), (y, t, m) = sorted(zip(self.sides, self.scores, self.twenties, strict=True))
        return f"{self.match}/{self.game} {x} {s} {y} {t} twenties {n} {m}"


def doubted(tournament: Tournament) -> list[Doubted]:
    """The games of matches that cannot be what they were played by, confirmed or not."""
    found = []
    for phase in tournament.phases:
        for match in phase.matches():
            standing = phase.standing(match)
            if standing.players is None:
                continue
            for number, game in enumerate(map(standing.a_first, standing.verdict.games), 1):
                why = tuple(doubts_of_line(phase.line_of(number), game.scores, game.twenties))
                if why:
                    found.append(Doubted(match.name, number, standing.players, game.scores, game.twenties, why))
    return found


def unconfirmed(sql: Sql, tournament: str, some: list[Doubted]) -> list[Doubted]:
    """Those of these that nobody has confirmed in the tournament of this id."""
    if not some:
        return []  # as nearly always: nothing is asked
    known = {one.content for one in notices.all_notices(sql, notices.DOUBT, tournament)}
    return [one for one in some if one.content not in known]


def confirm(
    store: Writable, followed: Followed, chosen: Callable[[Doubted], bool], who: str, reason: str = ""
) -> list[Doubted]:
    """`confirm_in` in a transaction of its own."""
    with store.writing() as connection:
        return confirm_in(CoreSql(connection), followed, chosen, who, reason)


def confirm_in(
    sql: CoreSql, followed: Followed, chosen: Callable[[Doubted], bool], who: str, reason: str = ""
) -> list[Doubted]:
    """Note that those of what is in doubt now that are chosen are right. Raises NotInDoubtError where none is."""
    check_reason(reason)
    sql.lock("tournaments", followed.about.id)
    followed.catch_up(sql)
    found = [one for one in unconfirmed(sql, followed.about.id, doubted(followed.tournament)) if chosen(one)]
    if not found:
        raise NotInDoubtError(told.NOT_IN_DOUBT)
    notices.give(sql, followed.about.id, notices.DOUBT, [one.content for one in found], who, reason)
    return found
