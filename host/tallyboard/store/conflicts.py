"""Records that came with other bytes too: a board that tells two histories, and the matches in which they stand."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tallyboard.errors.store import ALARM
from tallyboard.store.tables.rows import is_record
from tallyboard.store.tables.sql import Sql, rows_if_there
from tallyboard.text.language import here, later, ngettext

_SELECT = (
    "SELECT c.board, c.epoch, c.seq, r.data, c.data FROM conflicts c "
    "JOIN records r ON r.board = c.board AND r.epoch = c.epoch AND r.seq = c.seq"
)
_ORDER = "ORDER BY c.board, c.epoch, c.seq, c.id"


@dataclass(frozen=True)
class Conflict:
    """Two sound records of one key: the bytes that are `kept`, and the `other` ones that came later."""

    board: str
    epoch: int
    seq: int
    kept: bytes
    other: bytes


@dataclass(frozen=True)
class Alarm:
    """A board that tells two histories: records of it are stored, and others came for them. Both are kept. Its memory
    was put back to an older state and played on."""

    board: str  #: id of the board
    epoch: int  #: number of its journal, 32 bits
    numbers: tuple[int, ...]  #: numbers of these records, from 0, in order; at least one

    def __str__(self) -> str:
        first, *others = self.numbers
        more = later(" and %(count)s more", count=len(others)) if others else ""
        return here().filled(ALARM, {"board": self.board, "epoch": self.epoch, "record": first, "more": more})


def all_conflicts(sql: Sql) -> list[Conflict]:
    """Two histories, record by record: by board, epoch and number."""
    return _read(sql, f"{_SELECT} {_ORDER}")


def conflicts_of(sql: Sql, board: str, epoch: int) -> list[Conflict]:
    """Those of one epoch, by number."""
    return _read(sql, f"{_SELECT} WHERE c.board = :board AND c.epoch = :epoch {_ORDER}", board=board, epoch=epoch)


def _read(sql: Sql, statement: str, **values: Any) -> list[Conflict]:
    return [
        Conflict(board, epoch, seq, bytes(stored), bytes(other))
        for board, epoch, seq, stored, other in rows_if_there(sql, "conflicts", statement, **values)
        # What a disk has damaged is no record, and the same one twice is no second.
        if isinstance(board, str) and all(is_record(epoch, seq, data) for data in (stored, other)) and stored != other
    ]


def alarms(conflicts: Iterable[Conflict]) -> list[Alarm]:
    found: dict[tuple[str, int], list[int]] = {}
    for one in conflicts:
        numbers = found.setdefault((one.board, one.epoch), [])
        if one.seq not in numbers[-1:]:
            numbers.append(one.seq)
    return [Alarm(board, epoch, tuple(numbers)) for (board, epoch), numbers in found.items()]


def by_match(numbers: Iterable[int], starts: Sequence[int]) -> dict[int, list[int]]:
    """These record numbers of an epoch by the first number of the match in which each stands; `starts`: of its matches.

    A number belongs to the last match that begins at it or before, also to one in which nothing was entered; those
    before all matches belong to none.
    """
    found: dict[int, list[int]] = {}
    for number in numbers:
        behind = bisect_right(starts, number)
        if behind:
            found.setdefault(starts[behind - 1], []).append(number)
    return found


def sentence(match: Mapping[str, Any]) -> str:
    """What is told of a match object with `conflicts`; empty for another."""
    numbers = match.get("conflicts", ())
    if not numbers:
        return ""
    return ngettext(
        "ALARM: record %(which)s came with other bytes too. The board tells another history now; both are kept.",
        "ALARM: records %(which)s came with other bytes too. The board tells another history now; both are kept.",
        len(numbers),
        which=", ".join(map(str, numbers)),
    )
