"""Reading a store: what the records say, match by match, and what a match object tells. Nothing is changed by it."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import store as told
from tallyboard.journal.runs import Spans, end_of, fallen, singles
from tallyboard.shapes import MatchObject, NextMatch, RecordedMatch
from tallyboard.store import conflicts, corrections
from tallyboard.store.conflicts import Alarm, Conflict
from tallyboard.store.corrections import Correction
from tallyboard.store.failures import explained
from tallyboard.store.matches import kept
from tallyboard.store.matches.replayed import KeptMatch, match_id
from tallyboard.store.tables.rows import (
    MOST,
    epoch_of,
    epochs,
    power_on_before,
    power_on_from,
    sound_runs,
    table_names,
)
from tallyboard.store.tables.sql import Sql, rows_if_there
from tallyboard.store.tournaments.rows import lines_of_all

if TYPE_CHECKING:
    from tallyboard.journal.presses import Press


class FullNames:
    """The full names in a store: by the match's key there, the side, and what the board keeps of the name. What the
    board keeps belongs to it, so that a key that is used a second time renames nobody."""

    def __init__(self, sql: Sql, key: str | None = None) -> None:
        """Those by this key; None: all there are."""
        self._names: dict[tuple[str, str, str], str] = {}
        wanted = "SELECT key, side, shown, name FROM full_names"
        where, values = ("", {}) if key is None else (" WHERE key = :key", {"key": key})
        for its_key, side, shown, name in rows_if_there(sql, "full_names", wanted + where, **values):
            if isinstance(name, str):
                self._names[its_key, side, shown] = name

    def all(self) -> list[str]:
        return list(self._names.values())

    def of(self, match: RecordedMatch) -> dict[str, str | None]:
        """The names of this match's sides, full ones where there are."""
        return self._known(match["key"], match["names"])

    def of_next(self, waiting: NextMatch) -> NextMatch:
        """The match that waits, with full names where there are."""
        return {**waiting, "names": self._known(waiting["key"], waiting["names"])}

    def _known(self, key: str | None, names: dict[str, str | None]) -> dict[str, str | None]:
        if key is None or not self._names:
            return names
        return {side: name and self._names.get((key, side, name), name) for side, name in names.items()}


def names_version(sql: Sql) -> object:
    """Another one where the names in a store are others."""
    return next(rows_if_there(sql, "full_names", "SELECT COUNT(*), MAX(given) FROM full_names"), None)


class MatchObjects:
    """Makes match objects of the matches of a store, every one of the same form for whoever shows it.

    To what is kept they add the name of the `table`, full names, what stands by a `correction`, and as `conflicts` the
    numbers of the match's records that came with other bytes too, where there are any.
    """

    def __init__(self, sql: Sql, alarms: Iterable[Alarm]) -> None:
        """`alarms`: those of the matches' epochs."""
        self._tables = table_names(sql)
        self._names = FullNames(sql)
        self._corrections = corrections.standing(sql)
        self._conflicts: dict[tuple[str, int, int], list[int]] = {}
        for alarm in alarms:
            starts = kept.starts(sql, epoch_of(sql, alarm.board, alarm.epoch))
            for first_seq, numbers in conflicts.by_match(alarm.numbers, starts).items():
                self._conflicts[alarm.board, alarm.epoch, first_seq] = numbers

    def table_of(self, board: str) -> str:
        """The name of the board's table, "" where it has none."""
        return self._tables.get(board, "")

    def of(self, match: KeptMatch) -> MatchObject:
        """The match object of this match."""
        numbers = self._conflicts.get((match["board"], match["epoch"], match["first_seq"]), ())
        correction = self._corrections.get(match["match"])
        return match_object(match, self.table_of(match["board"]), self._names.of(match), numbers, correction)

    def is_listed(self, match: KeptMatch, untouched: bool, aside: bool) -> bool:
        """Whether a list has the match: an event stands in it, or somebody has said what does. `untouched`, `aside`: it
        has those too in which nothing stands, and that are set aside."""
        correction = self._corrections.get(match["match"])
        if correction is None:
            return untouched or not match.get("untouched", False)
        return aside or correction.kind != "aside"


