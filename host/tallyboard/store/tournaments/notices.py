"""Notices: dated facts beside a tournament, which computing does not see; never changed, never taken out.

Each carries a check. One whose check does not hold is what a disk has damaged, and counts nowhere.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from tallyboard.store.tables.sql import CoreSql, Sql
from tallyboard.store.tournaments.rows import check
from tallyboard.store.transactions import Writable

DOUBT = "doubt"  # figures that looked wrong are right: `content` is which, see doubts.py

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
        """The row that keeps it, by column."""
        return {**self._asdict(), "crc": check(*self)}


def notice_of(row: tuple[Any, ...]) -> TournamentNotice | None:
    """The notice of a row of the table; None where a disk has damaged it."""
    is_one = [type(value) for value in row] == _TYPES and row[-1] == check(*row[:-1])
    return TournamentNotice(*row[:-1]) if is_one else None


def all_notices(sql: Sql, kind: str | None = None, tournament: str | None = None) -> list[TournamentNotice]:
    """All that are sound, the oldest first; of this kind and this tournament, where they are given."""
    found = [one for one in map(notice_of, _rows(sql)) if one and kind in (None, one.kind)]
    return sorted((one for one in found if tournament in (None, one.tournament)), key=lambda one: (one.given, one.id))


def damaged(sql: Sql) -> list[tuple[str, str]]:
    """(id of the tournament, id) of those whose check does not hold."""
    return [(str(row[0]), str(row[2])) for row in _rows(sql) if notice_of(row) is None]


def _rows(sql: Sql) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in sql.rows(_SELECT)] if sql.has("notices") else []


def give(sql: CoreSql, tournament: str, kind: str, contents: Sequence[str], who: str, reason: str) -> None:
    """Write these down, each later than what was noted of the tournament before."""
    before = all_notices(sql, tournament=tournament)
    now = sql.now_ms()
    first = max(now, before[-1].given + 1) if before else now
    made = [
        TournamentNotice(tournament, given, str(uuid4()), kind, content, who, reason)
        for given, content in enumerate(contents, first)
    ]
    if made:
        sql.insert("notices", [one.as_row() for one in made])
        sql.run("UPDATE tournaments SET active = :now WHERE id = :id", now=now, id=tournament)


def take(store: Writable, others: Sequence[TournamentNotice]) -> int:
    """Keep those of another store that are not there; how many."""
    with store.reading() as sql:
        known = {one.id for one in all_notices(sql)}
    missing = [one for one in others if one.id not in known]
    if missing:
        with store.writing() as connection:
            CoreSql(connection).insert("notices", [one.as_row() for one in missing], "DO NOTHING")
    return len(missing)


def remove_damaged(sql: CoreSql) -> None:
    """Take out those whose check does not hold: what they say counts nowhere, and a doubt stands again."""
    for _, name in damaged(sql):
        sql.run("DELETE FROM notices WHERE id = :id", id=name)
