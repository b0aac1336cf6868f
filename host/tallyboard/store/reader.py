"""Reading a store: what the records say, match by match. Nothing is ever changed by it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared_rules.journal.record import SIZE
from tallyboard.errors import TallyboardError
from tallyboard.journal.runs import singles
from tallyboard.journal.spans import Spans
from tallyboard.store.failures import explained
from tallyboard.store.full_names import FullNames
from tallyboard.store.matches import derive, kept
from tallyboard.store.tables.rows import Epoch, epochs, is_record, sound_runs, tables
from tallyboard.store.tables.sql import Sql

_OF_AN_ID = set("0123456789abcdef-")


@dataclass(frozen=True)
class Alarm:
    """A board that tells two histories: these records (`numbers`, in order) are stored, and others came for them.

    Both are kept. Its memory was put back to an older state and played on.
    """

    board: str
    epoch: int
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        more = f" and {len(self.numbers) - 1} more" if len(self.numbers) > 1 else ""
        return (
            f"ALARM: board {self.board}, epoch {self.epoch}: record {self.numbers[0]}{more} came with other bytes than "
            "are stored. Both are kept, `tallyboard verify` lists them: the board tells another history now."
        )


@dataclass(frozen=True)
class Conflict:
    """Two sound records of one key: the bytes that are `kept`, and the `other` ones that came later."""

    board: str
    epoch: int
    seq: int
    kept: bytes
    other: bytes


class Reader:
    """The records and matches of one database, for reading; made by `read_store`.

    `place`: where it is, as it is told to people. `file`: the SQLite file, None for one in memory and for other
    databases. Every method raises TallyboardError where the database does not do its part.
    """

    def __init__(self, place: str, file: Path | None, connected: Callable[[], AbstractContextManager[Sql]]) -> None:
        self.place = place
        self.file = file
        self._connected = connected

    def close(self) -> None:
        """Let go of the database."""

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[Sql]:
        """A transaction: what is read in it is of one moment."""
        with explained(self.place), self._connected() as sql:
            yield sql

    # ---- matches

    def each_match(self, untouched: bool = False, prefix: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
        """(table name, match object) of every match: by table, on a table in the order in which they were played.

        A match in which no event stands is no result; `untouched`: those too. `prefix`: those whose id begins so. What
        is kept of them and damaged is computed from the records.
        """
        with self.reading() as sql:
            places = epochs(sql)
            names, full = tables(sql), FullNames(sql)
            doubted = kept.doubted(sql, places)
            for place in sorted(places, key=lambda place: (names.get(place.board, ""), place.board)):
                for match in kept.told(sql, place, place in doubted, prefix):
                    is_touched = not match.pop("untouched", False)
                    if untouched or is_touched:
                        yield names.get(place.board, ""), full.given_to(match)

    def matches(self, untouched: bool = False) -> list[tuple[str, dict[str, Any]]]:
        """`each_match` as a list."""
        return list(self.each_match(untouched))

    def match(self, prefix: str) -> dict[str, Any]:
        """The match object whose id begins so; raises TallyboardError when there is none or more than one."""
        wanted = prefix.strip().lower()
        found = []
        if wanted and set(wanted) <= _OF_AN_ID:
            found = [match for _, match in self.each_match(untouched=True, prefix=wanted)]
        if len(found) == 1:
            return found[0]
        if not found:
            raise TallyboardError(f"There is no match {prefix}.", "`tallyboard results` lists the matches.")
        some = ", ".join(match["match"] for match in found[:5]) + (", …" if len(found) > 5 else "")
        raise TallyboardError(f"Several matches begin with {prefix}: {some}.", "Give more of the id.")

    def last_match(self, board: str, epoch: int) -> dict[str, Any] | None:
        """The match object of the epoch's last match, None where there is none."""
        with self.reading() as sql:
            last = kept.last(sql, board, epoch) or _last(kept.computed(sql, _place(sql, board, epoch)))
            if last is None:
                return None
            last.pop("untouched", False)
            return last if last["key"] is None else FullNames(sql, last["key"]).given_to(last)

    def starts(self, board: str, epoch: int) -> list[int]:
        """The first record numbers of the epoch's matches, in order."""
        with self.reading() as sql:
            place = _place(sql, board, epoch)
            if kept.doubted(sql, [place]):
                return [match["first_seq"] for match in kept.computed(sql, place)]
            return kept.starts(sql, place)

    def next_match(self, board: str, epoch: int, first_seq: int) -> int | None:
        """The first record number of the match after the one that begins at `first_seq`, None when that is the last."""
        return next((start for start in self.starts(board, epoch) if start > first_seq), None)

    # ---- records

    def journals(self) -> list[tuple[str, str, int]]:
        """(board, table name, epoch) of every journal, in the order in which they were first heard."""
        with self.reading() as sql:
            names = tables(sql)
            return [(place.board, names.get(place.board, ""), place.epoch) for place in epochs(sql)]

    def held(self, board: str, epoch: int) -> Spans:
        """The numbers of the sound records that are stored."""
        with self.reading() as sql:
            return _numbers(sql, board, epoch, 0)

    def records(self, board: str, epoch: int, start: int = 0, end: int | None = None) -> list[tuple[int, bytes]]:
        """(number, bytes) of the epoch's sound records from number `start` up to, not with, `end`, in order."""
        with self.reading() as sql:
            return [one for run in sound_runs(sql, board, epoch, start, end) for one in singles(run)]

    def full_names(self) -> list[str]:
        """The names that boards could not keep in full."""
        with self.reading() as sql:
            return FullNames(sql).all()

    def alarms(self) -> list[Alarm]:
        """Where sound records are stored with other bytes, by board and epoch."""
        found: dict[tuple[str, int], list[int]] = {}
        for one in self.conflicts():
            numbers = found.setdefault((one.board, one.epoch), [])
            if one.seq not in numbers[-1:]:
                numbers.append(one.seq)
        return [Alarm(*place, tuple(numbers)) for place, numbers in found.items()]

    def conflicts(self) -> list[Conflict]:
        """Two histories, record by record: by board, epoch and number."""
        with self.reading() as sql:
            if not sql.has("conflicts"):
                return []
            rows = sql.rows(
                "SELECT c.board, c.epoch, c.seq, r.data, c.data FROM conflicts c JOIN records r "
                "ON r.board = c.board AND r.epoch = c.epoch AND r.seq = c.seq ORDER BY c.board, c.epoch, c.seq, c.id"
            )
            return [
                Conflict(board, epoch, seq, bytes(stored), bytes(other))
                for board, epoch, seq, stored, other in rows
                if _are_two(board, epoch, seq, stored, other)
            ]

    def missing_from(self, match: dict[str, Any]) -> Spans:
        """The numbers of the records that a match should have and this store lacks."""
        board, epoch, first = match["board"], match["epoch"], match["first_seq"]
        end = self.next_match(board, epoch, first)
        with self.reading() as sql:
            return _never_came(sql, board, epoch, first, end or _place(sql, board, epoch).next)

    def never_collected(self) -> list[tuple[str, int, int]]:
        """(board, epoch, records) of the epochs that have ended while the board held records that this store lacks."""
        with self.reading() as sql:
            over = [place for place in epochs(sql) if place.over]
            counts = [len(_never_came(sql, one.board, one.epoch, one.oldest, one.next)) for one in over]
            return [(one.board, one.epoch, count) for one, count in zip(over, counts, strict=True) if count]


