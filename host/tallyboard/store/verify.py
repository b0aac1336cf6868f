"""Checking the store against itself: every record's check, and every match computed anew from the records."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from tallyboard.journal.runs import Run, Spans, end_of, fallen
from tallyboard.shapes import Difference, Gap, OtherResult, RecordKey, TwoRecords, VerifyObject
from tallyboard.store import corrections
from tallyboard.store.matches import kept
from tallyboard.store.matches.replayed import KeptMatch, is_newer, matches_of
from tallyboard.store.reader import Reader
from tallyboard.store.tables.rows import Epoch, blocks_of, epochs, read_runs, rows_of
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.board_results import checked

Progress = Callable[[int, int], None]  # how many records of how many

_MANY = 200_000  # records from which on it is worth while to begin processes


@dataclass
class Findings:
    """What a verification saw. `differences`: match, key, what is stored, what the records give (None: no match).

    `gaps`: board, epoch, first, end: records from `first` up to, not with, `end` that the board had and never came.
    `unreadable`: the same of places that the board itself found torn or damaged, and went on without. `newer`: matches
    that only a newer tallyboard can compute. `damaged_corrections`: ids of corrections whose check does not hold.
    `corrected`: matches that stand otherwise by a correction, which is no difference. `other_results`: finished matches
    of which a tournament has another result, or none. `damaged_tournaments`: names of those that cannot be computed.
    """

    records: int = 0
    matches: int = 0
    damaged: list[RecordKey] = field(default_factory=list)
    conflicts: list[TwoRecords] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    damaged_corrections: list[str] = field(default_factory=list)
    corrected: list[str] = field(default_factory=list)
    incomplete: list[str] = field(default_factory=list)
    newer: list[str] = field(default_factory=list)
    other_results: list[OtherResult] = field(default_factory=list)
    damaged_tournaments: list[str] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    unreadable: list[Gap] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether everything was computed and nothing is wrong; a match that is merely incomplete is not wrong."""
        of_matches = self.damaged, self.conflicts, self.differences, self.newer, self.damaged_corrections
        return not any((*of_matches, self.other_results, self.damaged_tournaments))

    def as_json(self) -> VerifyObject:
        """The same as `tallyboard verify --json`."""
        return cast(VerifyObject, {"sound": self.sound, **vars(self)})


_Rows = dict[Any, kept.Values]  # of matches, by id


class _Compared(NamedTuple):
    """What the records of an epoch give: the ids of its matches, of those that only a newer tallyboard knows, of those
    without a score; where they differ from the stored ones; the stored ones that are none of them."""

    matches: list[str]
    newer: list[str]
    incomplete: list[str]
    differences: list[Difference]
    others: _Rows


def verify(store: Reader, progress: Progress | None = None) -> Findings:
    """Look at everything and change nothing; `progress` is told how many records of how many were looked at. Of a large
    store the matches are computed by processes, one a processor."""
    findings = Findings()
    with store.reading() as sql:
        known = epochs(sql)
        findings.damaged_corrections = corrections.damaged(sql)
        standing = corrections.standing(sql)
        findings.other_results, findings.damaged_tournaments = checked(sql)
        has_matches = sql.has("matches")  # else the store is of an older shape: they are computed anew
        expected = sum(epoch.next for epoch in known)
        rows = 0
        others: _Rows = {}

        def works() -> Iterator[tuple[Epoch, list[Run], _Rows | None]]:
            nonlocal rows
            for epoch in known:
                stored = {row[0]: row for row in kept.rows_of(sql, epoch)} if has_matches else None
                rows += len(stored or ())
                yield epoch, _records(sql, epoch, findings), stored

        for epoch, compared in _compared(works(), min(_processors(), len(known)) if expected >= _MANY else 1):
            findings.matches += len(compared.matches)
            findings.newer += compared.newer
            findings.incomplete += compared.incomplete
            findings.corrected += [match for match in compared.matches if match in standing]
            others |= compared.others
            if epoch.underived_from is None:  # else records have come since: whoever reads computes them
                differences = compared.differences
                if not (differences or compared.others) and has_matches and kept.is_damaged(sql, epoch):
                    which = f"of board {epoch.board}, epoch {epoch.number}"
                    differences = [_difference(which, "check", "damaged", "sound")]
                findings.differences += differences
            if progress is not None:
                progress(findings.records, max(expected, findings.records))
        if has_matches and next(sql.rows("SELECT COUNT(*) FROM matches"))[0] != rows:
            journals = {(epoch.board, epoch.number) for epoch in known}
            others |= {row[0]: row for row in sql.rows(kept.SELECT) if (row[1], row[2]) not in journals}
        findings.differences = _with_others(findings.differences, others)
    for one in store.conflicts():
        key: RecordKey = {"board": one.board, "epoch": one.epoch, "seq": one.seq}
        findings.conflicts.append({**key, "kept": one.kept.hex(), "other": one.other.hex()})
    return findings


