"""Corrections as they are kept: facts beside the records, never changed and never taken out.

Of a match the last one stands, by its moment, then by its id: so wherever the same facts have come together, whatever
the order, the same stands. One whose check does not hold is what a disk has damaged, and counts nowhere.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple
from zlib import crc32

from tallyboard.shapes import CorrectionFact
from tallyboard.store.tables.sql import Sql
from tallyboard.text.utc import utc_text

Kind = Literal["sheet", "result", "aside", "drop"]

COLUMNS = ("id", "match_id", "kind", "content", "given_by", "reason", "given", "laptop")
_SELECT = f"SELECT {', '.join(COLUMNS)}, crc FROM corrections"
_TYPES = [*[str] * 6, int, str, int]
_NEVER = 253_402_300_800_000  # the year 10000: no moment of ours is so late


class Correction(NamedTuple):
    """A fact. `kind`: a sheet or a result stands instead of what the board recorded, the match is set aside, or drop:
    what the board recorded stands again. `content`: the scoresheet, or the score in a line, see score.py; else empty.
    `given_by`: who says it; `given`: when, in ms since 1970."""

    id: str
    match: str
    kind: Kind
    content: str
    given_by: str
    reason: str
    given: int
    laptop: str

    @property
    def at(self) -> str:
        """When it was given, in UTC."""
        return utc_text(datetime.fromtimestamp(self.given / 1000, UTC))

    def as_row(self) -> dict[str, Any]:
        """The row that keeps it, by column."""
        return {**dict(zip(COLUMNS, self, strict=True)), "crc": _check(self)}

    def as_json(self) -> CorrectionFact:
        """The fact as plain values."""
        return {
            "correction": self.id,
            "kind": self.kind,
            "content": self.content,
            "by": self.given_by,
            "laptop": self.laptop,
            "reason": self.reason,
            "at": self.at,
        }


def _check(values: Iterable[Any]) -> int:
    """The check of a row with these values of its COLUMNS."""
    return crc32("\0".join(map(str, values)).encode("utf-8", "surrogateescape"))


def correction_of(row: tuple[Any, ...]) -> Correction | None:
    """What is kept in these values of the COLUMNS and the check behind them; None where a disk has damaged it."""
    if [type(value) for value in row] != _TYPES:
        return None
    *values, crc = row
    found = Correction(*values)
    is_text = not any("\ud800" <= letter <= "\udfff" for letter in "".join((*values[:6], found.laptop)))
    return found if is_text and 0 <= found.given < _NEVER and crc == _check(values) else None


def all_corrections(sql: Sql) -> list[Correction]:
    """All that are sound, each before those that take its place."""
    return [one for _, one in _rows(sql) if one is not None]


def damaged(sql: Sql) -> list[str]:
    """The ids of those whose check does not hold."""
    return [str(name) for name, one in _rows(sql) if one is None]


def of_match(sql: Sql, match_id: str) -> list[Correction]:
    """All of this match that are sound, each before those that take its place."""
    return [one for _, one in _rows(sql, "WHERE match_id = :match", match=match_id) if one is not None]


def by_match(sql: Sql) -> dict[str, list[Correction]]:
    """The same for each match of which there are some, by its id."""
    found: dict[str, list[Correction]] = {}
    for one in all_corrections(sql):
        found.setdefault(one.match, []).append(one)
    return found


def standing(sql: Sql) -> dict[str, Correction]:
    """By the id of each match of which another thing stands than what its board recorded, what that is."""
    last = {one.match: one for one in all_corrections(sql)}
    return {match: one for match, one in last.items() if one.kind != "drop"}


def _rows(sql: Sql, where: str = "", **values: Any) -> Iterator[tuple[Any, Correction | None]]:
    """(id, correction or None) of each row, in order."""
    if not sql.has("corrections"):
        return
    found = [(row[0], correction_of(row)) for row in sql.rows(f"{_SELECT} {where}", **values)]
    yield from sorted(found, key=lambda pair: (0, "") if pair[1] is None else (pair[1].given, pair[1].id))
