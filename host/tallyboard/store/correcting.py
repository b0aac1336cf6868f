"""Writing a correction down, and taking in those of another store."""

from collections.abc import Callable, Sequence
from uuid import uuid4

from tallyboard.errors import CoreError
from tallyboard.errors import store as told
from tallyboard.shapes import MatchObject
from tallyboard.store.corrections import Correction, Kind, all_corrections, damaged, of_match
from tallyboard.store.tables.sql import CoreSql
from tallyboard.store.transactions import Writable
from tallyboard.system.laptop import laptop_name
from tallyboard.text.match_words import short_id


def correct(
    store: Writable,
    match: MatchObject,
    kind: Kind,
    content: str,
    reason: str,
    given_by: str,
    check: Callable[[Sequence[Correction]], None] | None = None,
) -> Correction:
    """Write this down about the match; what stands of it from now on.

    `content`: a scoresheet of the match's game, or the line of a score of its sides; empty for the other kinds. `check`
    is given what was said of the match before, in the transaction that writes, and may raise. Raises TallyboardError
    where there is nothing to drop, and where the store fails.
    """
    with store.writing() as connection:
        sql = CoreSql(connection)
        sql.lock(
            "boards", match["board"]
        )  # of two that correct a match at once the second waits, and sees what is written
        before = of_match(sql, match["match"])
        if check is not None:
            check(before)
        if kind == "drop" and (not before or before[-1].kind == "drop"):
            raise CoreError(told.NOT_CORRECTED, match=short_id(match))
        now = sql.now_ms()
        given = max(now, before[-1].given + 1) if before else now  # of two at once, or by a clock put back, this holds
        names = str(uuid4()), match["match"]
        made = Correction(*names, kind, content, given_by, reason, given, laptop_name())
        sql.insert("corrections", [made.as_row()])
    return made


def take(store: Writable, others: Sequence[Correction]) -> int:
    """Keep those of these that are not there; how many. Of two with one id, which no laptop gives, the greater
    stays."""
    with store.reading() as sql:
        if not _missing(others, all_corrections(sql)):
            return 0
    with store.writing() as connection:
        sql = CoreSql(connection)
        missing = _missing(others, all_corrections(sql))
        sql.upsert("corrections", "id", [one.as_row() for one in missing])
    return len(missing)


def _missing(others: Sequence[Correction], there: Sequence[Correction]) -> list[Correction]:
    known = {one.id: one for one in there}
    return [one for one in others if one.id not in known or known[one.id] < one]


def remove_damaged(sql: CoreSql) -> None:
    """Take out those whose check does not hold: what they say counts nowhere, and is in no other place."""
    for name in damaged(sql):
        sql.run("DELETE FROM corrections WHERE id = :id", id=name)