def _with_others(differences: list[Difference], others: _Rows) -> list[Difference]:
    """The differences, and the rows that are none of the matches of their epoch; one may stand in the wrong place."""
    found: list[Difference] = []
    for one in differences:
        is_elsewhere = one["key"] == "match" and one["match"] in others
        found += _differences(others.pop(one["match"]), one["derived"]) if is_elsewhere else [one]
    return found + [_difference(str(name), "match", kept.object_of(row), None) for name, row in others.items()]


def _compared(
    works: Iterator[tuple[Epoch, list[Run], _Rows | None]], workers: int
) -> Iterator[tuple[Epoch, _Compared]]:
    """Each epoch, its records compared with its matches by so many processes."""
    if workers < 2:
        return ((work[0], _compare(*work)) for work in works)
    from tallyboard.store.sharing import shared  # which takes long to import

    return ((work[0], compared) for work, compared in shared(_compare, works, workers))


def _processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _compare(epoch: Epoch, sound: list[Run], rows: _Rows | None) -> _Compared:
    """Compute the epoch's matches and compare them with these rows; None: there are none to compare with."""
    made = _Compared([], [], [], [], {})
    for match in matches_of(epoch.board, epoch.number, sound, epoch.next, epoch.over):
        made.matches.append(match["match"])
        if is_newer(match):
            made.newer.append(match["match"])
        elif match["status"] == "incomplete":
            made.incomplete.append(match["match"])
        if rows is not None:
            made.differences.extend(_differences(rows.pop(match["match"], None), match))
    made.others.update(rows or {})
    return made


def _records(sql: Sql, epoch: Epoch, findings: Findings) -> list[Run]:
    """The epoch's sound records; notes those that are not, and those that are not there."""
    journal = epoch.board, epoch.number
    sound: list[Run] = []
    held = Spans()
    for start, end in blocks_of(sql, journal):
        runs, count = read_runs(sql, journal, start, end)
        sound += runs
        numbers = Spans((first, end_of((first, data))) for first, data in runs)
        if count > len(numbers):
            good = {number for span in numbers for number in range(*span)}
            bad = [seq for seq, _ in rows_of(sql, *journal, start, end) if seq not in good]
            findings.damaged += [{"board": epoch.board, "epoch": epoch.number, "seq": seq} for seq in bad]
            for seq in bad:
                numbers.add(seq, seq + 1)
        findings.records += len(numbers)
        for span in numbers:
            held.add(*span)
    missing = Spans([(0, epoch.next)]).without(held)
    gaps = missing.without(fallen(sound)) if missing else missing
    findings.gaps += _gaps(epoch, gaps)
    findings.unreadable += _gaps(epoch, missing.without(gaps))
    return sound


def _gaps(epoch: Epoch, spans: Spans) -> list[Gap]:
    return [{"board": epoch.board, "epoch": epoch.number, "first": low, "end": end} for low, end in spans]


def _difference(match: str, key: str, stored: Any, derived: Any) -> Difference:
    told = repr(stored) if isinstance(stored, bytes) else stored  # where a disk has changed the type
    return {"match": match, "key": key, "stored": told, "derived": derived}


def _differences(row: kept.Values | None, derived: KeptMatch) -> list[Difference]:
    match = derived["match"]
    found: dict[str, Any] = {**derived}
    if row is None:
        return [_difference(match, "match", None, found)]
    told = kept.readable(row)
    if told is None:
        return [_difference(match, "result", "damaged", found)]
    columns = {name: row[kept.COLUMNS.index(name)] for name in kept.OF_THE_OBJECT}
    if told == found and all(columns[name] == found[name] for name in columns):
        return []
    pairs = [(key, told.get(key), found.get(key)) for key in sorted({*told, *found})]
    pairs += [(f"{key} (column)", value, found[key]) for key, value in columns.items()]
    return [_difference(match, key, stored, derived) for key, stored, derived in pairs if stored != derived]