def object_alone(sql: Sql, alone: kept.Alone) -> MatchObject:
    """The match object of a match that was found by itself, see `kept.alone`."""
    match, behind = alone
    board, epoch, first = match["board"], match["epoch"], match["first_seq"]
    end = MOST if behind is None else behind
    numbers = {one.seq for one in conflicts.conflicts_of(sql, board, epoch) if first <= one.seq < end}
    names = match["names"] if match["key"] is None else FullNames(sql, match["key"]).of(match)
    said = corrections.of_match(sql, match["match"])[-1:]
    correction = next((one for one in said if one.kind != "drop"), None)
    return match_object(match, table_names(sql, board).get(board, ""), names, sorted(numbers), correction)


def match_object(
    match: KeptMatch,
    table: str,
    names: dict[str, str | None],
    twice: Sequence[int] = (),
    correction: Correction | None = None,
) -> MatchObject:
    """The match object of this match, with the name of its table, full names, the numbers of its records that came with
    other bytes too (`twice`), and what stands by the correction."""
    made: dict[str, Any] = {"match": match["match"], "board": match["board"], "table": table, **match, "names": names}
    made.pop("untouched", None)
    made["correction"] = None
    if twice:
        made["conflicts"] = list(twice)
    recorded = cast(MatchObject, made)
    return recorded if correction is None else corrections.corrected(recorded, correction)


class _Nothing:
    """A store that is not there yet: no rows."""

    dialect = "sqlite"

    def rows(self, statement: str, **values: Any) -> Iterator[tuple[Any, ...]]:
        return iter(())

    def has(self, table: str, *more: str) -> bool:
        return False

    def now_ms(self) -> int:
        return 0