def _last(matches: Iterator[dict[str, Any]]) -> dict[str, Any] | None:
    found = None
    for found in matches:  # noqa: B007 - the last one is wanted
        pass
    return found


def _place(sql: Sql, board: str, epoch: int) -> Epoch:
    found = (place for place in epochs(sql) if (place.board, place.epoch) == (board, epoch))
    return next(found, Epoch(board, epoch, 0))


def _numbers(sql: Sql, board: str, epoch: int, start: int, end: int | None = None) -> Spans:
    held = Spans()
    for first, data in sound_runs(sql, board, epoch, start, end):
        held.add(first, first + len(data) // SIZE)
    return held


def _never_came(sql: Sql, board: str, epoch: int, first: int, end: int) -> Spans:
    """The numbers in this span that are not stored, but for those that the board itself could not read."""
    missing = Spans([(first, end)]).without(_numbers(sql, board, epoch, first, end))
    return missing.without(derive.fallen(sound_runs(sql, board, epoch))) if missing else missing


def _are_two(board: Any, epoch: Any, seq: Any, stored: Any, other: Any) -> bool:
    """Whether these are two sound records: what a disk has damaged is none, and the same one twice is no second."""
    are_records = isinstance(board, str) and all(is_record(epoch, seq, data) for data in (stored, other))
    return are_records and bytes(stored) != bytes(other)
