"""Notices: dated facts beside a tournament, which computing does not see; never changed, never taken out.

Each carries a check. One whose check does not hold is what a disk has damaged, and counts nowhere. A result that
its game cannot have given stands beside the flags until a notice confirms it. Those for the hall are in hall.py.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from tallyboard.desk import Tournament
from tallyboard.errors import CoreError
from tallyboard.errors import store as told
from tallyboard.store.tables.sql import CoreSql, Sql, rows_if_there
from tallyboard.store.tournaments.appending import check_reason
from tallyboard.store.tournaments.follow import Followed
from tallyboard.store.tournaments.rows import check
from tallyboard.store.transactions import Writable
from tallyboard.text.doubts import Doubt, doubts_of_line

DOUBT = "doubt"  # figures that looked wrong are right: `content` is which, see Doubted

_SELECT = "SELECT tournament, given, id, kind, content, given_by, reason, crc FROM notices"
_TYPES = [str, int, str, str, str, str, str, int]


class TournamentNotice(NamedTuple):
    """`tournament`: an id. `given`: when, ms since 1970 by the database's clock. `id`: a UUID. `given_by` says so."""

    tournament: str
    given: int
    id: str
    kind: str
    content: str
    given_by: str
    reason: str

    def as_row(self) -> dict[str, Any]:
        return {**self._asdict(), "crc": check(*self)}


def notice_of(row: tuple[Any, ...]) -> TournamentNotice | None:
    """The notice of a row of the table; None where a disk has damaged it."""
    is_one = [type(value) for value in row] == _TYPES and row[-1] == check(*row[:-1])
    return TournamentNotice(*row[:-1]) if is_one else None


def all_notices(sql: Sql, kind: str | None = None, tournament: str | None = None) -> list[TournamentNotice]:
    """All that are sound, the oldest first; of this kind and this tournament, where they are given."""
    wanted = {name: value for name, value in (("kind", kind), ("tournament", tournament)) if value is not None}
    where = " AND ".join(f"{name} = :{name}" for name in wanted)
    rows = rows_if_there(sql, "notices", f"{_SELECT} WHERE {where}" if where else _SELECT, **wanted)
    return sorted(filter(None, map(notice_of, rows)), key=lambda one: (one.given, one.id))


def damaged(sql: Sql) -> list[tuple[str, str]]:
    """(id of the tournament, id) of those whose check does not hold."""
    return [(str(row[0]), str(row[2])) for row in rows_if_there(sql, "notices", _SELECT) if notice_of(row) is None]


def give(sql: CoreSql, tournament: str, kind: str, contents: Sequence[str], who: str, reason: str) -> None:
    """Write these down, each later than what was noted of the tournament before."""
    before = all_notices(sql, tournament=tournament)
    now = sql.now_ms()
    first = max(now, before[-1].given + 1) if before else now
    for given, content in enumerate(contents, first):
        made = TournamentNotice(tournament, given, str(uuid4()), kind, content, who, reason)
        sql.insert("notices", [made.as_row()])
    if contents:
        sql.run("UPDATE tournaments SET active = :now WHERE id = :id", now=now, id=tournament)


def take(store: Writable, others: Sequence[TournamentNotice]) -> int:
    """Keep those of another store that are not there; how many."""
    with store.reading() as sql:
        known = {one.id for one in all_notices(sql)}
    missing = [one for one in others if one.id not in known]
    if missing:
        with store.writing() as sql:
            sql.insert("notices", [one.as_row() for one in missing], "DO NOTHING")
    return len(missing)


def remove_damaged(sql: CoreSql) -> None:
    """Take out those whose check does not hold: what they say counts nowhere, and a doubt stands again."""
    sql.run_each("DELETE FROM notices WHERE id = :id", [{"id": name} for _, name in damaged(sql)])


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
                why = tuple(doubts_of_line(phase.line_of(number), game.scores, game.twenties, not phase.is_league))
                if why:
                    found.append(Doubted(match.name, number, standing.players, game.scores, game.twenties, why))
    return found


def unconfirmed(sql: Sql, tournament: str, some: list[Doubted]) -> list[Doubted]:
    """Those of these that nobody has confirmed in the tournament of this id."""
    if not some:
        return []  # as nearly always: nothing is asked
    known = {one.content for one in all_notices(sql, DOUBT, tournament)}
    return [one for one in some if one.content not in known]


def confirm(
    store: Writable, followed: Followed, chosen: Callable[[Doubted], bool], who: str, reason: str = ""
) -> list[Doubted]:
    """`confirm_in` in a transaction of its own."""
    with store.writing() as sql:
        return confirm_in(sql, followed, chosen, who, reason)


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
    give(sql, followed.about.id, DOUBT, [one.content for one in found], who, reason)
    return found