class Reader:
    """What is stored: by itself nothing yet. `database`: where it is, as it is told to people. `file`: the SQLite file,
    None for one in memory and for other databases. Every failure of the database comes out as a TallyboardError."""

    def __init__(self, database: str, file: Path | None) -> None:
        self.database = database
        self.file = file

    @contextmanager
    def _transaction(self) -> Iterator[Sql]:
        yield _Nothing()

    def close(self) -> None:
        """Let go of the database."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[Sql]:
        """A transaction: what is read in it is of one moment."""
        with explained(self.database), self._transaction() as sql:
            yield sql

    # ---- matches

    def each_match(
        self,
        untouched: bool = False,
        prefix: str = "",
        alarms: Iterable[Alarm] | None = None,
        aside: bool = False,
    ) -> Iterator[MatchObject]:
        """Every match: by table, on a table in the order in which they were played.

        A match in which no event stands is no result; `untouched`: those too. Nor is one that was set aside; `aside`:
        those too. `prefix`: those whose id begins so.
        `alarms`: those of the store, where they are at hand. What is kept and damaged is computed from the records.
        """
        with self.reading() as sql:
            objects = MatchObjects(sql, conflicts.alarms(conflicts.all_conflicts(sql)) if alarms is None else alarms)
            for epoch in sorted(epochs(sql), key=lambda epoch: (objects.table_of(epoch.board), epoch.board)):
                for match in kept.told(sql, epoch, prefix):
                    if objects.is_listed(match, untouched, aside):
                        yield objects.of(match)

    def matches(self, untouched: bool = False, aside: bool = False) -> list[MatchObject]:
        """`each_match` as a list."""
        return list(self.each_match(untouched, aside=aside))

    def match(self, prefix: str) -> MatchObject:
        """The match whose id begins so; raises TallyboardError when there is none or more than one."""
        wanted = prefix.strip().lower()
        found = []
        if wanted and set(wanted) <= {*"0123456789abcdef-"}:
            with self.reading() as sql:
                alone = kept.alone(sql, wanted)
                if alone is not None:
                    return object_alone(sql, alone)
            found = list(self.each_match(untouched=True, prefix=wanted, aside=True))
        if len(found) == 1:
            return found[0]
        if not found:
            raise CoreError(told.NO_MATCH, match=prefix)
        some = ", ".join(match["match"] for match in found[:5]) + (", …" if len(found) > 5 else "")
        raise CoreError(told.SEVERAL_MATCHES, match=prefix, some=some)

    def set_aside(self) -> list[MatchObject]:
        """The matches that somebody has set aside, by their ids."""
        with self.reading() as sql:
            aside = sorted(match for match, one in corrections.standing(sql).items() if one.kind == "aside")
        found = []
        for one in aside:
            with suppress(TallyboardError):  # its records are in another store
                found.append(self.match(one))
        return found

    def corrections(self) -> dict[str, list[Correction]]:
        """By the id of each match all that was said of it beside what its board recorded; the last one stands. Each
        has `kind` (`sheet`, `result`, `aside`, `drop`), `content`, `given_by`, `reason` and `given` (ms since 1970)."""
        with self.reading() as sql:
            return corrections.by_match(sql)

    def corrections_of(self, match: MatchObject) -> list[Correction]:
        """All that was said of this match beside what its board recorded; the last one stands."""
        with self.reading() as sql:
            return corrections.of_match(sql, match["match"])

    def starts(self, board: str, epoch: int) -> list[int]:
        """The first record numbers of the epoch's matches, in order."""
        with self.reading() as sql:
            return kept.starts(sql, epoch_of(sql, board, epoch))

    def next_match(self, board: str, epoch: int, first_seq: int) -> int | None:
        """The first record number of the match after the one that begins at `first_seq`, None when that is the last."""
        with self.reading() as sql:
            alone = kept.alone(sql, match_id(board, epoch, first_seq))
        if alone is not None:
            return alone.behind
        return next((start for start in self.starts(board, epoch) if start > first_seq), None)

    def presses(self, match: MatchObject) -> "list[Press]":
        """The match press by press, and what else its journal tells there."""
        from tallyboard.store.presses import Presses

        return Presses(self).below(match, self.next_match(match["board"], match["epoch"], match["first_seq"]))

    # ---- records

    def journals(self) -> list[tuple[str, str, int]]:
        """(board, table name, epoch) of every journal, in the order in which they were first heard."""
        with self.reading() as sql:
            names = table_names(sql)
            return [(epoch.board, names.get(epoch.board, ""), epoch.number) for epoch in epochs(sql)]

    def held(self, board: str, epoch: int) -> Spans:
        """The numbers of the sound records that are stored."""
        with self.reading() as sql:
            return Spans((run[0], end_of(run)) for run in sound_runs(sql, board, epoch))

    def records(self, board: str, epoch: int, start: int = 0, end: int | None = None) -> list[tuple[int, bytes]]:
        """(number, bytes) of the epoch's sound records from number `start` up to, not with, `end`, in order."""
        with self.reading() as sql:
            return [one for run in sound_runs(sql, board, epoch, start, end) for one in singles(run)]

    def power_ons(self, board: str, epoch: int, first: int, end: int | None) -> tuple[int, int]:
        """The numbers of the power-on before record number `first`, and of the next one from `end` on, None: the last.
        Where there is none: 0, and the one behind all numbers."""
        with self.reading() as sql:
            low = power_on_before(sql, board, epoch, first)
            high = None if end is None else power_on_from(sql, board, epoch, end)
        return low, MOST + 1 if high is None else high

    def full_names(self) -> list[str]:
        """The names that boards could not keep in full."""
        with self.reading() as sql:
            return FullNames(sql).all()

    def tournament_lines(self) -> list[str]:
        """What was entered in all tournaments, also where a disk has damaged one of the others."""
        with self.reading() as sql:
            return lines_of_all(sql)

    def alarms(self) -> list[Alarm]:
        """Where sound records are stored with other bytes, by board and epoch."""
        return conflicts.alarms(self.conflicts())

    def conflicts(self) -> list[Conflict]:
        """Two histories, record by record: by board, epoch and number."""
        with self.reading() as sql:
            return conflicts.all_conflicts(sql)

    def missing_from(self, match: MatchObject) -> Spans:
        """The numbers of the records that a match should have and this store lacks."""
        board, epoch, first = match["board"], match["epoch"], match["first_seq"]
        end = self.next_match(board, epoch, first)
        with self.reading() as sql:
            return _never_came(sql, board, epoch, first, end or epoch_of(sql, board, epoch).next)

    def never_collected(self) -> list[tuple[str, int, int]]:
        """(board, epoch, records) of the epochs that have ended while the board held records that this store lacks."""
        with self.reading() as sql:
            over = [epoch for epoch in epochs(sql) if epoch.over]
            lacking = [len(_never_came(sql, one.board, one.number, one.oldest, one.next)) for one in over]
        return [(one.board, one.number, count) for one, count in zip(over, lacking, strict=True) if count]


def _never_came(sql: Sql, board: str, epoch: int, first: int, end: int) -> Spans:
    """The numbers in this span that are not stored, but for those that the board itself could not read."""
    held = Spans((run[0], end_of(run)) for run in sound_runs(sql, board, epoch, first, end))
    missing = Spans([(first, end)]).without(held)
    return missing.without(fallen(sound_runs(sql, board, epoch))) if missing else missing
